/*
 * call_tool.h - calls a tool from a route, which builds the tool's arguments.
 */
#ifndef SERVER_REST_CALL_TOOL_H
#define SERVER_REST_CALL_TOOL_H

#include "base/jsonw.h"
#include "server/rest/api.h"

/* Arguments under way, an object that the caller fills. */
struct tool_arguments {
    struct jsonw w;
    struct buf text;
};

/* Begin them: the object is open. */
void tool_arguments_init(struct tool_arguments *x);

/* A member of the query, as text or as a number, where it is there. */
void tool_arguments_put_query(struct tool_arguments *x,
                              const struct api_call *call, const char *name);
MUST_CHECK enum err tool_arguments_put_number(struct tool_arguments *x,
                                              const struct api_call *call,
                                              const char *name,
                                              struct error *e);

/*
 * tool_arguments_call - close the object and call the tool of this name.
 *
 * in       rc  how filling them went; nothing but OK calls
 * owns     `x`, released in every case
 */
MUST_CHECK enum err tool_arguments_call(struct tool_arguments *x, enum err rc,
                                        const struct api_call *call,
                                        const char *tool, struct str *json,
                                        struct error *e);

#endif
