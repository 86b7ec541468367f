/*
 * arena.h - an arena: memory that is freed together, with a budget in bytes.
 *
 * One arena a request or job: all that is made while serving it lives there
 * and is released at once. Allocations that would pass the budget are
 * ERR_LIMIT, so that a workbook which unpacks to 40 GiB is refused and the
 * process lives. An inner loop uses a scratch arena and arena_reset()s it per
 * row or page.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/err.h"

#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *head; /* newest block first */
    size_t used_bytes;        /* handed out since init or reset */
    size_t budget_bytes;
};

/* An empty arena; no memory is taken before the first allocation. */
void arena_init(struct arena *a, size_t budget_bytes);

/* Free every block. The arena may be used again. */
void arena_release(struct arena *a);

/* Forget every allocation but keep the newest block for the next ones. */
void arena_reset(struct arena *a);

/*
 * arena_alloc - n zeroed bytes, aligned for any object.
 *
 * in       n      bytes; 0 is allowed and gives a unique address
 * owns     the arena; valid until arena_release() or arena_reset()
 * errors   ERR_LIMIT   the budget would be passed, or the machine is full
 *          ERR_RATE_LIMITED  as mem_refused()
 * returns  NULL on error, with *e filled: `if (!p) return e->code;`
 */
MUST_CHECK void *arena_alloc(struct arena *a, size_t n, struct error *e);

/*
 * arena_alloc_array - n zeroed objects of `size` bytes each; the product is
 * checked for overflow. Otherwise as arena_alloc().
 */
MUST_CHECK void *arena_alloc_array(struct arena *a, size_t n, size_t size,
                                   struct error *e);

#endif
