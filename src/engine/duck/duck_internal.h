/*
 * duck_internal.h - what duck*.c share. It alone includes duckdb.h, so that the
 * foreign header still enters at one place; opening, reading results, appending
 * and errors would be too long for one file.
 */
#ifndef ENGINE_DUCK_DUCK_INTERNAL_H
#define ENGINE_DUCK_DUCK_INTERNAL_H

#include "base/fault.h"
#include "engine/duck/duck.h"

#include <duckdb.h>

struct json;

#define DUCK_KEPT_MAX 16u

struct duck {
    struct arena arena; /* holds this struct */
    duckdb_database db; /* NULL: of another, duck_open_beside() */
    duckdb_connection con;
    duckdb_prepared_statement serialize; /* SELECT json_serialize_sql(?) */
    unsigned threads;                    /* in use */
    unsigned max_threads;
    bool confined;               /* duck_confine() */
    uint64_t rows_from, rows_to; /* duck_set_row_range() */

    struct duck_result *kept[DUCK_KEPT_MAX]; /* idle statements; NULL: free */
    uint64_t kept_clock;                     /* counts what was kept */
};

/* The user's SQL that runs, to find a place in it. */
struct duck_source {
    struct str sql;
    size_t shift; /* bytes of ours that DuckDB saw before it */
};

struct duck_result {
    struct arena arena; /* holds this struct */
    struct duck *d;
    struct duck_source src;
    duckdb_prepared_statement stmt;
    duckdb_result rows;
    bool running;
    duckdb_data_chunk chunk;
    struct duck_column *columns;
    struct duck_vector *vectors; /* NULL until it ran once */
    size_t count;

    bool keep;         /* may stay prepared: duck_query_kept() */
    bool failed;       /* while it ran */
    unsigned threads;  /* it was planned for */
    uint64_t began_ns; /* this run */
    uint64_t kept_at;  /* d->kept_clock when it was put away */
};

/* duck_rows_register - make DUCK_ROW_IN_RANGE known (duck_rows.c). */
MUST_CHECK enum err duck_rows_register(struct duck *d, struct error *e);

/* duck_result_run - execute the statement, also again (duck_result.c). */
MUST_CHECK enum err duck_result_run(struct duck_result *r, struct error *e);

/* duck_result_free - whatever state it is in; not kept (duck_result.c). */
void duck_result_free(struct duck_result *r);

/* duck_kept_put - take over an idle result; false: not worth it. */
bool duck_kept_put(struct duck_result *r);

/*
 * duck_fail - DuckDB's message as an error of ours (duck_error.c).
 *
 * in       message  from DuckDB, JSON or text; NULL is allowed
 *          src      the user's SQL, or NULL when the statement was our own:
 *                   then all but memory and time is ERR_INTERNAL
 */
enum err duck_fail(const char *message, const struct duck_source *src,
                   struct error *e);

/*
 * duck_fail_fields - the same from the fields that json_serialize_sql gives.
 *
 * in       j  an object with exception_type, exception_message, position, ...
 *             or the same with the prefix error_
 */
enum err duck_fail_fields(const struct json *j, const struct duck_source *src,
                          struct error *e);

/* ERR_LIMIT where a test makes this step of the engine fail. */
MUST_CHECK static inline enum err duck_fault(struct error *e)
{
    return fault_now(FAULT_ENGINE)
               ? error_set(e, ERR_LIMIT, "the table engine has no memory")
               : OK;
}

/*
 * duck_check_text - refuse SQL with a NUL byte or that is not UTF-8.
 *
 * errors   ERR_VALIDATION_FAILED  with position
 */
MUST_CHECK enum err duck_check_text(struct str sql, struct error *e);

#endif
