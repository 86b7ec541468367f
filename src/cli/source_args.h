/*
 * source_args.h - the file operands and options that all table commands share.
 */
#ifndef CLI_SOURCE_ARGS_H
#define CLI_SOURCE_ARGS_H

#include "cli/cli.h"

/* What the options say of every file alike; the path is not set. Errors as
 * source_args_read(). */
MUST_CHECK enum err source_args_common(const struct cli *c,
                                       struct table_source *out,
                                       struct error *e);

/*
 * source_args_read - which tables and under which limits.
 *
 * in       n     the first n operands are files; n > 0
 * out      out   sources[n] in the arena; --table is for the first
 * errors   ERR_VALIDATION_FAILED  an option makes no sense
 */
MUST_CHECK enum err source_args_read(struct cli *c, size_t n,
                                     struct table_source **out,
                                     struct error *e);

/*
 * sql_args_read - SQL as it was given, or standard input for "-".
 *
 * out      sql   borrows `given`, or lives in the arena
 * errors   ERR_LIMIT  standard input is over 8 MiB
 */
MUST_CHECK enum err sql_args_read(struct cli *c, struct str given,
                                  struct str *sql, struct error *e);

#endif
