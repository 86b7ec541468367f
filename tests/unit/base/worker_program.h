/*
 * worker_program.h - the worker that tests of the parent program start: this build's,
 * or where QUARRY_TEST_WORKER names one, that. `make test` names the release program,
 * as what is tested under sanitizers then is the parent.
 */
#ifndef BASE_WORKER_PROGRAM_H
#define BASE_WORKER_PROGRAM_H

#include <stdlib.h>

static inline const char *worker_program(void)
{
    const char *other = getenv("QUARRY_TEST_WORKER");

    return other ? other : WORKER_PROGRAM;
}

#endif
