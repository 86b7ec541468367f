/* document_store.h - writes JSON trees as runs. */
#ifndef STORE_JSON_DOCUMENT_DOCUMENT_STORE_H
#define STORE_JSON_DOCUMENT_DOCUMENT_STORE_H

#include "store/json_document/document_run.h"

/* Where children are to be. */
struct run_range {
    int64_t container;
    bool in_object;
    struct run reuse; /* the row that the first of them take; id 0: none */
    struct str low;   /* between these places when there is no row to take; */
    struct str high;  /* after the row's place otherwise, and before this */
};

/*
 * store_children - write a list of children as one run or as several.
 *
 * A row to take that nothing is left for is removed. A child that is large
 * becomes open, with a container of its own.
 *
 * in       list   children, linked by `next`; NULL: none
 * errors   as db_run(); ERR_LIMIT  memory
 */
MUST_CHECK enum err store_children(const struct part *p,
                                   const struct run_range *s,
                                   const struct json *list, struct error *e);

/* Write a whole document into a generation that has no runs. */
MUST_CHECK enum err store_document(const struct part *p,
                                   const struct json *value, struct error *e);

#endif
