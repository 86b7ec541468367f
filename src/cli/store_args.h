/* store_args.h - the store that the command line or the environment names. */
#ifndef CLI_STORE_ARGS_H
#define CLI_STORE_ARGS_H

#include "cli/cli.h"

/*
 * store_args_take - c->options.store of --store or QUARRY_STORE.
 *
 * errors   ERR_VALIDATION_FAILED  it is no URL of PostgreSQL, has a password where all
 *                                 users of the machine see it, or the command does not
 *                                 work with a store yet
 */
MUST_CHECK enum err store_args_take(struct cli *c, const struct command *cmd,
                                    struct error *e);

/* The URL of another store that an option has: is it one, without a password?
 * ERR_VALIDATION_FAILED: no. */
MUST_CHECK enum err store_args_check(const struct cli *c, struct str url,
                                     struct error *e);

#endif
