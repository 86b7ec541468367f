/*
 * ingest_duckdb.c - a DuckDB database as tables.
 *
 * The engine opens it, in this process and from a copy in its folder, and copies each
 * table. Its catalog may be hostile: generated columns are expressions, and views and
 * macros are queries. So the engine is confined to that folder before it sees the file,
 * a view is run as the SQL of a user is (duckdb_view.h), and macros are not called by
 * what is selected. What a damaged block does to the engine it does to this process
 * alone.
 *
 * Tables are copied in one transaction. Each view has one of its own, because the
 * engine ends that in which a statement fails, and a view may: it takes too long, or
 * has too many rows. Then the view is left out, for the tables are whole without it.
 */
#include "engine/ingest/ingest_duckdb.h"

#include "base/clock.h"
#include "base/little_endian.h"
#include "base/read_at.h"
#include "engine/duck/duck_time.h"
#include "engine/ingest/duckdb_view.h"
#include "engine/ingest/engine_table.h"
#include "engine/ingest/ingest_database.h"
#include "engine/ingest/ingest_map.h"
#include "engine/ingest/ingest_tables.h"
#include "engine/ingest/ingest_totals.h"

#include <inttypes.h>
#include <unistd.h>

#define SOURCE       DUCKDB_SOURCE /* its catalog while it is attached */
#define MAGIC_AT     8u
#define VERSION_AT   12u /* of its header, 8 bytes */
#define FLAGS_AT     20u
#define ENCRYPTED    1u
#define NEWEST       68u /* what DuckDB 1.5 reads */
#define SQL_BYTES    ((size_t)1 << 20)
#define OBJECTS_MAX  ((size_t)10000)
#define KEYS_MAX     ((size_t)10000)
#define MACROS_MAX   ((size_t)10000)
#define THE_DATABASE "the DuckDB database"

/* A view of a table as it should be has rows of tables; one that joins them has more.
 * What is in `left_out` because of the time depends on the machine, so the time is far
 * more than what such rows take. */
#define ROWS_FACTOR  UINT64_C(16)
#define ROWS_LEAST   (UINT64_C(1) << 20)
#define NO_VIEWS     "one of the views takes too much memory, so none is run"
#define VIEW_MS      UINT64_C(10000)
#define ALL_VIEWS_MS UINT64_C(30000)

/* A column of a key. */
struct key {
    struct str schema, table, column; /* that refers */
    struct str to_table, to_column;
    size_t number;
};

struct database {
    struct ingest_database of;
    const char *copy;
    struct duckdb_object *objects; /* objects[of.n] */
    struct duckdb_views views;
    struct str *macros; /* macros[views.n_macros] */
    uint64_t most_rows; /* of a table */
    uint64_t views_until_ms;
    struct key *keys; /* keys[n_keys] */
    size_t n_keys;
};

bool ingest_duckdb_fits(struct str head)
{
    return str_starts(str_slice(head, MAGIC_AT, head.n), STR("DUCK"));
}

/* ---- the catalog ---- */

typedef enum err take_row(struct database *d, const struct duck_chunk *c,
                          size_t row, struct error *e);

static enum err for_each(struct database *d, struct str sql, take_row *take,
                         struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};
    enum err rc = duck_query(d->of.in.duck, sql, &r, e);

    while (!rc && !(rc = duck_result_next(r, &c, e)) && c.rows > 0)
        for (size_t row = 0; !rc && row < c.rows; row++)
            rc = take(d, &c, row, e);
    duck_result_close(r);
    return rc;
}

static enum err keep_text(struct database *d, const struct duck_chunk *c,
                          size_t column, size_t row, struct str *out,
                          struct error *e)
{
    *out = STR("");
    return duck_is_null(&c->vectors[column], row)
               ? OK
               : str_dup(duck_str(&c->vectors[column], row), d->of.a, out, e);
}

