/*
 * ingest_postgres.c - what quarry-postgres copied from a server, as tables.
 *
 * The program that wrote the bundle talked to a server that may be hostile. So every
 * number of the catalog is checked against the file, and a row that has other columns
 * than the catalog says refuses all of it.
 */
#include "engine/ingest/ingest_postgres.h"

#include "engine/ingest/ingest_database.h"
#include "engine/ingest/ingest_map.h"
#include "engine/ingest/ingest_tables.h"
#include "engine/ingest/ingest_totals.h"
#include "engine/ingest/postgres_rows.h"

#include <sys/mman.h>
#include <unistd.h>

#define MARK "%quarry-postgres "
#define HEAD_BYTES \
    37u /* with the place of the catalog, without the line's end */
#define FILE_MOST (UINT64_C(512) << 20)

struct database {
    struct ingest_database of;
    struct str file; /* mapped */
    const struct json *catalog;
    const struct json *const *tables; /* tables[of.n] */
};

bool ingest_postgres_fits(struct str head)
{
    return str_starts(head, STR(MARK));
}

static enum err damaged(struct error *e)
{
    return error_set(e, ERR_FILE_READ_FAILED,
                     "the copy of the database is damaged");
}

static enum err map_file(struct database *d, struct error *e)
{
    const int fd = d->of.request->fd;
    const off_t size = lseek(fd, 0, SEEK_END);

    if (size < (off_t)HEAD_BYTES || (uint64_t)size > FILE_MOST)
        return damaged(e);
    d->file.p = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (d->file.p == MAP_FAILED)
        return error_set(e, ERR_LIMIT, "it does not fit into memory");
    d->file.n = (size_t)size;
    return OK;
}

static enum err read_catalog(struct database *d, struct error *e)
{
    const struct json **tables;
    const struct json *list;
    struct json *root = NULL;
    uint64_t at = 0;
    size_t n = 0;

    if (str_parse_u64(str_slice(d->file, sizeof(MARK) - 1, HEAD_BYTES),
                      d->file.n, &at, e) ||
        json_parse(str_slice(d->file, at, d->file.n), &json_answer_limits,
                   d->of.a, &root, e))
        return damaged(e);
    d->catalog = root;
    list = json_find(root, "tables");
    if (!list || list->type != JSON_ARRAY)
        return damaged(e);
    tables = arena_alloc_array(d->of.a, list->count + 1, sizeof(void *), e);
    if (!tables)
        return e->code;
    for (const struct json *j = list->first; j; j = j->next)
        tables[n++] = j;
    d->tables = tables;
    d->of.n = n;
    return OK;
}

static enum err name_tables(struct database *d, struct error *e)
{
    const size_t n = d->of.n;
    struct str *raw = arena_alloc_array(d->of.a, n + 1, sizeof(*raw), e);

    if (!raw)
        return e->code;
    for (size_t i = 0; i < n; i++)
        raw[i] = json_text(json_find(d->tables[i], "name"));
    return ingest_database_names(&d->of, raw, n, e);
}

/* What the program that copied did not copy. */
static enum err take_left_out(struct database *d, struct error *e)
{
    const struct json *list = json_find(d->catalog, "left_out");
    enum err rc = OK;

    for (const struct json *j = list ? list->first : NULL; j && !rc;
         j = j->next) {
        const struct str reason = json_text(json_find(j, "reason"));

        rc = ingest_leave_out(&d->of.left_out, json_text(json_find(j, "name")),
                              json_is_true(json_find(j, "view")),
                              str_bytes(reason), d->of.a, e);
    }
    return rc;
}

/* ---- the report ---- */

/* What SQL calls the table that a key names. */
static struct str name_of(const struct database *d, const struct json *key)
{
    const struct str schema = json_text(json_find(key, "schema"));
    const struct str table = json_text(json_find(key, "table"));

    for (size_t i = 0; i < d->of.n; i++)
        if (str_eq(json_text(json_find(d->tables[i], "schema")), schema) &&
            str_eq(json_text(json_find(d->tables[i], "table")), table))
            return d->of.names[i].name;
    return table;
}

static enum err find_keys(const struct database *d, const struct json *table,
                          struct ingest_key **out, size_t *n, struct error *e)
{
    const struct json *keys = json_find(table, "keys");

    *n = 0;
    *out = arena_alloc_array(d->of.in.a, keys ? keys->count + 1 : 1,
                             sizeof(**out), e);
    for (const struct json *k = keys ? keys->first : NULL; *out && k;
         k = k->next)
        (*out)[(*n)++] = (struct ingest_key){
            .column = json_text(json_find(k, "column")),
            .table = name_of(d, k),
            .refers_to = json_text(json_find(k, "refers_to")),
            .number = json_u64(json_find(k, "number"), UINT32_MAX),
            .holds = json_is_true(json_find(k, "holds"))};
    return *out ? OK : e->code;
}

