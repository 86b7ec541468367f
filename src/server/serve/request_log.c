#include "server/serve/request_log.h"

#include "base/clock.h"
#include "base/hash.h"

#include <stdatomic.h>
#include <stdio.h>

#define MAX_PATH 120 /* that is shown */

/* Letters, digits and "-._", so that it can be in a record. */
static bool is_name(struct str s)
{
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];

        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
              (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_'))
            return false;
    }
    return s.n > 0 && s.n < LOG_REQUEST_BYTES;
}

/* Different in each process, and of each request in one. */
static void new_name(char out[LOG_REQUEST_BYTES])
{
    static atomic_uint_fast64_t count;
    uint64_t n = atomic_fetch_add(&count, 1);

    (void)snprintf(out, LOG_REQUEST_BYTES, "%016llx",
                   (unsigned long long)hash_bytes(&n, sizeof(n)));
}

void request_log_begin(struct request_log *v, const struct httpd_request *r,
                       struct arena *a, struct httpd_reply *out)
{
    struct str given = httpd_header(r, "X-Request-Id");
    struct error ignored;
    const char *shown;

    if (is_name(given))
        (void)snprintf(v->id, sizeof(v->id), "%.*s", STR_FMT(given));
    else
        new_name(v->id);
    v->began_ms = clock_ms();
    log_set_request(v->id);
    shown = str_cstr(str_from(v->id), a, &ignored);
    if (shown)
        httpd_put_header(out, "X-Request-Id", shown);
}

void request_log_end(const struct request_log *v, const struct httpd_request *r,
                     struct str who, const struct httpd_reply *out)
{
    log_info("serve", "%.*s %.*s status=%u ms=%llu bytes=%zu token=%.*s",
             STR_FMT(r->method), STR_FMT(str_slice(r->path, 0, MAX_PATH)),
             out->status, (unsigned long long)(clock_ms() - v->began_ms),
             out->body.n, STR_FMT(who.n ? who : STR("-")));
    log_set_request(NULL);
}
