/*
 * routes.h - the routes and their parameters.
 *
 * One table (routes_table.c): requests are dispatched, their arguments and bodies
 * checked and the document at /openapi.json made from it.
 */
#ifndef SERVER_REST_ROUTES_H
#define SERVER_REST_ROUTES_H

#include "server/rest/api.h"
#include "server/tool_registry/tool_spec.h"

#define ROUTE_MAX_ARGUMENTS 7

struct route {
    const char *method;
    const char *path; /* "/v1/bases/{name}": {} is a part without a slash */
    api_route *run;   /* NULL: it is the tool */
    const struct tool_spec
        *tool;      /* who may use this may use the route; NULL: who
                                     may use all of them, but... */
    bool is_open;   /* ...anybody may */
    const char *id; /* what programs that are made from the document call it */
    const char *summary;
    /* What may follow the path's '?', each up to one without a name: */
    struct argument query[ROUTE_MAX_ARGUMENTS + 1];
    const char
        *of_tool[ROUTE_MAX_ARGUMENTS + 1]; /* arguments of `tool` that do,
                                                     by name */
    const struct argument *body; /* a list; NULL: it takes none. Of a route that
                                    is a tool: route_body() */
    bool takes_any;              /* its body is any JSON value */
    bool is_form;        /* its body is multipart/form-data, with files */
    bool checks_body;    /* the handler does, and more exactly */
    const char *example; /* a path with its arguments, which answers... */
    const char *sent;    /* ...to this body, over the bases of tests/http. Of a
                            route that is a tool: route_sent() */
    const char *content_type; /* of the reply; NULL: JSON */
    const char *gives;        /* JSON Schema of the answer (reply_schemas.h) */
    const struct tool_spec *gives_as; /* that of this tool; NULL with none of
                                         both: that of `tool` */
    unsigned status;                  /* of success; 0: 200 */
    bool is_quick; /* it reads catalogs alone: it waits for no worker, model or
                      other's writing */
    bool may_wait; /* 202 and a job is another answer */
};

extern const struct route routes[];
extern const size_t n_routes;

/*
 * route_find - the route of a request.
 *
 * out      parameter  what is in the path for {...}, borrowed from it
 *          has_path   there is such a path, perhaps with another method
 * returns  NULL: none
 */
const struct route *route_find(struct str method, struct str path,
                               struct str parameter[API_MAX_PARAMETERS],
                               bool *has_path);

/* "GET, DELETE" of a path, in `a`; "" where it has none. */
const char *route_methods(struct str path, struct arena *a);

/* What may follow a path's '?'. */
struct route_query {
    const struct argument *arguments[2 * ROUTE_MAX_ARGUMENTS + 1];
    size_t n;
};

/* That of a route: its own arguments, those of its tool, and the exposure that is
 * meant (server/auth/http_auth.h) where one may open the route. */
void route_query(const struct route *r, struct route_query *out);

/* The one of this name; NULL: the route has none. */
const struct argument *route_argument(const struct route *r, struct str name);

/* Is it a tool, whose arguments are its body or follow the '?'? */
bool route_is_tool(const struct route *r);

/* The list that a body is checked with; NULL: it takes none, or anything. */
const struct argument *route_body(const struct route *r);

/* Has it a body? */
bool route_takes_body(const struct route *r);

/* The example of its body; NULL: none. */
const char *route_sent(const struct route *r);

/* The schema of its answer; NULL: it is no JSON. */
const char *route_answer(const struct route *r);

#endif
