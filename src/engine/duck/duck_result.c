/*
 * duck_result.c - running a statement and reading its rows as they are made.
 *
 * A result is streamed: DuckDB computes about a megabyte ahead and waits, so
 * a result of any length needs little memory. The vectors of a chunk are
 * DuckDB's own arrays; the tree that describes them is built once a result
 * and only its pointers change from chunk to chunk.
 *
 * GEOMETRY and VARIANT are newer than the header, BIGNUM and BIT have layouts
 * that no contract fixes, and a type nested beyond what the JSON writer holds
 * cannot be shown: columns that hold such are cast to VARCHAR by DuckDB
 * itself, by running `SELECT ... FROM (<the user's SQL>) AS t(...)` instead.
 * Errors found on the way are moved back by what was put before.
 */
#include "base/clock.h"
#include "engine/duck/duck_internal.h"

#include <string.h>

#define RESULT_BUDGET_BYTES (64u << 20) /* types, names, words of enums */
#define TYPE_DEPTH_MAX      32

_Static_assert((int)DUCK_TIME_NS == (int)DUCKDB_TYPE_TIME_NS, "same numbers");
_Static_assert((int)DUCK_UHUGEINT == (int)DUCKDB_TYPE_UHUGEINT, "the same");
_Static_assert((int)DUCK_TIMESTAMP_TZ == (int)DUCKDB_TYPE_TIMESTAMP_TZ, "");
_Static_assert((int)DUCK_BIGNUM == (int)DUCKDB_TYPE_BIGNUM, "the same");
_Static_assert(sizeof(struct duck_interval) == sizeof(duckdb_interval), "");
_Static_assert(sizeof(struct duck_list_entry) == sizeof(duckdb_list_entry), "");

/* A string that DuckDB allocated, copied into `a` and freed. */
static enum err take_text(char *text, struct arena *a, struct str *out,
                          struct error *e)
{
    enum err rc = str_dup(str_from(text), a, out, e);
    duckdb_free(text);
    return rc;
}

static size_t child_count(duckdb_logical_type t, enum duck_kind kind)
{
    switch (kind) {
    case DUCK_LIST:
    case DUCK_ARRAY: return 1;
    case DUCK_MAP: return 2;
    case DUCK_STRUCT: return duckdb_struct_type_child_count(t);
    case DUCK_UNION: return duckdb_union_type_member_count(t);
    default: return 0;
    }
}

static duckdb_logical_type child_type(duckdb_logical_type t,
                                      enum duck_kind kind, size_t i)
{
    switch (kind) {
    case DUCK_LIST: return duckdb_list_type_child_type(t);
    case DUCK_ARRAY: return duckdb_array_type_child_type(t);
    case DUCK_MAP:
        return i == 0 ? duckdb_map_type_key_type(t)
                      : duckdb_map_type_value_type(t);
    case DUCK_STRUCT: return duckdb_struct_type_child_type(t, i);
    default: return duckdb_union_type_member_type(t, i);
    }
}

static enum err read_type(duckdb_logical_type t, struct arena *a,
                          struct duck_type *out, struct error *e);

static enum err read_children(duckdb_logical_type t, struct arena *a,
                              struct duck_type *out, struct error *e)
{
    size_t n = out->child_count;
    bool named = out->kind == DUCK_STRUCT || out->kind == DUCK_UNION;
    struct duck_type *children = arena_alloc_array(a, n, sizeof(*children), e);
    struct str *names = arena_alloc_array(a, n, sizeof(*names), e);
    if (!children || !names)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        enum err rc = OK;
        duckdb_logical_type c = child_type(t, out->kind, i);
        rc = read_type(c, a, &children[i], e);
        duckdb_destroy_logical_type(&c);
        if (rc == OK && named)
            rc = take_text(out->kind == DUCK_STRUCT
                               ? duckdb_struct_type_child_name(t, i)
                               : duckdb_union_type_member_name(t, i),
                           a, &names[i], e);
        if (rc != OK)
            return rc;
    }
    out->children = children;
    out->names = names;
    return OK;
}

