#include "engine/postgres/postgres_catalog.h"

#include "base/buf.h"

#include <stdlib.h>

#define SQL_BYTES    ((size_t)1 << 20)
#define NUMBER_BYTES 32
#define MAX_COLUMNS  1600 /* of a table of the server */

/* What the role may read of the database itself: not of the server, of an extension or
 * a partition, which are in the tables that they are parts of. */
#define RELATIONS                                                            \
    "pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "              \
    "WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition " \
    "AND c.relpersistence <> 't' AND n.nspname NOT LIKE 'pg\\_%' "           \
    "AND n.nspname <> 'information_schema' "                                 \
    "AND has_schema_privilege(n.oid, 'USAGE') "                              \
    "AND has_any_column_privilege(c.oid, 'SELECT') "                         \
    "AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.deptype = 'e' "       \
    "AND d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid) "

#define THOSE "(SELECT c.oid FROM " RELATIONS ")"

static const char tables_sql[] =
    "SELECT c.oid, n.nspname, c.relname, c.relkind, "
    "coalesce(obj_description(c.oid, 'pg_class'), ''), "
    "CASE WHEN c.relkind = 'p' THEN (SELECT sum(x.reltuples) FROM "
    "pg_partition_tree(c.oid) t JOIN pg_class x ON x.oid = t.relid "
    "WHERE t.isleaf) ELSE c.reltuples END "
    "FROM " RELATIONS;

static const char in_order_sql[] =
    " ORDER BY c.relkind IN ('v', 'm'), c.oid LIMIT 501";

static const char columns_sql[] =
    "SELECT a.attrelid, a.attname, format_type(a.atttypid, a.atttypmod), "
    "CASE WHEN t.typcategory = 'A' THEN 'array' "
    "ELSE coalesce(nullif(t.typbasetype, 0), t.oid)::text END, "
    "coalesce(col_description(a.attrelid, a.attnum), ''), "
    "CASE WHEN p.conkey @> ARRAY[a.attnum] THEN 't' ELSE 'f' END "
    "FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid "
    "LEFT JOIN pg_constraint p ON p.conrelid = a.attrelid AND p.contype = 'p' "
    "WHERE a.attnum > 0 AND NOT a.attisdropped "
    "AND has_column_privilege(a.attrelid, a.attnum, 'SELECT') "
    "AND a.attrelid IN " THOSE " ORDER BY a.attrelid, a.attnum";

static const char keys_sql[] =
    "SELECT k.conrelid, k.oid, a.attname, n.nspname, c.relname, b.attname, "
    "CASE WHEN k.convalidated AND NOT c.relrowsecurity AND NOT "
    "o.relrowsecurity THEN 't' ELSE 'f' END "
    "FROM pg_constraint k JOIN pg_class o ON o.oid = k.conrelid "
    "CROSS JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY "
    "AS p(here, there, place) "
    "JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = p.here "
    "JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = p.there "
    "JOIN pg_class c ON c.oid = k.confrelid "
    "JOIN pg_namespace n ON n.oid = c.relnamespace "
    "WHERE k.contype = 'f' AND k.conparentid = 0 "
    "ORDER BY k.conrelid, k.oid, p.place";

/* The server's own types by their number, which never changes. */
static const struct {
    const char *oid;
    enum postgres_kind kind;
} kinds[] = {
    {"16", POSTGRES_BOOLEAN},     {"17", POSTGRES_BYTES},
    {"20", POSTGRES_INTEGER},     {"21", POSTGRES_INTEGER},
    {"23", POSTGRES_INTEGER},     {"26", POSTGRES_INTEGER},
    {"700", POSTGRES_FLOAT},      {"701", POSTGRES_FLOAT},
    {"1082", POSTGRES_DATE},      {"1083", POSTGRES_TIME},
    {"1114", POSTGRES_TIMESTAMP}, {"1184", POSTGRES_ZONED},
    {"1700", POSTGRES_DECIMAL},   {"790", POSTGRES_MONEY},
    {"25", POSTGRES_TEXT},        {"1043", POSTGRES_TEXT},
    {"array", POSTGRES_ARRAY},
};

