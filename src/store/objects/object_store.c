#include "store/objects/object_store.h"

#include "base/http/http_retry.h"
#include "base/http/url.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARENA_BYTES  ((size_t)32 * 1024)
#define ANSWER_BYTES ((size_t)64 * 1024) /* what says why it failed */
#define TIMEOUT_MS   UINT64_C(60000)
#define BYTES_A_MS   UINT64_C(100) /* a line of less than that is no line */
#define HEADERS      4
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
    if (!rc && (!id || !key))
        rc = error_set(e, ERR_UNAUTHORIZED,
                       "the keys of '%.*s' must be in AWS_ACCESS_KEY_ID and "
                       "AWS_SECRET_ACCESS_KEY",
                       STR_FMT(url));
    if (rc)
        return rc;
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

static enum err send(const struct object_store *s, const struct object *o,
                     enum transfer_method method, struct error *e)
{
    const bool is_put = method == TRANSFER_PUT;
    const struct transfer_object of = {
        .fd = o->fd, .bytes = o->bytes, .signs = s->signs, .secret = s->secret};
    const char *header[HEADERS] = {"Expect:"};
    struct transferred t = {.outcome = TRANSFER_NO_MEMORY};
    struct transfer_handle *l = NULL;
    struct arena a;
    struct buf answer;
    struct str url = {0}, hash = {0};
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    buf_init(&answer, ANSWER_BYTES);
    t.body = &answer;
    rc = str_printf(&a, &url, e, "%s%s", s->url, o->name);
    if (!rc)
        rc = str_printf(&a, &hash, e, "x-amz-content-sha256: %s",
                        is_put ? o->sha256 : NO_CONTENT);
    if (!rc)
        rc = transfer_open(&l, e);
    if (!rc) {
        struct transfer request = {.method = method,
                                   .object = &of,
                                   .url = url.p,
                                   .is_direct = s->is_direct,
                                   .header = header,
                                   .n = 2 + (s->token != NULL),
                                   .max_response_bytes = ANSWER_BYTES};

        header[1] = hash.p;
        header[2] = s->token;
        http_retry(l, &request, &http_machine_time,
                   TIMEOUT_MS + o->bytes / BYTES_A_MS, &t);
        rc = verdict(s, &t, e);
    }
    transfer_close(l);
    buf_release(&answer);
    arena_release(&a);
    return rc;
}

enum err object_put(const struct object_store *s, const struct object *o,
                    struct error *e)
{
    return send(s, o, TRANSFER_PUT, e);
}

enum err object_get(const struct object_store *s, const struct object *o,
                    struct error *e)
{
    return send(s, o, TRANSFER_GET, e);
}
