/*
 * duck_type.h - the types, vectors and chunks of a DuckDB result as plain
 * arrays, so that no other module needs duckdb.h.
 */
#ifndef ENGINE_DUCK_DUCK_TYPE_H
#define ENGINE_DUCK_DUCK_TYPE_H

#include "base/str.h"

#define DUCK_CHUNK_ROWS 2048u /* most rows of a chunk, read or appended */

__extension__ typedef __int128 int128;           /* HUGEINT, wide DECIMAL */
__extension__ typedef unsigned __int128 uint128; /* UHUGEINT, UUID */

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
    const void *data;                   /* values of `storage`, one per row */
    const uint64_t *valid;              /* a bit a row; NULL: none is null */
    const struct duck_vector *children; /* LIST, ARRAY: element; MAP: key and
                                           value; STRUCT: fields; UNION: tag,
                                           then members */
};

/* One column of a result. */
struct duck_column {
    struct str name;         /* as the query names it; may repeat */
    struct duck_type type;   /* of the vectors that come */
    enum duck_kind declared; /* of the query; differs where `as_text` */
    bool as_text; /* BIGNUM, BIT, GEOMETRY, VARIANT, ...: cast to VARCHAR */
};

/* At most DUCK_CHUNK_ROWS rows. */
struct duck_chunk {
    size_t rows;
    size_t columns;
    const struct duck_vector *vectors; /* vectors[columns] */
};

/* A whole number that duck_int() can hold. */
static inline bool duck_is_integer(enum duck_kind kind)
{
    return (kind >= DUCK_TINYINT && kind <= DUCK_UBIGINT) ||
           kind == DUCK_HUGEINT;
}

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

#endif
