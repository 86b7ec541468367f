/*
 * mount.h - the mount points of documents in the base's one JSON tree.
 *
 * A document's JSON is mounted at a pointer: /report-1a2b3c4d of an added
 * file, or where somebody created it. No mount is inside another. What is
 * above mounts are objects that nobody wrote: their keys are the next tokens.
 */
#ifndef STORE_JSON_DOCUMENT_MOUNT_H
#define STORE_JSON_DOCUMENT_MOUNT_H

#include "store/catalog/base.h"
#include "store/json_document/document_run.h"
#include "store/json_tree/pointer.h"

/* What a pointer into the base's tree leads to. */
struct mounted {
    struct pointer pointer; /* as it is in the tree, names made keys */
    int64_t document;       /* 0: it is above or beside the mounts */
    struct pointer inner;   /* inside the document */
    bool is_above;          /* without document: mounts stand below it */
};

/*
 * mount_find - the document that a pointer is in.
 *
 * A first token that is not a key may be the name of one document, "data.json".
 *
 * in       at     the tree's version; 0: now
 */
MUST_CHECK enum err mount_find(const struct base *b, const struct pointer *p,
                               int64_t at, struct arena *a, struct mounted *out,
                               struct error *e);

struct mount {
    struct str pointer;
    int64_t document;
};

struct mounts {
    struct mount *list; /* list[n], by pointer */
    size_t n;
};

/* The mounts that stand below a pointer, in `a`. */
MUST_CHECK enum err mount_list(const struct base *b, const struct pointer *p,
                               int64_t at, struct arena *a, struct mounts *out,
                               struct error *e);
/* The present place of a document, in `a`; p == NULL when it has none. */
MUST_CHECK enum err mount_of(const struct base *b, int64_t document, int64_t at,
                             struct arena *a, struct str *pointer,
                             struct error *e);

/*
 * mount_put - a document is there from `version` on; where it stood ends.
 *
 * errors   ERR_CONFLICT  inside, above or at another document's place
 */
MUST_CHECK enum err mount_put(const struct base *b, int64_t document,
                              struct str pointer, int64_t version,
                              struct error *e);

/* It occurs nowhere from `version` on. */
MUST_CHECK enum err mount_end(const struct base *b, int64_t document,
                              int64_t version, struct error *e);

#endif
