/*
 * api.h - the HTTP interface, /v1: which request goes to which handler.
 *
 * Bodies are JSON both ways; what goes wrong is a problem document (problem.h).
 * Only the bases of the home are reached: no path of a file is followed.
 */
#ifndef API_API_H
#define API_API_H

#include "base/json.h"
#include "httpd/httpd.h"
#include "toolsets/served.h"

#define API_MAX_BODY ((size_t)1 << 20)

struct api {
    struct tables *tables;
};

/* One request, for its handler. */
struct api_call {
    const struct served *served;
    const struct json *body; /* an object; of GET none: NULL */
    const atomic_bool *gone;
    struct arena *a;
};

/*
 * api_route - answer one request.
 *
 * out      json    the reply's body, in the call's arena
 * errors   any; the client sees code, message and place
 */
typedef enum err api_route(const struct api_call *call, struct str *json,
                           struct error *e);

/* The handlers, each for the path that api.c gives it. */
api_route api_health;
api_route api_ask;

/* ctx is a struct api. */
httpd_handle api_handle;

#endif