static enum err read_words(duckdb_logical_type t, struct arena *a,
                           struct duck_type *out, struct error *e)
{
    out->word_count = duckdb_enum_dictionary_size(t);
    struct str *words =
        arena_alloc_array(a, out->word_count, sizeof(*words), e);
    if (!words)
        return e->code;
    for (size_t i = 0; i < out->word_count; i++) {
        enum err rc =
            take_text(duckdb_enum_dictionary_value(t, i), a, &words[i], e);
        if (rc != OK)
            return rc;
    }
    out->words = words;
    return OK;
}

/* needs_text() has bounded the depth. */
static enum err read_type(duckdb_logical_type t, struct arena *a,
                          struct duck_type *out, struct error *e)
{
    out->kind = out->storage = (enum duck_kind)duckdb_get_type_id(t);
    out->child_count = child_count(t, out->kind);
    if (out->kind == DUCK_ARRAY)
        out->array_size = duckdb_array_type_array_size(t);
    if (out->child_count)
        return read_children(t, a, out, e);
    if (out->kind == DUCK_DECIMAL) {
        out->storage = (enum duck_kind)duckdb_decimal_internal_type(t);
        out->width = duckdb_decimal_width(t);
        out->scale = duckdb_decimal_scale(t);
    } else if (out->kind == DUCK_ENUM) {
        out->storage = (enum duck_kind)duckdb_enum_internal_type(t);
        return read_words(t, a, out, e);
    }
    return OK;
}

/* Must DuckDB cast this type to text? Consumes `t`. */
static bool needs_text(duckdb_logical_type t, unsigned depth)
{
    enum duck_kind kind = (enum duck_kind)duckdb_get_type_id(t);
    bool needs = kind == DUCK_INVALID || kind == DUCK_BIT ||
                 kind == DUCK_BIGNUM || kind > DUCK_TIME_NS ||
                 depth > TYPE_DEPTH_MAX;
    size_t n = needs ? 0 : child_count(t, kind);
    for (size_t i = 0; i < n && !needs; i++)
        needs = needs_text(child_type(t, kind, i), depth + 1);
    duckdb_destroy_logical_type(&t);
    return needs;
}

static enum err prepare(struct duck_result *r, const char *sql, struct error *e)
{
    duckdb_destroy_prepare(&r->stmt);
    if (duckdb_prepare(r->d->con, sql, &r->stmt) == DuckDBError)
        return duck_fail(duckdb_prepare_error(r->stmt), &r->src, e);
    return OK;
}

/*
 * The columns of the prepared statement, before any cast to text. Statements
 * whose columns are known only when they run have none yet.
 */
static enum err read_columns(struct duck_result *r, bool *cast, struct error *e)
{
    r->count = duckdb_prepared_statement_column_count(r->stmt);
    r->columns = arena_alloc_array(&r->arena, r->count, sizeof(*r->columns), e);
    if (!r->columns)
        return e->code;
    for (size_t i = 0; i < r->count; i++) {
        struct duck_column *c = &r->columns[i];
        /* DuckDB owns a name copy per call */
        const char *name = duckdb_prepared_statement_column_name(r->stmt, i);
        enum err rc = str_dup(str_from(name), &r->arena, &c->name, e);
        duckdb_free((void *)name);
        if (rc != OK)
            return rc;
        duckdb_logical_type t =
            duckdb_prepared_statement_column_logical_type(r->stmt, i);
        c->declared = (enum duck_kind)duckdb_get_type_id(t);
        c->as_text = needs_text(t, 0);
        *cast |= c->as_text;
    }
    return OK;
}

/* Prepare again, with the columns that need it cast to text. */
static enum err prepare_cast(struct duck_result *r, struct error *e)
{
    struct buf sql;
    struct str text;
    buf_init(&sql, r->src.sql.n + 64 * r->count + 4096);
    buf_puts(&sql, "SELECT ");
    for (size_t i = 0; i < r->count; i++)
        buf_printf(&sql,
                   r->columns[i].as_text ? "%sCAST(c%zu AS VARCHAR)" : "%sc%zu",
                   i ? "," : "", i);
    buf_puts(&sql, " FROM (\n");
    r->src.shift = sql.n;
    buf_put_str(&sql, r->src.sql);
    buf_puts(&sql, "\n) AS t(");
    for (size_t i = 0; i < r->count; i++)
        buf_printf(&sql, "%sc%zu", i ? "," : "", i);
    buf_puts(&sql, ")");
    buf_put_char(&sql, '\0');
    enum err rc = buf_finish(&sql, &text, e);
    if (rc == OK)
        rc = prepare(r, text.p, e);
    buf_release(&sql);
    return rc;
}

