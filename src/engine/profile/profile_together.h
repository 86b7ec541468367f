/*
 * profile_together.h - profiles several columns with few values in one query.
 * Private to profile*.c.
 */
#ifndef ENGINE_PROFILE_PROFILE_TOGETHER_H
#define ENGINE_PROFILE_PROFILE_TOGETHER_H

#include "engine/profile/profile_column.h"

/* Past the columns from `from` on that can be looked at together; at least
 * one. Needs profile_counts(). */
size_t profile_together_end(const struct profile *p, size_t from);

/*
 * profile_together - what profile_values.h says of each of columns [from, to),
 * with a statement or two where they are several.
 */
MUST_CHECK enum err profile_together(struct profile *p, size_t from, size_t to,
                                     struct error *e);

#endif
