/* source_args.h - the file operands and options that every table command
 * shares, as the tables room wants them. */
#ifndef CLI_SOURCE_ARGS_H
#define CLI_SOURCE_ARGS_H

#include "cli/cli.h"

/*
 * source_args_read - which table and under which limits.
 *
 * in       path  borrowed by `s`
 * errors   ERR_VALIDATION_FAILED  an option makes no sense
 */
MUST_CHECK enum err source_args_read(struct cli *c, struct str path,
                                     struct table_source *s, struct error *e);

/*
 * sql_args_read - SQL as it was given, or standard input for "-".
 *
 * out      sql   borrows `given`, or lives in the arena
 * errors   ERR_LIMIT  standard input is over 8 MiB
 */
MUST_CHECK enum err sql_args_read(struct cli *c, struct str given,
                                  struct str *sql, struct error *e);

#endif
