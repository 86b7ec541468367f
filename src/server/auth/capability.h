/*
 * capability.h - what a caller may do, by the names of tools.
 *
 * Tokens and exposures name capabilities: a tool of the registry
 * (server/tool_registry/tool_spec.h), or one that is bound to a context. Each
 * entry point asks for the right that its capability needs.
 */
#ifndef SERVER_AUTH_CAPABILITY_H
#define SERVER_AUTH_CAPABILITY_H

#include "server/auth/grant.h"
#include "server/tool_registry/tool_spec.h"

/* The right that a tool needs. */
enum right capability_right(const struct tool_spec *spec);

/* Is it a tool, and one that can be bound where that is asked? The message says
 * what is. */
MUST_CHECK enum err capability_check(struct str name, bool bindable,
                                     struct error *e);

#endif
