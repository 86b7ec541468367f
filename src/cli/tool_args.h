/*
 * tool_args.h - reads and explains options that are arguments of a tool.
 *
 * Their bounds and defaults are those of the registry
 * (server/tool_registry/tool_spec.h), in whose words the same tool is called over
 * MCP and HTTP.
 */
#ifndef CLI_TOOL_ARGS_H
#define CLI_TOOL_ARGS_H

#include "cli/cli.h"
#include "server/tool_registry/tool_spec.h"

/* The tool that a command calls; NULL: none. */
const struct tool_spec *tool_args_spec(const struct command *c);

/* The argument of a tool that an option is; NULL: none, or there is no tool. */
const struct argument *tool_args_find(const struct tool_spec *spec,
                                      enum cli_option id);

/*
 * tool_args_number - an option that is an integer of the tool.
 *
 * out      out   its value or else its default; untouched where it has none
 * errors   ERR_VALIDATION_FAILED  no number, or out of bounds
 */
MUST_CHECK enum err tool_args_number(const struct args *args,
                                     enum cli_option id,
                                     const struct tool_spec *spec,
                                     uint64_t *out, struct error *e);

/* What an option is for, with its default and bounds: "how many passages (default
 * 10, at most 100)". */
void tool_args_put_help(const struct tool_spec *spec, enum cli_option id,
                        struct buf *out);

#endif
