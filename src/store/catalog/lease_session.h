/*
 * lease_session.h - a program as a holder of leases of a store. Private to lease.c and
 * store_news.c.
 *
 * One of a process for each store, from its first lease to the end of its last: a
 * connection, which all of its leases use in turn, and a thread that renews the row of
 * `lease_holder` and hears what others notify of (store_news.h).
 */
#ifndef STORE_CATALOG_LEASE_SESSION_H
#define STORE_CATALOG_LEASE_SESSION_H

#include "store/catalog/lease.h"

#define LEASE_SERIAL_BYTES 64

struct lease_session;

/* Begin to hold leases of a store, or one more user of what is there. */
MUST_CHECK enum err lease_session_join(const char *store,
                                       struct lease_session **out,
                                       struct error *e);
/* NULL is allowed. */
void lease_session_leave(struct lease_session *s);

/* A serial that no lease had. */
void lease_session_serial(struct lease_session *s,
                          char serial[LEASE_SERIAL_BYTES]);

/* Take a lease under this serial; *taken is false when another has it. */
MUST_CHECK enum err lease_session_take(struct lease_session *s, struct str name,
                                       const char *serial, bool *taken,
                                       struct error *e);

/* As lease_claim() (lease.h). */
MUST_CHECK enum err lease_session_claim(struct lease_session *s,
                                        const char *serial,
                                        const struct lease_choice *choice,
                                        struct arena *a, struct str *id,
                                        struct error *e);

/* Is the lease of this serial still there, and its holder alive to the server? */
MUST_CHECK enum err lease_session_holds(struct lease_session *s,
                                        const char *serial, bool *holds,
                                        struct error *e);

/* Give it back; while the store is away, as soon as it answers. */
void lease_session_drop(struct lease_session *s, const char *serial);

/* Who hears of what others do; in the session's list, and the caller's. */
struct lease_listener {
    struct lease_listener *next;
    void (*heard)(void *ctx); /* with the session's lock: it does not wait */
    void *ctx;
};

/* From now on, until the other; when that returns it is not called any more. */
void lease_session_listen(struct lease_session *s, struct lease_listener *l);
void lease_session_unlisten(struct lease_session *s, struct lease_listener *l);

#endif
