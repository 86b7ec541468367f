/* base_sources.h - lists the documents of bases. */
#ifndef SERVER_TOOLS_BASE_SOURCES_H
#define SERVER_TOOLS_BASE_SOURCES_H

#include "base/json.h"
#include "server/tools/tool_context.h"

/* One document; lives in the visitor's arena. */
struct base_source {
    struct str path; /* as tools take it */
    struct str base;
    struct str key;
    struct str name;
    struct str kind;
    const struct json *status; /* as bases_status() has it */
};

struct base_source_visitor {
    const struct tool_context *served;
    struct arena *a;
    enum err (*visit)(void *ctx, const struct base_source *s, struct error *e);
    void *ctx;
};

/*
 * base_sources_visit - each document of these bases that the call reaches, by
 * base, name and key.
 *
 * errors   those of visit(), which end it
 */
MUST_CHECK enum err base_sources_visit(const struct base_source_visitor *v,
                                       const struct scope *bases,
                                       struct error *e);

#endif
