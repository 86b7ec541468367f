/* read.h - reads the JSON text of a value that is stored in runs. */
#ifndef STORE_JSON_DOCUMENT_READ_H
#define STORE_JSON_DOCUMENT_READ_H

#include "store/json_document/locate.h"

/*
 * read_value - the text of what a pointer names.
 *
 * out      out    without white space; its max_bytes bounds the value
 * errors   ERR_NOT_FOUND  the pointer names nothing
 *          ERR_FILE_READ_FAILED  damaged
 */
MUST_CHECK enum err read_value(const struct part *p, const struct pointer *ptr,
                               struct buf *out, struct error *e);

/* As read_value(), as a tree in `a`. */
MUST_CHECK enum err read_tree(const struct part *p, const struct pointer *ptr,
                              size_t max_bytes, struct arena *a,
                              struct json **out, struct error *e);

/*
 * read_type - what is at a pointer, without reading it.
 *
 * out      found   false: nothing does; *type is then untouched
 */
MUST_CHECK enum err read_type(const struct part *p, const struct pointer *ptr,
                              bool *found, enum json_type *type,
                              struct error *e);

#endif
