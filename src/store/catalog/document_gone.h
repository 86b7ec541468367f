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
    bool gone;
};

/* Those whose sources begin so, by source: list[n] in `a`. */
MUST_CHECK enum err document_places(const struct base *b, struct str begins,
                                    struct arena *a,
                                    struct document_place **list, size_t *n,
                                    struct error *e);

/* Its file is gone. Inside a write transaction. */
MUST_CHECK enum err document_set_gone(const struct base *b, int64_t id,
                                      struct error *e);

/* Its file is there again, and is what it was. Inside a write transaction. */
MUST_CHECK enum err document_set_back(const struct base *b, int64_t id,
                                      struct error *e);

/* The name in `a` of a document of a file that has the same content; empty:
 * none has. */
MUST_CHECK enum err document_same_content(const struct base *b, int64_t id,
                                          struct arena *a, struct str *name,
                                          struct error *e);

#endif
