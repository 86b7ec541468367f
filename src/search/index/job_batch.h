/*
 * job_batch.h - the jobs that an indexer handles together. Private to work.c.
 */
#ifndef SEARCH_INDEX_JOB_BATCH_H
#define SEARCH_INDEX_JOB_BATCH_H

#include "search/index/index.h"
#include "search/index/make.h"
#include "search/index/work.h"
#include "store/catalog/index_job.h"

enum outcome {
    NOT_BEGUN,
    CUT, /* cancelled in the middle: as if it had not been begun */
    MADE,
    GONE,
    FAILED
};

/* A job of the batch. */
struct task {
    struct index_job job;
    enum outcome outcome;
    int64_t version;
    struct previous old;
    struct embed_counts counts;
    struct error why;
    bool retry;
};

struct batch {
    const struct index_work *w;
    const struct base *base;
    const struct lease *lock; /* of the index */
    struct index ix;
    struct document_parser parser;
    struct embed_queue *queue;
    struct segments_writer *writer;
    struct arena a; /* of the batch */
    struct task *task;
    size_t n;
    size_t limit; /* tasks of the next batch */
    uint64_t began_ms;
    bool is_prepared; /* the backend of the base */
    uint64_t done;    /* documents, whatever became of them */
    struct index_worked *out;
};

/* Was the job cancelled by its requester? */
bool batch_is_cancelled(const struct batch *x);

/* No document is begun any more. */
bool batch_is_over(const struct batch *x);

/* New pieces of the index; what a failed batch left in them goes. */
MUST_CHECK enum err batch_begin(struct batch *x, struct error *e);

/* Let them go; in every case. */
void batch_end(struct batch *x);

/*
 * batch_make - the passages of every task, in one state of the base, which
 * others may change meanwhile. A document that fails is its task's failure.
 * Where they take long, or it is cancelled, the last are not begun, so that
 * what was made is published.
 *
 * errors   about the machine or the index
 */
MUST_CHECK enum err batch_make(struct batch *x, struct error *e);

/*
 * batch_send - the vectors of what was made are with the backend of the base, where it
 * has one. If it cannot be asked all tasks fail, for later.
 *
 * errors   about the machine or the index
 */
MUST_CHECK enum err batch_send(struct batch *x, struct error *e);

/* What was made takes the place of what there was, in one change. */
MUST_CHECK enum err batch_publish(struct batch *x, struct error *e);

#endif
