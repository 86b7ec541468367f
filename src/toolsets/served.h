/* served.h - what the tools are served over: their context. */
#ifndef TOOLSETS_SERVED_H
#define TOOLSETS_SERVED_H

#include "access/grant.h"
#include "tables/tables.h"

/*
 * What a call is bound to: bases and pointers of its arguments are then
 * relative to this, and nothing else is reachable.
 */
struct tool_context {
    struct str base;
    struct str pointer; /* JSON Pointer into its tree; empty: all of the base */
};

/* Borrowed while a call runs; constant, so threads may share it. */
struct served {
    struct tables *tables;
    const char *folder; /* whose files may be read, and no others; NULL: bases
                           are served, as BASE/DOC */
    const struct grant *grant;          /* what the caller may do */
    const struct tool_context *context; /* NULL: the call is not bound */
};

#endif
