#include "serve/door.h"

/* "localhost:7480" without its port; brackets of IPv6 stay. */
static struct str name_of(struct str host)
{
    size_t end = host.n;

    while (end > 0 && host.p[end - 1] >= '0' && host.p[end - 1] <= '9')
        end--;
    return end > 0 && host.p[end - 1] == ':' ? str_slice(host, 0, end - 1)
                                             : host;
}

static bool is_own_host(struct str host)
{
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};

    return STR_IN(name_of(host), names);
}

/* "http://localhost:7480" of "localhost:7480". */
static bool is_own_origin(const struct httpd_request *r)
{
    const struct str scheme = r->is_tls ? STR("https://") : STR("http://");

    return str_starts(r->origin, scheme) &&
           str_eq(str_slice(r->origin, scheme.n, r->origin.n), r->host);
}

enum err door_admit(const struct httpd_request *r, struct error *e)
{
    if (is_own_host(r->host) && (!r->origin.n || is_own_origin(r)))
        return OK;
    return error_set(e, ERR_FORBIDDEN,
                     "this server answers to localhost alone");
}
