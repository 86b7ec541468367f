/*
 * document_gone.h - documents whose file is not in its folder any more.
 *
 * They do not answer, as if they were disabled, and keep their versions until
 * they are removed; with the file they come back as they were.
 */
#ifndef STORE_CATALOG_DOCUMENT_GONE_H
#define STORE_CATALOG_DOCUMENT_GONE_H

#include "store/catalog/base.h"

/* One that was added from a path. */
struct document_place {
    int64_t id;
    struct str name;
    struct str source;
    struct document_place *next;
};

/* Documents that are not gone, and whose sources are below a folder. */
struct document_places {
    struct str folder; /* "path:/docs/": it ends in '/' */
    /* of sources in the order of their bytes: which are wanted */
    bool (*wants)(void *ctx, struct str source);
    void *ctx;
    struct document_place *first; /* out: in that order */
};

/* Those that are wanted, in `a`. */
MUST_CHECK enum err document_places(const struct base *b,
                                    struct document_places *p, struct arena *a,
                                    struct error *e);

/* Its file is gone; *was_there is false if that was known. Inside a write
 * transaction. */
MUST_CHECK enum err document_set_gone(const struct base *b, int64_t id,
                                      bool *was_there, struct error *e);

/* Its file is there again, and is what it was. Inside a write transaction. */
MUST_CHECK enum err document_set_back(const struct base *b, int64_t id,
                                      struct error *e);

/* The name in `a` of a document of a file that has the same content; empty:
 * none has. */
MUST_CHECK enum err document_same_content(const struct base *b, int64_t id,
                                          struct arena *a, struct str *name,
                                          struct error *e);

#endif
