/* folder_args.h - a folder among the operands stands for the tables in it. */
#ifndef CLI_FOLDER_ARGS_H
#define CLI_FOLDER_ARGS_H

#include "cli/cli.h"
#include "tables/tables.h"

/*
 * folder_args_expand - put the files of folders in the place of the folders.
 *
 * Those by whose names they are tables are taken, at any depth, by name; of those
 * that cannot be read an answer says that it leaves them out. A base goes before a
 * folder of its name.
 *
 * in       sources  sources[*n]; made by source_args_read()
 * out      sources, n  in the arena; the same where none is a folder
 * errors   ERR_NOT_FOUND  a folder has no file that may be a table
 *          ERR_LIMIT      the files are too many for one question
 *          ERR_FILE_READ_FAILED  a folder cannot be listed
 */
MUST_CHECK enum err folder_args_expand(struct cli *c, struct tables *t,
                                       const struct table_source **sources,
                                       size_t *n, struct error *e);

#endif
