/*
 * document.h - the documents of a base and their versions.
 *
 * A document is found again by its source; its key is minted once, from its
 * name and a hash of the source, and kept by all versions. A change adds a
 * version, which also makes it stale and leaves a job for whoever indexes
 * (index_job.h), in the same transaction.
 *
 * A pointer to a version names one content for ever. So no document gets the
 * key of a removed one, and one that gets its name begins with the version
 * after its last.
 */
#ifndef STORE_CATALOG_DOCUMENT_H
#define STORE_CATALOG_DOCUMENT_H

#include "base/hash.h"
#include "store/catalog/base.h"
#include "store/catalog/list_page.h"

#define DOCUMENT_MAX_PRIORITY 100

/* The setting of a base that goes into the keys it mints: of one whose name
 * another had, or that was restored. */
#define DOCUMENT_KEY_SALT "key_salt"

/* A document as it is now; texts live in the arena of the call. */
struct document {
    int64_t id;
    struct str key;
    struct str name;
    struct str source;
    struct str source_type;
    struct str format;
    struct str state;
    struct str failure; /* to read it: {"code","message",...}; empty: none */
    struct str index_failure;   /* to index it, likewise; stale: the last */
    struct str last_indexed_at; /* empty: never */
    struct str source_config;
    struct str splitter_config;
    struct str chunks;
    struct str created_at;
    struct str updated_at;
    struct str mount;        /* pointer into the base's tree; p == NULL: none */
    struct str sha256;       /* of the present version; empty after an edit */
    struct str fingerprint;  /* of the present version's content */
    struct str added_sha256; /* of the last version that a file made */
    struct str encoding; /* its file has, and was decoded from; empty: none */
    struct str reader;   /* of the present version (document_reader.h); empty:
                            it has no text */
    int64_t version;
    int64_t indexed_version; /* 0: never */
    int64_t bytes;
    int64_t chunk_count; /* these three of indexed_version; 0: never */
    int64_t vector_count;
    int64_t lexical_only_count; /* chunks without a vector */
    double hotness;             /* at hot_at; hotness_at() says it for now */
    int64_t hot_at;             /* Unix seconds; 0: never */
    bool pinned;
    int64_t priority; /* 0 to DOCUMENT_MAX_PRIORITY */
    int64_t gone;     /* not 0: its file is (document_gone.h) */
};

/* What a new version of a document is. */
struct document_change {
    struct str source;      /* finds the document */
    struct str name;        /* for people, and for the key of a new one */
    struct str source_type; /* "file", "text", "table", "web", "data" */
    struct str format;
    struct str sha256;      /* empty: an edit */
    struct str fingerprint; /* 64 hexadecimal digits */
    struct str failure;     /* empty: it was read */
    struct str encoding;    /* it was decoded from; empty: none */
    struct str reader;      /* of its text; empty: it has none */
    struct str author;
    int64_t bytes;
    int64_t tree_version; /* 0: its JSON is in no tree */
    int64_t generation;   /* of its runs; 0 without */
    struct str upload; /* it came with (pending_upload.h); empty: with none */
    struct str upload_name; /* its file in that; empty: `name` */
};

/*
 * document_find - by key, else by name, else by the end of its path.
 *
 * errors   ERR_NOT_FOUND          none; the message names near ones
 *          ERR_VALIDATION_FAILED  several have this name
 */
MUST_CHECK enum err document_find(const struct base *b, struct str reference,
                                  struct arena *a, struct document *out,
                                  struct error *e);

/* By source; *found is false when there is none. */
MUST_CHECK enum err document_find_source(const struct base *b,
                                         struct str source, struct arena *a,
                                         struct document *out, bool *found,
                                         struct error *e);

/* By id, which exists. */
MUST_CHECK enum err document_get(const struct base *b, int64_t id,
                                 struct arena *a, struct document *out,
                                 struct error *e);

/*
 * document_list - by name and key.
 *
 * in       page  cursors are "KEY/NAME"; NULL: all of them
 * out      list  list[n] in `a`: with a page as many as list_page_wanted() says
 * errors   ERR_VALIDATION_FAILED  the cursor
 */
MUST_CHECK enum err document_list(const struct base *b,
                                  const struct list_page *page, struct arena *a,
                                  struct document **list, size_t *n,
                                  struct error *e);

/* How many there are. */
MUST_CHECK enum err document_count(const struct base *b, int64_t *n,
                                   struct error *e);

/*
 * document_put - a new document, or a new version of one.
 *
 * Inside a write transaction of b->db. Sets the state: 'failed' with a
 * failure, else 'stale'; one that is 'disabled' stays so.
 * out      id     of the document
 */
MUST_CHECK enum err document_put(const struct base *b,
                                 const struct document_change *c, int64_t *id,
                                 struct error *e);

/* The id of a source's document, a hidden one too; 0: none. */
MUST_CHECK enum err document_find_id(const struct base *b, struct str source,
                                     int64_t *id, struct error *e);

/* Its JSON was taken out of the tree by this version: nobody sees it any more,
 * but a rollback can bring it back. */
MUST_CHECK enum err document_hide(const struct base *b, int64_t id,
                                  int64_t tree_version, struct error *e);

/* What is known of it besides: JSON objects; empty ones are left alone. Its
 * passages are of it, too: when it changes they are stale. A transaction of its
 * own. */
MUST_CHECK enum err document_set_config(const struct base *b, int64_t id,
                                        struct str source_config,
                                        struct str chunks, struct error *e);

/* It could not be read after all: {"code","message",...}. A transaction of its
 * own. */
MUST_CHECK enum err document_set_failure(const struct base *b, int64_t id,
                                         struct str failure, struct error *e);

/* Remove it with all versions; originals are originals_sweep()'s. */
MUST_CHECK enum err document_remove(const struct base *b, int64_t id,
                                    struct error *e);

/* `b` takes the place of `old`: what that minted and removed, and the versions
 * that it made, `b` does not make again. A write transaction of its own. */
MUST_CHECK enum err document_retire_all(const struct base *b,
                                        const struct base *old,
                                        struct error *e);

/* One version of a document. */
struct document_version {
    int64_t version;
    struct str sha256; /* empty: an edit made it */
    struct str fingerprint;
    int64_t bytes;
    int64_t tree_version; /* 0: none */
    int64_t generation;   /* of its runs; 0: none */
    struct str author;
    struct str at;
    struct str reader; /* of its text; empty: it has none */
};

/* A version by number; 0 is the present one. ERR_NOT_FOUND. */
MUST_CHECK enum err document_get_version(const struct base *b, int64_t id,
                                         int64_t version, struct arena *a,
                                         struct document_version *out,
                                         struct error *e);

#endif
