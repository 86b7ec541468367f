#include "server/auth/token_cache.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "server/auth/token_snapshot.h"
#include "store/catalog/store_news.h"

#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define TICK_MS     500
#define MAX_FAILED  10 /* ticks: five seconds */
#define SETUP_BYTES ((size_t)64 * 1024)

struct token_cache {
    struct token_cache_options o;
    struct arena arena;
    int stop_fd; /* readable: the thread ends */
    pthread_t thread;
    bool has_thread;
    struct store_news *news; /* NULL: a home's */
    int news_fd;             /* readable: look now */

    pthread_mutex_t looking; /* guards what follows */
    struct registry registry;
    int64_t data_version;  /* SQLite's, at the last look; a store has none */
    int64_t grant_version; /* the home's, when the snapshot was taken */
    bool is_notified;      /* the listener was told of that snapshot */
    unsigned failed;       /* looks in a row */
    int64_t looked_s;      /* Unix, of the last look */

    pthread_mutex_t lock; /* guards `current`; taken inside `looking` */
    struct token_snapshot *current;
};

static int64_t now_s(void)
{
    return clock_wall_ms() / 1000;
}

/* ---- the snapshot ---- */

/* The current one, held. */
static struct token_snapshot *hold_current(struct token_cache *x)
{
    struct token_snapshot *p;

    (void)pthread_mutex_lock(&x->lock);
    p = x->current;
    token_snapshot_hold(p);
    (void)pthread_mutex_unlock(&x->lock);
    return p;
}

static void replace(struct token_cache *x, struct token_snapshot *p)
{
    struct token_snapshot *old;

    (void)pthread_mutex_lock(&x->lock);
    old = x->current;
    x->current = p;
    (void)pthread_mutex_unlock(&x->lock);
    token_snapshot_release(old);
}

/* Did a token expire between the two times? */
static bool any_expired(struct token_cache *x, int64_t after, int64_t until)
{
    struct token_snapshot *p = hold_current(x);
    bool any = false;

    for (size_t i = 0; i < p->n_tokens && !any; i++)
        any = p->tokens[i].expires_s > after && p->tokens[i].expires_s <= until;
    token_snapshot_release(p);
    return any;
}

/* With `looking`. Did others write to a file since the last look? It costs less than
 * a statement that reads. A server is asked what is meant. */
static enum err see_writes(struct token_cache *x, bool *are_any,
                           struct error *e)
{
    int64_t data = 0;
    enum err rc = OK;

    if (!db_is_on_server(x->registry.db))
        rc = db_get_int(x->registry.db, "PRAGMA data_version", DB_NO_ARGS,
                        &data, e);
    *are_any = data == 0 || data != x->data_version;
    x->data_version = data;
    return rc;
}

/* With `looking`. Others write to the database all the time: its logs. */
static enum err see_version(struct token_cache *x, bool *is_new,
                            struct error *e)
{
    const int64_t seen = x->data_version;
    int64_t grants = 0;
    bool are_any;
    enum err rc = see_writes(x, &are_any, e);

    *is_new = false;
    if (rc || (!are_any && x->current && x->failed == 0))
        return rc;
    rc = db_get_int(x->registry.db, "SELECT n FROM grant_version", DB_NO_ARGS,
                    &grants, e);
    if (rc) {
        x->data_version = seen; /* look again */
        return rc;
    }
    *is_new = grants != x->grant_version || !x->current || x->failed > 0;
    return OK;
}

/* With `looking`. */
static enum err take_if_new(struct token_cache *x, struct error *e)
{
    struct token_snapshot *p = NULL;
    bool is_new;
    enum err rc = see_version(x, &is_new, e);

    if (rc || !is_new)
        return rc;
    rc = token_snapshot_take(&x->registry, &p, e);
    if (rc) {
        x->data_version = 0; /* look again */
        return rc;
    }
    x->grant_version = p->version;
    x->is_notified = false;
    replace(x, p);
    return OK;
}

/* With `looking`. */
static void note_failure(struct token_cache *x, const struct error *e)
{
    struct error ignored;
    struct token_snapshot *none;

    if (++x->failed != MAX_FAILED || token_snapshot_empty(&none, &ignored))
        return;
    log_error("access",
              "tokens cannot be read, so all requests are refused: %s", e->msg);
    none->is_lost = true;
    replace(x, none);
    x->is_notified = false;
}