static enum err take_object(struct database *d, const struct duck_chunk *c,
                            size_t row, struct error *e)
{
    struct duckdb_object *o = &d->objects[d->of.n];

    if (d->of.n == OBJECTS_MAX)
        return error_set(e, ERR_LIMIT, "more than %zu tables and views",
                         OBJECTS_MAX);
    d->of.n++;
    o->is_view = duck_int(&c->vectors[2], row) != 0;
    if (keep_text(d, c, 0, row, &o->schema, e) ||
        keep_text(d, c, 1, row, &o->table, e))
        return e->code;
    o->name = o->table;
    if (o->is_view && keep_text(d, c, 3, row, &o->sql, e))
        return e->code;
    return str_is(o->schema, "main")
               ? OK
               : str_printf(d->of.a, &o->name, e, "%.*s.%.*s",
                            STR_FMT(o->schema), STR_FMT(o->table));
}

static enum err take_macro(struct database *d, const struct duck_chunk *c,
                           size_t row, struct error *e)
{
    if (d->views.n_macros == MACROS_MAX)
        return error_set(e, ERR_LIMIT, "more than %zu macros", MACROS_MAX);
    return keep_text(d, c, 0, row, &d->macros[d->views.n_macros++], e);
}

static enum err take_key(struct database *d, const struct duck_chunk *c,
                         size_t row, struct error *e)
{
    struct key *k = &d->keys[d->n_keys];

    if (d->n_keys == KEYS_MAX)
        return OK;
    d->n_keys++;
    k->number = (size_t)duck_int(&c->vectors[5], row);
    if (keep_text(d, c, 0, row, &k->schema, e) ||
        keep_text(d, c, 1, row, &k->table, e) ||
        keep_text(d, c, 2, row, &k->column, e) ||
        keep_text(d, c, 3, row, &k->to_table, e))
        return e->code;
    return keep_text(d, c, 4, row, &k->to_column, e);
}

/* Tables with rows, then those without, then views. */
static enum err read_catalog(struct database *d, struct error *e)
{
    enum err rc;

    d->objects =
        arena_alloc_array(d->of.a, OBJECTS_MAX, sizeof(*d->objects), e);
    d->keys = arena_alloc_array(d->of.a, KEYS_MAX, sizeof(*d->keys), e);
    d->macros = arena_alloc_array(d->of.a, MACROS_MAX, sizeof(*d->macros), e);
    if (!d->objects || !d->keys || !d->macros)
        return e->code;
    rc = for_each(d,
                  STR("SELECT schema_name, table_name, 0 FROM duckdb_tables() "
                      "WHERE database_name = '" SOURCE
                      "' ORDER BY estimated_size = 0, table_oid"),
                  take_object, e);
    if (!rc)
        rc = for_each(d,
                      STR("SELECT schema_name, view_name, 1, sql FROM "
                          "duckdb_views() WHERE database_name = '" SOURCE
                          "' AND NOT internal ORDER BY view_oid"),
                      take_object, e);
    if (!rc)
        rc = for_each(d,
                      STR("SELECT DISTINCT function_name FROM "
                          "duckdb_functions() WHERE database_name = '" SOURCE
                          "'"),
                      take_macro, e);
    if (!rc)
        rc = for_each(
            d,
            STR("SELECT schema_name, table_name, "
                "unnest(constraint_column_names), referenced_table, "
                "unnest(referenced_column_names), number, "
                "unnest(range(len(constraint_column_names))) AS part FROM "
                "(SELECT *, row_number() OVER () AS number FROM "
                "duckdb_constraints() WHERE database_name = '" SOURCE
                "' AND constraint_type = 'FOREIGN KEY' AND "
                "len(constraint_column_names) = len(referenced_column_names)) "
                "ORDER BY number, part"),
            take_key, e);
    return engine_unreadable(THE_DATABASE, rc, e);
}

/* Why the engine cannot open it, if its header tells. */
static enum err explain(const struct database *d, enum err rc, struct error *e)
{
    unsigned char head[FLAGS_AT + 1] = {0};
    uint64_t version;

