/* address.h - addresses of servers and clients. Private to server/httpd/. */
#ifndef SERVER_HTTPD_ADDRESS_H
#define SERVER_HTTPD_ADDRESS_H

#include "base/str.h"

#include <arpa/inet.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

union address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    struct sockaddr_storage room;
};

/* Of "127.0.0.1" or "::1"; false: `text` is neither. */
bool address_read(const char *text, uint16_t port, union address *out,
                  socklen_t *n);

/* In the machine's order. */
uint16_t address_port(const union address *a);

/* One number for whoever has this address, another in each process; the
 * addresses of a /64, which one household or machine has, are one. */
uint64_t address_key(const struct sockaddr *a);

/* As address_key() for what headers hold: "[::1]:80" and "192.0.2.1:80" are as without
 * port and brackets. */
bool address_read_hop(struct str hop, union address *out);

/* Is it the address that `text` names? */
bool address_is(const struct sockaddr *a, const char *text);

#endif