void token_cache_refresh(struct token_cache *x)
{
    struct error e = {0};
    bool changed;
    int64_t now = now_s();

    (void)pthread_mutex_lock(&x->looking);
    if (take_if_new(x, &e))
        note_failure(x, &e);
    else
        x->failed = 0;
    changed = !x->is_notified || any_expired(x, x->looked_s, now);
    x->is_notified = true;
    x->looked_s = now;
    (void)pthread_mutex_unlock(&x->looking);
    if (changed && x->o.changed)
        x->o.changed(x->o.ctx);
}

static void *watch(void *access)
{
    struct token_cache *x = access;
    struct pollfd fds[] = {{.fd = x->stop_fd, .events = POLLIN},
                           {.fd = x->news_fd, .events = POLLIN}};
    uint64_t n;

    while (poll(fds, COUNT_OF(fds), TICK_MS) <= 0 ||
           !(fds[0].revents & POLLIN)) {
        if (x->news_fd >= 0)
            (void)!read(x->news_fd, &n, sizeof(n));
        token_cache_refresh(x);
    }
    return NULL;
}

static void look_now(void *access)
{
    const struct token_cache *x = access;
    const uint64_t one = 1;

    (void)!write(x->news_fd, &one, sizeof(one));
}

/* A store says at once what changed; the thread looks by itself, too. */
static enum err hear(struct token_cache *x, struct error *e)
{
    if (!x->o.home->store)
        return OK;
    x->news_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (x->news_fd < 0)
        return error_set(e, ERR_LIMIT, "cannot create a descriptor");
    return store_news_open(x->o.home->store, look_now, x, &x->news, e);
}

static enum err start(struct token_cache *x, struct error *e)
{
    int failed;
    enum err rc = registry_open(x->o.home, &x->arena, &x->registry, e);

    if (!rc)
        rc = take_if_new(x, e);
    if (!rc)
        rc = hear(x, e);
    if (rc)
        return rc;
    x->is_notified = true;
    x->looked_s = now_s();
    x->stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    failed = x->stop_fd < 0 ? -1 : pthread_create(&x->thread, NULL, watch, x);
    if (failed)
        return error_set(e, ERR_LIMIT,
                         "cannot create a descriptor or a thread");
    x->has_thread = true;
    return OK;
}

enum err token_cache_open(const struct token_cache_options *o,
                          struct token_cache **out, struct error *e)
{
    struct token_cache *x = mem_new(sizeof(*x), e);

    *out = NULL;
    if (!x)
        return e->code;
    x->o = *o;
    x->stop_fd = -1;
    x->news_fd = -1;
    arena_init(&x->arena, SETUP_BYTES);
    (void)pthread_mutex_init(&x->looking, NULL);
    (void)pthread_mutex_init(&x->lock, NULL);
    if (start(x, e)) {
        token_cache_close(x);
        return e->code;
    }
    *out = x;
    return OK;
}

void token_cache_stop_watching(struct token_cache *x)
{
    const uint64_t one = 1;
    ssize_t ignored;

    if (!x->has_thread)
        return;
    ignored = write(x->stop_fd, &one, sizeof(one));
    (void)ignored;
    (void)pthread_join(x->thread, NULL);
    x->has_thread = false;
}

bool token_cache_has_any(struct token_cache *x)
{
    struct token_snapshot *p = hold_current(x);
    bool any = p->n_tokens > 0;

    for (size_t i = 0; i < p->n_exposures && !any; i++)
        any = p->exposures[i].is_public;
    token_snapshot_release(p);
    return any;
}

void token_cache_close(struct token_cache *x)
{
    if (!x)
        return;
    token_cache_stop_watching(x);
    store_news_close(x->news);
    if (x->news_fd >= 0)
        (void)close(x->news_fd);
    if (x->stop_fd >= 0)
        (void)close(x->stop_fd);
    registry_close(&x->registry);
    token_snapshot_release(x->current);
    arena_release(&x->arena);
    (void)pthread_mutex_destroy(&x->looking);
    (void)pthread_mutex_destroy(&x->lock);
    mem_free(x);
}

/* ---- authentication ---- */

/* Changes made before a request apply to its answer. Whether the database can
 * be read is the watching thread's to judge. */
static void see_changes(struct token_cache *x)
{
    struct error ignored;

    (void)pthread_mutex_lock(&x->looking);
    if (x->failed == 0)
        (void)!take_if_new(x, &ignored);
    (void)pthread_mutex_unlock(&x->looking);
}

/* A token is not to blame, nor thrown away by its client, while none can be looked at. */
static enum err refuse(const struct token_snapshot *p, struct error *e)
{
    if (p->is_lost)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "tokens cannot be read at the moment; try again");
    return error_set(
        e, ERR_UNAUTHORIZED,
        "a token is required (`Authorization: Bearer TOKEN`); it is missing, "
        "revoked or expired");
}

