/*
 * request_check.h - rejects requests that could be parsed in more than one way
 * (request smuggling). Private to server/httpd/.
 */
#ifndef SERVER_HTTPD_REQUEST_CHECK_H
#define SERVER_HTTPD_REQUEST_CHECK_H

#include "server/httpd/exchange.h"

/*
 * request_check_form - could another program take this request for something else?
 *
 * What has one reading alone passes: each line ends in CR LF, none goes on in
 * the next, names are tokens, the body has one length. libmicrohttpd is more
 * lenient, and a proxy before us that reads the other way could be made to let
 * a second request through inside the first.
 *
 * errors   ERR_VALIDATION_FAILED  it could
 * source   RFC 9112 sections 2.2, 5.2, 6.3 and 11.2
 */
MUST_CHECK enum err request_check_form(const struct exchange *x,
                                       const char *version, struct error *e);

#endif
