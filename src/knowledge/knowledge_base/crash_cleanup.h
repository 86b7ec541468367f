/*
 * crash_cleanup.h - removes what a killed program left in a base.
 *
 * A process that adds or removes holds a folder in the base's build/ meanwhile.
 * A folder that no process holds shows that one died: it is removed, and so are
 * originals and derived files that nothing names.
 */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_CRASH_CLEANUP_H
#define KNOWLEDGE_KNOWLEDGE_BASE_CRASH_CLEANUP_H

#include "store/catalog/base.h"

/* Look for the sign, and clean up where it is. */
MUST_CHECK enum err tidy_after_dead(const struct base *b, struct error *e);

#endif
