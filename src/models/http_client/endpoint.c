#include "models/http_client/endpoint.h"

#include "base/log.h"

#include <string.h>

#define MODEL_NAME_BYTES 200
#define OPEN_BYTES       ((size_t)64 * 1024)
#define NAMELESS         "the model"

/* The last '@' before a URL: names of models may hold one themselves. */
static size_t find_at(struct str text)
{
    size_t at = text.n;

    for (size_t i = 0; i < text.n; i++) {
        struct str rest = str_slice(text, i, text.n);

        if (str_starts(rest, STR("@http://")) ||
            str_starts(rest, STR("@https://")))
            at = i;
    }
    return at;
}

enum err endpoint_name_parse(struct str text, struct endpoint_name *out,
                             struct error *e)
{
    size_t at = find_at(text);
    struct url url;
    enum err rc;

    if (at == text.n)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "an endpoint is written <model>@<url>, such as "
                         "text-embedding-3-small@https://api.openai.com/v1");
    out->model = str_slice(text, 0, at);
    out->url = str_slice(text, at + 1, text.n);
    if (at == 0 || at > MODEL_NAME_BYTES)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the name of a model has 1 to 200 characters");
    for (size_t i = 0; i < at; i++) {
        if (text.p[i] <= ' ' || text.p[i] > '~')
            return error_set(e, ERR_VALIDATION_FAILED,
                             "the name of a model is printable ASCII without "
                             "blanks");
    }
    rc = url_parse(out->url, &url, e);
    if (!rc && url.shown.n < out->url.n)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the URL is over 200 bytes or holds a query ('?...')");
    while (out->url.p && str_ends(out->url, STR("/")))
        out->url.n--;
    return rc;
}

static enum err open_parts(struct endpoint *ep, const struct endpoint_name *n,
                           struct error *e)
{
    struct key_place from = ep->kind->key;
    struct url url;
    struct str s;
    enum err rc;

    if (str_printf(&ep->arena, &s, e, "%.*s%s", STR_FMT(n->url),
                   ep->kind->path))
        return e->code;
    ep->url = s.p;
    rc = url_parse(s, &url, e);
    if (rc)
        return rc;
    ep->shown = ep->how.is_discreet ? STR(NAMELESS) : url.shown;
    from.home = ep->how.home;
    rc = key_find(&from, &url, &ep->arena, &ep->key, e);
    if (rc || !ep->key.text)
        return rc;
    if (str_printf(&ep->arena, &s, e, "%s%s",
                   ep->kind->key_header ? "" : "Bearer ", ep->key.text))
        return e->code;
    ep->authorization = (char *)s.p;
    return OK;
}

/* An error as an anonymous caller may see it: what to do, and nothing about the
 * endpoint. */
static enum err hide(const struct endpoint *ep, enum err rc, struct error *e)
{
    const char *what = "cannot be asked now";

    if (rc == OK || !ep->how.is_discreet)
        return rc;
    log_warn("model", "%s", e->msg);
    if (rc == ERR_RATE_LIMITED)
        what = "takes no more now; try again later";
    else if (rc == ERR_TIMEOUT)
        what = "did not answer in time";
    else if (rc == ERR_UNAUTHORIZED)
        what = "does not let this server ask";
    return error_set(e, rc, NAMELESS " %s", what);
}

enum err endpoint_open(struct endpoint *ep, const struct endpoint_name *name,
                       const struct endpoint_kind *kind,
                       const struct endpoint_options *how, struct error *e)
{
    enum err rc;

    *ep = (struct endpoint){.how = *how, .kind = kind};
    if (!ep->how.timeout_ms)
        ep->how.timeout_ms = ENDPOINT_TIMEOUT_MS;
    arena_init(&ep->arena, OPEN_BYTES);
    rc = open_parts(ep, name, e);
    if (!rc)
        rc = http_client_new(how->time, &ep->client, e);
    return hide(ep, rc, e);
}

void endpoint_close(struct endpoint *ep)
{
    http_client_free(ep->client);
    if (ep->authorization)
        explicit_bzero(ep->authorization, strlen(ep->authorization));
    if (ep->key.text)
        explicit_bzero(ep->key.text, strlen(ep->key.text));
    arena_release(&ep->arena);
    *ep = (struct endpoint){0};
}

static enum err refused(const struct endpoint *ep, const char *message,
                        struct error *e)
{
    if (!ep->key.text)
        return error_set(e, ERR_UNAUTHORIZED,
                         "'%.*s' requires a key: set %s, or write it to "
                         "keys/<host> in the home, mode 0600",
                         STR_FMT(ep->shown), ep->kind->key.env);
    return error_set(
        e, ERR_UNAUTHORIZED, "'%.*s' does not accept the key from '%s'%s%s",
        STR_FMT(ep->shown), ep->key.where, message[0] ? ": " : "", message);
}

