/*
 * torture.h - a job, again and again, with its first, then its second, then
 * its third ... step of a kind failing, until every one has failed once.
 *
 * A failure must come out as an error of the right type with a message, leak
 * nothing (the sanitizer looks) and break nothing for the next run; what else
 * must hold after it, the job asserts itself. A job may get over a failure.
 *
 * Of a job with many steps some are tried, evenly over all of it: 8, in `make
 * nightly` 100, with QUARRY_TORTURE_ALL=1 (`make cover`) 1,000.
 */
#ifndef BASE_TORTURE_H
#define BASE_TORTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/fault.h"
#include "base/nightly.h"

#include <limits.h>
#include <stdlib.h>

#define TORTURE_ARENA_BYTES ((size_t)512 << 20)

/* The arena is empty, and released when the job is done. */
typedef enum err torture_job(void *ctx, struct arena *a, struct error *e);

#ifdef QUARRY_TORTURE

/* Returns the steps that were left when the job was done; 0: the n-th failed. */
static inline unsigned torture_run(enum fault kind, unsigned n,
                                   torture_job *job, void *ctx)
{
    const enum err expected =
        kind == FAULT_DISK ? ERR_FILE_WRITE_FAILED : ERR_LIMIT;
    struct error e = {0};
    struct arena a;
    unsigned left;
    enum err rc;

    arena_init(&a, TORTURE_ARENA_BYTES);
    (void)fault_at(kind, n);
    rc = job(ctx, &a, &e);
    left = fault_at(kind, 0);
    arena_release(&a);
    if (rc && (left || rc != expected || e.code != rc || !e.msg[0]))
        fail_msg("step %u of kind %d: %s, %s: %s", n, (int)kind, err_name(rc),
                 err_name(e.code), e.msg);
    return left;
}

static inline unsigned torture_samples(void)
{
    if (getenv("QUARRY_TORTURE_ALL"))
        return 1000;
    return nightly() ? 100 : 8;
}

/* Returns how many steps of that kind the job has. */
static inline unsigned torture(enum fault kind, torture_job *job, void *ctx)
{
    const unsigned steps = UINT_MAX - torture_run(kind, UINT_MAX, job, ctx);
    const unsigned stride = 1 + steps / torture_samples();

    if (!steps)
        fail_msg("no step of kind %d: this tests nothing", (int)kind);
    for (unsigned n = 1; n <= steps; n += stride)
        (void)torture_run(kind, n, job, ctx);
    (void)torture_run(kind, UINT_MAX, job, ctx);
    return steps;
}

#else

/* For jobs that look while they must not fail. */
static inline unsigned fault_at(enum fault kind, unsigned n)
{
    (void)kind;
    (void)n;
    return 0;
}

static inline unsigned torture(enum fault kind, torture_job *job, void *ctx)
{
    (void)kind;
    (void)job;
    (void)ctx;
    print_message("skipped: built without QUARRY_TORTURE\n");
    skip();
    return 0;
}

#endif

#endif
