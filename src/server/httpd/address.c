#include "server/httpd/address.h"

#include "base/hash.h"
#include "server/httpd/httpd.h"

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

/* Without what is around it: "[::1]:80", "192.0.2.1:80". */
static struct str bare(struct str address)
{
    struct str s = str_trim(address);
    size_t colon = str_find_char(s, ':');

    if (str_starts(s, STR("[")) && str_find_char(s, ']') < s.n)
        return str_slice(s, 1, str_find_char(s, ']'));
    if (str_find_char(str_slice(s, colon + 1, s.n), ':') + colon + 1 < s.n)
        return s; /* two colons: IPv6 alone */
    return str_slice(s, 0, colon);
}

static bool read_text(struct str s, union address *out)
{
    char text[INET6_ADDRSTRLEN];
    socklen_t n;

    if (s.n >= sizeof(text) || memchr(str_bytes(s), '\0', s.n))
        return false;
    memcpy(text, str_bytes(s), s.n);
    text[s.n] = '\0';
    return address_read(text, 0, out, &n);
}

bool address_read_hop(struct str hop, union address *out)
{
    return read_text(bare(hop), out);
}

uint64_t httpd_client_of(struct str address)
{
    union address a;

    return address_read_hop(address, &a) ? address_key(&a.any) : 0;
}

bool httpd_is_address(struct str text)
{
    union address a;

    return read_text(text, &a);
}

bool address_is(const struct sockaddr *a, const char *text)
{
    union address other;
    socklen_t n;

    if (!address_read(text, 0, &other, &n))
        return false;
    if (a->sa_family == AF_INET6 && other.any.sa_family == AF_INET) {
        const struct sockaddr_in6 *v6 = (const void *)a;

        return IN6_IS_ADDR_V4MAPPED(&v6->sin6_addr) &&
               memcmp(v6->sin6_addr.s6_addr + 12, &other.v4.sin_addr, 4) == 0;
    }
    if (a->sa_family != other.any.sa_family)
        return false;
    if (a->sa_family == AF_INET)
        return memcmp(&((const struct sockaddr_in *)(const void *)a)->sin_addr,
                      &other.v4.sin_addr, sizeof(other.v4.sin_addr)) == 0;
    return memcmp(&((const struct sockaddr_in6 *)(const void *)a)->sin6_addr,
                  &other.v6.sin6_addr, sizeof(other.v6.sin6_addr)) == 0;
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
