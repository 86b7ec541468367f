/*
 * ingest_sqlite.c - a SQLite database as tables.
 *
 *     for each table and view: types by the values -> rows -> table of its name
 *                              -> its report
 *
 * A table whose pages are damaged refuses the file: half of it would be answered as
 * if it were all. A view that cannot be run, and what is no table of rows, is left
 * out and listed, for the tables are whole without it.
 */
#include "engine/ingest/ingest_sqlite.h"

#include "engine/ingest/ingest_database.h"
#include "engine/ingest/ingest_map.h"
#include "engine/ingest/ingest_tables.h"
#include "engine/ingest/ingest_totals.h"
#include "engine/ingest/sqlite_table.h"

struct database {
    struct ingest_database of;
    struct sqlite_file *file;
    struct sqlite_objects objects;
};

/* ---- the report ---- */

static void write_column(const struct sqlite_table *t, size_t i,
                         struct jsonw *w)
{
    const struct sqlite_seen *seen = &t->seen[i];
    const struct column_type *type = &t->in->types[i];

    jsonw_begin_object(w);
    jsonw_member_str(w, "name", t->in->names[i].name);
    jsonw_member_str(w, "declared_type", seen->declared);
    jsonw_member_u64(w, "blobs_shown_as_size", seen->kinds[SQLITE_CELL_BLOB]);
    jsonw_member_u64(w, "empty_texts_read_as_null",
                     type->kind == COLUMN_TEXT ? 0 : seen->empty_texts);
    jsonw_member_u64(w, "texts_repaired", seen->repaired);
    ingest_write_null_words(type, w);
    ingest_write_reason(type, w);
    jsonw_end_object(w);
}

/* What SQL calls the table that a key names; what it says if there is none. */
static struct str name_of(const struct database *d, struct str table)
{
    for (size_t i = 0; i < d->objects.n; i++)
        if (str_eq_nocase(d->objects.list[i].name, table))
            return d->of.names[i].name;
    return table;
}

static enum err find_keys(const struct database *d, struct sqlite_keys keys,
                          struct ingest_key **out, struct error *e)
{
    *out = arena_alloc_array(d->of.in.a, keys.n, sizeof(**out), e);
    for (size_t i = 0; *out && i < keys.n; i++)
        (*out)[i] = (struct ingest_key){.column = keys.list[i].from,
                                        .table = name_of(d, keys.list[i].table),
                                        .refers_to = keys.list[i].to,
                                        .number = (size_t)keys.list[i].number};
    return *out ? OK : e->code;
}

static void write_fidelity(const struct sqlite_table *t,
                           const struct ingest_key *keys, struct jsonw *w)
{
    const struct ingest *in = t->in;

    jsonw_key(w, "fidelity");
    jsonw_begin_object(w);
    ingest_write_compression(in->request, w);
    jsonw_member_cstr(w, "object", t->object->is_view ? "view" : "table");
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; i < in->columns; i++)
        write_column(t, i, w);
    jsonw_end_array(w);
    ingest_write_renamed(in, w);
    ingest_write_keys(keys, t->keys.n, w);
    jsonw_member_u64(w, "rows_repaired", t->repaired_rows);
    ingest_totals_write(in, NULL, NULL, w);
    ingest_write_nothing_rejected(w);
    jsonw_end_object(w);
}

static enum err keep_report(struct database *d, const struct sqlite_table *t,
                            struct error *e)
{
    const struct ingest *in = t->in;
    struct ingest_key *keys;
    struct jsonw w;
    struct buf text;

    if (find_keys(d, t->keys, &keys, e))
        return e->code;
    ingest_database_report(&d->of, t->object->name, &text, &w);
    jsonw_member_u64(&w, "row_count", in->rows);
    jsonw_member_u64(&w, "column_count", in->columns);
    jsonw_member_bool(&w, "hidden", false);
    jsonw_member_bool(&w, "has_header", true);
    ingest_write_columns(in, &w);
    ingest_write_chunks(in->rows, &w);
    write_fidelity(t, keys, &w);
    return ingest_database_keep(&d->of, &text, &w, e);
}

/* ---- tables ---- */