    if (rc != ERR_FILE_READ_FAILED ||
        read_at(d->of.request->fd, head, sizeof(head), 0) !=
            (ssize_t)sizeof(head))
        return rc;
    if (head[FLAGS_AT] & ENCRYPTED)
        return error_set(e, ERR_FILE_READ_FAILED,
                         THE_DATABASE " is encrypted; copy it into one without "
                                      "a key, with COPY FROM DATABASE");
    version = load64(head + VERSION_AT);
    if (version > NEWEST)
        return error_set(
            e, ERR_FILE_READ_FAILED,
            THE_DATABASE
            " is of storage version %" PRIu64 ", and up to %u "
            "is read; copy it into one of STORAGE_VERSION 'v1.0.0', "
            "with COPY FROM DATABASE",
            version, NEWEST);
    return rc;
}

/* The copy, in the engine that can open nothing else. */
static enum err attach(struct database *d, struct error *e)
{
    const struct str database = d->of.request->database;
    const struct str name = str_after_last(database, '/');
    struct buf sql;
    enum err rc = engine_copy(&d->of.in, "source", &d->copy, e);

    if (!rc)
        rc = duck_confine(d->of.in.duck,
                          str_slice(database, 0, database.n - name.n), e);
    if (rc)
        return rc;
    buf_init(&sql, SQL_BYTES);
    buf_puts(&sql, "ATTACH ");
    duck_quote_text(&sql, str_from(d->copy));
    buf_puts(&sql, " AS " SOURCE " (TYPE duckdb, READ_ONLY)");
    rc = engine_unreadable(THE_DATABASE, duck_exec_buf(d->of.in.duck, &sql, e),
                           e);
    return explain(d, rc, e);
}

/* ---- the report ---- */

/* What SQL calls the table that a key names. */
static struct str name_of(const struct database *d, const struct key *k)
{
    for (size_t i = 0; i < d->of.n; i++)
        if (!d->objects[i].is_view && str_eq(d->objects[i].schema, k->schema) &&
            str_eq_nocase(d->objects[i].table, k->to_table))
            return d->of.names[i].name;
    return k->to_table;
}

/* The keys of a table, column by column. */
static enum err find_keys(const struct database *d,
                          const struct duckdb_object *o,
                          struct ingest_key **out, size_t *n, struct error *e)
{
    *n = 0;
    *out = arena_alloc_array(d->of.in.a, d->n_keys, sizeof(**out), e);
    for (size_t i = 0; *out && i < d->n_keys; i++) {
        const struct key *k = &d->keys[i];

        if (str_eq(k->schema, o->schema) && str_eq(k->table, o->table))
            (*out)[(*n)++] = (struct ingest_key){.column = k->column,
                                                 .table = name_of(d, k),
                                                 .refers_to = k->to_column,
                                                 .number = k->number};
    }
    return *out ? OK : e->code;
}

static void write_fidelity(const struct database *d,
                           const struct duckdb_object *o,
                           const struct engine_table *t, struct jsonw *w)
{
    ingest_write_compression(d->of.request, w);
    jsonw_member_cstr(w, "object", o->is_view ? "view" : "table");
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; i < t->in->columns; i++) {
        jsonw_begin_object(w);
        jsonw_member_str(w, "name", t->in->names[i].name);
        jsonw_member_bool(w, "blobs_shown_as_size", t->columns[i].is_blob);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    ingest_write_renamed(t->in, w);
}

