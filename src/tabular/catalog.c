/*
 * catalog.c - attaching the file, reading its tables, making the views.
 *
 * The file is ours but may be damaged or of another making, so whatever it
 * lacks is one error: the parent builds it again. Its names may be any bytes
 * of UTF-8 and stand in SQL only through duck_quote().
 */
#include "tabular/catalog.h"

#include "base/hash.h"
#include "duck/value.h"

#define TABLES_MAX    4096u /* sheets of a workbook; Excel itself has no more */
#define SQL_MAX_BYTES ((size_t)64 * 1024)

/* All that the steps share. */
struct opening {
    struct duck *d;
    struct arena *a;
    struct buf sql;
    struct catalog_table *tables;
    size_t count;
};

static enum err bad_file(struct error *e)
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
        return bad_file(e);
    return rc;
}

static enum err next(struct duck_result *r, struct duck_chunk *c,
                     struct error *e)
{
    enum err rc = duck_result_next(r, c, e);

    if (rc == ERR_VALIDATION_FAILED || rc == ERR_INTERNAL)
        return bad_file(e);
    return rc;
}

static enum err read_names(struct opening *o, struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};
    enum err rc;

    buf_reset(&o->sql);
    buf_printf(&o->sql,
               "SELECT table_name FROM duckdb_tables()"
               " WHERE database_name = 'src' AND schema_name = 'main'"
               " ORDER BY try_cast(comment AS UINTEGER) NULLS LAST, table_name"
               " LIMIT %u",
               TABLES_MAX);
    rc = run(o, &r, e);
    o->tables = arena_alloc_array(o->a, TABLES_MAX, sizeof(*o->tables), e);
    if (!rc && !o->tables)
        rc = e->code;
    while (!rc && !(rc = next(r, &c, e)) && c.rows > 0)
        for (size_t i = 0; i < c.rows && !rc; i++)
            rc = str_dup(duck_str(&c.vectors[0], i), o->a,
                         &o->tables[o->count++].name, e);
    duck_result_close(r);
    if (!rc && o->count == 0)
        return bad_file(e);
    return rc;
}

static enum err name_source(struct opening *o, struct catalog_table *t,
                            struct error *e)
{
    struct str sql;

    buf_reset(&o->sql);
    buf_puts(&o->sql, "\"src\".\"main\".");
    duck_quote(&o->sql, t->name);
    return buf_finish(&o->sql, &sql, e) ? e->code
                                        : str_dup(sql, o->a, &t->source, e);
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
        rc = bad_file(e);
    if (!rc)
        t->rows = (uint64_t)duck_int(&c.vectors[0], 0);
    duck_result_close(r);
    return rc;
}

static enum err make_view(struct opening *o, struct str name,
                          const struct catalog_table *t, struct error *e)
{
    struct str sql;

    buf_reset(&o->sql);
    buf_puts(&o->sql, "CREATE VIEW \"memory\".\"main\".");
    duck_quote(&o->sql, name);
    buf_printf(&o->sql, " AS FROM %.*s", STR_FMT(t->source));
    buf_put_char(&o->sql, '\0');
    if (buf_finish(&o->sql, &sql, e))
        return e->code;
    if (duck_exec(o->d, sql.p, e))
        return e->code == ERR_INTERNAL ? bad_file(e) : e->code;
    return OK;
}

static enum err read_tables(struct opening *o, struct error *e)
{
    enum err rc = read_names(o, e);

    for (size_t i = 0; i < o->count && !rc; i++) {
        struct catalog_table *t = &o->tables[i];

        rc = name_source(o, t, e);
        if (!rc)
            rc = read_columns(o, t, e);
        if (!rc)
            rc = read_row_count(o, t, e);
        if (!rc)
            rc = make_view(o, t->name, t, e);
    }
    return rc;
}

/* Sums over what is not whole or decimal depend on the order of additions; so
 * may those inside nested types, whose parts are not looked at. */
