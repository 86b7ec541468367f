#include "server/query_log/query_log.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "server/query_log/query_archive.h"
#include "server/query_log/query_row.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/random.h>

#define SETUP_BYTES ((size_t)64 * 1024)
#define WAIT_MS     1000 /* for another writer */
#define HOUR_MS     UINT64_C(3600000)
#define ID_BYTES    37

struct query_log {
    pthread_mutex_t lock; /* guards all */
    const struct home *home;
    bool is_open;
    struct arena arena;
    struct registry registry;
    struct query_log_rules rules;
    uint64_t purged_ms; /* clock_ms(); 0: not yet */
};

/* With the lock, or before anybody knows of it. */
static enum err open_now(struct query_log *l, struct error *e)
{
    enum err rc =
        l->is_open ? OK : registry_open(l->home, &l->arena, &l->registry, e);

    l->is_open |= !rc;
    return rc;
}

enum err query_log_later(const struct home *h, struct query_log **out,
                         struct error *e)
{
    struct query_log *l = mem_new(sizeof(*l), e);

    *out = l;
    if (!l)
        return e->code;
    (void)pthread_mutex_init(&l->lock, NULL);
    arena_init(&l->arena, SETUP_BYTES);
    l->home = h;
    return OK;
}

enum err query_log_open(const struct home *h, struct query_log **out,
                        struct error *e)
{
    enum err rc = query_log_later(h, out, e);

    if (!*out)
        return rc;
    rc = open_now(*out, e);
    if (rc) {
        query_log_close(*out);
        *out = NULL;
    }
    return rc;
}

void query_log_close(struct query_log *l)
{
    if (!l)
        return;
    if (l->is_open)
        registry_close(&l->registry);
    arena_release(&l->arena);
    (void)pthread_mutex_destroy(&l->lock);
    mem_free(l);
}

/* ---- what is old goes ---- */

/* What is not archived is deleted by the second; where there is no archive that
 * is all. */
static enum err delete_old(struct query_log *l, int64_t now_s, struct error *e)
{
    const bool archives = l->rules.archive_days > 0;
    const int64_t before = query_archive_before(now_s, l->rules.days);

    return db_run(l->registry.db,
                  "DELETE FROM query_log WHERE created_at <"
                  " strftime('%Y-%m-%dT%H:%M:%fZ', ?1, 'unixepoch')"
                  " AND (?2 = 0 OR (base IS NOT NULL AND (base_id IS NULL OR"
                  " base_id NOT IN (SELECT id FROM base))))",
                  DB_ARGS(db_int(before), db_int(archives)), e);
}

/* With the lock. */
static void purge(struct query_log *l, int64_t now_ms)
{
    const struct query_archive_rules rules = {l->rules.days,
                                              l->rules.archive_days};
    const int64_t now_s = now_ms / 1000;
    struct error e = {0};
    enum err rc = OK;

    if (rules.archive_days)
        rc = query_archive_take(&l->registry, &rules, now_s, &e);
    if (!rc)
        rc = delete_old(l, now_s, &e);
    if (!rc && rules.archive_days)
        rc = query_archive_expire(&l->registry, &rules, now_s, &e);
    if (rc)
        log_warn("querylog", "old questions were not removed: %s", e.msg);
    l->purged_ms = clock_ms();
}

void query_log_set(struct query_log *l, const struct query_log_rules *rules)
{
    (void)pthread_mutex_lock(&l->lock);
    l->rules = *rules;
    if (l->is_open)
        purge(l, clock_wall_ms());
    (void)pthread_mutex_unlock(&l->lock);
}

void query_log_purge(struct query_log *l)
{
    (void)pthread_mutex_lock(&l->lock);
    if (l->is_open && clock_ms() - l->purged_ms >= HOUR_MS)
        purge(l, clock_wall_ms());
    (void)pthread_mutex_unlock(&l->lock);
}

void query_log_purge_at(struct query_log *l, int64_t now_ms)
{
    (void)pthread_mutex_lock(&l->lock);
    if (l->is_open)
        purge(l, now_ms);
    (void)pthread_mutex_unlock(&l->lock);
}

/* ---- one question ---- */

/* A random UUID v4. */
static bool new_id(char out[ID_BYTES])
{
    uint8_t b[16];

    if (getrandom(b, sizeof(b), 0) != sizeof(b))
        return false;
    b[6] = (uint8_t)((b[6] & 0x0f) | 0x40);
    b[8] = (uint8_t)((b[8] & 0x3f) | 0x80);
    (void)snprintf(out, ID_BYTES,
                   "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-"
                   "%02x%02x%02x%02x%02x%02x",
                   b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9],
                   b[10], b[11], b[12], b[13], b[14], b[15]);
    return true;
}

/* A text that is there, also when it is empty. */
static struct db_value some(struct str s)
{
    return db_text(s.n ? s : STR(""));
}

/* With the lock; what is old goes when it is opened. */
static enum err open_for_question(struct query_log *l, struct error *e)
{
    const bool was_open = l->is_open;
    enum err rc = open_now(l, e);

    if (!rc && !was_open)
        purge(l, clock_wall_ms());
    return rc;
}

