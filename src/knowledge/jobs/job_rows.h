/*
 * job_rows.h - the jobs of a store that ingest, as rows of its table `upload_job`. Private
 * to knowledge/jobs/.
 *
 * A row is written when a job is accepted, begins, waits again and ends, by the server whose
 * job it is: it has the lease "job/id" (store/catalog/lease.h). Any server claims what is
 * nobody's. The uploaded files stay in the folder of the server that accepted them, and only
 * servers that have this folder claim them.
 */
#ifndef KNOWLEDGE_JOBS_JOB_ROWS_H
#define KNOWLEDGE_JOBS_JOB_ROWS_H

#include "knowledge/jobs/job_record.h"

#define JOB_LEASE "job"

/* Are the jobs of this place rows? */
bool job_rows_are_kept(const struct job_place *p);

/* `json` is what job_write() says of it. ERR_CONFLICT: another server has the job. */
MUST_CHECK enum err job_rows_write(const struct job *x, struct str json,
                                   struct error *e);

/* ERR_NOT_FOUND: there is none. */
MUST_CHECK enum err job_rows_read(const struct job_place *p, struct str id,
                                  struct arena *a, struct str *json,
                                  struct error *e);

/* Nothing is left to do for it: nobody claims it any more. */
MUST_CHECK enum err job_rows_close(const struct job *x, struct error *e);

/*
 * job_rows_claim - become the server of the oldest job that is nobody's.
 *
 * in       is_idle  also of one that waits at a busy server, unless one of its base runs
 * out      id       in `a`; empty: there is none
 */
MUST_CHECK enum err job_rows_claim(const struct job_place *p, bool is_idle,
                                   struct arena *a, struct lease *held,
                                   struct str *id, struct error *e);

/* What is written of every job is given to `each`, which returns OK to go on. */
MUST_CHECK enum err job_rows_list(const struct job_place *p,
                                  enum err (*each)(void *ctx, struct str id,
                                                   struct str json,
                                                   struct error *e),
                                  void *ctx, struct error *e);

/* Forget those that ended, and were accepted so long ago; their folders stay. */
MUST_CHECK enum err job_rows_forget(const struct job_place *p, int64_t days,
                                    struct error *e);

#endif