static bool may_be_float(enum duck_kind kind)
{
    return !duck_is_integer(kind) && kind != DUCK_BOOLEAN &&
           kind != DUCK_DECIMAL && kind != DUCK_INTERVAL;
}

static enum err fill_gate_table(const struct catalog_table *t, struct arena *a,
                                struct gate_table *out, struct error *e)
{
    struct gate_column *columns =
        arena_alloc_array(a, t->column_count, sizeof(*columns), e);

    if (!columns)
        return e->code;
    for (size_t i = 0; i < t->column_count; i++)
        columns[i] = (struct gate_column){t->columns[i].name,
                                          may_be_float(t->columns[i].kind)};
    *out = (struct gate_table){t->name, columns, t->column_count};
    return OK;
}

static bool has_data(const struct opening *o)
{
    for (size_t i = 0; i < o->count; i++)
        if (str_eq_nocase(o->tables[i].name, STR("data")))
            return true;
    return false;
}

/* What a query may name; `data` comes first where it is a second name. */
static enum err fill_gate(struct opening *o, struct gate_catalog *gate,
                          struct error *e)
{
    size_t extra = has_data(o) ? 0 : 1;
    struct gate_table *to =
        arena_alloc_array(o->a, o->count + extra, sizeof(*to), e);

    if (!to)
        return e->code;
    for (size_t i = 0; i < o->count; i++)
        if (fill_gate_table(&o->tables[i], o->a, &to[i + extra], e))
            return e->code;
    if (extra) {
        to[0] = to[1];
        to[0].name = STR("data");
        if (make_view(o, to[0].name, &o->tables[0], e))
            return e->code;
    }
    *gate = (struct gate_catalog){.tables = to, .count = o->count + extra};
    return OK;
}

/* Every length is hashed before its text, so that no two schemas meet. */
static void hash_text(struct hash *h, struct str s)
{
    uint64_t n = s.n;

    hash_update(h, &n, sizeof(n));
    hash_update(h, s.p, s.n);
}

static enum err hash_schema(const struct opening *o, struct str *out,
                            struct error *e)
{
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];
    struct hash h;

    hash_init(&h);
    for (size_t i = 0; i < o->count; i++) {
        const struct catalog_table *t = &o->tables[i];
        uint64_t n = t->column_count;

        hash_text(&h, t->name);
        hash_update(&h, &n, sizeof(n));
        for (size_t k = 0; k < t->column_count; k++) {
            const struct catalog_column *c = &t->columns[k];
            const uint8_t type[] = {(uint8_t)c->kind, c->width, c->scale};

            hash_text(&h, c->name);
            hash_update(&h, type, sizeof(type));
        }
    }
    hash_finish(&h, digest);
    hash_hex(digest, hex);
    return str_dup(str_from(hex), o->a, out, e);
}

enum err catalog_open(struct duck *d, const char *database_path,
                      struct arena *a, struct catalog **out, struct error *e)
{
    struct opening o = {.d = d, .a = a};
    struct catalog *c = arena_alloc(a, sizeof(*c), e);
    enum err rc;

    if (!c)
        return e->code;
    buf_init(&o.sql, SQL_MAX_BYTES);
    rc = duck_attach(d, database_path, "src", true, e);
    if (!rc)
        rc = read_tables(&o, e);
    if (!rc)
        rc = fill_gate(&o, &c->gate, e);
    if (!rc)
        rc = hash_schema(&o, &c->gate.hash, e);
    if (!rc) {
        c->tables = o.tables;
        c->count = o.count;
        *out = c;
    }
    buf_release(&o.sql);
    return rc;
}

uint64_t catalog_rows(const struct catalog *c, uint64_t tables)
{
    size_t second = c->gate.count - c->count; /* 1: data, named before all */
    uint64_t rows = 0;

    if (second && tables & 1)
        tables |= 2;
    for (size_t i = 0; i < c->count; i++) {
        size_t bit = i + second < 63 ? i + second : 63;

        if (tables >> bit & 1)
            rows += c->tables[i].rows;
    }
    return rows;
}
