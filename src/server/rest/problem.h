/*
 * problem.h - errors over HTTP, as problem documents.
 *
 * source   RFC 9457
 */
#ifndef SERVER_REST_PROBLEM_H
#define SERVER_REST_PROBLEM_H

#include "server/httpd/httpd.h"

/*
 * problem_reply - {type, title, status, detail, code, line?, column?, offset?}.
 *
 * in       status  of HTTP; 0: that of e->code
 *          a       may be full: the reply has then no body
 */
void problem_reply(const struct error *e, unsigned status, struct arena *a,
                   struct httpd_reply *out);

#endif
