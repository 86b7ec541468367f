/* home_args.h - the home that the command line names. */
#ifndef CLI_HOME_ARGS_H
#define CLI_HOME_ARGS_H

#include "cli/cli.h"
#include "store/catalog/registry.h"
#include "store/home/home.h"

/* home_open() of --home, or of what the environment says, with the store of
 * store_args.h; in the arena. */
MUST_CHECK enum err home_args_open(struct cli *c, struct home *h,
                                   struct error *e);

/* Do it with the database of that home. */
MUST_CHECK enum err home_args_with_registry(struct cli *c,
                                            enum err (*run)(struct cli *c,
                                                            struct registry *r,
                                                            struct error *e),
                                            struct error *e);

#endif