/* With the lock. */
static enum err insert(struct query_log *l, const struct query_record *r,
                       const char *id, struct error *e)
{
    const bool text = l->rules.keeps_text;
    char now[CLOCK_ISO_BYTES];

    clock_wall_iso(now);
    return db_run(
        l->registry.db,
        "INSERT INTO query_log(id, session_id, query_text, query_mode,"
        " selected_text, answer_text, source_chunks, response_time_ms,"
        " created_at, base, caller, answer_mode, error_code, base_id)"
        " VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14)",
        DB_ARGS(
            db_text(str_from(id)), some(r->session_id),
            some(text ? r->query_text : STR("")),
            db_text(r->is_selected ? STR("selected_text") : STR("full_book")),
            db_text_or_null(text ? r->selected_text : STR("")),
            some(text ? r->answer_text : STR("")),
            db_text(text && r->source_chunks.n ? r->source_chunks : STR("[]")),
            db_int((int64_t)r->response_time_ms), db_text(str_from(now)),
            db_text_or_null(r->base), db_text_or_null(r->caller),
            db_text_or_null(r->answer_mode), db_text_or_null(r->error_code),
            db_text_or_null(r->base_id)),
        e);
}

void query_log_add(struct query_log *l, const struct query_record *r)
{
    struct error e = {0};
    char id[ID_BYTES];
    bool begun = false;
    enum err rc = OK;

    (void)pthread_mutex_lock(&l->lock);
    if (l->rules.keeps && new_id(id)) {
        rc = open_for_question(l, &e);
        if (!rc)
            rc = db_begin_unsynced(l->registry.db, WAIT_MS, &begun, &e);
        if (begun)
            rc = db_end(l->registry.db, insert(l, r, id, &e), &e);
        if (rc || !begun)
            log_warn("querylog", "a question is not in the log: %s",
                     rc ? e.msg : "the database stays locked");
    }
    (void)pthread_mutex_unlock(&l->lock);
}

/* ---- reading ---- */

/* A page of the rows; `at` and `id` are those of the last, in the arena. */
static enum err write_rows(struct db_rows *rows,
                           const struct query_log_filter *f,
                           const struct list_page *page, struct arena *a,
                           struct jsonw *w, struct error *e)
{
    struct str at = {0};
    struct str id = {0};
    uint64_t found = 0;
    uint64_t passed = 0;
    enum err rc = OK;

    jsonw_key(w, "logs");
    jsonw_begin_array(w);
    while (!rc && !list_page_is_over(page, found) && db_next(rows)) {
        if (f->bases &&
            !scope_has_id(f->bases, db_column_text(rows, QUERY_ROW_BASE_ID)))
            continue;
        if (passed++ < f->offset || list_page_is_over(page, ++found))
            continue;
        query_row_write(rows, w);
        if (found < page->limit)
            continue;
        rc = str_dup(db_column_text(rows, QUERY_ROW_CREATED_AT), a, &at, e);
        if (!rc)
            rc = str_dup(db_column_text(rows, QUERY_ROW_ID), a, &id, e);
    }
    jsonw_end_array(w);
    jsonw_member_bool(w, "has_more", list_page_is_over(page, found));
    list_page_put_next(page, list_page_is_over(page, found), at, id, w);
    return rc;
}

enum err query_log_write(struct registry *r, const struct query_log_filter *f,
                         struct jsonw *w, struct error *e)
{
    struct list_page page = f->page;
    struct str at, id;
    struct arena a;
    struct db_rows rows;
    enum err rc = list_page_split(&page, &at, &id, e);

    if (rc)
        return rc;
    if (page.limit == 0 || page.limit > QUERY_LOG_ROWS)
        page.limit = QUERY_LOG_ROWS;
    rc = db_query(r->db,
                  "SELECT " QUERY_ROW_COLUMNS " FROM query_log"
                  " WHERE (?1 = '' OR session_id = ?1)"
                  " AND (?2 = '' OR (created_at, id) < (?2, ?3))"
                  " ORDER BY created_at DESC, id DESC",
                  DB_ARGS(some(f->session), some(at), some(id)), &rows, e);
    arena_init(&a, SETUP_BYTES);
    jsonw_begin_object(w);
    if (!rc)
        rc = write_rows(&rows, f, &page, &a, w, e);
    jsonw_end_object(w);
    rc = db_finish(&rows, rc, e);
    arena_release(&a);
    return rc;
}

static enum err forget(struct registry *r, struct str session, int64_t *removed,
                       struct error *e)
{
    int64_t archived = 0;
    enum err rc = db_run(r->db, "DELETE FROM query_log WHERE session_id = ?1",
                         DB_ARGS(db_text(session)), e);

    *removed = rc ? 0 : db_changes(r->db);
    if (!rc)
        rc = query_archive_forget(r, session, &archived, e);
    *removed += archived;
    return rc;
}

enum err query_log_forget(struct registry *r, struct str session,
                          int64_t *removed, struct error *e)
{
    enum err rc = db_begin_write(r->db, e);

    *removed = 0;
    if (!rc)
        rc = db_end(r->db, forget(r, session, removed, e), e);
    return !rc && *removed == 0
               ? error_set(e, ERR_NOT_FOUND,
                           "nothing of that session is in the log")
               : rc;
}
