/*
 * work.h - runs the indexing jobs of a base.
 *
 * Some documents at a time: their passages are made, published in one change of
 * the index, and only then said to be ready, in one transaction of the base.
 * A crash in between costs doing them again.
 *
 * threads  one indexer per base, over all processes, by a lock of its own
 */
#ifndef SEARCH_INDEX_WORK_H
#define SEARCH_INDEX_WORK_H

#include "search/documents/document_parser.h"
#include "search/index/embed.h"
#include "tables/tables.h"

/* How long a call that must see all done waits for another indexer. */
#define INDEX_WORK_WAIT_MS UINT64_C(600000)

struct index_work {
    const struct base *base;
    struct tables *tables;
    const atomic_bool *cancel; /* NULL: never */
    uint64_t wait_ms;          /* for another indexer of the base */
    uint64_t budget_ms;        /* no document is begun after it; 0: no end */
    bool only_removals;        /* leave what is to be indexed for later */
    /* Called before each document; NULL: not. */
    void (*report)(void *ctx, uint64_t done, uint64_t total);
    void *ctx;
    /* Called with "indexing" and the size of each document; NULL: not. */
    void (*measure)(void *ctx, const char *work, uint64_t bytes);
};

struct index_worked {
    uint64_t documents; /* that are ready now */
    uint64_t removed;
    uint64_t failed;
    struct embed_counts counts; /* of all of them */
    bool is_busy;  /* another indexer is at work, and did not end */
    uint64_t left; /* jobs that wait still */
    struct error first_failure; /* code OK: none */
};

/*
 * index_work - do the jobs there are.
 *
 * A document that cannot be indexed is a failure that its state keeps; the
 * others go on.
 *
 * out      out
 * errors   ERR_TIMEOUT  cancelled: what was done is kept
 *          ERR_FILE_WRITE_FAILED, ERR_LIMIT, ...: the machine, not a document
 */
MUST_CHECK enum err index_work(const struct index_work *w,
                               struct index_worked *out, struct error *e);

#endif
