/*
 * fault.h - fault injection in test builds: the n-th step of a kind fails.
 *
 * What may fail at any time asks fault_now() before it begins, so that a test
 * can make it (tests/unit/base/torture.h does, step after step) and see that
 * every caller survives. In other builds the answer is a constant, and nothing
 * of this is left.
 */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

#include <stdbool.h>

enum fault {
    FAULT_MEMORY, /* taking memory from the machine */
    FAULT_ARENA,  /* an allocation in an arena */
    FAULT_DISK,   /* a write, sync or rename */
    FAULT_ENGINE, /* a statement, a chunk of rows or an appender of DuckDB */
    FAULT_KINDS
};

#ifdef QUARRY_TORTURE
/* Must the step that begins now fail? */
bool fault_now(enum fault kind);

/*
 * fault_at - make the n-th step of a kind from now fail, of this thread.
 *
 * in       n   0: none
 * returns  how many steps were left of the n that was set before; 0: it failed
 */
unsigned fault_at(enum fault kind, unsigned n);
#else
/* No step fails. */
static inline bool fault_now(enum fault ignored)
{
    (void)ignored;
    return false;
}
#endif

#endif
