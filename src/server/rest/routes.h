/*
 * routes.h - the routes and their parameters.
 *
 * One table (routes_table.c): requests are dispatched, their arguments and bodies
 * checked and the document at /openapi.json made from it.
 */
#ifndef SERVER_REST_ROUTES_H
#define SERVER_REST_ROUTES_H

#include "server/rest/api.h"

/* What may stand behind a path's '?'. */
struct route_argument {
    const char *name; /* NULL: there is none */
    const char *type; /* as JSON Schema names it: string, integer, boolean */
    const char *what;
    bool is_required;
};

#define ROUTE_MAX_ARGUMENTS 5

struct route {
    const char *method;
    const char *path; /* "/v1/bases/{name}": {} is a part without a slash */
    api_route *run;   /* NULL: */
    const char *tool; /* the table tool of this name */
    const char *as;   /* route_capability(), where `tool` does not say it */
    const char *id; /* what programs that are made from the document call it */
    const char *summary;
    struct route_argument arguments[ROUTE_MAX_ARGUMENTS];
    const char *body;    /* JSON Schema; NULL: it takes none, or the tool's */
    bool is_form;        /* its body is multipart/form-data, with files */
    bool checks_body;    /* the handler does, and more exactly */
    const char *example; /* a path with its arguments, which answers... */
    const char *sent;    /* ...to this body, over the bases of tests/http */
    const char *content_type; /* of the reply; NULL: JSON */
    const char *gives;        /* JSON Schema of the answer (reply_schemas.h) */
    const char *gives_as; /* that of this tool; NULL with none of both: that of
                             `tool` */
    unsigned status;      /* of success; 0: 200 */
    bool is_quick; /* it reads catalogs alone: it waits for no worker, model or
                      other's writing */
    bool may_wait; /* 202 and a job is another answer */
};

extern const struct route routes[];
extern const size_t n_routes;

/*
 * route_find - the route of a request.
 *
 * out      parameter  what stands in the path for {...}, borrowed from it
 *          has_path   there is such a path, perhaps with another method
 * returns  NULL: none
 */
const struct route *route_find(struct str method, struct str path,
                               struct str parameter[API_MAX_PARAMETERS],
                               bool *has_path);

/* "GET, DELETE" of a path, in `a`; "" where it has none. */
const char *route_methods(struct str path, struct arena *a);

/* The capability (server/auth/capability.h) that it is; "": anybody may; NULL:
 * none, so that only who may use all of them gets there. */
const char *route_capability(const struct route *r);

/* Which exposure is meant (server/auth/authenticator.h): a route that one may
 * open takes it beside its own arguments. NULL: this is none of them. */
const struct route_argument *route_exposure(const struct route *r);

/* The schema of its answer; NULL: it is no JSON. */
const char *route_answer(const struct route *r);

/* The schema that a body is checked with; NULL: it takes none. */
const char *route_schema(const struct route *r);

#endif
