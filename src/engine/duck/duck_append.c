/* duck_append.c - filling chunks and handing them to DuckDB's appender. */
#include "engine/duck/duck_append.h"
#include "engine/duck/duck_internal.h"

#include <string.h>

struct column {
    duckdb_vector vector;
    void *data;
    uint64_t *valid; /* NULL until a null is put */
    enum duck_kind storage;
};

struct duck_append {
    struct arena arena; /* holds this struct */
    duckdb_appender appender;
    duckdb_data_chunk chunk;
    struct column *columns;
    size_t count;
};

#define COLUMN_BUDGET_BYTES 128u /* of the arena, for each column */

static enum duck_kind storage_of(duckdb_logical_type t)
{
    duckdb_type id = duckdb_get_type_id(t);
    if (id == DUCKDB_TYPE_DECIMAL)
        id = duckdb_decimal_internal_type(t);
    return (enum duck_kind)id;
}

/* After a reset the vectors' arrays may have moved. */
static void point_columns(struct duck_append *ap)
{
    for (size_t i = 0; i < ap->count; i++) {
        struct column *c = &ap->columns[i];
        c->vector = duckdb_data_chunk_get_vector(ap->chunk, i);
        c->data = duckdb_vector_get_data(c->vector);
        c->valid = NULL;
    }
}

static enum err make_chunk(struct duck_append *ap, struct error *e)
{
    ap->columns =
        arena_alloc_array(&ap->arena, ap->count, sizeof(*ap->columns), e);
    duckdb_logical_type *types = arena_alloc_array(
        &ap->arena, ap->count, sizeof(duckdb_logical_type), e);
    if (!ap->columns || !types)
        return e->code;
    for (size_t i = 0; i < ap->count; i++) {
        types[i] = duckdb_appender_column_type(ap->appender, i);
        ap->columns[i].storage = storage_of(types[i]);
    }
    ap->chunk = duckdb_create_data_chunk(types, ap->count);
    for (size_t i = 0; i < ap->count; i++)
        duckdb_destroy_logical_type(&types[i]);
    if (!ap->chunk)
        return error_set(e, ERR_INTERNAL, "a chunk of rows cannot be made");
    point_columns(ap);
    return OK;
}

static enum err append_fail(struct duck_append *ap, struct error *e)
{
    enum err rc = duck_fail(duckdb_appender_error(ap->appender), NULL, e);
    if (rc == ERR_INTERNAL)
        rc = error_set(e, ERR_FILE_WRITE_FAILED,
                       "the table's cache file cannot be written; is the disk "
                       "full?");
    return rc;
}

enum err duck_append_open(struct duck *d, const char *catalog,
                          const char *table, struct duck_append **out,
                          struct error *e)
{
    struct arena a;
    duckdb_appender appender = NULL;
    enum err rc = duck_fault(e);
    if (rc != OK)
        return rc;
    if (duckdb_appender_create_ext(d->con, catalog, "main", table, &appender) ==
        DuckDBError) {
        duckdb_appender_destroy(&appender);
        return error_set(e, ERR_INTERNAL, "no table to append to");
    }
    size_t count = duckdb_appender_column_count(appender);
    arena_init(&a,
               sizeof(struct duck_append) + 4096 + count * COLUMN_BUDGET_BYTES);
    struct duck_append *ap = arena_alloc(&a, sizeof(*ap), e);
    if (!ap) {
        duckdb_appender_destroy(&appender);
        return e->code;
    }
    ap->arena = a;
    ap->appender = appender;
    ap->count = count;
    rc = make_chunk(ap, e);
    if (rc == OK)
        *out = ap;
    else
        duck_append_abort(ap);
    return rc;
}

void duck_append_int(struct duck_append *ap, size_t col, size_t row, int128 v)
{
    const struct column *c = &ap->columns[col];
    switch (c->storage) {
    case DUCK_BOOLEAN: ((bool *)c->data)[row] = v != 0; break;
    case DUCK_TINYINT:
    case DUCK_UTINYINT: ((int8_t *)c->data)[row] = (int8_t)v; break;
    case DUCK_SMALLINT:
    case DUCK_USMALLINT: ((int16_t *)c->data)[row] = (int16_t)v; break;
    case DUCK_INTEGER:
    case DUCK_UINTEGER:
    case DUCK_DATE: ((int32_t *)c->data)[row] = (int32_t)v; break;
    case DUCK_HUGEINT:
        memcpy((char *)c->data + row * sizeof(v), &v, sizeof(v));
        break;
    case DUCK_BIGINT:
    case DUCK_UBIGINT:
    case DUCK_TIME:
    case DUCK_TIMESTAMP:
    case DUCK_TIMESTAMP_TZ: ((int64_t *)c->data)[row] = (int64_t)v; break;
    default: BUG_ON(c->storage != DUCK_INVALID);
    }
}

void duck_append_double(struct duck_append *ap, size_t col, size_t row,
                        double v)
{
    const struct column *c = &ap->columns[col];
    BUG_ON(c->storage != DUCK_DOUBLE);
    ((double *)c->data)[row] = v;
}

void duck_append_str(struct duck_append *ap, size_t col, size_t row,
                     struct str v)
{
    const struct column *c = &ap->columns[col];
    BUG_ON(c->storage != DUCK_VARCHAR && c->storage != DUCK_BLOB);
    duckdb_vector_assign_string_element_len(c->vector, row, v.p ? v.p : "",
                                            v.n);
}

void duck_append_null(struct duck_append *ap, size_t col, size_t row)
{
    struct column *c = &ap->columns[col];
    if (!c->valid) {
        duckdb_vector_ensure_validity_writable(c->vector);
        c->valid = duckdb_vector_get_validity(c->vector);
    }
    c->valid[row / 64] &= ~((uint64_t)1 << (row % 64));
}

enum err duck_append_flush(struct duck_append *ap, size_t rows, struct error *e)
{
    enum err rc = duck_fault(e);
    BUG_ON(rows > DUCK_CHUNK_ROWS);
    if (rc != OK)
        return rc;
    duckdb_data_chunk_set_size(ap->chunk, rows);
    if (rows &&
        duckdb_append_data_chunk(ap->appender, ap->chunk) == DuckDBError)
        return append_fail(ap, e);
    duckdb_data_chunk_reset(ap->chunk);
    point_columns(ap);
    return OK;
}

enum err duck_append_close(struct duck_append *ap, struct error *e)
{
    enum err rc = duck_fault(e);
    if (rc == OK && duckdb_appender_close(ap->appender) == DuckDBError)
        rc = append_fail(ap, e);
    duck_append_abort(ap);
    return rc;
}

void duck_append_abort(struct duck_append *ap)
{
    if (!ap)
        return;
    struct arena a = ap->arena;
    duckdb_destroy_data_chunk(&ap->chunk);
    duckdb_appender_destroy(&ap->appender);
    arena_release(&a);
}
