/* http_request.h - a request as a server hands it over, without a server. */
#ifndef SERVER_MCP_HTTP_REQUEST_H
#define SERVER_MCP_HTTP_REQUEST_H

#include "server/httpd/exchange.h"

#define REQUEST_FIELDS 16

/* One thread's; must not move. */
struct made_request {
    struct exchange exchange;
    struct httpd_request request;
    struct httpd_value fields[REQUEST_FIELDS];
};

static inline void made_request_init(struct made_request *m, const char *method)
{
    *m = (struct made_request){0};
    m->exchange.is_kept = true;
    m->exchange.headers.field = m->fields;
    m->request = (struct httpd_request){.method = str_from(method),
                                        .path = STR("/mcp"),
                                        .gone = &m->exchange.gone,
                                        .exchange = &m->exchange};
}

static inline void made_request_header(struct made_request *m, struct str name,
                                       struct str value)
{
    BUG_ON(m->exchange.headers.n == REQUEST_FIELDS);
    m->fields[m->exchange.headers.n++] = (struct httpd_value){name, value};
    request_read_headers(&m->request);
}

#endif
