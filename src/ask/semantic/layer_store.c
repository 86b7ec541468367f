#include "ask/semantic/layer_store.h"

#include "base/clock.h"

#define NAME_SHOWN 100

static struct db_value collection_of(const struct semantic_entry *x)
{
    return db_text(str_from(semantic_collection_name(x->collection)));
}

static double now(void)
{
    int64_t seconds = clock_wall_ms() / 1000;

    return (double)seconds;
}

enum outcome { OUTCOME_NEW, OUTCOME_CHANGED, OUTCOME_SAME };

static enum err find_outcome(const struct base *b,
                             const struct semantic_entry *x, enum outcome *out,
                             struct error *e)
{
    struct db_rows r;
    enum err rc = db_query(b->db,
                           "SELECT payload FROM semantic_entry"
                           " WHERE collection = ?1 AND name = ?2",
                           DB_ARGS(collection_of(x), db_text(x->name)), &r, e);

    *out = OUTCOME_NEW;
    if (!rc && db_next(&r))
        *out = str_eq(db_column_text(&r, 0), x->payload) ? OUTCOME_SAME
                                                         : OUTCOME_CHANGED;
    return db_finish(&r, rc, e);
}

static enum err put(const struct base *b, const struct semantic_entry *x,
                    struct error *e)
{
    const double at = x->created_at > 0 ? x->created_at : now();

    return db_run(b->db,
                  "INSERT INTO semantic_entry(collection, name, payload, lines,"
                  " file, line, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
                  " ON CONFLICT(collection, name) DO UPDATE SET"
                  " payload = excluded.payload, lines = excluded.lines,"
                  " file = excluded.file, line = excluded.line, seen = 1,"
                  " created_at = iif(?8 <> 0, excluded.created_at,"
                  " semantic_entry.created_at)",
                  DB_ARGS(collection_of(x), db_text(x->name),
                          db_text(x->payload), db_text(x->lines),
                          db_text_or_null(x->file), db_int((int64_t)x->line),
                          db_real(at), db_int(x->created_at > 0)),
                  e);
}

static enum err replace(const struct base *b,
                        const struct semantic_entries *list,
                        struct semantic_counts *counts, struct error *e)
{
    enum err rc =
        db_run(b->db, "UPDATE semantic_entry SET seen = 0", DB_NO_ARGS, e);

    for (size_t i = 0; i < list->n && !rc; i++) {
        enum outcome outcome;

        rc = find_outcome(b, &list->list[i], &outcome, e);
        if (!rc)
            rc = put(b, &list->list[i], e);
        counts->added += !rc && outcome == OUTCOME_NEW;
        counts->changed += !rc && outcome == OUTCOME_CHANGED;
        counts->unchanged += !rc && outcome == OUTCOME_SAME;
    }
    if (!rc)
        rc = db_run(b->db,
                    "DELETE FROM semantic_entry WHERE seen = 0 AND file IS NOT"
                    " NULL",
                    DB_NO_ARGS, e);
    if (!rc)
        counts->removed = (uint64_t)db_changes(b->db);
    return rc;
}

enum err semantic_store_replace(const struct base *b,
                                const struct semantic_entries *list,
                                struct semantic_counts *counts, struct error *e)
{
    enum err rc = db_begin_write(b->db, e);

    *counts = (struct semantic_counts){0};
    return rc ? rc : db_end(b->db, replace(b, list, counts, e), e);
}

enum err semantic_store_learn(const struct base *b,
                              const struct semantic_entry *x, struct error *e)
{
    enum err rc = db_begin_write(b->db, e);

    return rc ? rc : db_end(b->db, put(b, x, e), e);
}

enum err semantic_store_unlearn(const struct base *b, struct str name,
                                bool *was, struct error *e)
{
    enum err rc = db_begin_write(b->db, e);

    *was = false;
    if (rc)
        return rc;
    rc = db_run(b->db,
                "DELETE FROM semantic_entry WHERE collection = 'examples'"
                " AND name = ?1 AND file IS NULL",
                DB_ARGS(db_text(name)), e);
    *was = !rc && db_changes(b->db) > 0;
    return db_end(b->db, rc, e);
}

static enum err read_entry(const struct db_rows *r, struct arena *a,
                           struct semantic_entry *x, struct error *e)
{
    if (!semantic_collection_find(db_column_text(r, 0), &x->collection))
        return error_set(e, ERR_FILE_READ_FAILED,
                         "the semantic layer of the base is damaged");
    x->line = (uint64_t)db_column_int(r, 5);
    x->created_at = db_column_real(r, 6);
    if (str_dup(db_column_text(r, 1), a, &x->name, e) ||
        str_dup(db_column_text(r, 2), a, &x->payload, e) ||
        str_dup(db_column_text(r, 3), a, &x->lines, e) ||
        str_dup(db_column_text(r, 4), a, &x->file, e))
        return e->code;
    return OK;
}

enum err semantic_store_list(const struct base *b, struct arena *a,
                             struct semantic_entries *out, struct error *e)
{
    struct db_rows r;
    enum err rc =
        db_query(b->db,
                 "SELECT collection, name, payload, lines, file, line,"
                 " created_at FROM semantic_entry ORDER BY"
                 " instr('schema metrics examples', collection),"
                 " file IS NULL, file, line, id",
                 DB_NO_ARGS, &r, e);

    *out = (struct semantic_entries){0};
    while (!rc && db_next(&r)) {
        struct semantic_entry x = {0};

        rc = read_entry(&r, a, &x, e);
        if (!rc)
            rc = semantic_entries_add(out, &x, a, e);
    }
    return db_finish(&r, rc, e);
}

enum err semantic_store_clear(const struct base *b, uint64_t *removed,
                              struct error *e)
{
    enum err rc = db_run(b->db, "DELETE FROM semantic_entry", DB_NO_ARGS, e);

    *removed = rc ? 0 : (uint64_t)db_changes(b->db);
    return rc;
}

enum err semantic_store_remove(const struct base *b, struct str name,
                               struct error *e)
{
    enum err rc = db_run(b->db, "DELETE FROM semantic_entry WHERE name = ?1",
                         DB_ARGS(db_text(name)), e);

    if (!rc && db_changes(b->db) == 0)
        rc = error_set(e, ERR_NOT_FOUND, "%s has no entry '%.*s'", b->shown,
                       STR_FMT(str_slice(name, 0, NAME_SHOWN)));
    return rc;
}
