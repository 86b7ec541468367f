/*
 * duck.h - DuckDB behind our idioms: an in-memory database with one
 * connection, queries whose rows stream, and an appender.
 *
 * Only duck_internal.h includes duckdb.h, and only duck*.c include that: the
 * rest of the program sees plain arrays. Errors are ours: DuckDB's message in
 * one line, with line and column in the SQL, without paths and without values
 * of cells. Life of a worker:
 *
 *     duck_open -> duck_attach (or, to ingest, CREATE TABLE and append)
 *               -> duck_lock -> duck_query ... -> duck_close
 *
 * One thread uses a `struct duck`; only duck_interrupt() may come from others.
 */
#ifndef TABULAR_DUCK_H
#define TABULAR_DUCK_H

#include "base/str.h"

#define DUCK_CHUNK_ROWS 2048u /* most rows of a chunk, read or appended */

__extension__ typedef __int128 int128;           /* HUGEINT, wide DECIMAL */
__extension__ typedef unsigned __int128 uint128; /* UHUGEINT, UUID */

struct duck;
struct duck_result;
struct duck_append;

/* DuckDB's types under DuckDB's own numbers (duck_result.c asserts it). */
enum duck_kind {
    DUCK_INVALID = 0,
    DUCK_BOOLEAN = 1,
    DUCK_TINYINT = 2,
    DUCK_SMALLINT = 3,
    DUCK_INTEGER = 4,
    DUCK_BIGINT = 5,
    DUCK_UTINYINT = 6,
    DUCK_USMALLINT = 7,
    DUCK_UINTEGER = 8,
    DUCK_UBIGINT = 9,
    DUCK_FLOAT = 10,
    DUCK_DOUBLE = 11,
    DUCK_TIMESTAMP = 12, /* int64, microseconds since 1970 */
    DUCK_DATE = 13,      /* int32, days since 1970 */
    DUCK_TIME = 14,      /* int64, microseconds */
    DUCK_INTERVAL = 15,  /* struct duck_interval */
    DUCK_HUGEINT = 16,
    DUCK_VARCHAR = 17,
    DUCK_BLOB = 18,
    DUCK_DECIMAL = 19, /* `storage` says which integer holds it */
    DUCK_TIMESTAMP_S = 20,
    DUCK_TIMESTAMP_MS = 21,
    DUCK_TIMESTAMP_NS = 22,
    DUCK_ENUM = 23, /* `storage` says which integer holds the index */
    DUCK_LIST = 24,
    DUCK_STRUCT = 25,
    DUCK_MAP = 26, /* a list of structs of key and value */
    DUCK_UUID = 27,
    DUCK_UNION = 28, /* child 0 is the tag, the members follow */
    DUCK_BIT = 29,
    DUCK_TIME_TZ = 30,
    DUCK_TIMESTAMP_TZ = 31,
    DUCK_UHUGEINT = 32,
    DUCK_ARRAY = 33,
    DUCK_BIGNUM = 35,
    DUCK_SQLNULL = 36,
    DUCK_TIME_NS = 39,
    DUCK_GEOMETRY = 40, /* not in the header; results hold it as text */
    DUCK_VARIANT = 41,  /* the same */
};

struct duck_interval {
    int32_t months;
    int32_t days;
    int64_t micros;
};

struct duck_list_entry { /* a cell of a LIST or MAP */
    uint64_t offset;     /* into the child vector */
    uint64_t count;
};

struct duck_type {
    enum duck_kind kind;
    enum duck_kind storage; /* DECIMAL, ENUM: the integer kind; else `kind` */
    uint8_t width, scale;   /* DECIMAL */
    uint64_t array_size;    /* ARRAY: elements a cell */
    size_t child_count;     /* LIST, ARRAY 1; MAP 2; STRUCT, UNION members */
    const struct duck_type *children;
    const struct str *names; /* STRUCT, UNION: names[child_count] */
    size_t word_count;       /* ENUM */
    const struct str *words; /* ENUM: words[word_count] */
};

