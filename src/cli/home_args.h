/* home_args.h - the home that the command line names. */
#ifndef CLI_HOME_ARGS_H
#define CLI_HOME_ARGS_H

#include "cli/cli.h"
#include "store/home.h"

/* home_open() of --home, or of what the environment says; in the arena. */
MUST_CHECK enum err home_args_open(struct cli *c, struct home *h,
                                   struct error *e);

#endif
