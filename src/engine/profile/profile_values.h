/*
 * profile_values.h - distinct counts and frequent values of columns. Private to
 * profile*.c.
 */
#ifndef ENGINE_PROFILE_PROFILE_VALUES_H
#define ENGINE_PROFILE_PROFILE_VALUES_H

#include "engine/profile/frequent.h"
#include "engine/profile/profile_column.h"

/* Values that are read for each question; of a column with more, all are kept
 * in a file that is looked up (engine/profile/column_dictionaries.h). */
#define PROFILE_DICTIONARY 1000u

/*
 * profile_distinct - count the different values of a column, not of strings.
 *
 * Exact, unless even parts of them do not fit in memory; then an estimate
 * (HyperLogLog), the same each time. Needs `values` and `bytes`.
 */
MUST_CHECK enum err profile_distinct(struct profile *p,
                                     struct profile_column *c, struct error *e);

/*
 * profile_frequent - the same for strings, and most_common and dictionary.
 *
 * The most frequent first, ties by value. The dictionary holds all values when
 * they are few and short enough; else those that occur more than once, as
 * far as they fit, and dictionary_complete is false.
 */
MUST_CHECK enum err profile_frequent(struct profile *p,
                                     struct profile_column *c, struct error *e);

/* What a column's different values need in memory, at most. */
uint64_t profile_group_bytes(const struct profile_column *c);

/* most_common and dictionary of a column, of what `f` gathered. */
MUST_CHECK enum err profile_keep_frequent(struct profile *p,
                                          struct profile_column *c,
                                          struct frequent *f, struct error *e);

#endif
