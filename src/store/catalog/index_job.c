/*
 * index_job.c - the queue is a table; its order is an index of that table.
 *
 * Taking the next of a million jobs must not look at all of them, so what the
 * order needs of the document (pinned, hot_until) is in the job's row, too:
 * hotness_touch() and document_pin() keep it so. Hotness fades, but
 * all of it at the same rate, so `hot_until` need not.
 *
 * A job is identified by its serial number, not by the document's version: a
 * document may be removed and come back with the same key, the same id and
 * version 1 while its passages are being made.
 */
#include "store/catalog/index_job.h"

#include "base/clock.h"
#include "base/jsonw.h"
#include "store/catalog/hotness.h"
#include "store/catalog/metrics.h"

#define BACKOFF_MS     1000
#define BACKOFF_MAX_MS (60 * 60 * 1000)
#define FAILURE_BYTES  ((size_t)16 * 1024)

/* ?1 kind, ?2 priority, ?3 now. A running job is being done as it was asked
 * before; what is out of date since now is the rest. */
#define PUT_JOBS(where)                                                 \
    "INSERT INTO job(document, kind, priority, enqueued_ms, pinned,"    \
    " hot_until) SELECT key, ?1, ?2, ?3, " HOTNESS_RANK_SQL             \
    ", " HOTNESS_UNTIL_SQL " FROM document WHERE " where " ORDER BY id" \
    " ON CONFLICT(document) DO UPDATE SET kind = excluded.kind,"        \
    " priority = CASE job.kind WHEN excluded.kind"                      \
    "  THEN max(job.priority, excluded.priority)"                       \
    "  ELSE excluded.priority END,"                                     \
    " enqueued_ms = CASE job.running WHEN 0 THEN job.enqueued_ms"       \
    "  ELSE excluded.enqueued_ms END,"                                  \
    " pinned = excluded.pinned, hot_until = excluded.hot_until,"        \
    " not_before_ms = 0, attempts = 0, failure = NULL, "                \
    " serial = job.serial + 1"

static struct db_value kind_text(enum index_job_kind kind)
{
    return db_text(kind == INDEX_JOB_INDEX ? STR("index") : STR("remove"));
}

enum err index_job_put(const struct base *b, int64_t document,
                       enum index_job_kind kind,
                       enum index_job_priority priority, struct error *e)
{
    return db_run(b->db, PUT_JOBS("id = ?4"),
                  DB_ARGS(kind_text(kind), db_int(priority),
                          db_int(clock_wall_ms()), db_int(document)),
                  e);
}

enum err index_job_follow(const struct base *b, int64_t document,
                          struct error *e)
{
    enum err rc =
        db_run(b->db,
               PUT_JOBS("id = ?4 AND removed = 0 AND"
                        " state IN ('stale', 'indexing')"),
               DB_ARGS(kind_text(INDEX_JOB_INDEX), db_int(INDEX_JOB_USUAL),
                       db_int(clock_wall_ms()), db_int(document)),
               e);

    /* of a first version that nobody could read the index knows nothing */
    return rc ? rc
              : db_run(b->db,
                       PUT_JOBS("id = ?4 AND (removed <> 0 OR"
                                " state IN ('failed', 'disabled')) AND"
                                " (version > 1 OR indexed_version IS NOT NULL"
                                " OR EXISTS (SELECT 1 FROM job j WHERE"
                                "  j.document = key))"),
                       DB_ARGS(kind_text(INDEX_JOB_REMOVE),
                               db_int(INDEX_JOB_REMOVAL),
                               db_int(clock_wall_ms()), db_int(document)),
                       e);
}

enum err index_job_next(const struct base *b, int64_t now_ms, struct arena *a,
                        struct index_job *job, bool *found, struct error *e)
{
    struct db_rows r;
    enum err rc = db_query(
        b->db,
        "SELECT j.id, j.document, j.kind = 'index', d.id, d.version, j.serial,"
        " j.enqueued_ms, j.attempts FROM job j"
        " LEFT JOIN document d ON d.key = j.document"
        " WHERE j.running = 0 AND j.not_before_ms <= ?1"
        " ORDER BY j.pinned DESC, j.priority DESC, j.hot_until DESC NULLS LAST,"
        " j.enqueued_ms, j.id LIMIT 1",
        DB_ARGS(db_int(now_ms)), &r, e);