static enum err keep_report(struct database *d, const struct duckdb_object *o,
                            const struct engine_table *t, struct error *e)
{
    struct ingest_key *keys;
    struct jsonw w;
    struct buf text;
    size_t n;

    if (find_keys(d, o, &keys, &n, e))
        return e->code;
    ingest_database_report(&d->of, o->name, &text, &w);
    jsonw_member_bool(&w, "hidden", false);
    engine_table_write(t, &w);
    jsonw_key(&w, "fidelity");
    jsonw_begin_object(&w);
    write_fidelity(d, o, t, &w);
    ingest_write_keys(keys, n, &w);
    ingest_totals_write_unknown(&w);
    jsonw_end_object(&w);
    return ingest_database_keep(&d->of, &text, &w, e);
}

/* ---- tables ---- */

static enum err load_table(struct database *d, size_t i, struct arena *a,
                           struct error *e)
{
    const struct duckdb_object *o = &d->objects[i];
    struct engine_table t = {
        .in = &d->of.in, .what = THE_DATABASE, .shows_size = true};
    struct buf from;
    enum err rc;

    if (ingest_database_begin(&d->of, i, a, e))
        return e->code;
    buf_init(&from, SQL_BYTES);
    buf_puts(&from, SOURCE ".");
    duck_quote(&from, o->schema);
    buf_puts(&from, ".");
    duck_quote(&from, o->table);
    rc = buf_dup(&from, a, &t.from, e);
    buf_release(&from);
    if (!rc)
        rc = engine_table_make(&t, e);
    if (!rc)
        rc = ingest_number_table(&d->of.in, d->of.tables, e);
    if (rc == ERR_FILE_READ_FAILED)
        error_wrap(e, "table '%.*s'", STR_FMT(o->name));
    return rc ? rc : keep_report(d, o, &t, e);
}

static enum err leave_out(struct database *d, const struct duckdb_object *o,
                          const char *reason, struct error *e)
{
    return ingest_leave_out(&d->of.left_out, o->name, o->is_view, reason,
                            d->of.a, e);
}

/* ---- views ---- */

/* At most one row more than a view may have. */
static enum err put_view(const struct database *d, size_t i, uint64_t most,
                         struct arena *a, struct str *out, struct error *e)
{
    return str_printf(a, out, e,
                      "(SELECT * FROM memory.main.%.*s LIMIT %" PRIu64 ")",
                      STR_FMT(d->views.parts[i].table.name), most + 1);
}

/* Make its table in a transaction of its own; `*reason` if it is none. */
static enum err make_view(struct database *d, struct engine_table *t,
                          uint64_t most, const char **reason, struct error *e)
{
    const uint64_t now = clock_ms();
    uint64_t ms = d->views_until_ms > now ? d->views_until_ms - now : 1;
    struct duck_time *limit = NULL;
    struct error why = {0};
    enum err rc =
        duck_time_begin(d->of.in.duck, ms < VIEW_MS ? ms : VIEW_MS, &limit, e);

    if (rc)
        return rc;
    rc = engine_table_make(t, &why);
    duck_time_end(limit);
    if (!rc && t->in->rows > most)
        *reason = "it has too many rows for a database of its size";
    else if (rc == ERR_TIMEOUT)
        *reason = "it takes too long";
    else if (rc == ERR_LIMIT)
        *reason = "it takes too much memory";
    else if (rc)
        *reason = "its rows cannot be made";
    return ingest_check_stop(t->in, e);
}

static enum err fill_view(struct database *d, size_t i, struct arena *a,
                          struct error *e)
{
    const uint64_t rows = d->most_rows * ROWS_FACTOR;
    const uint64_t most = rows > ROWS_LEAST ? rows : ROWS_LEAST;
    struct engine_table t = {
        .in = &d->of.in, .what = THE_DATABASE, .shows_size = true};
    const char *reason = NULL;
    struct duck *duck = d->of.in.duck;

    if (ingest_database_begin(&d->of, i, a, e) ||
        put_view(d, i, most, a, &t.from, e) || duck_exec(duck, "BEGIN", e) ||
        make_view(d, &t, most, &reason, e))
        return e->code;
    if (reason)
        return duck_exec(duck, "ROLLBACK", e)
                   ? e->code
                   : leave_out(d, &d->objects[i], reason, e);
    if (ingest_number_table(&d->of.in, d->of.tables, e) ||
        duck_exec(duck, "COMMIT", e))
        return ingest_write_failed(&d->of.in, e);
    return keep_report(d, &d->objects[i], &t, e);
}

