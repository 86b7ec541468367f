/*
 * root_arg.h - the folder that the command line names as root; nothing outside
 * it is reachable.
 */
#ifndef CLI_ROOT_ARG_H
#define CLI_ROOT_ARG_H

#include "cli/cli.h"

/*
 * root_arg_find - the folder as the system knows it, so that neither a later
 * change of folder nor of a link on the way to it moves what is reachable.
 *
 * in       verb  what needs a folder there, for the message: "serve"
 * out      root  in the arena
 * errors   ERR_NOT_FOUND, ERR_FILE_READ_FAILED
 *          ERR_VALIDATION_FAILED  it is no folder
 */
MUST_CHECK enum err root_arg_find(struct cli *c, struct str dir,
                                  const char *verb, const char **root,
                                  struct error *e);

#endif
