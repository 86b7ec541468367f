/* base_args.h - the base, versions and author that a command line names. */
#ifndef CLI_BASE_ARGS_H
#define CLI_BASE_ARGS_H

#include "cli/cli.h"
#include "store/catalog/base.h"

#define BASE_ARGS_ANSWER_BYTES ((size_t)64 << 20) /* of one answer */
#define BASE_ARGS_AUTHOR_BYTES 128

/* base_open() of a base in the home of the command line; lives in the arena.
 * Close it with base_close() in every case. */
MUST_CHECK enum err base_args_open(struct cli *c, struct str name,
                                   struct base *b, struct error *e);

/*
 * base_args_version - the version of a tree that an option names.
 *
 * out      version  untouched when the option was not given
 * errors   ERR_VALIDATION_FAILED  no number, or 0, which is before the first
 */
MUST_CHECK enum err base_args_version(const struct cli *c, enum cli_option id,
                                      int64_t *version, struct error *e);

/* A version as an operand, at least `least`; ERR_VALIDATION_FAILED. */
MUST_CHECK enum err base_args_parse_version(struct str text, int64_t least,
                                            int64_t *version, struct error *e);

/*
 * base_args_author - --author, or the user's name, or "unknown".
 *
 * out      out   lives as long as the arguments or the arena
 * errors   ERR_VALIDATION_FAILED  --author is empty, longer than
 *                                 BASE_ARGS_AUTHOR_BYTES or not UTF-8
 */
MUST_CHECK enum err base_args_author(struct cli *c, struct str *out,
                                     struct error *e);

#endif