static void write_column(const struct postgres_rows_table *t, size_t i,
                         const struct json *column, struct jsonw *w)
{
    const struct column_type *type = &t->in->types[i];
    const struct str separator = json_text(json_find(column, "separator"));

    jsonw_begin_object(w);
    jsonw_member_str(w, "name", t->in->names[i].name);
    jsonw_member_str(w, "declared_type",
                     json_text(json_find(column, "declared_type")));
    jsonw_member_text(w, "comment", json_text(json_find(column, "comment")));
    jsonw_member_bool(w, "is_key", json_is_true(json_find(column, "is_key")));
    jsonw_member_bool(w, "blobs_shown_as_size", str_is(t->kinds[i], "bytes"));
    if (separator.n > 0)
        jsonw_member_str(w, "list_separator", separator);
    ingest_write_null_words(type, w);
    ingest_write_reason(type, w);
    jsonw_end_object(w);
}

static void write_fidelity(const struct postgres_rows_table *t,
                           const struct json *table,
                           const struct ingest_key *keys, size_t n_keys,
                           struct jsonw *w)
{
    const bool is_view = json_is_true(json_find(table, "view"));
    const struct json *column = t->columns->first;

    jsonw_key(w, "fidelity");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "object", is_view ? "view" : "table");
    jsonw_member_text(w, "comment", json_text(json_find(table, "comment")));
    if (json_find(table, "sampled_of"))
        jsonw_member_u64(w, "sampled_of",
                         json_u64(json_find(table, "sampled_of"), INT64_MAX));
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; i < t->in->columns; i++, column = column->next)
        write_column(t, i, column, w);
    jsonw_end_array(w);
    ingest_write_renamed(t->in, w);
    ingest_write_keys(keys, n_keys, w);
    jsonw_member_u64(w, "texts_repaired", t->repaired);
    ingest_totals_write(t->in, NULL, NULL, w);
    ingest_write_nothing_rejected(w);
    jsonw_end_object(w);
}

static enum err keep_report(struct database *d,
                            const struct postgres_rows_table *t,
                            const struct json *table, struct error *e)
{
    const struct ingest *in = t->in;
    struct ingest_key *keys;
    struct jsonw w;
    struct buf text;
    size_t n;

    if (find_keys(d, table, &keys, &n, e))
        return e->code;
    ingest_database_report(&d->of, json_text(json_find(table, "name")), &text,
                           &w);
    jsonw_member_u64(&w, "row_count", in->rows);
    jsonw_member_u64(&w, "column_count", in->columns);
    jsonw_member_bool(&w, "hidden", false);
    jsonw_member_bool(&w, "has_header", true);
    ingest_write_columns(in, &w);
    ingest_write_chunks(in->rows, &w);
    write_fidelity(t, table, keys, n, &w);
    return ingest_database_keep(&d->of, &text, &w, e);
}

/* ---- tables ---- */

static enum err find_rows(const struct database *d, const struct json *table,
                          struct postgres_rows_table *t, struct error *e)
{
    uint64_t at = 0;
    uint64_t bytes = 0;

    if (json_read_u64(json_find(table, "at"), "at", d->file.n, &at, e) ||
        json_read_u64(json_find(table, "bytes"), "bytes", d->file.n - at,
                      &bytes, e) ||
        json_read_u64(json_find(table, "rows"), "rows", bytes, &t->rows, e))
        return damaged(e);
    t->text = str_slice(d->file, at, at + bytes);
    t->columns = json_find(table, "columns");
    return OK;
}

static enum err fill_table(struct database *d, struct postgres_rows_table *t,
                           const struct json *table, struct error *e)
{
    struct ingest *in = t->in;
    enum err rc = ingest_create_table(in, e);

    if (!rc)
        rc = ingest_append_begin(in, e);
    if (!rc)
        rc = ingest_append_end(in, postgres_rows_append(t, e), e);
    if (!rc)
        rc = ingest_number_table(in, d->of.tables, e);
    return rc ? rc : keep_report(d, t, table, e);
}

static enum err load_table(void *ctx, size_t i, struct arena *a,
                           struct error *e)
{
    struct database *d = ctx;
    const struct json *table = d->tables[i];
    struct postgres_rows_table t = {.in = &d->of.in};
    enum err rc;

    if (ingest_check_stop(&d->of.in, e))
        return e->code;
    if (d->of.tables == INGEST_DATABASE_TABLES)
        return damaged(e);
    rc = ingest_database_begin(&d->of, i, a, e);
    if (!rc)
        rc = find_rows(d, table, &t, e);
    if (!rc)
        rc = postgres_rows_decide(&t, e);
    if (!rc)
        rc = fill_table(d, &t, table, e);
    postgres_rows_release(&t);
    return rc;
}

enum err ingest_postgres(struct duck *duck, const struct ingest_request *r,
                         struct arena *a, struct jsonw *w, struct error *e)
{
    struct database d = {.of = {.request = r,
                                .a = a,
                                .in = {.duck = duck, .request = r, .a = a}}};
    enum err rc = map_file(&d, e);

    if (!rc)
        rc = read_catalog(&d, e);
    if (!rc)
        rc = name_tables(&d, e);
    if (!rc)
        rc = take_left_out(&d, e);
    if (!rc)
        rc = ingest_file_begin(&d.of.in, e);
    if (!rc)
        rc = ingest_file_end(&d.of.in,
                             ingest_database_each(&d.of, load_table, &d,
                                                  "the database has no table",
                                                  e),
                             e);
    if (!rc)
        ingest_database_write(&d.of, "postgres", w);
    if (d.file.n)
        (void)munmap((void *)(uintptr_t)d.file.p, d.file.n);
    return rc;
}
