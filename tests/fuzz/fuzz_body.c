/* module: rest */
/* fuzz_body.c - the JSON body of a request is taken or refused in words, by the
 * route that the first line names; nothing of it can lead past its list of arguments. */
#include "server/rest/routes.h"

#include "answer/ask_request.h"
#include "base/utf8.h"
#include "server/tool_registry/argument_check.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

#define ARENA_BYTES ((size_t)1 << 24)

static void check_told(enum err rc, const struct error *e)
{
    if (rc && (e->code != rc || !e->msg[0]))
        abort();
}

static void read_body(const struct argument *list, struct str text,
                      struct arena *a)
{
    struct answer_request request;
    struct json *body = NULL;
    struct error e = {0};
    enum err rc;

    rc = json_parse(text, &json_default_limits, a, &body, &e);
    check_told(rc, &e);
    if (rc)
        return;
    check_told(argument_check(list, body, &e), &e);
    e = (struct error){0};
    check_told(request_read(body, (struct str){0}, a, &request, &e), &e);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const struct str all = {(const char *)data, n};
    const size_t line = str_find_char(all, '\n');
    const struct str first = str_slice(all, 0, line);
    const size_t blank = str_find_char(first, ' ');
    struct str parameter[API_MAX_PARAMETERS];
    const struct route *route;
    struct arena a;
    bool has_path;

    arena_init(&a, ARENA_BYTES);
    route =
        route_find(str_slice(first, 0, blank),
                   str_slice(first, blank + 1, first.n), parameter, &has_path);
    if (route && !has_path)
        abort();
    if (route && route_body(route))
        read_body(route_body(route), str_slice(all, line + 1, n), &a);
    arena_release(&a);
    return 0;
}
