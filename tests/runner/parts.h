/* parts.h - what a test program consists of: one file of unit tests or one
 * fuzz target each. cmake/tests.cmake writes the list. */
#ifndef TESTS_RUNNER_PARTS_H
#define TESTS_RUNNER_PARTS_H

#include <stddef.h>
#include <stdint.h>

typedef int fuzz_input(const uint8_t *data, size_t size);

struct test_part {
    const char *name;
    int (*test)(void);  /* the file's main(), or NULL */
    fuzz_input *fuzzed; /* LLVMFuzzerTestOneInput(), or NULL */
};

extern const struct test_part test_parts[]; /* ends with a name of NULL */

/* Every file of a folder as input, without libFuzzer, so that what once found
 * something stays a test. Returns the exit status. */
int replay_corpus(fuzz_input *input, const char *folder);

#endif
