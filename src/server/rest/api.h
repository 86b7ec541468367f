/*
 * api.h - the HTTP interface, /v1: dispatches requests to handlers.
 *
 * Bodies are JSON both ways; what goes wrong is a problem document (problem.h).
 * Only the bases of the home are reached: no path of a file is followed.
 * routes_table.c lists the routes; each is a function here, or a tool.
 */
#ifndef SERVER_REST_API_H
#define SERVER_REST_API_H

#include "base/json.h"
#include "server/httpd/httpd.h"
#include "server/tools/tool_context.h"

#define API_MAX_BODY       ((size_t)1 << 20)
#define API_MAX_PARAMETERS 2 /* of a path */

struct bases;
struct jobs;
struct readiness;
struct route;

struct api {
    struct tables *tables;
    const struct asking *asking; /* NULL: nothing is configured or kept */
    struct jobs *jobs;
    struct readiness *readiness;
    struct call_state
        *call_state; /* NULL: large results come whole or not at all */
};

/* One request, for its handler. */
struct api_call {
    const struct api *api;
    const struct tool_context *served;
    const struct httpd_request *request;
    const struct route *route; /* that the request is for */
    const struct json
        *body; /* fits the route's schema; NULL if there is none */
    struct str parameter[API_MAX_PARAMETERS]; /* what stands for {name} */
    struct httpd_reply *reply; /* its status and headers may be changed */
    unsigned *problem; /* the status of a failure; 0: that of its code */
    const atomic_bool *gone;
    struct arena *a;
};

/*
 * api_route - answer one request.
 *
 * Each asks the call's grant for the base that it touches.
 * out      json    the reply's body, in the call's arena
 * errors   any; the client sees code, message and place
 */
typedef enum err api_route(const struct api_call *call, struct str *json,
                           struct error *e);

/* The handlers, each for the path that routes_table.c gives it. */
api_route api_health;
api_route api_ask;
api_route api_logs;
api_route api_drafts_list;
api_route api_drafts_content;
api_route api_drafts_discard;
api_route api_drafts_publish;
api_route api_openapi;
api_route api_ready;
api_route api_metrics;
api_route api_retrieve;
api_route api_structured_query;
api_route api_rag_retrieve;
api_route api_rag_structured_query;
api_route api_data_get;
api_route api_data_put;
api_route api_data_patch;
api_route api_data_delete;
api_route api_semantic_list;
api_route api_semantic_search;
api_route api_semantic_load;
api_route api_semantic_clear;
api_route api_feedback;
api_route api_bases_suggest;
api_route api_bases_list;
api_route api_bases_create;
api_route api_bases_describe;
api_route api_bases_drop;
api_route api_documents_add;
api_route api_documents_list;
api_route api_documents_describe;
api_route api_texts_add;
api_route api_documents_text;
api_route api_documents_sections;
api_route api_documents_remove;
api_route api_documents_reindex;
api_route api_documents_pin;
api_route api_documents_prioritize;
api_route api_documents_unpin;
api_route api_documents_disable;

api_route api_jobs_list;
api_route api_jobs_find;

/*
 * api_handle - answer one request, as httpd_handle() says.
 *
 * in       grant  what the caller may do; borrowed
 */
void api_handle(const struct api *api, const struct grant *grant,
                const struct httpd_request *r, const struct error *refusal,
                struct arena *a, struct httpd_reply *out);

/* May it wait for a worker, a model or a file that is read? */
bool api_is_slow(const struct httpd_request *r);

/* Is the body of this request a form with files, which goes to the disk? */
bool api_is_upload(const struct httpd_request *r);

#endif
