#include "store/catalog/registry_bring.h"

#include "store/catalog/pins.h"

#include <stdio.h>

#define COLUMNS_MAX 16
#define MORE_BYTES  80 /* an id of registry_new_id(), quoted */

/* Rows of a base in the one database, and how the other takes them. */
struct rows_of {
    const char *select; /* ?1 is the base's id */
    const char *types;  /* of the columns, as in db_tables.h */
    const char *insert; /* the columns, then the new id where `has_id` */
    bool has_id;
    const char *what; /* a message begins so; the first column is its name */
};

static const struct rows_of exposures = {
    "SELECT name, tools, origins, rights, public, created_at FROM exposure"
    " WHERE base_id = ?1",
    "tttiit",
    "INSERT INTO exposure(name, tools, origins, rights, public, created_at,"
    " base_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    true, "an exposure"};

static const struct rows_of bound_tools = {
    "SELECT name, type, path, enabled, created_at FROM bound_tool"
    " WHERE base_id = ?1",
    "tttit",
    "INSERT INTO bound_tool(name, type, path, enabled, created_at, base_id)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    true, "a bound tool"};

/* Their scope is the exposure's. */
static const struct rows_of tokens_of_exposures = {
    "SELECT id, hash, rights, tools, exposure, created_at, expires_at,"
    " base_ids FROM token WHERE exposure IN"
    " (SELECT name FROM exposure WHERE base_id = ?1)",
    "tbitttit",
    "INSERT INTO token(id, hash, rights, tools, exposure, created_at,"
    " expires_at, base_ids) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    false, "a token"};

static const struct rows_of questions = {
    "SELECT id, session_id, query_text, query_mode, selected_text,"
    " answer_text, source_chunks, response_time_ms, created_at, base, caller,"
    " answer_mode, error_code FROM query_log WHERE base_id = ?1",
    "tttttttittttt",
    "INSERT INTO query_log(id, session_id, query_text, query_mode,"
    " selected_text, answer_text, source_chunks, response_time_ms, created_at,"
    " base, caller, answer_mode, error_code, base_id) VALUES (?1, ?2, ?3, ?4,"
    " ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    true, "a question"};

static const struct rows_of ingestions = {
    "SELECT base, started_at, completed_at, status, total_chunks, total_files,"
    " error_message, metadata, awaited FROM ingestion_log WHERE base_id = ?1"
    " ORDER BY id",
    "ttttiittt",
    "INSERT INTO ingestion_log(base, started_at, completed_at, status,"
    " total_chunks, total_files, error_message, metadata, awaited, base_id)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    true, "an entry of the ingestion log"};

static struct db_value read_value(const struct db_rows *r, int i, char type)
{
    if (db_column_is_null(r, i))
        return db_null();
    if (type == 'i')
        return db_int(db_column_int(r, i));
    return type == 't' ? db_text(db_column_text(r, i))
                       : db_blob(db_column_text(r, i));
}

static enum err bring_row(struct registry_bring *x, const struct rows_of *t,
                          const struct db_rows *r, struct error *e)
{
    struct db_value row[COLUMNS_MAX];
    size_t n = 0;
    enum err rc;

    for (; t->types[n]; n++)
        row[n] = read_value(r, (int)n, t->types[n]);
    if (t->has_id)
        row[n++] = db_text(x->id);
    rc = db_run(x->to->db, t->insert,
                (struct db_args){.list = row, .n = n, .as_columns = true}, e);
    return rc == ERR_CONFLICT
               ? error_set(e, rc,
                           "there is %s '%.*s' already where the base is to go",
                           t->what, STR_FMT(row[0].bytes))
               : rc;
}

static enum err bring_rows(struct registry_bring *x, const struct rows_of *t,
                           int64_t *n, struct error *e)
{
    struct db_rows r;
    enum err rc =
        db_query(x->from->db, t->select, DB_ARGS(db_text(x->entry->id)), &r, e);

    while (!rc && db_next(&r)) {
        rc = bring_row(x, t, &r, e);
        ++*n;
    }
    return db_finish(&r, rc, e);
}

/* ---- tokens that name bases ---- */

enum { ID, HASH, RIGHTS, TOOLS, CREATED, EXPIRES };

/* It came with another base already, or is of somebody else. */
static enum err extend_token(struct registry_bring *x, const struct db_rows *r,
                             bool is_same, struct error *e)
{
    char more[MORE_BYTES];

    if (!is_same)
        return error_set(
            e, ERR_CONFLICT,
            "where the base is to go there is another token '%.*s'",
            STR_FMT(db_column_text(r, ID)));
    (void)snprintf(more, sizeof(more), ",\"%.*s\"]", STR_FMT(x->id));
    return db_run(
        x->to->db,
        "UPDATE token SET base_ids = substr(base_ids, 1, length(base_ids) - 1)"
        " || ?2 WHERE id = ?1",
        DB_ARGS(db_text(db_column_text(r, ID)), db_text(str_from(more))), e);
}

static enum err bring_token(struct registry_bring *x, const struct db_rows *r,
                            struct error *e)
{
    int64_t is_same = -1;
    const struct db_value id = db_text(db_column_text(r, ID));
    const struct db_value hash = db_blob(db_column_text(r, HASH));
    const struct db_value rights = db_int(db_column_int(r, RIGHTS));
    enum err rc = db_get_int(
        x->to->db,
        "SELECT CASE WHEN hash = ?2 AND rights = ?3 AND base_ids IS NOT NULL"
        " AND ifnull(tools, '') = ?4 THEN 1 ELSE 0 END FROM token"
        " WHERE id = ?1",
        DB_ARGS(id, hash, rights, db_text(db_column_text(r, TOOLS))), &is_same,
        e);
    struct db_value row[] = {id,
                             hash,
                             rights,
                             read_value(r, TOOLS, 't'),
                             read_value(r, CREATED, 't'),
                             read_value(r, EXPIRES, 'i'),
                             db_text(x->id)};

    if (rc || is_same >= 0)
        return rc ? rc : extend_token(x, r, is_same == 1, e);
    return db_run(
        x->to->db,
        "INSERT INTO token(id, hash, rights, tools, created_at, expires_at,"
        " base_ids) VALUES (?1, ?2, ?3, ?4, ?5, ?6, json_array(?7))",
        (struct db_args){.list = row, .n = COUNT_OF(row), .as_columns = false},
        e);
}

static enum err bring_tokens(struct registry_bring *x, struct error *e)
{
    struct db_rows r;
    enum err rc =
        db_query(x->from->db,
                 "SELECT id, hash, rights, tools, created_at, expires_at"
                 " FROM token WHERE EXISTS (SELECT 1 FROM"
                 " json_each(token.base_ids) WHERE value = ?1) ORDER BY id",
                 DB_ARGS(db_text(x->entry->id)), &r, e);

    while (!rc && db_next(&r)) {
        rc = bring_token(x, &r, e);
        x->tokens++;
    }
    rc = db_finish(&r, rc, e);
    return rc ? rc
              : db_get_int(x->from->db,
                           "SELECT count(*) FROM token WHERE base_ids IS NULL"
                           " AND exposure IS NULL",
                           DB_NO_ARGS, &x->tokens_left, e);
}

/* ---- all of it ---- */

static enum err insert_base(struct registry_bring *x, struct error *e)
{
    enum err rc = db_run(
        x->to->db, "INSERT INTO base(id, name, created_at) VALUES (?1, ?2, ?3)",
        DB_ARGS(db_text(x->id), db_text(x->entry->name),
                db_text(x->entry->created_at)),
        e);

    return rc == ERR_CONFLICT
               ? error_set(e, rc, "there is a base '%.*s' already",
                           STR_FMT(x->entry->name))
               : rc;
}

static enum err bring_all(struct registry_bring *x, struct error *e)
{
    int64_t ingested = 0;
    enum err rc = insert_base(x, e);

    if (!rc)
        rc = bring_rows(x, &exposures, &x->exposures, e);
    if (!rc)
        rc = bring_rows(x, &bound_tools, &x->bound_tools, e);
    if (!rc)
        rc = bring_rows(x, &tokens_of_exposures, &x->tokens, e);
    if (!rc)
        rc = bring_tokens(x, e);
    if (!rc)
        rc = bring_rows(x, &questions, &x->questions, e);
    return rc ? rc : bring_rows(x, &ingestions, &ingested, e);
}

enum err registry_bring(struct registry_bring *x, struct error *e)
{
    enum err rc = db_begin_write(x->to->db, e);

    if (!rc)
        rc = db_end(x->to->db, bring_all(x, e), e);
    if (!rc)
        base_pins_forget(x->entry->name);
    return rc;
}