/* The values of one column of a chunk: DuckDB's own memory, not copied. */
struct duck_vector {
    const struct duck_type *type;
    const void *data;                   /* values of `storage`, one a row */
    const uint64_t *valid;              /* a bit a row; NULL: none is null */
    const struct duck_vector *children; /* LIST, ARRAY: element; MAP: key and
                                           value; STRUCT: fields; UNION: tag,
                                           then members */
};

/* One column of a result. */
struct duck_column {
    struct str name; /* as the query names it; may repeat */
    struct duck_type type;
};

/* At most DUCK_CHUNK_ROWS rows. */
struct duck_chunk {
    size_t rows;
    size_t columns;
    const struct duck_vector *vectors; /* vectors[columns] */
};

struct duck_options {
    uint64_t memory_bytes; /* 0: DuckDB's default; large strings pass it */
    unsigned threads;      /* 0: 1; the most that duck_use_threads() allows */
    const char *temp_dir;  /* where to spill; NULL: never */
};

/*
 * duck_open - a database in memory with one connection, UTC, file order kept,
 * no extension ever loaded from outside.
 *
 * out      d     the caller's, closed with duck_close()
 * errors   ERR_INTERNAL  the library is not the pinned version, or no memory
 * cost     20 ms, nearly all of it DuckDB's
 */
MUST_CHECK enum err duck_open(const struct duck_options *o, struct duck **d,
                              struct error *e);

/* Close it and all it holds; NULL is allowed. Results must be closed first. */
void duck_close(struct duck *d);

/*
 * duck_exec - a statement of our own (never a user's), its result thrown away.
 *
 * errors   ERR_LIMIT, ERR_TIMEOUT as in duck_query(); all else is ERR_INTERNAL
 */
MUST_CHECK enum err duck_exec(struct duck *d, const char *sql, struct error *e);

/*
 * duck_attach - the database file `path` as catalog `name`.
 *
 * in       path       any bytes; made when missing unless read_only
 *          name       our own, a plain identifier
 * errors   ERR_FILE_READ_FAILED  missing, not a DuckDB file, or damaged; the
 *                                message names no path
 */
MUST_CHECK enum err duck_attach(struct duck *d, const char *path,
                                const char *name, bool read_only,
                                struct error *e);

/*
 * duck_lock - no file, extension or setting can be reached from SQL any more,
 * except what design.md lists (attached files). For the rest of its life; the
 * one setting left open is `threads`, which duck_use_threads() needs.
 */
MUST_CHECK enum err duck_lock(struct duck *d, struct error *e);

/*
 * duck_use_threads - run what follows on `n` threads, 1 to options.threads.
 * One thread gives the same bytes each time; several do not, where a DOUBLE
 * is summed or the SQL has no total order. Costs 0.3 ms when n changes.
 */
MUST_CHECK enum err duck_use_threads(struct duck *d, unsigned n,
                                     struct error *e);

/*
 * duck_interrupt - end the running query soon; it fails with ERR_TIMEOUT.
 *
 * threads  any. With nothing running it does nothing: DuckDB forgets it when
 *          the next query begins, so who cancels must also look at the flag
 *          that made it cancel.
 */
void duck_interrupt(struct duck *d);

/*
 * duck_serialize - the syntax tree of a SELECT as JSON, by DuckDB's own
 * json_serialize_sql: {"error":false,"statements":[...]}.
 *
 * out      json  lives in `a`; never a text that says "error":true
 * errors   ERR_VALIDATION_FAILED  not SQL, with position; a NUL byte; or a
 *                                 statement that is no SELECT
 * cost     0.3 ms for a short query
 */
MUST_CHECK enum err duck_serialize(struct duck *d, struct str sql,
                                   struct arena *a, struct str *json,
                                   struct error *e);

/*
 * duck_count_statements - how many statements `sql` holds; 0 when it holds
 * only spaces and comments.
 *
 * errors   ERR_VALIDATION_FAILED  not SQL, with position
 */
