/* module: serve */
/*
 * Any bytes as a request to /mcp: a method in the first line, headers in those
 * after it, a body after an empty line. It goes to an endpoint without a
 * session, and to one with an initialized session when it names SESSION.
 * Whatever comes back has a status of HTTP and, if it has a body, one JSON-RPC
 * message. Streams need a server, so that `Accept` is JSON.
 */
#include "server/httpd/exchange.h"
#include "server/mcp/mcp_http.h"
#include "server/tools/tool_context.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_FIELDS  16
#define ARENA_BYTES ((size_t)64 * 1024 * 1024)
#define INITIALIZE                                                         \
    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{" \
    "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"              \
    "\"clientInfo\":{\"name\":\"f\",\"version\":\"1\"}}}"

struct asked {
    struct exchange exchange;
    struct httpd_request request;
    struct httpd_value fields[MAX_FIELDS];
    char session[64]; /* of this process; empty: none yet */
};

static enum err answer_nothing(struct mcp_request *t, struct error *e)
{
    (void)e;
    mcp_request_begin(t);
    mcp_request_end(t);
    return OK;
}

static const struct mcp_tool tools[] = {
    {"nothing", "Nothing.", "{\"type\":\"object\"}", answer_nothing}};

static const struct mcp_capabilities *offer(void)
{
    static struct mcp_capabilities all;

    all = mcp_capabilities_folder;
    all.protocol_tools = tools;
    all.n_protocol_tools = COUNT_OF(tools);
    return &all;
}

static void begin(struct asked *a, struct str method)
{
    a->exchange = (struct exchange){.is_kept = true};
    a->exchange.headers.field = a->fields;
    a->request = (struct httpd_request){.method = method,
                                        .path = STR("/mcp"),
                                        .gone = &a->exchange.gone,
                                        .exchange = &a->exchange};
}

static void add(struct asked *a, struct str name, struct str value)
{
    if (a->exchange.headers.n < MAX_FIELDS)
        a->fields[a->exchange.headers.n++] = (struct httpd_value){name, value};
}

static struct str next_line(struct str *rest)
{
    size_t end = str_find_char(*rest, '\n');
    struct str line = str_slice(*rest, 0, end);

    *rest = str_slice(*rest, end < rest->n ? end + 1 : end, rest->n);
    return line;
}

static void read_request(struct asked *a, struct str text)
{
    struct str line;

    begin(a, next_line(&text));
    add(a, STR("Accept"), STR("application/json"));
    for (line = next_line(&text); line.n; line = next_line(&text)) {
        size_t colon = str_find_char(line, ':');
        struct str name = str_slice(line, 0, colon);
        struct str value = str_trim(
            str_slice(line, colon < line.n ? colon + 1 : colon, line.n));

        add(a, name, str_is(value, "SESSION") ? str_from(a->session) : value);
    }
    request_read_headers(&a->request);
    a->request.body = text;
}

static void check(const struct httpd_reply *reply, struct arena *arena)
{
    struct json *root = NULL;
    struct error e = {0};

    BUG_ON(reply->status < 200 || reply->status > 599);
    if (!reply->body.n)
        return;
    BUG_ON(json_parse(reply->body, &json_default_limits, arena, &root, &e));
    BUG_ON(!json_is(json_find(root, "jsonrpc"), "2.0"));
    BUG_ON(!json_find(root, "result") == !json_find(root, "error"));
}

static void ask(struct mcp_http *h, struct asked *a)
{
    struct tool_context served = {.grant = &grant_local};
    const struct mcp_caller who = {.context = &served, .grant = &grant_local};
    struct httpd_reply reply = {0};
    struct arena arena;

    arena_init(&arena, ARENA_BYTES);
    mcp_http_handle(h, &who, &a->request, NULL, &arena, &reply);
    check(&reply, &arena);
    for (size_t i = 0; i < reply.headers; i++)
        if (str_is(str_from(reply.header[i].name), "Mcp-Session-Id"))
            (void)snprintf(a->session, sizeof(a->session), "%s",
                           reply.header[i].value);
    arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct asked a;
    struct mcp_http *h = NULL;
    struct error e = {0};

    BUG_ON(mcp_http_new(offer(), NULL, &h, &e) != OK);
    a.session[0] = '\0';
    begin(&a, STR("POST"));
    add(&a, STR("Content-Type"), STR("application/json"));
    request_read_headers(&a.request);
    a.request.body = STR(INITIALIZE);
    ask(h, &a);
    BUG_ON(!a.session[0]);
    read_request(&a, (struct str){(const char *)data, size});
    ask(h, &a);
    mcp_http_free(h);
    return 0;
}
