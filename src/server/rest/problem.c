#include "server/rest/problem.h"

#include "base/jsonw.h"

#define PROBLEM_BYTES ((size_t)8 * 1024)

/* RFC 9110; of the statuses that errors have. */
static const char *title_of(unsigned status)
{
    static const struct {
        unsigned status;
        const char *title;
    } titles[] = {{400, "Bad Request"},
                  {401, "Unauthorized"},
                  {403, "Forbidden"},
                  {404, "Not Found"},
                  {405, "Method Not Allowed"},
                  {409, "Conflict"},
                  {412, "Precondition Failed"},
                  {413, "Content Too Large"},
                  {415, "Unsupported Media Type"},
                  {422, "Unprocessable Content"},
                  {429, "Too Many Requests"},
                  {503, "Service Unavailable"},
                  {504, "Gateway Timeout"}};

    for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++)
        if (titles[i].status == status)
            return titles[i].title;
    return "Internal Server Error";
}

static void put_retry(const struct error *e, struct arena *a,
                      struct httpd_reply *out)
{
    struct error ignored;
    struct str seconds;

    if (str_printf(a, &seconds, &ignored, "%u", e->retry_s ? e->retry_s : 1))
        seconds = STR("1");
    httpd_put_header(out, "Retry-After", seconds.p);
}

void problem_reply(const struct error *e, unsigned status, struct arena *a,
                   struct httpd_reply *out)
{
    struct jsonw w;
    struct buf b;

    out->status = status ? status : (unsigned)err_http_status(e->code);
    out->content_type = "application/problem+json";
    buf_init(&b, PROBLEM_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "type", "about:blank");
    jsonw_member_cstr(&w, "title", title_of(out->status));
    jsonw_member_u64(&w, "status", out->status);
    jsonw_member_cstr(&w, "detail", e->msg);
    jsonw_member_cstr(&w, "code", err_name(e->code));
    if (e->pos.line) {
        jsonw_member_u64(&w, "line", e->pos.line);
        jsonw_member_u64(&w, "column", e->pos.column);
        jsonw_member_u64(&w, "offset", e->pos.offset);
    }
    jsonw_end_object(&w);
    httpd_put_refusal(out, &b, a);
    buf_release(&b);
    if (out->status == 429 || out->status == 503)
        put_retry(e, a, out);
}
