#include "store/catalog/document_state.h"

#include "store/catalog/hotness.h"
#include "store/catalog/index_job.h"

/* The order of its job follows. */
static enum err set(const struct base *b, const char *sql, int64_t id,
                    int64_t value, struct error *e)
{
    enum err rc = db_run(b->db, sql, DB_ARGS(db_int(id), db_int(value)), e);

    return rc ? rc
              : db_run(b->db,
                       "UPDATE job SET pinned = (SELECT " HOTNESS_RANK_SQL
                       " FROM document WHERE id = ?1) WHERE document ="
                       " (SELECT key FROM document WHERE id = ?1)",
                       DB_ARGS(db_int(id)), e);
}

static enum err set_pinned(const struct base *b, int64_t id, bool pinned,
                           struct error *e)
{
    return set(b, "UPDATE document SET pinned = ?2 WHERE id = ?1", id, pinned,
               e);
}

enum err document_set_priority(const struct base *b, int64_t id,
                               int64_t priority, struct error *e)
{
    if (priority < 0 || priority > DOCUMENT_MAX_PRIORITY)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a priority must be a whole number from 0 to %d",
                         DOCUMENT_MAX_PRIORITY);
    return set(b, "UPDATE document SET priority = ?2 WHERE id = ?1", id,
               priority, e);
}

enum err document_pin(const struct base *b, int64_t id, struct error *e)
{
    return set_pinned(b, id, true, e);
}

enum err document_unpin(const struct base *b, int64_t id, struct error *e)
{
    return set_pinned(b, id, false, e);
}

enum err document_disable(const struct base *b, int64_t id, struct error *e)
{
    enum err rc =
        db_run(b->db,
               "UPDATE document SET state = 'disabled', index_failure = NULL,"
               " gone = CASE gone WHEN 0 THEN 0 ELSE 2 END WHERE id = ?1",
               DB_ARGS(db_int(id)), e);

    return rc ? rc : index_job_follow(b, id, e);
}

enum err document_reindex(const struct base *b, int64_t id, struct error *e)
{
    enum err rc = db_run(b->db,
                         "UPDATE document SET state = 'stale',"
                         " index_failure = NULL, gone = 0"
                         " WHERE id = ?1 AND failure IS NULL",
                         DB_ARGS(db_int(id)), e);

    if (!rc && db_changes(b->db) == 0)
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "the document could not be read, so it cannot be "
                       "indexed; add it again");
    return rc ? rc : index_job_put(b, id, INDEX_JOB_INDEX, INDEX_JOB_ASKED, e);
}
