/*
 * json_columns.h - the columns of JSON records: one for each member, and one
 * for each member of a member that is an object. Deeper values stay JSON.
 *
 *     {"id":1,"who":{"name":"Ada","tags":["x"]}}   id, who.name, who.tags
 */
#ifndef ENGINE_INGEST_JSON_COLUMNS_H
#define ENGINE_INGEST_JSON_COLUMNS_H

#include "base/json.h"
#include "formats/csv/column.h"

#define JSON_COLUMNS_MAX 10000u

enum json_kind {
    JSON_KIND_NULL,
    JSON_KIND_TEXT,
    JSON_KIND_NUMBER,
    JSON_KIND_BOOLEAN,
    JSON_KIND_NESTED, /* an array or object, as its JSON text */
    JSON_KINDS
};

struct json_column {
    struct str key;
    struct str sub; /* member of the member; p == NULL: none */
    uint64_t kinds[JSON_KINDS];
    uint64_t first_row[JSON_KINDS]; /* from 1; 0: none */
    struct column_evidence seen;
};

struct json_columns {
    struct json_column *list; /* list[n], in order of first appearance */
    size_t n;
    uint32_t *slots; /* hash table of indexes + 1 */
};

/* Called for each value of a record that is a cell. */
typedef enum err json_cell_visit(void *ctx, size_t column,
                                 const struct json *value, struct error *e);

/* No column yet. */
MUST_CHECK enum err json_columns_init(struct json_columns *c, struct arena *a,
                                      struct error *e);

/*
 * json_columns_walk - every cell of a record.
 *
 * in       record  an object
 *          a       columns that are new are kept there; NULL: none may be new
 * errors   ERR_LIMIT     over JSON_COLUMNS_MAX columns
 *          ERR_CONFLICT  a column is new and `a` is NULL
 *          what `visit` returns
 */
MUST_CHECK enum err json_columns_walk(struct json_columns *c,
                                      const struct json *record,
                                      struct arena *a, json_cell_visit *visit,
                                      void *ctx, struct error *e);

/* What kind of cell a value is. */
enum json_kind json_kind_of(const struct json *value);

/* The one kind that all values have; JSON_KIND_TEXT when they differ or there
   is not one. */
enum json_kind json_column_kind(const struct json_column *c);

#endif
