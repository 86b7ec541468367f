/*
 * ingestion_log.h - the log of what was read into the bases of a home, when,
 * and how it ended. It is kept permanently, also when the base is removed.
 */
#ifndef STORE_CATALOG_INGESTION_LOG_H
#define STORE_CATALOG_INGESTION_LOG_H

#include "base/jsonw.h"
#include "store/catalog/lease.h"
#include "store/catalog/registry.h"

#define INGESTION_LOG_ROWS 1000 /* that are shown */

/* One `add`, from its beginning to its end. */
struct ingestion {
    int64_t id;
    struct lease alive; /* held until its end, so that death shows */
};

/* It begins: 'running'; those whose program died have failed. */
MUST_CHECK enum err ingestion_log_begin(struct registry *r,
                                        const struct base_entry *base,
                                        struct ingestion *i, struct error *e);

/* What came of it. */
struct ingestion_result {
    uint64_t total_files;
    uint64_t total_chunks;
    struct str metadata;      /* JSON; empty: none */
    struct str awaited;       /* ids of documents whose passages a server makes,
                                 a JSON array; empty: it has ended */
    struct str error_message; /* empty: it completed */
};

/* It ended, or waits for what a server has to index: then it is 'running' until
 * ingestion_log_settle(). `i` is released in every case. */
MUST_CHECK enum err ingestion_log_end(struct registry *r, struct ingestion *i,
                                      const struct ingestion_result *result,
                                      struct error *e);

/*
 * ingestion_log_settle - those of a base that wait for passages and have them
 * all now are 'completed', at the time of the last one.
 *
 * Call it after indexing, and before the log is shown.
 */
MUST_CHECK enum err ingestion_log_settle(struct registry *r,
                                         const struct base *b, struct error *e);

/*
 * ingestion_log_write - what was read into a base, the last first, after those
 * whose program died were closed.
 *
 * out      w   {"base","ingestions":[{"id","started_at","completed_at",
 *              "status","total_chunks","total_files","error_message",
 *              "metadata"}]}, up to INGESTION_LOG_ROWS of them
 */
MUST_CHECK enum err ingestion_log_write(struct registry *r,
                                        const struct base_entry *base,
                                        struct jsonw *w, struct error *e);

#endif
