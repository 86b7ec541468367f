/*
 * kept_sessions.h - MCP sessions in the store, where several servers have one.
 *
 * Between two requests a session is the revision that was agreed on, what its client can
 * do and how much it wants to hear of; that is a row of the store's table `mcp_session`.
 * So a session goes on at another server when its own has ended, or when a load balancer
 * sends a request elsewhere, and one that was ended anywhere is over everywhere. What a
 * server was doing for it when it died (calls, events to be sent again) is lost.
 *
 * A row is the caller's that began it, by token, exposure and base: these have the same
 * names in every server, unlike the hashes of mcp_sessions.h.
 *
 * threads  any; one connection, whose user has the lock
 */
#ifndef SERVER_MCP_KEPT_SESSIONS_H
#define SERVER_MCP_KEPT_SESSIONS_H

#include "server/auth/grant_check.h"
#include "server/mcp/mcp.h"
#include "store/home/home.h"

#define KEPT_SESSIONS_MAX 20000 /* of all; more stay in their servers */

struct kept_sessions;

/* out: NULL where the home has no store; then the others of these do nothing. */
MUST_CHECK enum err kept_sessions_open(const struct home *h,
                                       struct kept_sessions **out,
                                       struct error *e);
void kept_sessions_close(struct kept_sessions *k); /* NULL is allowed */

/* A session as it is now; ERR_RATE_LIMITED: there are too many. */
MUST_CHECK enum err kept_sessions_put(struct kept_sessions *k, struct str id,
                                      const struct grant *owner,
                                      const struct mcp_session *s,
                                      struct error *e);

/* What a session is that another server may have begun. */
struct kept_session {
    bool is_there; /* the owner's, and used in the last MCP_SESSION_IDLE_MS */
    const char *version; /* static */
    unsigned can;
    int level;
};

/* The session of that id and owner, as it is now. */
MUST_CHECK enum err kept_sessions_find(struct kept_sessions *k, struct str id,
                                       const struct grant *owner,
                                       struct kept_session *out,
                                       struct error *e);

/* It has ended, for every server. */
MUST_CHECK enum err kept_sessions_drop(struct kept_sessions *k, struct str id,
                                       struct error *e);

#endif