static enum err fail(const struct endpoint *ep,
                     const struct endpoint_question *q,
                     const struct http_response *r, struct error *e)
{
    char message[ENDPOINT_MESSAGE_BYTES];
    const char *colon;

    endpoint_message(r->body, ep->key.text, q, message);
    colon = message[0] ? ": " : "";
    if (r->status == 401 || r->status == 403)
        return refused(ep, message, e);
    if (r->status == 429 && r->retry_after_s)
        return error_set(e, ERR_RATE_LIMITED,
                         "'%.*s' takes no more now, try again in %llu s%s%s",
                         STR_FMT(ep->shown),
                         (unsigned long long)r->retry_after_s, colon, message);
    if (r->status == 429)
        return error_set(e, ERR_RATE_LIMITED, "'%.*s' takes no more now%s%s",
                         STR_FMT(ep->shown), colon, message);
    return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                     "'%.*s' answered with status %d%s%s", STR_FMT(ep->shown),
                     r->status, colon, message);
}

/* What both makers call the kinds of failures that are not all else. */
static enum err code_of(struct str kind)
{
    static const struct {
        const char *kind;
        enum err code;
    } kinds[] = {{"overloaded_error", ERR_RATE_LIMITED},
                 {"rate_limit_error", ERR_RATE_LIMITED},
                 {"rate_limit_exceeded", ERR_RATE_LIMITED},
                 {"insufficient_quota", ERR_RATE_LIMITED},
                 {"timeout_error", ERR_TIMEOUT},
                 {"authentication_error", ERR_UNAUTHORIZED},
                 {"permission_error", ERR_UNAUTHORIZED},
                 {"invalid_api_key", ERR_UNAUTHORIZED}};

    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
        if (str_is(kind, kinds[i].kind))
            return kinds[i].code;
    }
    return ERR_TOOL_WORKER_UNAVAILABLE;
}

enum err endpoint_failed(const struct endpoint *ep,
                         const struct endpoint_question *q, struct str kind,
                         struct str body, struct error *e)
{
    char message[ENDPOINT_MESSAGE_BYTES];

    endpoint_message(body, ep->key.text, q, message);
    (void)error_set(e, code_of(kind), "'%.*s' failed while answering%s%s",
                    STR_FMT(ep->shown), message[0] ? ": " : "", message);
    return hide(ep, e->code, e);
}

enum err endpoint_misshapen(const struct endpoint *ep, const char *what,
                            struct error *e)
{
    return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE, "'%.*s' answered %s",
                     STR_FMT(ep->shown), what);
}

static enum err add_path(const struct endpoint *ep, const char *path,
                         struct arena *a, const char **url, struct error *e)
{
    struct str s;
    enum err rc = str_printf(a, &s, e, "%s%s", ep->url, path);

    *url = s.p;
    return rc;
}

static enum err ask(const struct endpoint *ep,
                    const struct endpoint_question *q, struct arena *a,
                    const struct json **root, struct error *e)
{
    const char *name = ep->kind->key_header;
    struct http_header header[2];
    struct http_request r = {
        .method = q->method,
        .url = ep->url,
        .header = header,
        .body = q->body,
        .timeout_ms = q->timeout_ms ? q->timeout_ms : ep->how.timeout_ms,
        .max_response_bytes = q->max_response_bytes,
        .cancel = q->cancel ? q->cancel : ep->how.cancel,
        .stream = q->stream,
    };
    struct http_response got;
    struct json *tree = NULL;
    struct error detail;
    enum err rc;

    if (ep->authorization)
        header[r.headers++] = (struct http_header){
            name ? name : "Authorization", ep->authorization};
    if (ep->kind->more.name)
        header[r.headers++] = ep->kind->more;
    rc = q->path ? add_path(ep, q->path, a, &r.url, e) : OK;
    if (!rc)
        rc = http_post_json(ep->client, &r, a, &got, e);
    if (q->status)
        *q->status = rc ? 0 : got.status;
    if (rc)
        return rc;
    *root = NULL;
    if (got.is_streamed)
        return OK;
    if (got.status < 200 || got.status > 299)
        return fail(ep, q, &got, e);
    /* its own position would be of no use, and its message quotes the text */
    rc = json_parse(got.body, &json_default_limits, a, &tree, &detail);
    if (rc == ERR_LIMIT)
        return error_set(e, ERR_LIMIT, "the answer of '%.*s' is too large",
                         STR_FMT(ep->shown));
    if (rc)
        return endpoint_misshapen(ep, "with what is not JSON", e);
    *root = tree;
    return OK;
}

enum err endpoint_ask(const struct endpoint *ep,
                      const struct endpoint_question *q, struct arena *a,
                      const struct json **root, struct error *e)
{
    return hide(ep, ask(ep, q, a, root, e), e);
}
