/*
 * tool_right.h - the right that each tool needs, and which names are of tools.
 *
 * Tokens and exposures list names: of a tool of the registry
 * (server/tool_registry/tool_spec.h), or of one that is bound to a context.
 * Each entry point asks for the right of its tool.
 */
#ifndef SERVER_AUTH_TOOL_RIGHT_H
#define SERVER_AUTH_TOOL_RIGHT_H

#include "server/auth/grant_check.h"
#include "server/tool_registry/tool_spec.h"

/* The right that a tool needs. */
enum right tool_right_of(const struct tool_spec *spec);

/* Is it a tool, and one that can be bound where that is asked? The message says
 * what is. */
MUST_CHECK enum err tool_right_check_name(struct str name, bool bindable,
                                          struct error *e);

#endif