static enum err no_exposure(struct error *e)
{
    return error_set(e, ERR_NOT_FOUND, "there is no such exposure here");
}

static bool is_alive(const struct token_snapshot_token *t, int64_t now)
{
    return t->expires_s == 0 || t->expires_s > now;
}

static const struct token_snapshot_token *find_shown(
    const struct token_snapshot *p, struct str authorization)
{
    const struct str scheme = STR("Bearer ");
    const struct token_snapshot_token *t;
    uint8_t hash[HASH_BYTES];
    struct str id;

    if (!str_eq_nocase(str_slice(authorization, 0, scheme.n), scheme) ||
        !token_read(
            str_trim(str_slice(authorization, scheme.n, authorization.n)), &id,
            hash))
        return NULL;
    t = token_snapshot_find_token(p, id);
    return t && token_is_same(t->hash, hash) && is_alive(t, now_s()) ? t : NULL;
}

static void let_in_exposure(const struct token_snapshot_exposure *x,
                            struct token_caller *v)
{
    v->grant = x->grant;
    v->origins = x->origins;
    v->n_origins = x->n_origins;
    v->is_public = x->is_public;
}

static enum err enter_with_token(const struct credentials *k,
                                 struct token_caller *v, struct error *e)
{
    const struct token_snapshot_token *t =
        find_shown(v->snapshot, k->authorization);

    if (!t)
        return refuse(v->snapshot, e);
    if (t->exposure)
        let_in_exposure(t->exposure, v);
    v->grant = t->grant;
    v->key = t->key;
    if (k->exposure.n && !str_eq(t->grant.exposure, k->exposure))
        return no_exposure(e);
    return OK;
}

static enum err enter_without(const struct credentials *k,
                              struct token_caller *v, struct error *e)
{
    const struct token_snapshot_exposure *x =
        token_snapshot_find_exposure(v->snapshot, k->exposure);

    if (k->exposure.n && x && (x->is_public || k->is_local)) {
        let_in_exposure(x, v);
        v->key = x->key;
        return OK;
    }
    if (!k->is_local)
        return refuse(v->snapshot, e); /* whether it is there or not */
    if (k->exposure.n)
        return no_exposure(e);
    v->grant = v->snapshot->local;
    return OK;
}

enum err token_cache_authenticate(struct token_cache *x,
                                  const struct credentials *k,
                                  struct token_caller *v, struct error *e)
{
    enum err rc;

    see_changes(x);
    *v = (struct token_caller){.snapshot = hold_current(x)};
    rc =
        k->authorization.n ? enter_with_token(k, v, e) : enter_without(k, v, e);
    if (rc)
        token_cache_leave(v);
    return rc;
}

void token_cache_leave(struct token_caller *v)
{
    token_snapshot_release(v->snapshot);
    *v = TOKEN_CALLER_NONE;
}

bool token_cache_is_open(struct token_cache *x, uint64_t key)
{
    struct token_snapshot *p;
    bool open = key == 0;
    int64_t now = now_s();

    if (open)
        return true;
    p = hold_current(x);
    for (size_t i = 0; i < p->n_tokens && !open; i++)
        open = p->tokens[i].key == key && is_alive(&p->tokens[i], now);
    for (size_t i = 0; i < p->n_exposures && !open; i++)
        open = p->exposures[i].key == key;
    token_snapshot_release(p);
    return open;
}

static bool are_there(const struct token_snapshot *p, const struct scope *bases)
{
    for (size_t i = 0; bases->ids && i < bases->n; i++)
        if (!token_snapshot_has_base(p, bases->ids[i]))
            return false;
    return true;
}

bool token_cache_holds(struct token_cache *x, const struct token_caller *v)
{
    struct token_snapshot *p;
    bool holds;

    see_changes(x);
    p = hold_current(x);
    holds = p == v->snapshot || are_there(p, &v->grant.bases);
    token_snapshot_release(p);
    return holds;
}

static bool lists(const struct token_snapshot_exposure *x, struct str origin)
{
    for (size_t i = 0; i < x->n_origins; i++)
        if (str_eq(x->origins[i], origin))
            return true;
    return false;
}

bool token_cache_allows_origin(struct token_cache *x, struct str exposure,
                               struct str origin)
{
    struct token_snapshot *p = hold_current(x);
    bool allowed = false;

    for (size_t i = 0; i < p->n_exposures && !allowed; i++)
        allowed =
            (!exposure.n || str_eq(p->exposures[i].grant.exposure, exposure)) &&
            lists(&p->exposures[i], origin);
    token_snapshot_release(p);
    return allowed;
}