    *found = !rc && db_next(&r);
    if (*found) {
        *job = (struct index_job){
            .id = db_column_int(&r, 0),
            .kind = db_column_int(&r, 2) ? INDEX_JOB_INDEX : INDEX_JOB_REMOVE,
            .document = db_column_int(&r, 3),
            .version = db_column_int(&r, 4),
            .serial = db_column_int(&r, 5),
            .enqueued_ms = db_column_int(&r, 6),
            .attempts = (unsigned)db_column_int(&r, 7)};
        rc = str_dup(db_column_text(&r, 1), a, &job->key, e);
    }
    return db_finish(&r, rc, e);
}

static enum err set_running(const struct base *b, const struct index_job *job,
                            bool running, struct error *e)
{
    return db_run(b->db, "UPDATE job SET running = ?2 WHERE id = ?1",
                  DB_ARGS(db_int(job->id), db_int(running)), e);
}

enum err index_job_start(const struct base *b, const struct index_job *job,
                         struct error *e)
{
    enum err rc = set_running(b, job, true, e);

    return rc || job->kind == INDEX_JOB_REMOVE
               ? rc
               : db_run(b->db,
                        "UPDATE document SET state = 'indexing'"
                        " WHERE key = ?1 AND state = 'stale'",
                        DB_ARGS(db_text(job->key)), e);
}

/* Take the job away unless more was asked since; *gone says which. */
static enum err end_job(const struct base *b, const struct index_job *job,
                        int64_t version, bool *gone, struct error *e)
{
    enum err rc = db_run(
        b->db,
        "DELETE FROM job WHERE id = ?1 AND serial = ?2 AND"
        " NOT EXISTS (SELECT 1 FROM document WHERE"
        "  key = job.document AND version > ?3)",
        DB_ARGS(db_int(job->id), db_int(job->serial), db_int(version)), e);

    *gone = !rc && db_changes(b->db) > 0;
    return rc || *gone ? rc : set_running(b, job, false, e);
}

/* It has an older version in the index where the job is still there. */
static enum err set_indexed(const struct base *b, const struct index_job *job,
                            const struct index_result *r, bool ready,
                            struct error *e)
{
    char now[CLOCK_ISO_BYTES];

    clock_wall_iso(now);
    return db_run(
        b->db,
        "UPDATE document SET indexed_version = ?3, last_indexed_at = ?4,"
        " chunk_count = ?5, vector_count = ?6, lexical_only_count = ?7,"
        " index_failure = NULL, state = CASE WHEN ?8 <> 0 THEN 'ready'"
        "  ELSE 'stale' END"
        " WHERE id = ?1 AND key = ?2 AND version >= ?3 AND removed = 0 AND"
        " state IN ('stale', 'indexing')",
        DB_ARGS(db_int(job->document), db_text(job->key), db_int(r->version),
                db_text(str_from(now)), db_int(r->chunks), db_int(r->vectors),
                db_int(r->lexical_only), db_int(ready)),
        e);
}

#define FORGET_INDEXED                                \
    "indexed_version = NULL, last_indexed_at = NULL," \
    " chunk_count = NULL, vector_count = NULL,"       \
    " lexical_only_count = NULL"

static void count_done(const struct index_job *job,
                       const struct index_result *r, bool ready)
{
    int64_t late_ms = clock_wall_ms() - job->enqueued_ms;

    metrics_count(METRIC_INDEX_JOBS, 1);
    if (job->kind == INDEX_JOB_REMOVE)
        return;
    metrics_observe(METRIC_CHUNKS_PER_DOCUMENT, (double)r->chunks);
    if (ready)
        metrics_observe(METRIC_INDEX_JOB_LATENCY, (double)late_ms / 1000);
}

enum err index_job_done(const struct base *b, const struct index_job *job,
                        const struct index_result *r, struct error *e)
{
    bool is_index = job->kind == INDEX_JOB_INDEX;
    bool gone;
    enum err rc = end_job(b, job, is_index ? r->version : INT64_MAX, &gone, e);

    if (rc)
        return rc;
    count_done(job, r, gone);
    if (is_index)
        return set_indexed(b, job, r, gone, e);
    return gone
               ? db_run(b->db,
                        "UPDATE document SET " FORGET_INDEXED " WHERE key = ?1",
                        DB_ARGS(db_text(job->key)), e)
               : OK;
}

int64_t index_job_backoff_ms(unsigned attempts)
{
    int64_t ms = BACKOFF_MS;

    for (unsigned i = 1; i < attempts && ms < BACKOFF_MAX_MS; i++)
        ms *= 4;
    return ms < BACKOFF_MAX_MS ? ms : BACKOFF_MAX_MS;
}

