/*
 * postgres_session.h - the one transaction in which all is read: read only, of one
 * snapshot, bounded in time, and of a role that may not write.
 */
#ifndef ENGINE_POSTGRES_POSTGRES_SESSION_H
#define ENGINE_POSTGRES_POSTGRES_SESSION_H

#include "base/json.h"
#include "engine/postgres/postgres_link.h"

struct postgres_session {
    struct postgres_link *link; /* the caller's */
    uint64_t timeout_ms;        /* of a statement */
    bool allows_writable;       /* a role that may write is no failure */
    struct str server, database, role, version, snapshot; /* as it names them */
    struct str
        mark; /* which transactions its snapshot sees, of which start of the server
                        and for whom: with the same one nothing was written since */
    struct str may_write; /* what the role may write; empty: nothing */
};

/*
 * postgres_session_begin - begin the transaction and look at the role.
 *
 * in       s       link, timeout_ms, allows_writable
 * out      s       the rest, in `a`
 * errors   ERR_FORBIDDEN  the role may write, and that is not allowed
 *          as postgres_link_query()
 */
MUST_CHECK enum err postgres_session_begin(struct postgres_session *s,
                                           struct arena *a, struct error *e);

/* What an answer says of it: the members of an object. */
void postgres_session_write(const struct postgres_session *s, struct jsonw *w);

/*
 * postgres_session_try - begin a part that may fail without the rest, in an eighth of
 * the time. postgres_session_tried() ends it by how it went; what failed is undone.
 *
 * errors   as postgres_link_exec()
 */
MUST_CHECK enum err postgres_session_try(struct postgres_session *s,
                                         struct error *e);
MUST_CHECK enum err postgres_session_tried(struct postgres_session *s,
                                           enum err rc, struct error *e);

#endif
