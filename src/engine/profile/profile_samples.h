/*
 * profile_samples.h - the first distinct values of columns. Private to
 * profile*.c.
 */
#ifndef ENGINE_PROFILE_PROFILE_SAMPLES_H
#define ENGINE_PROFILE_PROFILE_SAMPLES_H

#include "engine/profile/profile_column.h"

/*
 * profile_samples - samples of every column, in the order of the file. Needs
 * `distinct`. Runs on one thread, as order counts.
 */
MUST_CHECK enum err profile_samples(struct profile *p, struct error *e);

#endif