MUST_CHECK enum err duck_count_statements(struct duck *d, struct str sql,
                                          size_t *n, struct error *e);

/*
 * duck_query - run one statement and stream its rows.
 *
 * in       sql   UTF-8; one statement
 * out      r     the caller's, closed with duck_result_close() before the
 *                next query of the same `d` begins
 * errors   ERR_VALIDATION_FAILED  DuckDB refuses it or a value, with position
 *          ERR_LIMIT              out of memory
 *          ERR_TIMEOUT            duck_interrupt() came
 *          ERR_INTERNAL           input or output failed, or a bug in DuckDB
 */
MUST_CHECK enum err duck_query(struct duck *d, struct str sql,
                               struct duck_result **r, struct error *e);

/* The columns, columns[count]; borrow the result. */
const struct duck_column *duck_result_columns(const struct duck_result *r,
                                              size_t *count);

/*
 * duck_result_next - the next chunk.
 *
 * out      c     rows == 0 at the end; borrows `r` until the next call
 * errors   as duck_query(): rows are made while they are read
 */
MUST_CHECK enum err duck_result_next(struct duck_result *r,
                                     struct duck_chunk *c, struct error *e);

/* Stop reading and free; NULL is allowed. */
void duck_result_close(struct duck_result *r);

/* Is the value null? `row` counts inside the vector. */
static inline bool duck_is_null(const struct duck_vector *v, size_t row)
{
    return v->valid && !(v->valid[row / 64] >> (row % 64) & 1);
}

/* The bytes of a VARCHAR, BLOB, BIT or BIGNUM cell; borrow the chunk. */
struct str duck_str(const struct duck_vector *v, size_t row);

/*
 * duck_int - the number that holds a cell: BOOLEAN, every integer, DECIMAL
 * (unscaled), ENUM (index), DATE, TIME, TIMESTAMP; not UHUGEINT.
 */
int128 duck_int(const struct duck_vector *v, size_t row);

/*
 * duck_append_open - add rows to a table that exists, 2048 at a time:
 *
 *     while rows are left:
 *         for each row of at most DUCK_CHUNK_ROWS, for each column:
 *             duck_append_int / _double / _str / _null
 *         duck_append_flush(ap, rows, e)
 *     duck_append_close(ap, e)
 *
 * in       catalog  attached name, or NULL for the database in memory
 *          table    as it is named, not quoted
 * errors   ERR_INTERNAL  no such table
 */
MUST_CHECK enum err duck_append_open(struct duck *d, const char *catalog,
                                     const char *table, struct duck_append **ap,
                                     struct error *e);

/*
 * Put a cell. `row` counts inside the chunk and rises column by column as
 * pleases; each cell is put once. duck_append_int() takes what duck_int()
 * gives (a DECIMAL unscaled, a DATE in days, a TIMESTAMP in microseconds);
 * the number must fit the type, which the caller decided. A string is copied.
 */
void duck_append_int(struct duck_append *ap, size_t col, size_t row, int128 v);
void duck_append_double(struct duck_append *ap, size_t col, size_t row,
                        double v);
void duck_append_str(struct duck_append *ap, size_t col, size_t row,
                     struct str v);
void duck_append_null(struct duck_append *ap, size_t col, size_t row);

/*
 * duck_append_flush - hand over rows [0, rows) and start an empty chunk.
 *
 * errors   ERR_LIMIT              out of memory
 *          ERR_FILE_WRITE_FAILED  the disk is full
 */
MUST_CHECK enum err duck_append_flush(struct duck_append *ap, size_t rows,
                                      struct error *e);

/* Write what is left and free `ap`, also on error. Errors as above. */
MUST_CHECK enum err duck_append_close(struct duck_append *ap, struct error *e);

/* Free without writing what is left; NULL is allowed. */
void duck_append_abort(struct duck_append *ap);

/*
 * duck_quote - an identifier as SQL, in double quotes, put at the end of
 * `out`. Any bytes but NUL are safe in it.
 */
struct buf;
void duck_quote(struct buf *out, struct str name);

#endif
