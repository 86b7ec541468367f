/* blobs_args.h - the bucket that the command line or the environment names. */
#ifndef CLI_BLOBS_ARGS_H
#define CLI_BLOBS_ARGS_H

#include "cli/cli.h"

/*
 * blobs_args_take - c->options.blobs of --blobs or QUARRY_BLOBS, with --blobs-cache or
 * QUARRY_BLOBS_CACHE, where the command keeps originals; it lives as long as `c`.
 *
 * errors   as blobs_args_open(); ERR_VALIDATION_FAILED: no size
 */
MUST_CHECK enum err blobs_args_take(struct cli *c, const struct command *cmd,
                                    struct error *e);

/* A bucket by its URL, to be closed; in the arena. Errors as object_store_open(). */
MUST_CHECK enum err blobs_args_open(struct cli *c, struct str url,
                                    const struct object_store **out,
                                    struct error *e);

/* After a command: make the home small again, if it brought or put something, and close the
 * bucket's connections. What fails is logged, as the command is done. */
void blobs_args_end(struct cli *c);

#endif
