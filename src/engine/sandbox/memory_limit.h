/* memory_limit.h - limits the address space of a worker. */
#ifndef ENGINE_SANDBOX_MEMORY_LIMIT_H
#define ENGINE_SANDBOX_MEMORY_LIMIT_H

#include "base/err.h"

#include <stdint.h>

/*
 * memory_limit_enter - from here on at most so many bytes more are mapped.
 *
 * in       memory_bytes  0: no limit; none under a sanitizer either
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  as sandbox_enter()
 */
MUST_CHECK enum err memory_limit_enter(uint64_t memory_bytes, struct error *e);

#endif
