/* request.c - what a request says beside its body: headers, query. */
#include "httpd/exchange.h"
#include "httpd/server.h"

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
            return fields->field[i].value;
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
    const struct exchange *x = r->exchange;

    if (x->is_kept)
        return find(&x->query, str_from(name), str_eq);
    return look_up(x, MHD_GET_ARGUMENT_KIND, str_from(name));
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
    struct field *f = &k->to->field[k->to->n];

    (void)kind;
    if (k->to->n == k->room ||
        str_dup((struct str){name, name_bytes}, k->a, &f->name, k->e) ||
        str_dup((struct str){value, value ? value_bytes : 0}, k->a, &f->value,
                k->e))
        return MHD_NO;
    k->to->n++;
    return MHD_YES;
}

static enum err keep_all(struct exchange *x, enum MHD_ValueKind kind,
                         struct fields *to, struct error *e)
{
    const struct mhd *lib = x->server->lib;
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
        keep_all(x, MHD_GET_ARGUMENT_KIND, &x->query, e) ||
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
