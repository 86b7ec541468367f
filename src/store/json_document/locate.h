/* locate.h - finds the run that holds the value of a pointer. */
#ifndef STORE_JSON_DOCUMENT_LOCATE_H
#define STORE_JSON_DOCUMENT_LOCATE_H

#include "store/json_document/document_run.h"
#include "store/json_tree/pointer.h"

/* Container 0, which has the document's value as its only child, number 0. */
#define ROOT_CONTAINER 0

/*
 * How far the runs lead: token number `depth` of `path` is looked for in
 * `container`. When it is found in a run of small children, the tokens after
 * it lead on inside that child; when it is an open child, it is the last one.
 */
struct spot {
    struct pointer path; /* the pointer with "0" before it, for container 0 */
    size_t depth;
    int64_t container;
    bool in_object; /* the container's children have keys */
    struct run run; /* with the child, or else the last of the container */
    int64_t before; /* children of the container in the runs before it */
    bool found;
};

/*
 * locate - the spot of a pointer.
 *
 * out      s       lives in `a`; not finding it is not an error
 * errors   ERR_FILE_READ_FAILED  the document has no runs, or is damaged
 * cost     O(runs of the containers on the way), their texts not read
 */
MUST_CHECK enum err locate(const struct part *p, const struct pointer *ptr,
                           struct arena *a, struct spot *s, struct error *e);

/* Fill *e: what the spot looked for is not there. */
enum err locate_missing(const struct spot *s, struct error *e);

/*
 * The token as it is named inside the run: an index is counted from the run's
 * first child, a key stays. In `a`; an empty str on error, with *e filled.
 */
MUST_CHECK enum err locate_local(const struct spot *s, struct arena *a,
                                 struct str *token, struct error *e);

#endif
