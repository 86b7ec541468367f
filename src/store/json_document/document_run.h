/*
 * document_run.h - rows of the table run, which hold the JSON of a document in
 * pieces.
 *
 * A *container* is an array or object. One whose text is larger than a run may
 * be (store/json_tree/split.h) is open: it has a number, and its children occur
 * in runs, ordered by their places. A run is either some small consecutive
 * children, as their text joined by commas ("key":value in an object), or one
 * child that is open itself. So an edit rewrites one run, a few KB, however
 * large the document.
 *
 * Container 0 has exactly one child, the document's value. An open container
 * has at least one run; one that loses its last child is not open any more.
 */
#ifndef STORE_JSON_DOCUMENT_DOCUMENT_RUN_H
#define STORE_JSON_DOCUMENT_DOCUMENT_RUN_H

#include "base/json.h"
#include "store/database/db.h"

enum run_kind {
    RUN_VALUES = 0, /* small children */
    RUN_ARRAY = 1,  /* one open array */
    RUN_OBJECT = 2  /* one open object */
};

/* The runs of one document in one of its generations. */
struct part {
    struct db *db; /* borrowed */
    int64_t document;
    int64_t generation;
    size_t run_bytes; /* SPLIT_RUN_BYTES; tests take less */
};

struct run {
    int64_t id; /* the row; 0: none */
    int64_t container;
    enum run_kind kind;
    int64_t count;    /* children in it */
    int64_t child;    /* the container that it opens; 0: none */
    struct str place; /* see order_key.h */
    struct str text;  /* children, or the open child's key as a JSON string */
};

/* Where a child was looked for in a container. */
struct run_found {
    struct run run; /* with the child, or else the last of the container */
    int64_t before; /* children in the runs before it */
    bool found;
};

/* The run with child number `index`. */
MUST_CHECK enum err run_find_index(const struct part *p, int64_t container,
                                   size_t index, struct arena *a,
                                   struct run_found *out, struct error *e);

/* The run with the child that has this key. */
MUST_CHECK enum err run_find_key(const struct part *p, int64_t container,
                                 struct str key, struct arena *a,
                                 struct run_found *out, struct error *e);

/* The run after a place, "" for the first; run.id is 0 at the end. */
MUST_CHECK enum err run_next(const struct part *p, int64_t container,
                             struct str place, struct arena *a, struct run *out,
                             struct error *e);

/* The run before a place; run.id is 0 at the beginning. */
MUST_CHECK enum err run_previous(const struct part *p, int64_t container,
                                 struct str place, struct arena *a,
                                 struct run *out, struct error *e);

/* The run that opens a container, of which there is one. */
MUST_CHECK enum err run_opener(const struct part *p, int64_t container,
                               struct arena *a, struct run *out,
                               struct error *e);

/*
 * run_children - a run's text as a tree: an array, or an object of the keys.
 *
 * errors   ERR_FILE_READ_FAILED  the text is damaged
 */
MUST_CHECK enum err run_children(const struct run *r, bool in_object,
                                 struct arena *a, struct json **out,
                                 struct error *e);

/* The key of an open child. */
MUST_CHECK enum err run_key(const struct run *r, struct arena *a,
                            struct str *key, struct error *e);

/* Add a row; r->id is ignored. Keys are those in the text, or of the child. */
MUST_CHECK enum err run_insert(const struct part *p, const struct run *r,
                               struct str keys, struct error *e);

/* Change kind, count, child, text and keys of row r->id. */
MUST_CHECK enum err run_update(const struct part *p, const struct run *r,
                               struct str keys, struct error *e);

/* Remove one row. */
MUST_CHECK enum err run_delete(const struct part *p, const struct run *r,
                               struct error *e);

/* Remove all runs of a container and of those that are open in it. */
MUST_CHECK enum err run_delete_container(const struct part *p,
                                         int64_t container, struct error *e);

/* A container number that is free from here on. */
MUST_CHECK enum err run_new_container(const struct part *p, int64_t *container,
                                      struct error *e);

/*
 * What is kept of a key, so that looking for one need not read all texts: 32
 * bits, little-endian, appended to `keys`.
 */
void run_put_key(struct str key, struct buf *keys);

#endif
