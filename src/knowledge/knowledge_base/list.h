/* list.h - lists the bases of a home, each with its contents in numbers. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_LIST_H
#define KNOWLEDGE_KNOWLEDGE_BASE_LIST_H

#include "knowledge/knowledge_base/bases.h"

/* Which bases are listed; has == NULL: all. */
struct bases_filter {
    bool (*has)(void *ctx, struct str name);
    void *ctx;
    struct list_page page;
};

/*
 * bases_list - those that there are, by name.
 *
 * out      w   {"bases":[{"name","created_at","documents","tables","pages",
 *              "index":{"state",...}}]}; one that cannot be opened has "error"
 *              in the place of its counts; of a page also "next_cursor"
 * errors   ERR_VALIDATION_FAILED  the cursor
 * cost     opens each base of the page
 */
MUST_CHECK enum err bases_list(struct bases *b, const struct bases_filter *f,
                               struct jsonw *w, struct error *e);

/*
 * bases_describe - one of them: its object.
 *
 * errors   ERR_NOT_FOUND; and as base_open()
 */
MUST_CHECK enum err bases_describe(struct bases *b, struct str name,
                                   struct jsonw *w, struct error *e);

/* A new, empty base; what bases_describe() says of it. ERR_CONFLICT: there is
 * one with this name. */
MUST_CHECK enum err bases_create(struct bases *b, struct str name,
                                 struct jsonw *w, struct error *e);

/*
 * bases_document - one document: what bases_status() lists of it.
 *
 * in       reference  its key, name or end of its path
 * errors   ERR_NOT_FOUND, ERR_VALIDATION_FAILED: several are called so
 */
MUST_CHECK enum err bases_document(struct bases *b, struct str base,
                                   struct str reference, struct jsonw *w,
                                   struct error *e);

#define BASES_MAX_CHUNKS 100 /* passages of a document that are listed */

/*
 * bases_document_kept - what is kept of a document, by the design's names, as
 * members of the object that the caller has begun.
 *
 * out      w   "source_config" (of a table search/documents/table_config.h),
 *              "chunks":{"items":[{"index","content","lines","heading",
 *              "fragment"}], "total_count","splitter_type","created_at",
 *              "structured_metadata"}; the first BASES_MAX_CHUNKS items;
 *              created_at is null before the document is indexed
 * errors   as bases_document(); ERR_INTERNAL: the index is damaged
 */
MUST_CHECK enum err bases_document_kept(struct bases *b, struct str base,
                                        struct str reference, struct jsonw *w,
                                        struct error *e);

/* The document that was uploaded under this name, the same; null: there is
 * none. */
MUST_CHECK enum err bases_uploaded(struct bases *b, struct str base,
                                   struct str name, struct jsonw *w,
                                   struct error *e);

/*
 * bases_are_behind - has a base of the home something to index that may be done
 * now?
 *
 * out      base    the first one, in `a`; without a name: none
 * cost     opens each base
 */
MUST_CHECK enum err bases_are_behind(struct bases *b, struct arena *a,
                                     struct base_entry *base, struct error *e);

#endif
