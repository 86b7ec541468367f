/*
 * url.h - parses the address of an endpoint so strictly that the host we check
 * and the host the HTTP library connects to cannot differ.
 *
 *     https://api.openai.com:443/v1/embeddings?version=2
 *     scheme  host           port path        query
 */
#ifndef BASE_HTTP_URL_H
#define BASE_HTTP_URL_H

#include "base/str.h"

#define URL_MAX_BYTES 2048

/* All borrow the text that was parsed. */
struct url {
    struct str host;  /* as written; of "[::1]" what is between the brackets */
    struct str shown; /* without the query, at most 200 bytes: for messages */
    bool is_tls;
    bool is_loopback; /* localhost, 127.x.x.x or ::1: stays in this machine */
};

/*
 * url_parse - is it one that we call?
 *
 * in       text   http or https, a host, maybe a port, path and query
 * errors   ERR_VALIDATION_FAILED  another scheme, a name or password in it, a
 *                                 fragment, a character that RFC 3986 has not,
 *                                 over URL_MAX_BYTES; the message says which
 *                                 and holds nothing of the text
 * source   RFC 3986, without what has more than one reading
 */
MUST_CHECK enum err url_parse(struct str text, struct url *out,
                              struct error *e);

#endif