static enum err report_progress(const struct database *d, struct error *e)
{
    const struct ingest_progress *p = &d->of.request->progress;
    const uint64_t total = 2 * sqlite_file_bytes(d->file);
    const uint64_t done = sqlite_file_bytes_read(d->file);

    if (p->report)
        p->report(p->ctx, done < total ? done : total, total);
    return ingest_check_stop(&d->of.in, e);
}

static enum err fill_table(struct database *d, struct sqlite_table *t,
                           struct error *e)
{
    struct ingest *in = t->in;
    enum err rc = ingest_create_table(in, e);

    if (!rc)
        rc = ingest_append_begin(in, e);
    if (!rc)
        rc = ingest_append_end(in, sqlite_table_append(t, e), e);
    if (!rc)
        rc = ingest_totals_find(in, e);
    if (!rc)
        rc = ingest_number_table(in, d->of.tables, e);
    return rc ? rc : keep_report(d, t, e);
}

/* May the rest of the file be read without this one? */
static bool is_left_out(const struct sqlite_object *o, enum err rc)
{
    return rc == ERR_VALIDATION_FAILED ||
           (o->is_view && (rc == ERR_FILE_READ_FAILED || rc == ERR_LIMIT));
}

static enum err leave_out(struct database *d, const struct sqlite_object *o,
                          const char *reason, struct error *e)
{
    return ingest_leave_out(&d->of.left_out, o->name, o->is_view, reason,
                            d->of.a, e);
}

static enum err load_table(struct database *d, size_t i, struct arena *a,
                           struct error *e)
{
    const struct sqlite_object *o = &d->objects.list[i];
    struct sqlite_table t = {.in = &d->of.in, .file = d->file, .object = o};
    struct error why;
    enum err rc;

    if (ingest_database_begin(&d->of, i, a, e))
        return e->code;
    rc = sqlite_table_decide(&t, &why);
    if (rc && is_left_out(o, rc)) {
        rc = leave_out(d, o, why.msg, e);
    } else if (rc) {
        *e = why;
        error_wrap(e, "table '%.*s'", STR_FMT(o->name));
    } else {
        rc = fill_table(d, &t, e);
    }
    sqlite_table_release(&t);
    return rc;
}

static enum err load_or_leave(void *ctx, size_t i, struct arena *a,
                              struct error *e)
{
    struct database *d = ctx;
    const struct sqlite_object *o = &d->objects.list[i];
    const char *reason = o->left_out;

    if (report_progress(d, e))
        return e->code;
    if (!reason && d->of.tables == INGEST_DATABASE_TABLES)
        reason = "there are too many tables";
    return reason ? leave_out(d, o, reason, e) : load_table(d, i, a, e);
}

static enum err load_tables(struct database *d, struct error *e)
{
    return ingest_database_each(
        &d->of, load_or_leave, d,
        sqlite_file_has_log(d->file)
            ? "the database has no table; a file '-wal' that was beside it may "
              "have them"
            : "the database has no table",
        e);
}

static enum err name_tables(struct database *d, struct error *e)
{
    const size_t n = d->objects.n;
    struct str *raw = arena_alloc_array(d->of.a, n + 1, sizeof(*raw), e);

    if (!raw)
        return e->code;
    for (size_t i = 0; i < n; i++)
        raw[i] = d->objects.list[i].name;
    return ingest_database_names(&d->of, raw, n, e);
}

enum err ingest_sqlite(struct duck *duck, const struct ingest_request *r,
                       struct arena *a, struct jsonw *w, struct error *e)
{
    struct database d = {.of = {.request = r,
                                .a = a,
                                .in = {.duck = duck, .request = r, .a = a}}};
    enum err rc = sqlite_file_open(r->fd, r->stop, &d.file, e);

    if (!rc)
        rc = sqlite_file_list(d.file, a, &d.objects, e);
    if (!rc)
        rc = name_tables(&d, e);
    if (!rc)
        rc = ingest_file_begin(&d.of.in, e);
    if (!rc)
        rc = ingest_file_end(&d.of.in, load_tables(&d, e), e);
    if (!rc)
        ingest_database_write(&d.of, "sqlite", w);
    sqlite_file_close(d.file);
    return rc == ERR_VALIDATION_FAILED ? e->code = ERR_FILE_READ_FAILED : rc;
}
