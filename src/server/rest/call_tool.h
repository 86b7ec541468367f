/* call_tool.h - calls the tool that carries out a route. */
#ifndef SERVER_REST_CALL_TOOL_H
#define SERVER_REST_CALL_TOOL_H

#include "base/json_make.h"
#include "server/rest/api.h"
#include "server/tool_registry/tool_spec.h"

/*
 * call_tool_query - the arguments of the route's tool that follow the '?'.
 *
 * out      arguments  an object of those that are there, in the call's arena
 * errors   ERR_VALIDATION_FAILED  one is not a number and should be
 */
MUST_CHECK enum err call_tool_query(const struct api_call *call,
                                    struct json_object *arguments,
                                    struct error *e);

/* Call a tool over bases with these arguments, which it checks. */
MUST_CHECK enum err call_tool(const struct api_call *call,
                              const struct tool_spec *spec,
                              const struct json *arguments, struct str *json,
                              struct error *e);

#endif
