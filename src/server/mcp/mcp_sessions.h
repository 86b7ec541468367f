/*
 * mcp_sessions.h - MCP sessions over HTTP, by id.
 *
 * A session is in the table until its client ends it, it was idle for
 * MCP_SESSION_IDLE_MS, or the place is needed for another of the same
 * principal; its holders may go on using it. A principal may begin another one
 * while it holds fewer than are free (base/fair_share.h), and the same holds for all
 * sessions of one public exposure together: a client that begins thousands ends only its
 * own. The name of a session is random and belongs to one owner: with another's token
 * there is no such session.
 *
 * `lock` guards the list, and of each session all but `state` and `events`,
 * which guard themselves (mcp.h, http_events.h), and `is_kept`, which is atomic.
 */
#ifndef SERVER_MCP_MCP_SESSIONS_H
#define SERVER_MCP_MCP_SESSIONS_H

#include "answer/ask_request.h"
#include "server/httpd/httpd.h"
#include "server/mcp/http_events.h"
#include "server/mcp/kept_sessions.h"
#include "server/mcp/mcp.h"

#define MCP_SESSIONS_MAX    1000
#define MCP_SESSION_IDLE_MS (UINT64_C(30) * 60 * 1000)

/* Whose a session is; with another's it does not exist. */
struct mcp_session_owner {
    uint64_t key;   /* of the token; 0: none was shown */
    uint64_t place; /* of the exposure */
    uint64_t
        principal;  /* whose number is bounded; the session is found without */
    bool is_public; /* anybody may begin one there */
};

/* A request in progress, on the stack of its thread. */
struct inflight_request {
    struct rpc_id id;
    const struct httpd_request *request;
    struct inflight_request *next;
};

/* Ids of requests, by their hash; the oldest gives way. */
#define HTTP_RECENT_IDS 32
struct recent_ids {
    uint64_t hash[HTTP_RECENT_IDS]; /* 0: none */
    unsigned next;
};

struct mcp_http_session {
    char id[REQUEST_SESSION_BYTES];
    struct mcp_session_owner owner;
    struct mcp_session state;
    struct http_events events;
    struct inflight_request *flights;
    struct recent_ids done;
    struct recent_ids cancelled; /* before they began */
    struct httpd_stream *stream; /* of GET; NULL: none */
    uint64_t used_ms;
    unsigned holders;    /* the table is one */
    atomic_bool is_kept; /* in the store, too (kept_sessions.h) */
    bool ended;
    struct mcp_http_session *next; /* used before this one */
    struct mcp_http_session *previous;
};

struct mcp_sessions {
    pthread_mutex_t lock;
    struct mcp_http_session *first; /* used last */
    struct mcp_http_session *last;
    unsigned n;
    atomic_size_t kept; /* bytes of events that may be asked for again */
    uint64_t idle_ms;   /* 0: MCP_SESSION_IDLE_MS */
};

/* None yet. */
void mcp_sessions_init(struct mcp_sessions *s);

/* End them all; nobody may hold one. */
void mcp_sessions_release(struct mcp_sessions *s);

/*
 * mcp_sessions_open - a new one, held by the caller.
 *
 * errors   ERR_LIMIT         no memory
 *          ERR_INTERNAL      random bytes cannot be had
 *          ERR_RATE_LIMITED  all that the principal may have, with e->retry_s,
 *                            or all of MCP_SESSIONS_MAX are in use right now
 */
MUST_CHECK enum err mcp_sessions_open(struct mcp_sessions *s,
                                      struct mcp_session_owner owner,
                                      struct mcp_http_session **out,
                                      struct error *e);

/* The same for one that another server began, of that id, which has been initialized; or
 * another thread took it up meanwhile, and that is the one. */
MUST_CHECK enum err mcp_sessions_resume(struct mcp_sessions *s,
                                        struct mcp_session_owner owner,
                                        struct str id,
                                        const struct kept_session *kept,
                                        struct mcp_http_session **out,
                                        struct error *e);

/* The owner's session of that name, held by the caller; NULL if there is none. */
struct mcp_http_session *mcp_sessions_find(struct mcp_sessions *s,
                                           struct str id,
                                           struct mcp_session_owner owner);

/* Let go of it; NULL is allowed. */
void mcp_sessions_leave(struct mcp_sessions *s, struct mcp_http_session *x);

/* Nobody finds it any more; what it runs is cancelled, its stream ends. */
void mcp_sessions_end(struct mcp_sessions *s, struct mcp_http_session *x);

/* The stream of its GET, which is taken over; an older one ends. */
void mcp_sessions_listen(struct mcp_sessions *s, struct mcp_http_session *x,
                         struct httpd_stream *stream);

/* A request of it begins and ends; ERR_CONFLICT: its id is another's. */
MUST_CHECK enum err mcp_sessions_begin(struct mcp_sessions *s,
                                       struct mcp_http_session *x,
                                       struct inflight_request *f,
                                       struct error *e);
void mcp_sessions_finish(struct mcp_sessions *s, struct mcp_http_session *x,
                         struct inflight_request *f);

/* Stop the request with that id; one that is yet to come, as each has a
 * connection of its own or waits for a thread, stops when it begins. */
void mcp_sessions_cancel(struct mcp_sessions *s, struct mcp_http_session *x,
                         struct rpc_id id);

/*
 * mcp_sessions_sweep - end those whose token opens nothing any more.
 *
 * in       is_open  of an owner's key; called with the lock
 */
void mcp_sessions_sweep(struct mcp_sessions *s,
                        bool (*is_open)(void *ctx, uint64_t key), void *ctx);

#endif
