/*
 * runner.c - the test program of a module: `test_text number` runs
 * tests/unit/base/text/test_number.c, and `test_text fuzz_number FOLDER` a
 * fuzz target over its corpus.
 *
 * One program a module, as linking one a file took longer than running it. Each
 * file still runs in a process of its own.
 */
#include "parts.h"

#include <stdio.h>
#include <string.h>

static int usage(const char *program)
{
    (void)fprintf(stderr, "usage: %s TEST, or %s FUZZ_TARGET FOLDER, of\n",
                  program, program);
    for (const struct test_part *p = test_parts; p->name; p++)
        (void)fprintf(stderr, "  %s\n", p->name);
    return 2;
}

int main(int argc, char **argv)
{
    for (const struct test_part *p = test_parts; p->name; p++) {
        if (argc < 2 || strcmp(p->name, argv[1]) != 0)
            continue;
        if (p->test && argc == 2)
            return p->test();
        if (p->fuzzed && argc == 3)
            return replay_corpus(p->fuzzed, argv[2]);
    }
    return usage(argv[0]);
}
