/*
 * duck_rows.c - the function that is true for a range of rows.
 *
 * A range in the SQL itself would make each window another statement, to be
 * planned anew. The function looks at the range of the moment instead, and
 * DuckDB calls it while it scans rowid, before it reads other columns. It is
 * not declared volatile: then it would be called after all columns were read.
 */
#include "engine/duck/duck_internal.h"

static void in_range(duckdb_function_info info, duckdb_data_chunk in,
                     duckdb_vector out)
{
    const struct duck *d = duckdb_scalar_function_get_extra_info(info);
    const int64_t *row =
        duckdb_vector_get_data(duckdb_data_chunk_get_vector(in, 0));
    bool *is_in = duckdb_vector_get_data(out);
    size_t n = duckdb_data_chunk_get_size(in);

    for (size_t i = 0; i < n; i++)
        is_in[i] =
            (uint64_t)row[i] >= d->rows_from && (uint64_t)row[i] < d->rows_to;
}

enum err duck_rows_register(struct duck *d, struct error *e)
{
    duckdb_scalar_function f = duckdb_create_scalar_function();
    duckdb_logical_type row = duckdb_create_logical_type(DUCKDB_TYPE_BIGINT);
    duckdb_logical_type is = duckdb_create_logical_type(DUCKDB_TYPE_BOOLEAN);
    duckdb_state state;

    duckdb_scalar_function_set_name(f, DUCK_ROW_IN_RANGE);
    duckdb_scalar_function_add_parameter(f, row);
    duckdb_scalar_function_set_return_type(f, is);
    duckdb_scalar_function_set_extra_info(f, d, NULL);
    duckdb_scalar_function_set_function(f, in_range);
    state = duckdb_register_scalar_function(d->con, f);
    duckdb_destroy_logical_type(&row);
    duckdb_destroy_logical_type(&is);
    duckdb_destroy_scalar_function(&f);
    return state == DuckDBSuccess
               ? OK
               : error_set(e, ERR_INTERNAL,
                           "the table engine takes no function");
}

void duck_set_row_range(struct duck *d, uint64_t from, uint64_t to)
{
    d->rows_from = from;
    d->rows_to = to;
}