const char *postgres_kind_name(enum postgres_kind kind)
{
    static const char *const names[POSTGRES_KINDS] = {
        [POSTGRES_TEXT] = "text",       [POSTGRES_OTHER] = "text",
        [POSTGRES_BOOLEAN] = "boolean", [POSTGRES_INTEGER] = "integer",
        [POSTGRES_DECIMAL] = "decimal", [POSTGRES_MONEY] = "decimal",
        [POSTGRES_FLOAT] = "float",     [POSTGRES_DATE] = "date",
        [POSTGRES_TIME] = "time",       [POSTGRES_TIMESTAMP] = "timestamp",
        [POSTGRES_ZONED] = "timestamp", [POSTGRES_BYTES] = "bytes",
        [POSTGRES_ARRAY] = "text"};

    return names[kind];
}

bool postgres_table_is_view(const struct postgres_table *t)
{
    return t->kind == 'v';
}

static enum postgres_kind kind_of(struct str oid)
{
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (str_is(oid, kinds[i].oid))
            return kinds[i].kind;
    return POSTGRES_OTHER;
}

/* Values of a row into `a`. */
static enum err take(const struct postgres_rows *rows, size_t row,
                     struct str *const *out, size_t n, struct arena *a,
                     struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < n && !rc; i++)
        rc = str_dup(postgres_rows_text(rows, row, (int)i), a, out[i], e);
    return rc;
}

/* ---- tables ---- */

static double number_of(struct str text)
{
    char digits[NUMBER_BYTES] = "";

    for (size_t i = 0; i < text.n && i + 1 < sizeof(digits); i++)
        digits[i] = text.p[i];
    return text.n ? strtod(digits, NULL) : -1;
}

static enum err take_table(const struct postgres_rows *rows, size_t row,
                           struct arena *a, struct postgres_table *t,
                           struct error *e)
{
    struct str kind = {0};
    struct str estimate = {0};
    struct str *const out[] = {&t->oid, &t->schema,  &t->table,
                               &kind,   &t->comment, &estimate};

    if (take(rows, row, out, COUNT_OF(out), a, e))
        return e->code;
    t->kind = kind.n ? kind.p[0] : '\0';
    t->estimate = number_of(estimate);
    t->name = t->table;
    return str_is(t->schema, "public")
               ? OK
               : str_printf(a, &t->name, e, "%.*s.%.*s", STR_FMT(t->schema),
                            STR_FMT(t->table));
}

static enum err query_tables(const struct postgres_session *s, struct str which,
                             struct postgres_rows *rows, struct error *e)
{
    struct buf sql;
    struct str text;
    enum err rc;

    buf_init(&sql, SQL_BYTES);
    buf_printf(&sql, "%s%.*s%s", tables_sql, STR_FMT(which), in_order_sql);
    rc = buf_finish(&sql, &text, e);
    if (!rc)
        rc = postgres_link_query(s->link, text.p, 6, rows, e);
    buf_release(&sql);
    return rc;
}

static enum err read_tables(const struct postgres_session *s, struct str which,
                            struct arena *a, struct postgres_catalog *c,
                            struct error *e)
{
    struct postgres_rows rows = POSTGRES_ROWS_NONE;
    enum err rc = query_tables(s, which, &rows, e);

    if (!rc && rows.n > POSTGRES_MAX_TABLES)
        rc = error_set(e, ERR_LIMIT,
                       "more than %u tables and views are meant; name fewer, "
                       "such as those of a schema: ADDRESS#SCHEMA.*",
                       POSTGRES_MAX_TABLES);
    if (!rc)
        c->tables = arena_alloc_array(a, rows.n + 1, sizeof(*c->tables), e);
    if (!rc && !c->tables)
        rc = e->code;
    BUG_ON(!rc && !c->tables);
    for (; !rc && c->n < rows.n; c->n++)
        rc = take_table(&rows, c->n, a, &c->tables[c->n], e);
    postgres_rows_close(&rows);
    return rc;
}

