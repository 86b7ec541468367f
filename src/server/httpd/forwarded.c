#include "server/httpd/forwarded.h"

#include "server/httpd/address.h"
#include "server/httpd/server.h"

#define MAX_HOPS 16

/* The last header of the name: a proxy that adds one adds it after those that came. */
static enum MHD_Result keep_last(void *ctx, enum MHD_ValueKind kind,
                                 const char *name, size_t name_n,
                                 const char *value, size_t value_n)
{
    struct str *last = ctx;

    (void)kind;
    if (str_eq_nocase((struct str){name, name_n}, STR("X-Forwarded-For")))
        *last = (struct str){value, value_n};
    return MHD_YES;
}

static bool is_proxy(const struct httpd_options *o,
                     const struct sockaddr *address)
{
    for (size_t i = 0; i < o->n_proxies; i++)
        if (address_is(address, o->proxies[i]))
            return true;
    return false;
}

uint64_t forwarded_client(struct exchange *x, const struct sockaddr *peer)
{
    const struct httpd_options *o = &x->server->o;
    struct str rest = {0};
    uint64_t key = address_key(peer);

    if (!is_proxy(o, peer))
        return key;
    (void)x->server->lib->MHD_get_connection_values_n(
        x->connection, MHD_HEADER_KIND, keep_last, &rest);
    for (int i = 0; i < MAX_HOPS && rest.n > 0; i++) {
        struct str hop = str_after_last(rest, ',');
        union address address;

        if (!address_read_hop(hop, &address))
            break; /* no address: what comes before it is not to be believed */
        key = address_key(&address.any);
        if (!is_proxy(o, &address.any)) /* not a neighbour in its /64 */
            break;
        rest = str_slice(rest, 0, rest.n > hop.n ? rest.n - hop.n - 1 : 0);
    }
    return key;
}
