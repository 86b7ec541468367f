/* password_args.h - passwords in addresses of databases, which others must not see. */
#ifndef CLI_PASSWORD_ARGS_H
#define CLI_PASSWORD_ARGS_H

#include "cli/cli.h"

/*
 * password_args_take - remove them from the arguments of this process, whose list every
 * user of the machine can read, and keep them in c->options.
 *
 * errors   ERR_VALIDATION_FAILED, ERR_LIMIT
 */
MUST_CHECK enum err password_args_take(struct cli *c, int argc, char **argv,
                                       struct error *e);

#endif