static enum err execute(struct duck_result *r, struct error *e)
{
    r->running = true;
    if (duckdb_execute_prepared_streaming(r->stmt, &r->rows) == DuckDBError)
        return duck_fail(duckdb_result_error(&r->rows), &r->src, e);
    if (duckdb_column_count(&r->rows) != r->count)
        return error_set(e, ERR_INTERNAL, "a query changed its columns");
    return OK;
}

static enum err read_types(struct duck_result *r, struct error *e)
{
    for (size_t i = 0; i < r->count; i++) {
        duckdb_logical_type t = duckdb_column_logical_type(&r->rows, i);
        enum err rc = read_type(t, &r->arena, &r->columns[i].type, e);
        duckdb_destroy_logical_type(&t);
        if (rc != OK)
            return rc;
    }
    return OK;
}

static size_t vector_children(const struct duck_type *t)
{
    return t->kind == DUCK_UNION ? t->child_count + 1 : t->child_count;
}

static const struct duck_type tag_type = {.kind = DUCK_UTINYINT,
                                          .storage = DUCK_UTINYINT};

static const struct duck_type *vector_child_type(const struct duck_type *t,
                                                 size_t i)
{
    if (t->kind != DUCK_UNION)
        return &t->children[i];
    return i == 0 ? &tag_type : &t->children[i - 1];
}

static enum err build_vector(const struct duck_type *t, struct arena *a,
                             struct duck_vector *v, struct error *e)
{
    size_t n = vector_children(t);
    v->type = t;
    if (n == 0)
        return OK;
    struct duck_vector *children =
        arena_alloc_array(a, n, sizeof(*children), e);
    if (!children)
        return e->code;
    v->children = children;
    for (size_t i = 0; i < n; i++) {
        enum err rc = build_vector(vector_child_type(t, i), a, &children[i], e);
        if (rc != OK)
            return rc;
    }
    return OK;
}

static duckdb_vector child_vector(duckdb_vector from, enum duck_kind kind,
                                  size_t i)
{
    switch (kind) {
    case DUCK_LIST: return duckdb_list_vector_get_child(from);
    case DUCK_ARRAY: return duckdb_array_vector_get_child(from);
    case DUCK_MAP:
        return duckdb_struct_vector_get_child(
            duckdb_list_vector_get_child(from), i);
    default: return duckdb_struct_vector_get_child(from, i);
    }
}

static void point_vector(struct duck_vector *v, duckdb_vector from)
{
    v->data = duckdb_vector_get_data(from);
    v->valid = duckdb_vector_get_validity(from);
    size_t n = vector_children(v->type);
    for (size_t i = 0; i < n; i++)
        point_vector((struct duck_vector *)&v->children[i],
                     child_vector(from, v->type->kind, i));
}

static enum err build_vectors(struct duck_result *r, struct error *e)
{
    r->vectors = arena_alloc_array(&r->arena, r->count, sizeof(*r->vectors), e);
    if (!r->vectors)
        return e->code;
    for (size_t i = 0; i < r->count; i++) {
        enum err rc =
            build_vector(&r->columns[i].type, &r->arena, &r->vectors[i], e);
        if (rc != OK)
            return rc;
    }
    return OK;
}

static enum err start(struct duck_result *r, struct str sql, struct error *e)
{
    bool cast = false;
    enum err rc = duck_fault(e);
    if (rc == OK)
        rc = duck_check_text(sql, e);
    const char *text = rc == OK ? str_cstr(sql, &r->arena, e) : NULL;
    if (!text)
        return e->code;
    r->src.sql = (struct str){text, sql.n};
    rc = prepare(r, text, e);
    if (rc == OK)
        rc = read_columns(r, &cast, e);
    if (rc == OK && cast)
        rc = prepare_cast(r, e);
    return rc ? rc : duck_result_run(r, e);
}

