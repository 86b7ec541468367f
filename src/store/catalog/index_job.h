/*
 * index_job.h - the queue of indexing jobs, stored in the base.
 *
 * A job is one document whose passages are to be made or removed. It is written
 * in the transaction that changes the document, so no crash can lose it, and
 * goes in the one that says it is done.
 *
 *     document_put() ... -> stale, job
 *     index_job_start()  -> indexing            a dead indexer: stale again
 *     index_job_done()   -> ready, no job       changed meanwhile: stale, job
 *     index_job_failed() -> stale, job for later; at last failed, no job
 *
 * All of it but index_job_next() and index_jobs_count() is called inside a
 * write transaction of b->db, so that an indexer can do many at a time.
 *
 * threads  one indexer per base, which is the caller's to see to; others may
 *          change documents meanwhile
 */
#ifndef STORE_CATALOG_INDEX_JOB_H
#define STORE_CATALOG_INDEX_JOB_H

#include "store/catalog/base.h"

#define INDEX_JOB_ATTEMPTS 5u /* then the document has failed */

enum index_job_kind { INDEX_JOB_INDEX, INDEX_JOB_REMOVE };

enum index_job_priority {
    INDEX_JOB_USUAL,
    INDEX_JOB_ASKED,  /* requested for this document */
    INDEX_JOB_REMOVAL /* quick, and search must not find it any more */
};

struct index_job {
    int64_t id;
    struct str key; /* of the document */
    enum index_job_kind kind;
    int64_t document; /* its id; 0: it is gone, which only a removal can have */
    int64_t version;  /* of the document; 0: it is gone */
    int64_t serial;
    int64_t enqueued_ms; /* Unix time from which on the index was behind */
    unsigned attempts;   /* that failed */
};

/* What indexing made of a document. */
struct index_result {
    int64_t version; /* that was indexed */
    int64_t chunks;
    int64_t vectors;
    int64_t lexical_only; /* chunks without a vector */
};

/* Why a job failed. */
struct index_job_trouble {
    const struct error *why;
    bool retry; /* another time it may go; else the document has failed */
};

/*
 * index_job_follow - give a document the job that it must have as it is now:
 * 'index' when it is stale, otherwise 'remove' where the index may know it.
 *
 * Call it when a version or a state changes. What was asked before is
 * forgotten, with its failures.
 */
MUST_CHECK enum err index_job_follow(const struct base *b, int64_t document,
                                     struct error *e);

/* A job of this kind, for a document whose row is still there. */
MUST_CHECK enum err index_job_put(const struct base *b, int64_t document,
                                  enum index_job_kind kind,
                                  enum index_job_priority priority,
                                  struct error *e);

/*
 * index_job_next - the job to do next: of pinned documents first, then by
 * priority, by hotness, and the oldest. None that was started.
 *
 * in       now_ms  Unix time; none that is to wait for longer
 * out      job     its key in `a`; untouched without *found
 */
MUST_CHECK enum err index_job_next(const struct base *b, int64_t now_ms,
                                   struct arena *a, struct index_job *job,
                                   bool *found, struct error *e);

/* It is worked on: the document is 'indexing'. */
MUST_CHECK enum err index_job_start(const struct base *b,
                                    const struct index_job *job,
                                    struct error *e);

/*
 * index_job_done - what was asked when the job was taken is done. Counted, as
 * index_job_failed() is (store/catalog/metrics.h).
 *
 * The document is 'ready', or without passages; if more was asked meanwhile,
 * or it has a later version than was indexed, it stays stale with its job.
 *
 * in       r      ignored for a removal
 */
MUST_CHECK enum err index_job_done(const struct base *b,
                                   const struct index_job *job,
                                   const struct index_result *r,
                                   struct error *e);

/*
 * index_job_failed - it goes back to wait for index_job_backoff_ms().
 *
 * After INDEX_JOB_ATTEMPTS, or where another time would not help, the document
 * is 'failed' with the reason and the job is gone. A removal is tried for ever.
 *
 * in       t      the message is shown to people and kept
 */
MUST_CHECK enum err index_job_failed(const struct base *b,
                                     const struct index_job *job,
                                     const struct index_job_trouble *t,
                                     int64_t now_ms, struct error *e);

/* The back-off after so many failed attempts: 1 s, 4 s, 16 s, ... up to 1 h. */
int64_t index_job_backoff_ms(unsigned attempts);

/* Jobs that a dead indexer had started wait again. */
MUST_CHECK enum err index_jobs_recover(const struct base *b, struct error *e);

/* The index is lost or was of another model: every document that is neither
 * disabled nor unreadable is stale, with a job. */
MUST_CHECK enum err index_jobs_all_stale(const struct base *b, struct error *e);

struct index_job_counts {
    int64_t waiting; /* jobs */
    int64_t running;
    int64_t failed;  /* documents */
    int64_t next_ms; /* when the first that waits may be started; 0: none */
};

/* How far the index is behind. Looks at all jobs and documents: 0.4 s where
 * there are a million. */
MUST_CHECK enum err index_jobs_count(const struct base *b,
                                     struct index_job_counts *out,
                                     struct error *e);

#endif
