/*
 * scope.h - the passages that may answer: of documents that are ready and in
 * the requested scope, most recently used first where there is a budget.
 */
#ifndef SEARCH_RETRIEVE_SCOPE_H
#define SEARCH_RETRIEVE_SCOPE_H

#include "base/jsonw.h"
#include "search/backend/backend.h"
#include "search/segments/segments.h"
#include "store/catalog/document.h"

struct search_scope {
    struct str json_path; /* into the base's JSON tree; empty: all documents */
    const struct str *documents; /* documents[n], each by key, name or end of
                                    its path; none: all. With a path those of
                                    them that are there */
    size_t n;
    int64_t max_documents; /* the hottest of them; 0: all */
};

/* How the index of the whole base is. */
struct index_state {
    int64_t documents;
    int64_t ready;
    int64_t stale;
    int64_t indexing;
    int64_t failed;
    int64_t disabled;
    int64_t chunks;
    int64_t vectors;
    int64_t lexical_only; /* chunks that have no vector */
};

/* Keys of documents. */
struct scope_keys {
    const struct str *at; /* at[0..n) */
    size_t n;
    bool is_except; /* all others may answer; else these and no others */
    bool is_known;  /* false: there are too many, or all may answer */
};

struct scoped {
    struct index_state state;
    struct scope_keys keys;       /* whose passages `among` has */
    int64_t candidates;           /* documents that may answer */
    int64_t left_out;             /* in the scope, but after max_documents */
    int64_t behind;               /* in the scope, stale or being indexed */
    const uint64_t *const *among; /* as rank.h has it */
    struct str json_path;         /* as it is in the tree */
    const struct document *named; /* named[n_named] that the scope names */
    size_t n_named;               /* 0: it names none */
};

/* Is a document one of those that the scope names? Without names all are. */
bool scoped_has(const struct scoped *s, int64_t id);

/* The state of a base's index. */
MUST_CHECK enum err index_state_read(const struct base *b,
                                     struct index_state *out, struct error *e);

/* {"state","documents","ready",...}: its members, into an open object. */
void index_state_write(const struct index_state *s, struct jsonw *w);

/*
 * scope_resolve - inside a read transaction of the base.
 *
 * out      out   lives in `a`
 * errors   ERR_NOT_FOUND          a document or a path that is not there
 *          ERR_VALIDATION_FAILED  no JSON Pointer; several documents have the
 *                                 name
 */
MUST_CHECK enum err scope_resolve(const struct base *b,
                                  const struct segments_snapshot *s,
                                  const struct search_scope *scope,
                                  struct arena *a, struct scoped *out,
                                  struct error *e);

#endif
