#include "server/mcp/mcp_sessions.h"

#include "base/clock.h"
#include "base/fair_share.h"
#include "base/hash.h"
#include "base/mem.h"

#include <string.h>

#define SESSIONS_TIMES 1 /* half for one alone (fair_share.h) */
#define BUCKETS        1024u

static void lock(struct mcp_sessions *s)
{
    (void)pthread_mutex_lock(&s->lock);
}

static void unlock(struct mcp_sessions *s)
{
    (void)pthread_mutex_unlock(&s->lock);
}

void mcp_sessions_init(struct mcp_sessions *s)
{
    *s = (struct mcp_sessions){.idle_ms = MCP_SESSION_IDLE_MS};
    (void)pthread_mutex_init(&s->lock, NULL);
}

/* ---- the list; with the lock ---- */

static void take_out(struct mcp_sessions *s, struct mcp_http_session *x)
{
    if (x->next)
        x->next->previous = x->previous;
    else
        s->last = x->previous;
    if (x->previous)
        x->previous->next = x->next;
    else
        s->first = x->next;
    x->next = x->previous = NULL;
}

static void put_first(struct mcp_sessions *s, struct mcp_http_session *x)
{
    x->next = s->first;
    if (x->next)
        x->next->previous = x;
    else
        s->last = x;
    s->first = x;
}

static void free_session(struct mcp_http_session *x)
{
    http_events_release(&x->events);
    mcp_session_release(&x->state);
    mem_free(x);
}

static void let_go(struct mcp_http_session *x)
{
    if (--x->holders > 0)
        return;
    free_session(x);
}

static void close_stream(struct mcp_http_session *x)
{
    if (x->stream)
        httpd_stream_end(x->stream);
    httpd_stream_release(x->stream);
    x->stream = NULL;
}

static void end(struct mcp_sessions *s, struct mcp_http_session *x)
{
    if (x->ended)
        return;
    x->ended = true;
    s->n--;
    for (struct inflight_request *f = x->flights; f; f = f->next)
        httpd_give_up(f->request);
    close_stream(x);
    take_out(s, x);
    let_go(x);
}

static bool is_in_use(const struct mcp_http_session *x)
{
    return x->flights || x->holders > 1;
}

/* A client that listens is there, however long it says nothing. */
static bool is_idle(const struct mcp_sessions *s,
                    const struct mcp_http_session *x)
{
    return !is_in_use(x) && (!x->stream || httpd_stream_is_gone(x->stream)) &&
           clock_ms() - x->used_ms >= s->idle_ms;
}

/* The idle are at the end, but for those who listen. */
static void drop_idle(struct mcp_sessions *s)
{
    struct mcp_http_session *before;

    for (struct mcp_http_session *x = s->last; x; x = before) {
        before = x->previous;
        if (clock_ms() - x->used_ms < s->idle_ms)
            break;
        if (is_idle(s, x))
            end(s, x);
    }
}

/* Whose sessions count together. */
typedef bool is_of(const struct mcp_http_session *x,
                   const struct mcp_session_owner *owner);

static bool is_of_principal(const struct mcp_http_session *x,
                            const struct mcp_session_owner *owner)
{
    return x->owner.principal == owner->principal;
}

static bool is_of_place(const struct mcp_http_session *x,
                        const struct mcp_session_owner *owner)
{
    return x->owner.is_public && x->owner.place == owner->place;
}

static bool is_of_anybody(const struct mcp_http_session *x,
                          const struct mcp_session_owner *owner)
{
    (void)x;
    (void)owner;
    return true;
}

static bool fits(const struct mcp_sessions *s,
                 const struct mcp_session_owner *owner, is_of *of)
{
    size_t held = 0;

    for (const struct mcp_http_session *x = s->first; x; x = x->next)
        held += of(x, owner);
    return fair_share_has(MCP_SESSIONS_MAX, s->n, held, SESSIONS_TIMES);
}

/* Of these, of the principal that has the most, the least recently used one.
 * Principals are distinguished by their bucket: two in one count as one that
 * has more. */