/* ---- their columns and keys, which come by table ---- */

static struct postgres_table *find(const struct postgres_catalog *c,
                                   struct str oid)
{
    for (size_t i = 0; i < c->n; i++)
        if (str_eq(c->tables[i].oid, oid))
            return &c->tables[i];
    return NULL;
}

/* How many rows from `row` on have its first value. */
static size_t run_of(const struct postgres_rows *rows, size_t row)
{
    const struct str first = postgres_rows_text(rows, row, 0);
    size_t n = 1;

    while (row + n < rows->n &&
           str_eq(postgres_rows_text(rows, row + n, 0), first))
        n++;
    return n;
}

static enum err take_column(const struct postgres_rows *rows, size_t row,
                            struct arena *a, struct postgres_column *c,
                            struct error *e)
{
    struct str table, type, key;
    struct str *const out[] = {&table, &c->name,    &c->declared,
                               &type,  &c->comment, &key};

    if (take(rows, row, out, COUNT_OF(out), a, e))
        return e->code;
    c->kind = kind_of(type);
    c->is_key = str_is(key, "t");
    return OK;
}

static enum err take_key(const struct postgres_rows *rows, size_t row,
                         struct arena *a, struct postgres_key *k,
                         struct error *e)
{
    struct str table, holds;
    struct str *const out[] = {&table,    &k->number,    &k->column, &k->schema,
                               &k->table, &k->refers_to, &holds};

    if (take(rows, row, out, COUNT_OF(out), a, e))
        return e->code;
    k->holds = str_is(holds, "t");
    return OK;
}

static enum err take_columns(const struct postgres_rows *rows, size_t row,
                             size_t n, struct arena *a,
                             struct postgres_table *t, struct error *e)
{
    enum err rc = OK;

    if (n > MAX_COLUMNS)
        return error_set(e, ERR_LIMIT, "a table of %zu columns", n);
    t->columns = arena_alloc_array(a, n, sizeof(*t->columns), e);
    if (!t->columns)
        return e->code;
    for (; t->n < n && !rc; t->n++)
        rc = take_column(rows, row + t->n, a, &t->columns[t->n], e);
    return rc;
}

static enum err take_keys(const struct postgres_rows *rows, size_t row,
                          size_t n, struct arena *a, struct postgres_table *t,
                          struct error *e)
{
    enum err rc = OK;

    t->keys = arena_alloc_array(a, n, sizeof(*t->keys), e);
    if (!t->keys)
        return e->code;
    for (; t->n_keys < n && !rc; t->n_keys++)
        rc = take_key(rows, row + t->n_keys, a, &t->keys[t->n_keys], e);
    return rc;
}

typedef enum err take_run(const struct postgres_rows *rows, size_t row,
                          size_t n, struct arena *a, struct postgres_table *t,
                          struct error *e);

static enum err read_runs(const struct postgres_session *s, const char *sql,
                          take_run *take_it, struct arena *a,
                          struct postgres_catalog *c, struct error *e)
{
    struct postgres_rows rows = POSTGRES_ROWS_NONE;
    const int values = take_it == take_keys ? 7 : 6;
    enum err rc = postgres_link_query(s->link, sql, values, &rows, e);

    for (size_t row = 0; !rc && row < rows.n;) {
        const size_t n = run_of(&rows, row);
        struct postgres_table *t = find(c, postgres_rows_text(&rows, row, 0));

        if (t && (take_it == take_columns ? t->n : t->n_keys) == 0)
            rc = take_it(&rows, row, n, a, t, e);
        row += n;
    }
    postgres_rows_close(&rows);
    return rc;
}

enum err postgres_catalog_read(const struct postgres_session *s,
                               struct str which, struct arena *a,
                               struct postgres_catalog *c, struct error *e)
{
    enum err rc;

    *c = (struct postgres_catalog){0};
    rc = read_tables(s, which, a, c, e);
    if (!rc)
        rc = read_runs(s, columns_sql, take_columns, a, c, e);
    if (!rc)
        rc = read_runs(s, keys_sql, take_keys, a, c, e);
    return rc;
}
