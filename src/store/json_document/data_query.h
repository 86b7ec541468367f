/*
 * data_query.h - queries on the JSON tree of a base.
 *
 * Each is answered from one version of the tree and written as JSON text into
 * a buffer of the caller, whose max_bytes bounds the answer. Setting the flag of
 * the base's connection (db_set_cancel()) ends them with ERR_TIMEOUT.
 */
#ifndef STORE_JSON_DOCUMENT_DATA_QUERY_H
#define STORE_JSON_DOCUMENT_DATA_QUERY_H

#include "store/json_document/data.h"

#define DATA_QUERY_MAX_BYTES ((size_t)256 << 20) /* of what is looked through */

struct data_question {
    struct str expression;   /* JMESPath */
    struct data_place place; /* of the value that it is asked of */
};

/*
 * data_query - what an expression finds.
 *
 * Where the expression begins with names of fields, only what they name is
 * read: `orders.items[?total > `10`]` of a base reads the list.
 *
 * out      found  the value at the place, without its text
 * errors   as data_read(), jmespath_compile() and jmespath_write()
 *          ERR_LIMIT  over DATA_QUERY_MAX_BYTES are to be looked through
 */
MUST_CHECK enum err data_query(const struct base *b,
                               const struct data_question *q, struct arena *a,
                               struct buf *out, struct data_value *found,
                               struct error *e);

/*
 * data_schema - what a value holds, path by path
 * (store/json_tree/tree_schema.h), an object.
 *
 * errors   as data_read()
 *          ERR_LIMIT  over DATA_QUERY_MAX_BYTES are to be looked through
 */
MUST_CHECK enum err data_schema(const struct base *b,
                                const struct data_place *place, struct arena *a,
                                struct buf *out, struct data_value *found,
                                struct error *e);

/* A value at two versions of the tree. */
struct data_span {
    struct str pointer;
    int64_t from;
    int64_t to;
};

/*
 * data_diff - the JSON Patch from a value at one version to it at another.
 *
 * out      out    the operations, an array; paths are inside the value
 *          found  as it is at `to`
 * errors   ERR_NOT_FOUND  it is not there at one of them
 *          ERR_LIMIT      over DATA_QUERY_MAX_BYTES are to be compared
 */
MUST_CHECK enum err data_diff(const struct base *b,
                              const struct data_span *span, struct arena *a,
                              struct buf *out, struct data_value *found,
                              struct error *e);

#endif