static bool drop_one(struct mcp_sessions *s,
                     const struct mcp_session_owner *owner, is_of *of)
{
    uint16_t counts[BUCKETS] = {0};
    struct mcp_http_session *most = NULL;

    for (const struct mcp_http_session *x = s->first; x; x = x->next)
        counts[x->owner.principal % BUCKETS] += of(x, owner);
    for (struct mcp_http_session *x = s->last; x; x = x->previous)
        if (of(x, owner) && !is_in_use(x) &&
            (!most || counts[x->owner.principal % BUCKETS] >
                          counts[most->owner.principal % BUCKETS]))
            most = x;
    if (most)
        end(s, most);
    return most != NULL;
}

/* Room for one more, for which only what counts together with it may go; where
 * there is no such, one of the principal that has the most. */
static enum err make_room(struct mcp_sessions *s,
                          const struct mcp_session_owner *owner,
                          struct error *e)
{
    const bool is_full = s->n >= MCP_SESSIONS_MAX;
    bool has_room = true;

    if (!fits(s, owner, is_of_principal))
        has_room = drop_one(s, owner, is_of_principal) ||
                   (is_full && drop_one(s, owner, is_of_anybody));
    else if (owner->is_public && !fits(s, owner, is_of_place))
        has_room = drop_one(s, owner, is_of_place);
    if (has_room)
        return OK;
    (void)error_set(e, ERR_RATE_LIMITED,
                    "all sessions%s are in use; try again in a second",
                    is_full ? "" : " that you may have");
    e->retry_s = is_full ? 0 : 1;
    return e->code;
}

/* ---- sessions ---- */

void mcp_sessions_release(struct mcp_sessions *s)
{
    lock(s);
    while (s->first)
        end(s, s->first);
    unlock(s);
    (void)pthread_mutex_destroy(&s->lock);
}

static struct mcp_http_session *new_session(struct mcp_sessions *s,
                                            struct mcp_session_owner owner,
                                            struct error *e)
{
    struct mcp_http_session *x = mem_new(sizeof(*x), e);

    if (!x)
        return NULL;
    x->owner = owner;
    x->holders = 2;
    x->used_ms = clock_ms();
    mcp_session_init(&x->state);
    http_events_init(&x->events, &s->kept);
    return x;
}

/* With the lock. */
static enum err let_in(struct mcp_sessions *s, struct mcp_http_session *x,
                       struct error *e)
{
    enum err rc;

    drop_idle(s);
    rc = make_room(s, &x->owner, e);
    if (rc)
        return rc;
    put_first(s, x);
    s->n++;
    return OK;
}

enum err mcp_sessions_open(struct mcp_sessions *s,
                           struct mcp_session_owner owner,
                           struct mcp_http_session **out, struct error *e)
{
    struct mcp_http_session *x = new_session(s, owner, e);
    enum err rc = x ? request_new_session(x->id, e) : e->code;

    *out = NULL;
    if (!rc) {
        lock(s);
        rc = let_in(s, x, e);
        unlock(s);
    }
    if (!rc)
        *out = x;
    else if (x)
        free_session(x);
    return rc;
}

static bool is_owned(const struct mcp_http_session *x,
                     struct mcp_session_owner owner)
{
    return x->owner.key == owner.key && x->owner.place == owner.place;
}

/* With the lock: the owner's session of that name, held. */
static struct mcp_http_session *hold(struct mcp_sessions *s, struct str id,
                                     struct mcp_session_owner owner)
{
    struct mcp_http_session *x;

    drop_idle(s);
    for (x = s->first; x && (!is_owned(x, owner) || !str_is(id, x->id));
         x = x->next)
        ;
    if (x) {
        x->holders++;
        x->used_ms = clock_ms();
        take_out(s, x);
        put_first(s, x);
    }
    return x;
}

static void take_over(struct mcp_http_session *x, struct str id,
                      const struct kept_session *kept)
{
    memcpy(x->id, id.p, id.n);
    atomic_store(&x->is_kept, true);
    x->state.phase = MCP_READY;
    x->state.version = kept->version;
    x->state.can = kept->can;
    atomic_store(&x->state.level, kept->level);
}

enum err mcp_sessions_resume(struct mcp_sessions *s,
                             struct mcp_session_owner owner, struct str id,
                             const struct kept_session *kept,
                             struct mcp_http_session **out, struct error *e)
{
    struct mcp_http_session *x = new_session(s, owner, e);
    enum err rc = OK;

