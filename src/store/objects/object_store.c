#include "store/objects/object_store.h"

#include "base/buf.h"
#include "base/http/http_retry.h"
#include "base/http/url.h"
#include "store/objects/object_page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARENA_BYTES       ((size_t)32 * 1024)
#define ANSWER_BYTES      ((size_t)64 * 1024) /* what says why it failed */
#define TIMEOUT_MS        UINT64_C(60000)
#define BYTES_A_MS        UINT64_C(100) /* a line of less than that is no line */
#define LIST_BYTES        ((size_t)8 << 20) /* of 1,000 names */
#define HEADERS           4
#define HASH_HEADER_BYTES 96
#define NO_CONTENT \
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

/* ---- where, and as whom ---- */

static const char *from_environment(const char *name, const char *other)
{
    const char *value = getenv(name);

    if (!value || !*value)
        value = other ? getenv(other) : NULL;
    return value && *value ? value : NULL;
}

static bool is_bucket(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!memchr("abcdefghijklmnopqrstuvwxyz0123456789.-", s.p[i], 38))
            return false;
    return s.n >= 3 && s.n <= 63;
}

static bool is_prefix(struct str s)
{
    static const char all[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV"
                              "WXYZ0123456789._-/";

    for (size_t i = 0; i < s.n; i++)
        if (!memchr(all, s.p[i], sizeof(all) - 1))
            return false;
    return s.n <= 512;
}

static enum err name_place(struct str url, const char *region, struct arena *a,
                           struct object_store *out, struct error *e)
{
    const char *endpoint =
        from_environment("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL");
    const struct str rest = str_slice(url, STR("s3://").n, url.n);
    const struct str bucket = str_slice(rest, 0, str_find_char(rest, '/'));
    struct str prefix = str_slice(rest, bucket.n + 1, rest.n);
    struct str host = str_from(endpoint);
    struct str text = {0};
    struct url parsed;
    enum err rc = OK;

    while (str_ends(prefix, STR("/")))
        prefix.n--;
    while (str_ends(host, STR("/")))
        host.n--;
    if (!str_starts(url, STR("s3://")) || !is_bucket(bucket) ||
        !is_prefix(prefix))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "blobs are kept at s3://BUCKET or s3://BUCKET/PREFIX");
    if (!endpoint) {
        rc = str_printf(a, &host, e, "https://s3.%s.amazonaws.com", region);
        if (rc)
            return rc;
    }
    rc = str_printf(a, &text, e, "%.*s/%.*s/%.*s%s", STR_FMT(host),
                    STR_FMT(bucket), STR_FMT(prefix), prefix.n ? "/" : "");
    if (!rc) /* which ends with the prefix */
        out->prefix = str_slice(text, host.n + 1 + bucket.n + 1, text.n);
    if (!rc)
        rc = url_parse(text, &parsed, e);
    if (!rc && !parsed.is_tls && !parsed.is_loopback)
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "the endpoint of '%.*s' must begin with https://",
                       STR_FMT(url));
    out->url = text.p;
    out->is_direct = !rc && (!parsed.is_tls || parsed.is_loopback);
    return rc;
}

enum err object_store_open(struct str url, struct arena *a,
                           struct object_store *out, struct error *e)
{
    const char *id = from_environment("AWS_ACCESS_KEY_ID", NULL);
    const char *key = from_environment("AWS_SECRET_ACCESS_KEY", NULL);
    const char *token = from_environment("AWS_SESSION_TOKEN", NULL);
    const char *region = from_environment("AWS_REGION", "AWS_DEFAULT_REGION");
    struct str text = {0};
    enum err rc;

    *out = (struct object_store){0};
    if (!region)
        region = "us-east-1";
    rc = name_place(url, region, a, out, e);
    out->use = rc ? NULL : arena_alloc(a, sizeof(*out->use), e);
    if (!rc && !out->use)
        return e->code;
    if (!rc && (!id || !key))
        rc = error_set(e, ERR_UNAUTHORIZED,
                       "the keys of '%.*s' must be in AWS_ACCESS_KEY_ID and "
                       "AWS_SECRET_ACCESS_KEY",
                       STR_FMT(url));
    if (rc)
        return rc;
    http_lines_init(&out->use->lines);
    out->shown = str_cstr(url, a, e);
    rc =
        out->shown ? str_printf(a, &text, e, "aws:amz:%s:s3", region) : e->code;
    if (rc)
        return rc;
    out->signs = text.p;
    rc = str_printf(a, &text, e, "%s:%s", id, key);
    if (rc)
        return rc;
    out->secret = text.p;
    if (!token)
        return OK;
    rc = str_printf(a, &text, e, "x-amz-security-token: %s", token);
    out->token = text.p;
    return rc;
}

void object_store_close(const struct object_store *s)
{
    if (s->use)
        http_lines_release(&s->use->lines);
}

/* ---- requests ---- */

