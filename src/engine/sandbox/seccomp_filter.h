/* seccomp_filter.h - restricts which system calls a process may make. */
#ifndef ENGINE_SANDBOX_SECCOMP_FILTER_H
#define ENGINE_SANDBOX_SECCOMP_FILTER_H

#include "engine/sandbox/sandbox.h"

/* True when the kernel can filter system calls. */
bool seccomp_filter_supported(void);

/*
 * seccomp_filter_enter - deny every system call that is not on the list.
 *
 * A denied call fails with EPERM, so that a library which merely tries
 * something (DuckDB asks for the CPU set, say) goes on without it.
 *
 * in       rules    is_bare, has_connection
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  the filter cannot be loaded
 */
MUST_CHECK enum err seccomp_filter_enter(const struct sandbox_rules *rules,
                                         struct error *e);

#endif
