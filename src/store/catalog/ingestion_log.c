#include "store/catalog/ingestion_log.h"

#include "base/clock.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#define SHOWN    "the lock of an add"
#define LOCK_MS  10000 /* to find out whether it is free */
#define MAX_DEAD 64    /* that are closed at once */

/* Where the lease of an ingestion is; the place borrows it. */
struct room {
    char path[PATH_MAX];
    char id[24];
};

static struct lease_place place_of(const struct registry *r, int64_t id,
                                   struct room *room)
{
    (void)snprintf(room->path, sizeof(room->path), "%s/add-%lld",
                   r->home->locks, (long long)id);
    (void)snprintf(room->id, sizeof(room->id), "%lld", (long long)id);
    return (struct lease_place){.store = r->home->store,
                                .file = room->path,
                                .kind = "add",
                                .id = str_from(room->id),
                                .shown = SHOWN};
}

/* Its file belongs to this ingestion alone. */
static void let_go(const struct registry *r, struct ingestion *i)
{
    struct room room;
    const struct lease_place place = place_of(r, i->id, &room);

    if (i->alive.file.fd >= 0)
        (void)unlink(place.file);
    lease_close(&i->alive);
}

static enum err list_running(struct registry *r, int64_t id[MAX_DEAD],
                             size_t *n, struct error *e)
{
    struct db_rows rows;
    enum err rc = db_query(r->db,
                           "SELECT id FROM ingestion_log"
                           " WHERE status = 'running' AND awaited IS NULL"
                           " ORDER BY id LIMIT ?1",
                           DB_ARGS(db_int(MAX_DEAD)), &rows, e);

    *n = 0;
    while (!rc && *n < MAX_DEAD && db_next(&rows))
        id[(*n)++] = db_column_int(&rows, 0);
    return db_finish(&rows, rc, e);
}

/* Those whose lock is free: their program died before it could say so. */
static enum err close_dead(struct registry *r, struct error *e)
{
    int64_t id[MAX_DEAD];
    size_t n;
    char now[CLOCK_ISO_BYTES];
    enum err rc = list_running(r, id, &n, e);

    clock_wall_iso(now);
    for (size_t k = 0; k < n && !rc; k++) {
        struct ingestion i = {id[k], LEASE_NONE};
        struct room room;
        const struct lease_place place = place_of(r, id[k], &room);

        rc = lease_try(&place, &i.alive, e);
        if (!rc && lease_is_held(&i.alive))
            rc = db_run(r->db,
                        "UPDATE ingestion_log SET status = 'failed',"
                        " completed_at = ?2, error_message = 'killed: the"
                        " program died; what it had added is kept'"
                        " WHERE id = ?1 AND status = 'running'",
                        DB_ARGS(db_int(id[k]), db_text(str_from(now))), e);
        let_go(r, &i);
    }
    return rc;
}

/* Locked before the commit: nobody sees it running without a lock. */
static enum err begin_locked(struct registry *r, const struct base_entry *base,
                             struct ingestion *i, struct error *e)
{
    char now[CLOCK_ISO_BYTES];
    struct room room;
    struct lease_place place;
    enum err rc;

    clock_wall_iso(now);
    rc = db_get_int(
        r->db,
        "INSERT INTO ingestion_log(base, base_id, started_at, status)"
        " VALUES (?1, ?3, ?2, 'running') RETURNING id",
        DB_ARGS(db_text(base->name), db_text(str_from(now)), db_text(base->id)),
        &i->id, e);
    place = place_of(r, i->id, &room);
    return rc ? rc : lease_open(&place, LOCK_MS, &i->alive, e);
}

enum err ingestion_log_begin(struct registry *r, const struct base_entry *base,
                             struct ingestion *i, struct error *e)
{
    enum err rc = db_begin_write(r->db, e);

    *i = (struct ingestion){.alive = LEASE_NONE};
    if (rc)
        return rc;
    rc = close_dead(r, e);
    if (!rc)
        rc = begin_locked(r, base, i, e);
    rc = db_end(r->db, rc, e);
    if (rc)
        let_go(r, i);
    return rc;
}

enum err ingestion_log_end(struct registry *r, struct ingestion *i,
                           const struct ingestion_result *result,
                           struct error *e)
{
    const bool waits = result->awaited.n > 0 && result->error_message.n == 0;
    char now[CLOCK_ISO_BYTES];
    enum err rc;
    struct str status = result->error_message.n ? STR("failed")
                        : waits                 ? STR("running")
                                                : STR("completed");

    clock_wall_iso(now);
    rc = db_run(
        r->db,
        "UPDATE ingestion_log SET completed_at = ?2, status = ?3,"
        " total_files = ?4, total_chunks = ?5, metadata = ?6,"
        " error_message = ?7, awaited = ?8 WHERE id = ?1",
        DB_ARGS(db_int(i->id), waits ? db_null() : db_text(str_from(now)),
                db_text(status), db_int((int64_t)result->total_files),
                waits ? db_null() : db_int((int64_t)result->total_chunks),
                db_text_or_null(result->metadata),
                db_text_or_null(result->error_message),
                waits ? db_text(result->awaited) : db_null()),
        e);
    let_go(r, i);
    return rc;
}

