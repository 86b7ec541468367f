/*
 * pipeline.h - an ordered parallel pipeline: a job cut into numbered parts,
 * worked on by a few threads at the same time, delivered in the order of their
 * numbers, so that what comes out does not depend on which thread was faster.
 *
 *     thread 0   |work 0|deliver 0|work 2      |deliver 2|
 *     thread 1   |work 1   |wait  |deliver 1|work 3 ...
 *
 * A thread that has worked on a part delivers it before it takes another, so
 * there are never more parts under way than threads.
 */
#ifndef BASE_PIPELINE_H
#define BASE_PIPELINE_H

#include "base/err.h"

#include <stddef.h>

#define PIPELINE_MAX 8u /* threads */

/*
 * Both functions get what belongs to the thread alone. What they share besides
 * is theirs to guard; what one delivery has written the next one sees.
 */
struct pipeline_job {
    size_t parts;
    enum err (*work)(void *member, size_t part, struct error *e);
    enum err (*deliver)(void *member, size_t part, struct error *e);
};

/*
 * pipeline_run - all parts, each worked on and delivered once.
 *
 * The first error ends it: no further part is started, those before the failed
 * one are still delivered, none after it is. The lowest part's error is
 * returned.
 *
 * in       members  members[n], one per thread; members[0] is the caller's
 *          n        1 to PIPELINE_MAX; where the machine has no more threads, fewer
 *                   do it, and the caller alone if need be
 * errors   those of the job
 */
MUST_CHECK enum err pipeline_run(const struct pipeline_job *job,
                                 void *const *members, unsigned n,
                                 struct error *e);

#endif
