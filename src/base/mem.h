/*
 * mem.h - allocates memory from the system; the only place that does.
 *
 * The arena and the buffer stand on mem_take() and mem_resize(); objects that
 * outlive a request come from mem_new(). Nothing else calls malloc: forbid.h
 * makes it an error outside base/. One place means that a test can make the
 * n-th allocation fail and see that every caller survives it.
 */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include "base/err.h"
#include "base/mem_account.h"

#include <stdbool.h>
#include <stddef.h>

/* Allocations from this size on count against the budget of the process. */
#define MEM_COUNTED_BYTES ((size_t)256 * 1024)

/*
 * mem_new - a zeroed object that has one owner and outlives a request.
 *
 * in       size   bytes; 0 is allowed and gives a unique address
 * owns     the caller; mem_free() it
 * errors   as mem_refused()
 * returns  NULL on error, with *e filled
 * threads  any
 */
MUST_CHECK void *mem_new(size_t size, struct error *e);

/* Give back what mem_new() gave; NULL is allowed. */
void mem_free(void *p);

/* Zeroed bytes or NULL, for base/ itself, which words its own errors. */
MUST_CHECK void *mem_take(size_t size);

/* Make it larger or NULL, leaving `p` as it was; new bytes are not zeroed. */
MUST_CHECK void *mem_resize(void *p, size_t size);

/*
 * mem_set_budget - what all large allocations of the process may take together.
 *
 * Every arena has a budget, but a server runs many at once, and their sum is
 * what the machine or its cgroup must have. An allocation under
 * MEM_COUNTED_BYTES is neither counted nor refused, so that small requests go
 * on while large ones are refused. Requests together leave a quarter to threads
 * with mem_set_reserve(), jobs a quarter to requests, and each principal has a
 * share of either (mem_account.h), so that none can take what others need. With a
 * budget, memory that is given back returns to the machine soon.
 *
 * in       bytes  0: no budget, as at the start of a program
 * threads  call before others allocate
 */
void mem_set_budget(size_t bytes);

/* What one arena may hold of the budget: half, of an anonymous caller less;
 * without a budget there is no limit. */
size_t mem_share(void);

/* What large allocations hold now, with or without a budget. */
size_t mem_held(void);

/* May this thread use the reserve? Threads begin without; returns what was. */
bool mem_set_reserve(bool yes);

/*
 * mem_refused - the error of a mem_take() or mem_resize() of this thread that
 * has just returned NULL.
 *
 * errors   ERR_RATE_LIMITED  others hold the budget: retry later; with
 *                            e->retry_s: the principal holds its share
 *          ERR_LIMIT         the machine has no memory
 */
MUST_CHECK enum err mem_refused(size_t size, struct error *e);

/* As mem_refused(), where it is reported later; `why` is of the moment. */
enum mem_refusal mem_refusal(void);
MUST_CHECK enum err mem_refused_for(enum mem_refusal why, size_t size,
                                    struct error *e);

#endif
