#include "catalog/ingestion_log.h"

#include "base/clock.h"

enum err ingestion_log_begin(struct registry *r, struct str base,
                             struct ingestion *i, struct error *e)
{
    char now[CLOCK_ISO_BYTES];
    enum err rc;

    clock_wall_iso(now);
    rc = db_run(r->db,
                "INSERT INTO ingestion_log(base, started_at, status) "
                "VALUES (?1, ?2, 'running')",
                DB_ARGS(db_text(base), db_text(str_from(now))), e);
    i->id = db_last_id(r->db);
    return rc;
}

enum err ingestion_log_end(struct registry *r, const struct ingestion *i,
                           const struct ingestion_result *result,
                           struct error *e)
{
    char now[CLOCK_ISO_BYTES];
    struct str status =
        result->error_message.n ? STR("failed") : STR("completed");

    clock_wall_iso(now);
    return db_run(r->db,
                  "UPDATE ingestion_log SET completed_at = ?2, status = ?3,"
                  " total_files = ?4, total_chunks = ?5, metadata = ?6,"
                  " error_message = ?7 WHERE id = ?1",
                  DB_ARGS(db_int(i->id), db_text(str_from(now)),
                          db_text(status), db_int((int64_t)result->total_files),
                          db_int((int64_t)result->total_chunks),
                          db_text_or_null(result->metadata),
                          db_text_or_null(result->error_message)),
                  e);
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

enum err ingestion_log_write(struct registry *r, struct str base,
                             struct jsonw *w, struct error *e)
{
    struct db_rows rows;
    enum err rc =
        db_query(r->db,
                 "SELECT id, started_at, completed_at, status, total_chunks,"
                 " total_files, error_message, metadata FROM ingestion_log"
                 " WHERE base = ?1 ORDER BY id DESC LIMIT ?2",
                 DB_ARGS(db_text(base), db_int(INGESTION_LOG_ROWS)), &rows, e);

    jsonw_begin_object(w);
    jsonw_member_str(w, "base", base);
    jsonw_key(w, "ingestions");
    jsonw_begin_array(w);
    while (!rc && db_next(&rows))
        put_ingestion(w, &rows);
    jsonw_end_array(w);
    jsonw_end_object(w);
    return db_finish(&rows, rc, e);
}
