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

#include "engine/ingest/ingest_left_out.h"
#include "engine/ingest/ingest_map.h"
#include "engine/ingest/ingest_tables.h"
#include "engine/ingest/ingest_totals.h"
#include "engine/ingest/sqlite_table.h"

#define TABLE_BYTES ((size_t)256 << 20) /* while it is read */

struct database {
    const struct ingest_request *request;
    struct arena *a;
    struct ingest in; /* of the table that is read now */
    struct sqlite_file *file;
    struct sqlite_objects objects;
    struct column_name *names; /* names[objects.n], in SQL */
    const struct json **reports;
    size_t tables;
    struct ingest_left_out left_out;
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
            return d->names[i].name;
    return table;
}

static void write_keys(const struct database *d, const struct sqlite_keys *keys,
                       struct jsonw *w)
{
    jsonw_key(w, "foreign_keys");
    jsonw_begin_array(w);
    for (size_t i = 0; i < keys->n; i++) {
        jsonw_begin_object(w);
        jsonw_member_str(w, "column", keys->list[i].from);
        jsonw_member_str(w, "table", name_of(d, keys->list[i].table));
        jsonw_member_str(w, "refers_to", keys->list[i].to);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void write_fidelity(const struct database *d,
                           const struct sqlite_table *t, struct jsonw *w)
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
    write_keys(d, &t->keys, w);
    jsonw_member_u64(w, "rows_repaired", t->repaired_rows);
    ingest_totals_write(in, NULL, NULL, w);
    jsonw_key(w, "rows_rejected");
    jsonw_begin_array(w);
    jsonw_end_array(w);
    jsonw_key(w, "notes");
    jsonw_begin_array(w);
    jsonw_end_array(w);
    jsonw_end_object(w);
}

static enum err keep_report(struct database *d, const struct sqlite_table *t,
                            struct error *e)
{
    const struct ingest *in = t->in;
    const struct str name = str_from(in->table);
    struct jsonw w;
    struct buf out;
    enum err rc;

    buf_init(&out, INGEST_REPORT_BYTES);
    jsonw_init(&w, &out);
    jsonw_begin_object(&w);
    jsonw_member_str(&w, "name", name);
    if (!str_eq(t->object->name, name))
        jsonw_member_str(&w, "original_name", t->object->name);
    jsonw_member_u64(&w, "index", d->tables);
    jsonw_member_u64(&w, "row_count", in->rows);
    jsonw_member_u64(&w, "column_count", in->columns);
    jsonw_member_bool(&w, "hidden", false);
    jsonw_member_bool(&w, "has_header", true);
    ingest_write_columns(in, &w);
    ingest_write_chunks(in->rows, &w);
    write_fidelity(d, t, &w);
    jsonw_member_null(&w, "caution");
    jsonw_end_object(&w);
    rc = ingest_keep_report(&out, d->a, &d->reports[d->tables], e);
    d->tables += !rc;
    return rc;
}

/* ---- tables ---- */

static enum err report_progress(const struct database *d, struct error *e)
{
    const struct ingest_progress *p = &d->request->progress;
    const uint64_t total = 2 * sqlite_file_bytes(d->file);
    const uint64_t done = sqlite_file_bytes_read(d->file);

    if (p->report)
        p->report(p->ctx, done < total ? done : total, total);
    return ingest_check_stop(&d->in, e);
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
        rc = ingest_number_table(in, d->tables, e);
    return rc ? rc : keep_report(d, t, e);
}

/* May the rest of the file be read without this one? */
static bool is_left_out(const struct sqlite_object *o, enum err rc)
{
    return rc == ERR_VALIDATION_FAILED ||
           (o->is_view && (rc == ERR_FILE_READ_FAILED || rc == ERR_LIMIT));
}

static enum err load_table(struct database *d, size_t i, struct arena *a,
                           struct error *e)
{
    const struct sqlite_object *o = &d->objects.list[i];
    struct sqlite_table t = {.in = &d->in, .file = d->file, .object = o};
    struct error why;
    enum err rc;

    d->in = (struct ingest){.duck = d->in.duck, .request = d->request, .a = a};
    d->in.table = str_cstr(d->names[i].name, a, e);
    if (!d->in.table)
        return e->code;
    rc = sqlite_table_decide(&t, &why);
    if (rc && is_left_out(o, rc)) {
        rc = ingest_leave_out(&d->left_out, o->name, o->is_view, why.msg, d->a,
                              e);
    } else if (rc) {
        *e = why;
        error_wrap(e, "table '%.*s'", STR_FMT(o->name));
    } else {
        rc = fill_table(d, &t, e);
    }
    sqlite_table_release(&t);
    return rc;
}

static enum err load_or_leave(struct database *d, size_t i, struct arena *a,
                              struct error *e)
{
    const struct sqlite_object *o = &d->objects.list[i];
    const char *reason = o->left_out;

    if (!reason && d->tables == INGEST_DATABASE_TABLES)
        reason = "there are too many tables";
    return reason ? ingest_leave_out(&d->left_out, o->name, o->is_view, reason,
                                     d->a, e)
                  : load_table(d, i, a, e);
}

static enum err load_tables(struct database *d, struct error *e)
{
    struct arena a;
    enum err rc = OK;

    arena_init(&a, TABLE_BYTES);
    for (size_t i = 0; i < d->objects.n && !rc; i++) {
        rc = report_progress(d, e);
        if (!rc)
            rc = load_or_leave(d, i, &a, e);
        arena_reset(&a);
    }
    arena_release(&a);
    d->in =
        (struct ingest){.duck = d->in.duck, .request = d->request, .a = d->a};
    if (!rc && d->tables == 0)
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       sqlite_file_has_log(d->file)
                           ? "the database has no table; a file '-wal' that "
                             "was beside it may have them"
                           : "the database has no table");
    return rc;
}

static enum err name_tables(struct database *d, struct error *e)
{
    const size_t n = d->objects.n;
    struct str *raw = arena_alloc_array(d->a, n + 1, sizeof(*raw), e);

    d->names = arena_alloc_array(d->a, n + 1, sizeof(*d->names), e);
    d->reports = arena_alloc_array(d->a, INGEST_DATABASE_TABLES + 1,
                                   sizeof(const struct json *), e);
    if (!raw || !d->names || !d->reports)
        return e->code;
    for (size_t i = 0; i < n; i++)
        raw[i] = d->objects.list[i].name;
    return column_names_make(raw, n, d->a, d->names, e);
}

static void write_map(const struct database *d, struct jsonw *w)
{
    ingest_write_tables("sqlite", d->reports, d->tables, w);
    ingest_write_left_out(&d->left_out, w);
    ingest_write_first(d->reports[0], w);
}

enum err ingest_sqlite(struct duck *duck, const struct ingest_request *r,
                       struct arena *a, struct jsonw *w, struct error *e)
{
    struct database d = {
        .request = r, .a = a, .in = {.duck = duck, .request = r, .a = a}};
    enum err rc = sqlite_file_open(r->fd, r->stop, &d.file, e);

    if (!rc)
        rc = sqlite_file_list(d.file, a, &d.objects, e);
    if (!rc)
        rc = name_tables(&d, e);
    if (!rc)
        rc = ingest_file_begin(&d.in, e);
    if (!rc)
        rc = ingest_file_end(&d.in, load_tables(&d, e), e);
    if (!rc)
        write_map(&d, w);
    sqlite_file_close(d.file);
    return rc == ERR_VALIDATION_FAILED ? e->code = ERR_FILE_READ_FAILED : rc;
}
