/* memory_available.h - how much memory this process can have. */
#ifndef BASE_MEMORY_AVAILABLE_H
#define BASE_MEMORY_AVAILABLE_H

#include <stdint.h>

/*
 * memory_available - bytes that the machine has, or the control group of the process
 * or one above it allows, whichever is least.
 *
 * source   Linux cgroup-v2 (memory.max) and cgroup-v1 (memory.limit_in_bytes)
 */
uint64_t memory_available(void);

/* As memory_available(), with the files under `root`, as "" or a folder of a test. */
uint64_t memory_available_under(const char *root, uint64_t machine_bytes);

#endif
