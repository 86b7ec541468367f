/* document_known.h - what an add knows of a file's document before it reads it. */
#ifndef STORE_CATALOG_DOCUMENT_KNOWN_H
#define STORE_CATALOG_DOCUMENT_KNOWN_H

#include "store/catalog/base.h"

/* What is known of a source before its file is read. */
struct document_known {
    int64_t id;     /* 0: no document */
    bool is_hidden; /* document_hide() */
    struct str name;
    struct str encoding; /* empty: none was said */
};

/* By source; `out` lives in `a`. */
MUST_CHECK enum err document_find_known(const struct base *b, struct str source,
                                        struct arena *a,
                                        struct document_known *out,
                                        struct error *e);

/* Documents of one name. */
struct document_named {
    struct str source; /* of one of them; empty if there is none */
    size_t n;          /* 0, 1, or 2: several */
};

/* Those of this name whose sources begin so; where none is, those whose name is
 * a path that ends in it, "docs/keys.md". Those that are gone (document_gone.h)
 * count where all of them are. `out` lives in `a`. */
MUST_CHECK enum err document_find_named(const struct base *b, struct str name,
                                        struct str begins, struct arena *a,
                                        struct document_named *out,
                                        struct error *e);

#endif
