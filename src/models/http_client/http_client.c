#include "models/http_client/http_client.h"

#include "base/clock.h"
#include "base/http/backoff.h"
#include "base/http/http_lines.h"
#include "base/http/http_retry.h"
#include "base/http/transfer.h"
#include "base/http/url.h"
#include "base/mem.h"

#include <string.h>

struct http_client {
    struct http_time time;
    struct http_lines lines;
};

enum err http_client_new(const struct http_time *time, struct http_client **out,
                         struct error *e)
{
    struct http_client *c = mem_new(sizeof(*c), e);

    if (!c)
        return e->code;
    c->time = time ? *time : http_machine_time;
    http_lines_init(&c->lines);
    *out = c;
    return OK;
}

void http_client_free(struct http_client *c)
{
    if (!c)
        return;
    http_lines_release(&c->lines);
    mem_free(c);
}

/* A line end in a value would be another header. */
static bool is_printable(const char *s, char lowest)
{
    bool ok = s[0] != '\0';

    for (; *s; s++)
        ok = ok && *s >= lowest && *s <= '~';
    return ok;
}

/* One request, prepared. */
struct call {
    const struct http_request *r;
    struct transfer transfer;
    const char *header[HTTP_MAX_HEADERS + 3];
    struct url url;
};

static enum err prepare_headers(struct call *call, struct arena *a,
                                struct error *e)
{
    const struct http_request *r = call->r;
    size_t n = 0;

    BUG_ON(r->headers > HTTP_MAX_HEADERS);
    call->header[n++] = "Content-Type: application/json";
    call->header[n++] = r->stream
                            ? "Accept: text/event-stream, application/json"
                            : "Accept: application/json";
    call->header[n++] = "Expect:"; /* no 100-continue: many never send it */
    for (size_t i = 0; i < r->headers; i++) {
        const struct http_header *h = &r->header[i];
        struct str line;

        if (!is_printable(h->name, '!') || strchr(h->name, ':') ||
            !is_printable(h->value, ' '))
            return error_set(
                e, ERR_VALIDATION_FAILED,
                "a header contains characters that are not printable ASCII");
        if (str_printf(a, &line, e, "%s: %s", h->name, h->value))
            return e->code;
        call->header[n++] = line.p;
    }
    call->transfer.header = call->header;
    call->transfer.n = n;
    return OK;
}

static const enum transfer_method methods[] = {[HTTP_POST] = TRANSFER_POST,
                                               [HTTP_PUT] = TRANSFER_PUT,
                                               [HTTP_GET] = TRANSFER_GET,
                                               [HTTP_DELETE] = TRANSFER_DELETE};

static enum err prepare(struct call *call, struct arena *a, struct error *e)
{
    const struct http_request *r = call->r;
    enum err rc = url_parse(str_from(r->url), &call->url, e);

    if (rc)
        return rc;
    call->transfer = (struct transfer){
        .method = methods[r->method],
        .url = r->url,
        .is_direct = !call->url.is_tls || call->url.is_loopback,
        .body = r->body.p ? r->body : STR(""),
        .max_response_bytes = r->max_response_bytes,
        .cancel = r->cancel,
        .stream = r->stream,
    };
    return prepare_headers(call, a, e);
}

static enum err verdict(const struct call *call, const struct transferred *t,
                        struct arena *a, struct http_response *out,
                        struct error *e)
{
    struct str shown = call->url.shown;

    switch (t->outcome) {
    case TRANSFER_ANSWERED:
        out->status = t->status;
        out->is_streamed = t->is_streamed;
        out->retry_after_s = t->retry_after_s < BACKOFF_MAX_RETRY_AFTER_S
                                 ? t->retry_after_s
                                 : BACKOFF_MAX_RETRY_AFTER_S;
        return str_dup(buf_str(t->body), a, &out->body, e);
    case TRANSFER_TIMED_OUT:
        return error_set(e, ERR_TIMEOUT, "no answer from '%.*s' within %llu ms",
                         STR_FMT(shown),
                         (unsigned long long)call->r->timeout_ms);
    case TRANSFER_SILENT:
        return error_set(e, ERR_TIMEOUT, "'%.*s' sent nothing for %llu ms",
                         STR_FMT(shown),
                         (unsigned long long)call->r->stream->silence_ms);
    case TRANSFER_CANCELLED:
        return error_set(e, ERR_TIMEOUT, "the call to '%.*s' was cancelled",
                         STR_FMT(shown));
    case TRANSFER_TOO_LARGE:
        return error_set(
            e, ERR_LIMIT,
            "the answer of '%.*s' is larger than %zu bytes or has too "
            "many headers",
            STR_FMT(shown), call->r->max_response_bytes);
    case TRANSFER_NO_MEMORY:
        return error_set(e, ERR_LIMIT,
                         "out of memory: cannot create a call to '%.*s'",
                         STR_FMT(shown));
    default:
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         t->is_streamed ? "'%.*s' broke off its answer: %s"
                                        : "cannot reach '%.*s': %s",
                         STR_FMT(shown), t->reason);
    }
}

enum err http_post_json(struct http_client *c, const struct http_request *r,
                        struct arena *a, struct http_response *out,
                        struct error *e)
{
    struct call call = {.r = r};
    struct buf body;
    struct transferred t = {.body = &body};
    struct transfer_handle *l = NULL;
    enum err rc;

    BUG_ON(r->timeout_ms == 0);
    buf_init(&body, r->max_response_bytes);
    *out = (struct http_response){0};
    rc = prepare(&call, a, e);
    if (!rc)
        rc = http_lines_take(&c->lines, &l, e);
    if (rc)
        goto out;
    http_retry(l, &call.transfer, &c->time, r->timeout_ms, &t);
    http_lines_give(&c->lines, l);
    rc = verdict(&call, &t, a, out, e);
out:
    buf_release(&body);
    return rc;
}