static enum err verdict(const struct object_store *s,
                        const struct transferred *t, struct error *e)
{
    if (t->outcome == TRANSFER_TIMED_OUT)
        return error_set(e, ERR_TIMEOUT, "no answer from '%s' in time",
                         s->shown);
    if (t->outcome == TRANSFER_NO_MEMORY)
        return error_set(e, ERR_LIMIT, "out of memory: cannot reach '%s'",
                         s->shown);
    if (t->outcome != TRANSFER_ANSWERED)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "cannot reach '%s': %s", s->shown, t->reason);
    if (t->status >= 200 && t->status <= 299)
        return OK;
    if (t->status == 404)
        return error_set(e, ERR_NOT_FOUND, "'%s' has no such object, or bucket",
                         s->shown);
    if (t->status == 401 || t->status == 403)
        return error_set(e, ERR_UNAUTHORIZED,
                         "'%s' does not take these keys (status %d)", s->shown,
                         t->status);
    return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE, "'%s' fails (status %d)",
                     s->shown, t->status);
}

/* One request. */
struct sending {
    enum transfer_method method;
    const char *url;
    const struct object *object;
    size_t most; /* bytes of the answer, without the object */
};

static enum err send(const struct object_store *s, const struct sending *x,
                     struct buf *answer, struct error *e)
{
    const struct object *o = x->object;
    const struct transfer_object of = {
        .fd = o->fd, .bytes = o->bytes, .signs = s->signs, .secret = s->secret};
    char hash[HASH_HEADER_BYTES];
    const char *header[HEADERS] = {"Expect:", hash, s->token};
    struct transferred t = {.outcome = TRANSFER_NO_MEMORY, .body = answer};
    struct transfer_handle *l = NULL;
    struct transfer request = {.method = x->method,
                               .object = &of,
                               .url = x->url,
                               .is_direct = s->is_direct,
                               .header = header,
                               .n = 2 + (s->token != NULL),
                               .max_response_bytes = x->most};
    enum err rc = http_lines_take(&s->use->lines, &l, e);

    (void)snprintf(hash, sizeof(hash), "x-amz-content-sha256: %s",
                   x->method == TRANSFER_PUT ? o->sha256 : NO_CONTENT);
    if (!rc) {
        http_retry(l, &request, &http_machine_time,
                   TIMEOUT_MS + o->bytes / BYTES_A_MS, &t);
        rc = verdict(s, &t, e);
    }
    http_lines_give(&s->use->lines, l);
    return rc;
}

static enum err send_object(const struct object_store *s,
                            const struct object *o, enum transfer_method method,
                            struct error *e)
{
    struct sending x = {.method = method, .object = o, .most = ANSWER_BYTES};
    struct arena a;
    struct buf answer;
    struct str url = {0};
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    buf_init(&answer, ANSWER_BYTES);
    rc = str_printf(&a, &url, e, "%s%s", s->url, o->name);
    x.url = url.p;
    if (!rc)
        rc = send(s, &x, &answer, e);
    buf_release(&answer);
    arena_release(&a);
    return rc;
}

enum err object_put(const struct object_store *s, const struct object *o,
                    struct error *e)
{
    return send_object(s, o, TRANSFER_PUT, e);
}

enum err object_get(const struct object_store *s, const struct object *o,
                    struct error *e)
{
    return send_object(s, o, TRANSFER_GET, e);
}

enum err object_remove(const struct object_store *s, const char *name,
                       struct error *e)
{
    const struct object o = {.name = name, .fd = -1};

    return send_object(s, &o, TRANSFER_DELETE, e);
}

/* ---- lists ---- */

/* '/' is the one character of a name that a query has not as it is. */
static enum err put_query(struct buf *b, const char *key, struct str prefix,
                          struct str name, struct error *e)
{
    struct str text;

    buf_puts(b, key);
    for (int part = 0; part < 2; part++) {
        const struct str s = part == 0 ? prefix : name;

        for (size_t i = 0; i < s.n; i++)
            if (s.p[i] == '/')
                buf_puts(b, "%2F");
            else
                buf_put_char(b, s.p[i]);
    }
    return buf_finish(b, &text, e);
}

static enum err list_url(const struct object_store *s,
                         const struct object_range *r, struct buf *out,
                         struct str *url, struct error *e)
{
    enum err rc;

    buf_put_str(out, (struct str){s->url, strlen(s->url) - s->prefix.n});
    buf_puts(out, "?list-type=2"); /* keys in order, as what is signed */
    if (r->most)
        buf_printf(out, "&max-keys=%u", r->most);
    rc = put_query(out, "&prefix=", s->prefix, r->begin, e);
    if (!rc && r->after.n > 0)
        rc = put_query(out, "&start-after=", s->prefix, r->after, e);
    return rc ? rc : buf_finish(out, url, e);
}

enum err object_list(const struct object_store *s, const struct object_range *r,
                     struct arena *a, struct object_page *out, struct error *e)
{
    const struct object none = {.fd = -1};
    struct sending x = {
        .method = TRANSFER_GET, .object = &none, .most = LIST_BYTES};
    struct str url = {0}, text = {0};
    struct buf answer, at;
    enum err rc;

    *out = (struct object_page){0};
    buf_init(&at, ARENA_BYTES);
    buf_init(&answer, LIST_BYTES);
    rc = list_url(s, r, &at, &url, e);
    x.url = url.p;
    if (!rc)
        rc = send(s, &x, &answer, e);
    if (!rc)
        rc = buf_finish(&answer, &text, e);
    if (!rc)
        rc = object_page_read(text, s->prefix, a, out, e);
    buf_release(&answer);
    buf_release(&at);
    return rc;
}
