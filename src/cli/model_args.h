/* model_args.h - the language model that a command line names. */
#ifndef CLI_MODEL_ARGS_H
#define CLI_MODEL_ARGS_H

#include "answer/model_choice.h"
#include "cli/cli.h"

/*
 * model_args_read - --model and --egress.
 *
 * errors   ERR_VALIDATION_FAILED  no such provider, or nothing that may be sent
 */
MUST_CHECK enum err model_args_read(const struct cli *c,
                                    struct model_choice *out, struct error *e);

#endif