enum err duck_result_run(struct duck_result *r, struct error *e)
{
    enum err rc;

    r->began_ns = clock_ns();
    rc = execute(r, e);
    if (rc == OK && !r->vectors) {
        rc = read_types(r, e);
        if (rc == OK)
            rc = build_vectors(r, e);
    }
    r->failed = rc != OK;
    return rc;
}

enum err duck_query(struct duck *d, struct str sql, struct duck_result **out,
                    struct error *e)
{
    struct arena a;
    arena_init(&a, RESULT_BUDGET_BYTES + sql.n);
    struct duck_result *r = arena_alloc(&a, sizeof(*r), e);
    if (!r)
        return e->code;
    r->arena = a;
    r->d = d;
    r->threads = d->threads;
    enum err rc = start(r, sql, e);
    if (rc == OK)
        *out = r;
    else
        duck_result_free(r);
    return rc;
}

const struct duck_column *duck_result_columns(const struct duck_result *r,
                                              size_t *count)
{
    *count = r->count;
    return r->columns;
}

enum err duck_result_next(struct duck_result *r, struct duck_chunk *c,
                          struct error *e)
{
    enum err rc = duck_fault(e);
    *c = (struct duck_chunk){0, r->count, r->vectors};
    duckdb_destroy_data_chunk(&r->chunk);
    if (rc != OK)
        return rc;
    r->chunk = duckdb_fetch_chunk(r->rows);
    if (!r->chunk) {
        const char *message = duckdb_result_error(&r->rows);
        r->failed = message && *message;
        return r->failed ? duck_fail(message, &r->src, e) : OK;
    }
    c->rows = duckdb_data_chunk_get_size(r->chunk);
    for (size_t i = 0; i < r->count; i++)
        point_vector(&r->vectors[i], duckdb_data_chunk_get_vector(r->chunk, i));
    return OK;
}

/* End this run; the statement stays prepared. */
static void end_run(struct duck_result *r)
{
    duckdb_destroy_data_chunk(&r->chunk);
    if (r->running)
        duckdb_destroy_result(&r->rows);
    r->running = false;
}

void duck_result_free(struct duck_result *r)
{
    struct arena a = r->arena;

    end_run(r);
    duckdb_destroy_prepare(&r->stmt);
    arena_release(&a);
}

void duck_result_close(struct duck_result *r)
{
    if (!r)
        return;
    end_run(r);
    if (!r->keep || r->failed || !duck_kept_put(r))
        duck_result_free(r);
}

struct str duck_str(const struct duck_vector *v, size_t row)
{
    const duckdb_string_t *s = (const duckdb_string_t *)v->data + row;
    uint32_t n = s->value.inlined.length;
    bool inlined = n <= sizeof(s->value.inlined.inlined);
    return (struct str){
        inlined ? s->value.inlined.inlined : s->value.pointer.ptr, n};
}

int128 duck_int(const struct duck_vector *v, size_t row)
{
    switch (v->type->storage) {
    case DUCK_BOOLEAN: return ((const bool *)v->data)[row];
    case DUCK_TINYINT: return ((const int8_t *)v->data)[row];
    case DUCK_SMALLINT: return ((const int16_t *)v->data)[row];
    case DUCK_INTEGER:
    case DUCK_DATE: return ((const int32_t *)v->data)[row];
    case DUCK_UTINYINT: return ((const uint8_t *)v->data)[row];
    case DUCK_USMALLINT: return ((const uint16_t *)v->data)[row];
    case DUCK_UINTEGER: return ((const uint32_t *)v->data)[row];
    case DUCK_UBIGINT: return ((const uint64_t *)v->data)[row];
    case DUCK_HUGEINT: {
        int128 wide;
        memcpy(&wide, (const char *)v->data + row * sizeof(wide), sizeof(wide));
        return wide;
    }
    default: return ((const int64_t *)v->data)[row];
    }
}