    *out = NULL;
    if (!x)
        return e->code;
    BUG_ON(id.n >= sizeof(x->id));
    take_over(x, id, kept);
    lock(s);
    *out = hold(s, id, owner);
    if (!*out) {
        rc = let_in(s, x, e);
        *out = rc ? NULL : x;
    }
    unlock(s);
    if (*out != x)
        free_session(x);
    return rc;
}

struct mcp_http_session *mcp_sessions_find(struct mcp_sessions *s,
                                           struct str id,
                                           struct mcp_session_owner owner)
{
    struct mcp_http_session *x;

    lock(s);
    x = hold(s, id, owner);
    unlock(s);
    return x;
}

void mcp_sessions_leave(struct mcp_sessions *s, struct mcp_http_session *x)
{
    if (!x)
        return;
    lock(s);
    x->used_ms = clock_ms();
    let_go(x);
    unlock(s);
}

void mcp_sessions_end(struct mcp_sessions *s, struct mcp_http_session *x)
{
    lock(s);
    end(s, x);
    unlock(s);
}

void mcp_sessions_listen(struct mcp_sessions *s, struct mcp_http_session *x,
                         struct httpd_stream *stream)
{
    lock(s);
    close_stream(x);
    x->stream = stream;
    if (x->ended)
        close_stream(x);
    unlock(s);
}

/* ---- what they run ---- */

/* With the lock. */
static struct inflight_request *find_flight(const struct mcp_http_session *x,
                                            struct rpc_id id)
{
    struct inflight_request *f = x->flights;

    while (f && !rpc_id_eq(f->id, id))
        f = f->next;
    return f;
}

static uint64_t hash_of(struct rpc_id id)
{
    const uint64_t hash = hash_bytes(id.text.p, id.text.n) ^ (uint64_t)id.type
                                                                 << 1;

    return hash ? hash : 1;
}

static void remember(struct recent_ids *r, struct rpc_id id)
{
    r->hash[r->next++ % HTTP_RECENT_IDS] = hash_of(id);
}

/* Was it there? It is no more. */
static bool take_id(struct recent_ids *r, struct rpc_id id)
{
    const uint64_t hash = hash_of(id);

    for (size_t i = 0; i < HTTP_RECENT_IDS; i++) {
        if (r->hash[i] == hash) {
            r->hash[i] = 0;
            return true;
        }
    }
    return false;
}

enum err mcp_sessions_begin(struct mcp_sessions *s, struct mcp_http_session *x,
                            struct inflight_request *f, struct error *e)
{
    bool is_taken;

    lock(s);
    is_taken = find_flight(x, f->id) != NULL;
    if (!is_taken) {
        f->next = x->flights;
        x->flights = f;
        if (take_id(&x->cancelled, f->id) || x->ended)
            httpd_give_up(f->request);
    }
    unlock(s);
    if (!is_taken)
        return OK;
    return error_set(e, ERR_CONFLICT, "a call with this id is still running");
}

void mcp_sessions_finish(struct mcp_sessions *s, struct mcp_http_session *x,
                         struct inflight_request *f)
{
    struct inflight_request **at = &x->flights;

    lock(s);
    while (*at != f)
        at = &(*at)->next;
    *at = f->next;
    remember(&x->done, f->id);
    unlock(s);
}

void mcp_sessions_cancel(struct mcp_sessions *s, struct mcp_http_session *x,
                         struct rpc_id id)
{
    struct inflight_request *f;

    lock(s);
    f = find_flight(x, id);
    if (f)
        httpd_give_up(f->request);
    else if (!take_id(&x->done, id))
        remember(&x->cancelled, id);
    unlock(s);
}

void mcp_sessions_sweep(struct mcp_sessions *s,
                        bool (*is_open)(void *ctx, uint64_t key), void *ctx)
{
    struct mcp_http_session *next;

    lock(s);
    for (struct mcp_http_session *x = s->first; x; x = next) {
        next = x->next;
        if (!is_open(ctx, x->owner.key))
            end(s, x);
    }
    unlock(s);
}
