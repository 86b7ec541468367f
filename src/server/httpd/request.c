/* request.c - what a request says apart from its body: headers, query. */
#include "server/httpd/exchange.h"
#include "server/httpd/server.h"

#include <string.h>

struct keeping {
    struct arena *a;
    struct fields *to;
    size_t room;
    struct error *e;
};

static struct str find(const struct fields *fields, struct str name,
                       bool (*is_same)(struct str a, struct str b))
{
    for (size_t i = 0; i < fields->n; i++)
        if (is_same(fields->field[i].name, name))
            return fields->field[i].text;
    return (struct str){0};
}

/* Of the connection, until it is copied. */
static struct str look_up(const struct exchange *x, enum MHD_ValueKind kind,
                          struct str name)
{
    const char *value = NULL;
    size_t n = 0;

    if (x->server->lib->MHD_lookup_connection_value_n(
            x->connection, kind, name.p, name.n, &value, &n) != MHD_YES)
        return (struct str){0};
    return (struct str){value ? value : "", n};
}

struct str httpd_header(const struct httpd_request *r, const char *name)
{
    const struct exchange *x = r->exchange;

    if (x->is_kept)
        return find(&x->headers, str_from(name), str_eq_nocase);
    return look_up(x, MHD_HEADER_KIND, str_from(name));
}

struct str httpd_query(const struct httpd_request *r, const char *name)
{
    for (size_t i = 0; i < r->arguments; i++)
        if (str_is(r->argument[i].name, name))
            return r->argument[i].text;
    return (struct str){0};
}

/* A name or a value, as forms encode it; a '%' without digits is itself. */
static enum err decode(struct str s, struct arena *a, struct str *out,
                       struct error *e)
{
    char *text = arena_alloc(a, s.n + 1, e);
    size_t n = 0;

    if (!text)
        return e->code;
    for (size_t i = 0; i < s.n; i++) {
        const int high = i + 2 < s.n ? str_hex_value(s.p[i + 1]) : -1;
        const int low = i + 2 < s.n ? str_hex_value(s.p[i + 2]) : -1;

        if (s.p[i] == '%' && high >= 0 && low >= 0) {
            text[n++] = (char)(high * 16 + low);
            i += 2;
        } else {
            text[n++] = s.p[i] == '+' ? ' ' : s.p[i];
        }
    }
    *out = (struct str){text, n};
    return OK;
}

static enum err read_argument(struct str text, struct arena *a,
                              struct httpd_value *out, struct error *e)
{
    const size_t equals = str_find_char(text, '=');

    if (decode(str_slice(text, 0, equals), a, &out->name, e))
        return e->code;
    return decode(str_slice(text, equals + 1, text.n), a, &out->text, e);
}

enum err request_read_query(struct exchange *x, struct str query,
                            struct error *e)
{
    struct httpd_request *r = &x->request;
    struct httpd_value *argument;
    size_t n = query.n > 0;

    for (size_t i = 0; i < query.n; i++)
        n += query.p[i] == '&';
    if (n > HTTPD_MAX_ARGUMENTS)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a request has at most %d query arguments, not %zu",
                         HTTPD_MAX_ARGUMENTS, n);
    argument = arena_alloc_array(&x->arena, n, sizeof(*argument), e);
    if (!argument)
        return e->code;
    r->argument = argument;
    while (query.n > 0) {
        const size_t end = str_find_char(query, '&');
        const struct str one = str_slice(query, 0, end);

        if (one.n > 0 &&
            read_argument(one, &x->arena, &argument[r->arguments++], e))
            return e->code;
        query = str_slice(query, end + 1, query.n);
    }
    return OK;
}

void request_read_headers(struct httpd_request *r)
{
    r->host = httpd_header(r, "Host");
    r->origin = httpd_header(r, "Origin");
    r->content_type = httpd_header(r, "Content-Type");
    r->authorization = httpd_header(r, "Authorization");
}

/* NOLINTNEXTLINE(readability-function-size) parameters: libmicrohttpd's */
static enum MHD_Result keep(void *ctx, enum MHD_ValueKind kind,
                            const char *name, size_t name_bytes,
                            const char *value, size_t value_bytes)
{
    struct keeping *k = ctx;
    struct httpd_value *f = &k->to->field[k->to->n];

    (void)kind;
    if (k->to->n == k->room ||
        str_dup((struct str){name, name_bytes}, k->a, &f->name, k->e) ||
        str_dup((struct str){value, value ? value_bytes : 0}, k->a, &f->text,
                k->e))
        return MHD_NO;
    k->to->n++;
    return MHD_YES;
}

static enum err keep_all(struct exchange *x, enum MHD_ValueKind kind,
                         struct fields *to, struct error *e)
{
    const struct libmicrohttpd *lib = x->server->lib;
    int n = lib->MHD_get_connection_values_n(x->connection, kind, NULL, NULL);
    struct keeping k = {&x->arena, to, n > 0 ? (size_t)n : 0, e};

    to->field = arena_alloc_array(&x->arena, k.room, sizeof(*to->field), e);
    if (!to->field)
        return e->code;
    (void)lib->MHD_get_connection_values_n(x->connection, kind, keep, &k);
    return to->n == k.room ? OK : e->code;
}

enum err request_keep(struct exchange *x, struct error *e)
{
    struct httpd_request *r = &x->request;

    if (keep_all(x, MHD_HEADER_KIND, &x->headers, e) ||
        str_dup(r->method, &x->arena, &r->method, e) ||
        str_dup(r->path, &x->arena, &r->path, e))
        return e->code;
    x->is_kept = true;
    request_read_headers(r);
    return OK;
}

void httpd_put_header(struct httpd_reply *reply, const char *name,
                      const char *value)
{
    BUG_ON(reply->headers == HTTPD_MAX_HEADERS);
    reply->header[reply->headers++] = (struct httpd_header){name, value};
}

void httpd_put_refusal(struct httpd_reply *reply, const struct buf *text,
                       struct arena *a)
{
    const struct str whole = buf_str(text);
    struct error ignored;

    if (buf_dup(text, a, &reply->body, &ignored) == OK)
        return;
    reply->body = (struct str){0};
    if (whole.n > sizeof(reply->refusal))
        return;
    memcpy(reply->refusal, whole.p, whole.n);
    reply->body = (struct str){reply->refusal, whole.n};
}