/* ---- what waits for its passages ---- */

#define AWAITED_BYTES ((size_t)256 << 20)
#define MAX_AWAITING  64 /* that are looked at at once */

/* Have the documents of one their passages? Those that failed, are disabled or
 * gone will get none. */
static enum err settle_one(struct registry *r, const struct base *b, int64_t id,
                           struct arena *a, struct error *e)
{
    struct str awaited;
    struct str at = {0};
    struct db_rows rows;
    int64_t behind = 1;
    int64_t chunks = 0;
    enum err rc =
        db_get_text(r->db, "SELECT awaited FROM ingestion_log WHERE id = ?1",
                    DB_ARGS(db_int(id)), a, &awaited, e);

    if (rc || awaited.n == 0) /* another did it */
        return rc;
    rc = db_query(b->db,
                  "SELECT ifnull(sum(state IN ('stale', 'indexing')), 0),"
                  " ifnull(sum(chunk_count), 0), max(last_indexed_at)"
                  " FROM document WHERE removed = 0"
                  " AND id IN (SELECT CAST(value AS INTEGER)"
                  " FROM json_each(?1))",
                  DB_ARGS(db_text(awaited)), &rows, e);
    if (!rc && db_next(&rows)) {
        behind = db_column_int(&rows, 0);
        chunks = db_column_int(&rows, 1);
        rc = str_dup(db_column_text(&rows, 2), a, &at, e);
    }
    rc = db_finish(&rows, rc, e);
    if (rc || behind > 0)
        return rc;
    return db_run(r->db,
                  "UPDATE ingestion_log SET status = 'completed',"
                  " total_chunks = ?2, completed_at = max(started_at,"
                  " coalesce(?3, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))),"
                  " awaited = NULL WHERE id = ?1 AND awaited IS NOT NULL",
                  DB_ARGS(db_int(id), db_int(chunks), db_text_or_null(at)), e);
}

enum err ingestion_log_settle(struct registry *r, const struct base *b,
                              struct error *e)
{
    int64_t id[MAX_AWAITING];
    size_t n = 0;
    struct db_rows rows;
    struct arena a;
    enum err rc = db_query(
        r->db,
        "SELECT id FROM ingestion_log WHERE base_id = ?1"
        " AND awaited IS NOT NULL ORDER BY id LIMIT ?2",
        DB_ARGS(db_text(str_from(b->id)), db_int(MAX_AWAITING)), &rows, e);

    while (!rc && n < MAX_AWAITING && db_next(&rows))
        id[n++] = db_column_int(&rows, 0);
    rc = db_finish(&rows, rc, e);
    arena_init(&a, AWAITED_BYTES);
    for (size_t i = 0; i < n && !rc; i++) {
        rc = settle_one(r, b, id[i], &a, e);
        arena_reset(&a);
    }
    arena_release(&a);
    return rc;
}

static void put_text(struct jsonw *w, const char *key, const struct db_rows *r,
                     int column)
{
    jsonw_key(w, key);
    if (db_column_is_null(r, column))
        jsonw_null(w);
    else
        jsonw_str(w, db_column_text(r, column));
}

static void put_number(struct jsonw *w, const char *key,
                       const struct db_rows *r, int column)
{
    jsonw_key(w, key);
    if (db_column_is_null(r, column))
        jsonw_null(w);
    else
        jsonw_i64(w, db_column_int(r, column));
}

static void put_ingestion(struct jsonw *w, const struct db_rows *r)
{
    jsonw_begin_object(w);
    put_number(w, "id", r, 0);
    put_text(w, "started_at", r, 1);
    put_text(w, "completed_at", r, 2);
    put_text(w, "status", r, 3);
    put_number(w, "total_chunks", r, 4);
    put_number(w, "total_files", r, 5);
    put_text(w, "error_message", r, 6);
    jsonw_key(w, "metadata");
    if (db_column_is_null(r, 7))
        jsonw_null(w);
    else
        jsonw_raw(w, db_column_text(r, 7));
    jsonw_end_object(w);
}

enum err ingestion_log_write(struct registry *r, const struct base_entry *base,
                             struct jsonw *w, struct error *e)
{
    struct db_rows rows;
    struct error ignored; /* a reader may read where nothing is kept */
    enum err rc;

    (void)!close_dead(r, &ignored);
    rc = db_query(r->db,
                  "SELECT id, started_at, completed_at, status, total_chunks,"
                  " total_files, error_message, metadata FROM ingestion_log"
                  " WHERE base_id = ?1 ORDER BY id DESC LIMIT ?2",
                  DB_ARGS(db_text(base->id), db_int(INGESTION_LOG_ROWS)), &rows,
                  e);

    jsonw_begin_object(w);
    jsonw_member_str(w, "base", base->name);
    jsonw_key(w, "ingestions");
    jsonw_begin_array(w);
    while (!rc && db_next(&rows))
        put_ingestion(w, &rows);
    jsonw_end_array(w);
    jsonw_end_object(w);
    return db_finish(&rows, rc, e);
}
