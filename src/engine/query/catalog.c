/*
 * catalog.c - attaching the files and reading their tables.
 *
 * The files are ours but may be damaged or of another making, so whatever one
 * lacks is one error: the parent builds it again. Its names may be any bytes
 * of UTF-8 and occur in SQL only through duck_quote().
 */
#include "engine/query/catalog.h"

#include "engine/duck/value.h"
#include "engine/query/catalog_names.h"

#include <stdio.h>
#include <string.h>

#define TABLES_MAX    4096u /* sheets of a workbook; Excel itself has no more */
#define SQL_MAX_BYTES ((size_t)64 * 1024)

/* All that the steps share. */
struct opening {
    struct duck *d;
    struct arena *a;
    struct buf sql;
    struct catalog_table *tables;
    size_t count;
    char alias[16]; /* of the file that is being read */
};

enum err catalog_bad_file(struct error *e)
{
    return error_set(e, ERR_FILE_READ_FAILED,
                     "the table's cache file does not hold what it should");
}

/* A statement of ours about the file; what fails there is the file's fault. */
static enum err run(struct opening *o, struct duck_result **r, struct error *e)
{
    struct str sql;
    enum err rc = buf_finish(&o->sql, &sql, e);

    if (!rc)
        rc = duck_query(o->d, sql, r, e);
    if (rc == ERR_VALIDATION_FAILED || rc == ERR_INTERNAL)
        return catalog_bad_file(e);
    return rc;
}

static enum err next(struct duck_result *r, struct duck_chunk *c,
                     struct error *e)
{
    enum err rc = duck_result_next(r, c, e);

    if (rc == ERR_VALIDATION_FAILED || rc == ERR_INTERNAL)
        return catalog_bad_file(e);
    return rc;
}

static enum err read_names(struct opening *o, struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};
    size_t before = o->count;
    enum err rc;

    if (o->count == TABLES_MAX)
        return error_set(e, ERR_LIMIT,
                         "these files have too many tables: the limit is %u",
                         TABLES_MAX);
    buf_reset(&o->sql);
    buf_printf(&o->sql,
               "SELECT if(comment = '" CATALOG_PART "', 'data', table_name)"
               " FROM duckdb_tables()"
               " WHERE database_name = '%s' AND schema_name = 'main'"
               " ORDER BY try_cast(comment AS UINTEGER) NULLS LAST, table_name"
               " LIMIT %zu",
               o->alias, TABLES_MAX - o->count);
    rc = run(o, &r, e);
    while (!rc && !(rc = next(r, &c, e)) && c.rows > 0)
        for (size_t i = 0; i < c.rows && !rc; i++)
            rc = str_dup(duck_str(&c.vectors[0], i), o->a,
                         &o->tables[o->count++].name, e);
    duck_result_close(r);
    if (!rc && o->count == before)
        return catalog_bad_file(e);
    return rc;
}

static enum err name_source(struct opening *o, struct catalog_table *t,
                            struct error *e)
{
    buf_reset(&o->sql);
    buf_printf(&o->sql, "\"%s\".\"main\".", o->alias);
    duck_quote(&o->sql, t->name);
    return buf_dup(&o->sql, o->a, &t->source, e);
}

static enum err copy_columns(struct opening *o, const struct duck_column *from,
                             struct catalog_table *t, struct error *e)
{
    struct catalog_column *to =
        arena_alloc_array(o->a, t->column_count, sizeof(*to), e);

    if (!to)
        return e->code;
    t->columns = to;
    for (size_t i = 0; i < t->column_count; i++) {
        to[i] = (struct catalog_column){.type_name =
                                            value_type_name(from[i].declared),
                                        .kind = from[i].declared,
                                        .width = from[i].type.width,
                                        .scale = from[i].type.scale};
        if (str_dup(from[i].name, o->a, &to[i].name, e))
            return e->code;
    }
    return OK;
}

static enum err read_columns(struct opening *o, struct catalog_table *t,
                             struct error *e)
{
    struct duck_result *r = NULL;
    enum err rc;

    buf_reset(&o->sql);
    buf_printf(&o->sql, "FROM %.*s LIMIT 0", STR_FMT(t->source));
    rc = run(o, &r, e);
    if (!rc) {
        const struct duck_column *from =
            duck_result_columns(r, &t->column_count);

        rc = copy_columns(o, from, t, e);
    }
    duck_result_close(r);
    return rc;
}

static enum err read_row_count(struct opening *o, struct catalog_table *t,
                               struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};
    enum err rc;

    buf_reset(&o->sql);
    buf_printf(&o->sql, "SELECT count(*) FROM %.*s", STR_FMT(t->source));
    rc = run(o, &r, e);
    if (!rc)
        rc = next(r, &c, e);
    if (!rc && c.rows != 1)
        rc = catalog_bad_file(e);
    if (!rc)
        t->rows = (uint64_t)duck_int(&c.vectors[0], 0);
    duck_result_close(r);
    return rc;
}

/* The tables of the file that is attached as the alias. */
static enum err read_tables(struct opening *o, struct catalog_file *f,
                            struct error *e)
{
    enum err rc = read_names(o, e);

    for (size_t i = f->first; i < o->count && !rc; i++) {
        struct catalog_table *t = &o->tables[i];

        rc = name_source(o, t, e);
        if (!rc)
            rc = read_columns(o, t, e);
        if (!rc)
            rc = read_row_count(o, t, e);
    }
    f->count = o->count - f->first;
    return rc;
}

/* The engine attaches a file once, so a second name for it is only that. */
static const struct catalog_file *find_attached(const struct catalog *c,
                                                const char *database)
{
    for (size_t i = 0; i < c->n_files; i++)
        if (strcmp(c->files[i].database, database) == 0)
            return &c->files[i];
    return NULL;
}

static enum err open_file(struct opening *o, struct catalog *c,
                          const char *database, struct error *e)
{
    const struct catalog_file *same = find_attached(c, database);
    struct catalog_file *f = &c->files[c->n_files];
    enum err rc;

    *f = (struct catalog_file){.database = database, .first = o->count};
    if (same) {
        *f = *same;
        c->n_files++;
        return OK;
    }
    (void)snprintf(o->alias, sizeof(o->alias), "src");
    if (c->n_files > 0)
        (void)snprintf(o->alias, sizeof(o->alias), "src%zu", c->n_files + 1);
    rc = duck_attach(o->d, database, o->alias, true, e);
    c->n_files++;
    return rc ? rc : read_tables(o, f, e);
}

enum err catalog_open(struct duck *d, const struct catalog_source *sources,
                      size_t n, struct arena *a, struct catalog **out,
                      struct error *e)
{
    struct opening o = {.d = d, .a = a};
    struct catalog *c = arena_alloc(a, sizeof(*c), e);
    enum err rc = OK;

    BUG_ON(n == 0 || n > CATALOG_MAX_FILES);
    o.tables = arena_alloc_array(a, TABLES_MAX, sizeof(*o.tables), e);
    if (!c || !o.tables)
        return e->code;
    *c = (struct catalog){.tables = o.tables};
    buf_init(&o.sql, SQL_MAX_BYTES);
    for (size_t i = 0; i < n && !rc; i++)
        rc = open_file(&o, c, sources[i].database, e);
    c->count = o.count;
    if (!rc)
        rc = catalog_names_make(c, d, sources, a, e);
    if (!rc)
        *out = c;
    buf_release(&o.sql);
    return rc;
}
