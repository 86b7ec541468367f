/* config_args.h - configuration from the command line. */
#ifndef CLI_CONFIG_ARGS_H
#define CLI_CONFIG_ARGS_H

#include "base/config/config.h"
#include "cli/cli.h"

/* config_load() of the home's file or --config, the environment, --set and
 * --listen; it lives in the arena. Bases are made as it says from now on. */
MUST_CHECK enum err config_args_load(struct cli *c, struct config *out,
                                     struct error *e);

/* What of it is for questions, for commands that only ask; errors as config_load(). */
MUST_CHECK enum err config_args_asking(struct cli *c, struct error *e);

#endif
