/* blobs_args.h - the bucket that the command line or the environment names. */
#ifndef CLI_BLOBS_ARGS_H
#define CLI_BLOBS_ARGS_H

#include "cli/cli.h"

/*
 * blobs_args_take - c->options.blobs of --blobs or QUARRY_BLOBS, where the command keeps
 * originals; it lives as long as `c`.
 *
 * errors   as object_store_open()
 */
MUST_CHECK enum err blobs_args_take(struct cli *c, const struct command *cmd,
                                    struct error *e);

#endif
