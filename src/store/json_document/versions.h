/* versions.h - versions of the tree and of documents whose JSON changes. */
#ifndef STORE_JSON_DOCUMENT_VERSIONS_H
#define STORE_JSON_DOCUMENT_VERSIONS_H

#include "store/catalog/document.h"
#include "store/json_document/data.h"

/* One entry of the history: what was done, and what undoes it. */
struct tree_write {
    const char *operation; /* as base_schema.c lists them */
    struct str pointer;    /* of the base's tree */
    struct str patch;      /* JSON, of the document; empty: none */
    struct str inverse;
    struct str author;
};

/* Add a version of the tree; inside a write transaction. */
MUST_CHECK enum err versions_add(const struct base *b,
                                 const struct tree_write *w, int64_t *version,
                                 struct error *e);

/* Set where a version was written, when its document had no key before. */
MUST_CHECK enum err versions_set_pointer(const struct base *b, int64_t version,
                                         struct str pointer, struct error *e);

/* The last version of the tree that changed this document. */
MUST_CHECK enum err versions_of_document(const struct base *b, int64_t document,
                                         int64_t *version, struct error *e);

/* A document's JSON at one time. */
struct data_state {
    struct part part;                /* its runs, of that generation */
    struct document_version version; /* that was the last one then */
};

/*
 * versions_find - the JSON that a document had at a version of the tree.
 *
 * in       at   0: now
 * out      out  lives in `a`
 * errors   ERR_NOT_FOUND  it had none
 */
MUST_CHECK enum err versions_find(const struct base *b, int64_t document,
                                  int64_t at, struct arena *a,
                                  struct data_state *out, struct error *e);

/*
 * versions_read - the text of a value as it was at a version of the tree.
 *
 * in       at   0: now
 */
MUST_CHECK enum err versions_read(const struct base *b, int64_t document,
                                  const struct pointer *inner, int64_t at,
                                  struct buf *out, struct error *e);

/*
 * versions_restore - the JSON of a version of the tree as another generation.
 *
 * The runs are copied and the later writes undone in the copy, so that memory
 * is that of one write, however large the document.
 *
 * in       at          not 0
 *          generation  has no runs
 */
MUST_CHECK enum err versions_restore(const struct base *b, int64_t document,
                                     int64_t at, int64_t generation,
                                     struct error *e);

/* A generation that the document has no runs of. */
MUST_CHECK enum err versions_new_generation(const struct base *b,
                                            int64_t document,
                                            int64_t *generation,
                                            struct error *e);

#endif
