/*
 * mem.h - the one place that takes memory from the machine.
 *
 * The arena and the buffer stand on mem_take() and mem_resize(); objects that
 * outlive a request come from mem_new(). Nothing else calls malloc: forbid.h
 * makes it an error outside base/. One place means that a test can make the
 * n-th allocation fail and see that every caller survives it.
 */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include "base/err.h"

#include <stddef.h>

/*
 * mem_new - a zeroed object that has one owner and outlives a request.
 *
 * in       size   bytes; 0 is allowed and gives a unique address
 * owns     the caller; mem_free() it
 * errors   ERR_LIMIT   the machine has no memory
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

#endif
