/*
 * base_search.h - operations on the index of a base: search, update, prioritise
 * documents, show statistics.
 */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_BASE_SEARCH_H
#define KNOWLEDGE_KNOWLEDGE_BASE_BASE_SEARCH_H

#include "knowledge/knowledge_base/bases.h"
#include "search/index/work.h"
#include "search/retrieve/passage_search.h"

/* passage_search() of a base of the home. */
MUST_CHECK enum err bases_search(struct bases *b, struct str name,
                                 const struct passage_search *q,
                                 struct passage_search_after *after,
                                 struct jsonw *w, struct error *e);

struct bases_catch_up {
    struct str base;
    uint64_t wait_ms;   /* for another indexer */
    uint64_t budget_ms; /* 0: until all is done */
    struct bases_progress progress;
    const atomic_bool *cancel; /* NULL: never */
};

/* index_work(), and adds whose documents it was that wait for them are complete
 * in the home's log. */
MUST_CHECK enum err bases_index(struct bases *b, const struct index_work *w,
                                struct index_worked *out, struct error *e);

/* As bases_index() for a base that is not open. */
MUST_CHECK enum err bases_catch_up(struct bases *b,
                                   const struct bases_catch_up *r,
                                   struct index_worked *out, struct error *e);

#define BASES_SERVERS "server"

/* Does a server look after the indexes of this home? Then adds leave them to
 * it. It holds HOME/server.lock; each server of a store has a lease of this kind. */
bool bases_has_server(const struct bases *b);

enum bases_mark {
    BASES_PIN,        /* always hot, indexed first */
    BASES_UNPIN,      /* as hot as it is used */
    BASES_PRIORITIZE, /* before those of a lower priority */
    BASES_REINDEX,    /* its passages are made again, also of what had failed */
    BASES_DISABLE     /* not found any more, until it is indexed again */
};

struct bases_marking {
    struct str base;
    enum bases_mark mark;
    const struct str *documents; /* documents[n] by key, name or end of path */
    size_t n;                    /* BASES_REINDEX with none: all of them */
    int64_t priority;            /* of BASES_PRIORITIZE (document_state.h) */
    struct bases_progress progress;
    const atomic_bool *cancel;
};

/*
 * bases_mark - documents marked, all or none, and what follows for the index
 * done.
 *
 * out      w   {"base","documents":[{"key","state","pinned","priority"}],
 *               "chunks_embedded","chunks_reused","failures":[...]}
 * errors   ERR_NOT_FOUND, ERR_VALIDATION_FAILED  a document
 */
MUST_CHECK enum err bases_mark(struct bases *b, const struct bases_marking *m,
                               struct jsonw *w, struct error *e);

/* Keep what this program has counted; that it cannot is no failure. */
void bases_keep_metrics(struct bases *b);

/* As bases_keep_metrics(), as text that Prometheus reads. */
MUST_CHECK enum err bases_metrics_text(struct bases *b, struct buf *out,
                                       struct error *e);

/* What all programs of the home have counted (store/catalog/metrics.h). */
MUST_CHECK enum err bases_metrics(struct bases *b, struct jsonw *w,
                                  struct error *e);

#endif