static enum err write_why(const struct error *why, struct buf *out,
                          struct str *text, struct error *e)
{
    struct jsonw w;

    jsonw_init(&w, out);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "code", err_name(why->code));
    jsonw_member_cstr(&w, "message", why->msg);
    jsonw_end_object(&w);
    return buf_finish(out, text, e);
}

/* Unless more was asked since, which then is tried as if for the first time. */
static enum err wait_again(const struct base *b, const struct index_job *job,
                           struct str why, int64_t now_ms, struct error *e)
{
    unsigned attempts = job->attempts + 1;
    enum err rc = db_run(
        b->db,
        "UPDATE job SET attempts = ?3, not_before_ms = ?4, failure = ?5"
        " WHERE id = ?1 AND serial = ?2",
        DB_ARGS(db_int(job->id), db_int(job->serial), db_int(attempts),
                db_int(now_ms + index_job_backoff_ms(attempts)), db_text(why)),
        e);

    return rc ? rc : set_running(b, job, false, e);
}

static enum err give_up(const struct base *b, const struct index_job *job,
                        struct str why, struct error *e)
{
    bool gone;
    enum err rc = end_job(b, job, INT64_MAX, &gone, e);

    return rc || !gone ? rc
                       : db_run(b->db,
                                "UPDATE document SET state = 'failed',"
                                " index_failure = ?2 WHERE key = ?1",
                                DB_ARGS(db_text(job->key), db_text(why)), e);
}

enum err index_job_failed(const struct base *b, const struct index_job *job,
                          const struct index_job_trouble *t, int64_t now_ms,
                          struct error *e)
{
    bool again = job->kind == INDEX_JOB_REMOVE ||
                 (t->retry && job->attempts + 1 < INDEX_JOB_ATTEMPTS);
    struct str why;
    struct buf text;
    enum err rc;

    metrics_count(METRIC_INDEX_JOBS, 1);
    metrics_count(METRIC_INDEX_JOBS_FAILED, 1);
    buf_init(&text, FAILURE_BYTES);
    rc = write_why(t->why, &text, &why, e);
    if (!rc)
        rc = again ? wait_again(b, job, why, now_ms, e)
                   : give_up(b, job, why, e);
    if (!rc)
        rc = db_run(b->db,
                    "UPDATE document SET state = 'stale', index_failure = ?2"
                    " WHERE key = ?1 AND state = 'indexing'",
                    DB_ARGS(db_text(job->key), db_text(why)), e);
    buf_release(&text);
    return rc;
}

enum err index_jobs_recover(const struct base *b, struct error *e)
{
    enum err rc = db_run(b->db, "UPDATE job SET running = 0 WHERE running = 1",
                         DB_NO_ARGS, e);

    return rc ? rc
              : db_run(b->db,
                       "UPDATE document SET state = 'stale'"
                       " WHERE state <> 'ready' AND state = 'indexing'",
                       DB_NO_ARGS, e);
}

enum err index_jobs_all_stale(const struct base *b, struct error *e)
{
    enum err rc =
        db_run(b->db,
               "UPDATE document SET " FORGET_INDEXED ", index_failure = NULL,"
               " state = CASE WHEN state = 'disabled' OR"
               " failure IS NOT NULL THEN state ELSE 'stale' END",
               DB_NO_ARGS, e);

    return rc ? rc
              : db_run(b->db, PUT_JOBS("state = 'stale' AND removed = 0"),
                       DB_ARGS(kind_text(INDEX_JOB_INDEX),
                               db_int(INDEX_JOB_USUAL),
                               db_int(clock_wall_ms())),
                       e);
}

enum err index_jobs_count(const struct base *b, struct index_job_counts *out,
                          struct error *e)
{
    struct db_rows r;
    enum err rc = db_query(
        b->db,
        "SELECT (SELECT count(*) FROM job WHERE running = 0),"
        " (SELECT count(*) FROM job WHERE running = 1),"
        " (SELECT total(documents) FROM tally WHERE state = 'failed'),"
        " (SELECT max(min(not_before_ms), 1) FROM job WHERE running = 0)",
        DB_NO_ARGS, &r, e);

    *out = (struct index_job_counts){0};
    if (!rc && db_next(&r))
        *out = (struct index_job_counts){.waiting = db_column_int(&r, 0),
                                         .running = db_column_int(&r, 1),
                                         .failed = db_column_int(&r, 2),
                                         .next_ms = db_column_int(&r, 3)};
    return db_finish(&r, rc, e);
}
