/*
 * nightly.h - is this run one of `make nightly`, which does the whole of what
 * `make test` does a sample of? A test that asks has its name in SAMPLED_TESTS of
 * cmake/tests.cmake, so that it is run then.
 */
#ifndef BASE_NIGHTLY_H
#define BASE_NIGHTLY_H

#include <stdbool.h>
#include <stdlib.h>

static inline bool nightly(void)
{
    return getenv("QUARRY_NIGHTLY") != NULL;
}

#endif