/* What the engine does not count of a query may be twice what it counts; at more
 * than it may have this process is ended, and all views with it. */
static enum err begin_views(struct database *d, struct error *e)
{
    const uint64_t memory = d->of.request->memory_bytes / 4;

    if (d->views_until_ms)
        return OK;
    d->views_until_ms = clock_ms() + ALL_VIEWS_MS;
    return memory ? duck_limit_memory(d->of.in.duck, memory, e) : OK;
}

/* The caller's transaction ends before it, and another begins after it. */
static enum err load_view(struct database *d, size_t i, struct arena *a,
                          struct error *e)
{
    const struct duckdb_part *part = &d->views.parts[i];
    enum err rc = OK;

    if (duck_exec(d->of.in.duck, "COMMIT", e))
        return ingest_write_failed(&d->of.in, e);
    rc = begin_views(d, e);
    if (!rc)
        rc = duckdb_view_define(&d->views, i, e);
    if (!rc && part->state == DUCKDB_REFUSED)
        rc =
            leave_out(d, &d->objects[i], str_cstr(part->reason, d->of.a, e), e);
    else if (!rc)
        rc = fill_view(d, i, a, e);
    return rc ? rc : duck_exec(d->of.in.duck, "BEGIN", e);
}

static enum err load_or_leave(void *ctx, size_t i, struct arena *a,
                              struct error *e)
{
    struct database *d = ctx;
    const struct duckdb_object *o = &d->objects[i];
    enum err rc;

    if (ingest_check_stop(&d->of.in, e))
        return e->code;
    if (d->of.tables == INGEST_DATABASE_TABLES)
        return leave_out(d, o, "there are too many tables", e);
    if (o->is_view && d->of.request->no_views)
        return leave_out(d, o, NO_VIEWS, e);
    if (o->is_view)
        return load_view(d, i, a, e);
    rc = load_table(d, i, a, e);
    if (!rc && d->of.in.rows > d->most_rows)
        d->most_rows = d->of.in.rows;
    return rc;
}

static enum err name_tables(struct database *d, struct error *e)
{
    struct str *raw = arena_alloc_array(d->of.a, d->of.n + 1, sizeof(*raw), e);

    if (!raw)
        return e->code;
    for (size_t i = 0; i < d->of.n; i++)
        raw[i] = d->objects[i].name;
    d->views = (struct duckdb_views){
        .duck = d->of.in.duck,
        .a = d->of.a,
        .objects = d->objects,
        .parts =
            arena_alloc_array(d->of.a, d->of.n + 1, sizeof(*d->views.parts), e),
        .n = d->of.n,
        .macros = d->macros,
        .n_macros = d->views.n_macros};
    return d->views.parts ? ingest_database_names(&d->of, raw, d->of.n, e)
                          : e->code;
}

enum err ingest_duckdb(struct duck *duck, const struct ingest_request *r,
                       struct arena *a, struct jsonw *w, struct error *e)
{
    struct database d = {.of = {.request = r,
                                .a = a,
                                .in = {.duck = duck, .request = r, .a = a}}};
    enum err rc = attach(&d, e);

    if (!rc)
        rc = read_catalog(&d, e);
    if (!rc)
        rc = name_tables(&d, e);
    if (!rc)
        rc = ingest_file_begin(&d.of.in, e);
    if (!rc)
        rc = ingest_file_end(&d.of.in,
                             ingest_database_each(&d.of, load_or_leave, &d,
                                                  "the database has no table",
                                                  e),
                             e);
    if (!rc)
        ingest_database_write(&d.of, "duckdb", w);
    if (d.copy)
        (void)unlink(d.copy);
    return rc;
}
