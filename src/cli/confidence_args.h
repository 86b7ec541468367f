/* confidence_args.h - the options that say which likely readings are accepted. */
#ifndef CLI_CONFIDENCE_ARGS_H
#define CLI_CONFIDENCE_ARGS_H

#include "answer/reading_choice.h"
#include "cli/cli.h"

/*
 * reading_args_read - what --min-confidence says.
 *
 * errors   ERR_VALIDATION_FAILED  it is no number from 0 to 1
 */
MUST_CHECK enum err reading_args_read(const struct cli *c,
                                      struct reading_choice *out,
                                      struct error *e);

#endif
