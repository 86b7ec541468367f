#include "server/mcp/kept_sessions.h"

#include "base/clock.h"
#include "base/mem.h"
#include "server/mcp/mcp_sessions.h"
#include "server/mcp/mcp_version.h"
#include "store/catalog/registry.h"

#define SETUP_BYTES ((size_t)64 * 1024)
#define WAIT_MS     1000 /* for another writer */
#define IDLE_S      ((int64_t)(MCP_SESSION_IDLE_MS / 1000))
#define TOUCH_S     60 /* its use is written so often at most */

struct kept_sessions {
    pthread_mutex_t lock; /* guards all */
    const struct home *home;
    struct arena arena;
    struct registry registry;
    int64_t purged_s; /* Unix */
};

static int64_t now_s(void)
{
    return clock_wall_ms() / 1000;
}

enum err kept_sessions_open(const struct home *h, struct kept_sessions **out,
                            struct error *e)
{
    struct kept_sessions *k;
    enum err rc;

    *out = NULL;
    if (!h || !h->store)
        return OK;
    k = mem_new(sizeof(*k), e);
    if (!k)
        return e->code;
    (void)pthread_mutex_init(&k->lock, NULL);
    arena_init(&k->arena, SETUP_BYTES);
    rc = registry_open(h, &k->arena, &k->registry, e);
    if (rc)
        kept_sessions_close(k);
    else
        *out = k;
    return rc;
}

void kept_sessions_close(struct kept_sessions *k)
{
    if (!k)
        return;
    registry_close(&k->registry);
    arena_release(&k->arena);
    (void)pthread_mutex_destroy(&k->lock);
    mem_free(k);
}

/* ---- the owner ---- */

/* A token is of one base or of many; what has no token is an exposure of one base, which
 * may be made again over another. */
static struct db_value base_of(const struct grant *g)
{
    const bool is_exposure = g->exposure.n > 0 && g->bases.n > 0;

    return db_text(is_exposure && g->bases.ids ? g->bases.ids[0] : STR(""));
}

/* A text that is there, also when it is empty. */
static struct db_value some(struct str s)
{
    return db_text(s.n ? s : STR(""));
}

/* ---- with the lock ---- */

/* The idle go once a minute. */
static enum err purge(struct kept_sessions *k, int64_t now, struct error *e)
{
    enum err rc = OK;

    if (now - k->purged_s < TOUCH_S)
        return OK;
    rc = db_run(k->registry.db, "DELETE FROM mcp_session WHERE used_s <= ?1",
                DB_ARGS(db_int(now - IDLE_S)), e);
    if (!rc)
        k->purged_s = now;
    return rc;
}

static enum err insert(struct kept_sessions *k, struct str id,
                       const struct grant *owner, const struct mcp_session *s,
                       struct error *e)
{
    const int64_t now = now_s();
    int64_t n = 0;
    enum err rc = purge(k, now, e);

    if (!rc)
        rc = db_get_int(k->registry.db, "SELECT count(*) FROM mcp_session",
                        DB_NO_ARGS, &n, e);
    if (!rc && n >= KEPT_SESSIONS_MAX)
        rc = error_set(e, ERR_RATE_LIMITED, "too many sessions are kept");
    if (rc)
        return rc;
    return db_run(k->registry.db,
                  "INSERT INTO mcp_session(id, token, exposure, base_id,"
                  " version, can, level, used_s)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
                  " ON CONFLICT(id) DO UPDATE SET level = excluded.level,"
                  " used_s = excluded.used_s",
                  DB_ARGS(db_text(id), some(owner->id), some(owner->exposure),
                          base_of(owner), db_text(str_from(s->version)),
                          db_int(s->can), db_int(atomic_load(&s->level)),
                          db_int(now)),
                  e);
}

static enum err touch(struct kept_sessions *k, struct str id, int64_t now,
                      struct error *e)
{
    bool begun = false;
    enum err rc = db_begin_unsynced(k->registry.db, WAIT_MS, &begun, e);

    if (!begun)
        return rc;
    rc = db_run(k->registry.db,
                "UPDATE mcp_session SET used_s = ?2 WHERE id = ?1",
                DB_ARGS(db_text(id), db_int(now)), e);
    return db_end(k->registry.db, rc, e);
}

static enum err find(struct kept_sessions *k, struct str id,
                     const struct grant *owner, struct kept_session *out,
                     struct error *e)
{
    const int64_t now = now_s();
    int64_t used_s = now;
    struct db_rows rows;
    enum err rc = db_query(
        k->registry.db,
        "SELECT version, can, level, used_s FROM mcp_session WHERE id = ?1"
        " AND token = ?2 AND exposure = ?3 AND base_id = ?4 AND used_s > ?5",
        DB_ARGS(db_text(id), some(owner->id), some(owner->exposure),
                base_of(owner), db_int(now - IDLE_S)),
        &rows, e);

    if (!rc && db_next(&rows)) {
        *out = (struct kept_session){
            .is_there = true,
            .version = mcp_version_of_session(db_column_text(&rows, 0)),
            .can = (unsigned)db_column_int(&rows, 1),
            .level = (int)db_column_int(&rows, 2)};
        used_s = db_column_int(&rows, 3);
    }
    rc = db_finish(&rows, rc, e);
    return rc || now - used_s < TOUCH_S ? rc : touch(k, id, now, e);
}

/* ---- */

enum err kept_sessions_put(struct kept_sessions *k, struct str id,
                           const struct grant *owner,
                           const struct mcp_session *s, struct error *e)
{
    enum err rc;

    if (!k)
        return OK;
    (void)pthread_mutex_lock(&k->lock);
    rc = db_begin_write(k->registry.db, e);
    if (!rc)
        rc = db_end(k->registry.db, insert(k, id, owner, s, e), e);
    (void)pthread_mutex_unlock(&k->lock);
    return rc;
}

enum err kept_sessions_find(struct kept_sessions *k, struct str id,
                            const struct grant *owner, struct kept_session *out,
                            struct error *e)
{
    enum err rc = OK;

    *out = (struct kept_session){0};
    if (!k)
        return OK;
    (void)pthread_mutex_lock(&k->lock);
    rc = find(k, id, owner, out, e);
    (void)pthread_mutex_unlock(&k->lock);
    return rc;
}

enum err kept_sessions_drop(struct kept_sessions *k, struct str id,
                            struct error *e)
{
    enum err rc = OK;

    if (!k)
        return OK;
    (void)pthread_mutex_lock(&k->lock);
    rc = db_run(k->registry.db, "DELETE FROM mcp_session WHERE id = ?1",
                DB_ARGS(db_text(id)), e);
    (void)pthread_mutex_unlock(&k->lock);
    return rc;
}
