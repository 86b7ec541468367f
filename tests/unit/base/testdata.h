/* testdata.h - the shared test data, when this machine has it. */
#ifndef BASE_TESTDATA_H
#define BASE_TESTDATA_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/*
 * The path of `name` below $QUARRY_TESTDATA, else below ../shared/data beside
 * the repository. Skips the test, and says so, when it is not there.
 */
static inline void testdata_path(const char *name, char *out, size_t size)
{
    const char *root = getenv("QUARRY_TESTDATA");

    if (root && root[0])
        (void)snprintf(out, size, "%s/%s", root, name);
    else
        (void)snprintf(out, size, "%s/../../shared/data/%s", TESTS_DIR, name);
    if (access(out, R_OK) != 0) {
        print_message("skipped: no shared test data '%s'\n", name);
        skip();
    }
}

#endif
