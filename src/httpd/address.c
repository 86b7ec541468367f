#include "httpd/address.h"

#include "base/hash.h"
#include "httpd/httpd.h"

#include <string.h>

#define NETWORK_BYTES 8 /* of an IPv6 address: its /64 */

bool address_read(const char *text, uint16_t port, union address *out,
                  socklen_t *n)
{
    memset(out, 0, sizeof(*out));
    if (inet_pton(AF_INET, text, &out->v4.sin_addr) == 1) {
        out->v4.sin_family = AF_INET;
        out->v4.sin_port = htons(port);
        *n = sizeof(out->v4);
        return true;
    }
    if (inet_pton(AF_INET6, text, &out->v6.sin6_addr) == 1) {
        out->v6.sin6_family = AF_INET6;
        out->v6.sin6_port = htons(port);
        *n = sizeof(out->v6);
        return true;
    }
    return false;
}

uint16_t address_port(const union address *a)
{
    return ntohs(a->any.sa_family == AF_INET6 ? a->v6.sin6_port
                                              : a->v4.sin_port);
}

uint64_t address_key(const struct sockaddr *a)
{
    union address own;

    memset(&own, 0, sizeof(own));
    if (a->sa_family == AF_INET) {
        memcpy(&own.v4, a, sizeof(own.v4));
        return hash_bytes(&own.v4.sin_addr, sizeof(own.v4.sin_addr));
    }
    if (a->sa_family != AF_INET6)
        return 0;
    memcpy(&own.v6, a, sizeof(own.v6));
    if (IN6_IS_ADDR_V4MAPPED(&own.v6.sin6_addr))
        return hash_bytes(own.v6.sin6_addr.s6_addr + 12, 4);
    return hash_bytes(own.v6.sin6_addr.s6_addr, NETWORK_BYTES);
}

bool httpd_is_loopback(const char *address)
{
    union address a;
    socklen_t n;

    if (!address_read(address, 0, &a, &n))
        return false;
    if (a.any.sa_family == AF_INET6)
        return IN6_IS_ADDR_LOOPBACK(&a.v6.sin6_addr);
    return (ntohl(a.v4.sin_addr.s_addr) >> 24) == IN_LOOPBACKNET;
}
