/*
 * landlock.h - restricts which files a process may access (Linux 5.13 and
 * later).
 */
#ifndef ENGINE_SANDBOX_LANDLOCK_H
#define ENGINE_SANDBOX_LANDLOCK_H

#include "engine/sandbox/sandbox.h"

/* The kernel's Landlock version, 0 when it has none. */
int landlock_abi(void);

/*
 * landlock_enter - from here on only what the rules name can be opened.
 *
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  as sandbox_enter()
 */
MUST_CHECK enum err landlock_enter(const struct sandbox_rules *rules,
                                   struct error *e);

#endif
