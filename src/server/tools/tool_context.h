/* tool_context.h - what a call of a tool may use: tables, rights, state. */
#ifndef SERVER_TOOLS_TOOL_CONTEXT_H
#define SERVER_TOOLS_TOOL_CONTEXT_H

#include "server/auth/grant_check.h"
#include "tables/tables.h"

struct asking;
struct call_state;

/*
 * What a call is bound to: bases and pointers of its arguments are then
 * relative to this, and nothing else is reachable.
 */
struct tool_binding {
    struct str base;
    struct str pointer; /* JSON Pointer into its tree; empty: all of the base */
};

/* Borrowed while a call runs; constant, so threads may share it. */
struct tool_context {
    struct tables *tables;
    const char *folder; /* whose files may be read, and no others; NULL: bases
                           are served, as BASE/DOC */
    const struct grant *grant;   /* what the caller may do */
    const struct asking *asking; /* of a server (server/tools/asking.h); NULL:
                                           nothing is configured or kept */
    const struct tool_binding *context; /* NULL: the call is not bound */
    struct str session;            /* of a client that has one; empty: none */
    struct call_state *call_state; /* NULL: nothing is kept from call to call */
    size_t window_bytes; /* answers over this become windows that are paged
                                on; 0: they come whole, up to the tool's limit */
    size_t answer_bytes; /* the most of rows; 0: as the tables allow */
};

#endif
