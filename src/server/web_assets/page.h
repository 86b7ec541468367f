/*
 * page.h - serves the web page's files over HTTP.
 *
 * They are the same for everybody and know nothing; what they show comes over
 * /v1. A browser may keep them and asks each time whether they changed (ETag).
 */
#ifndef SERVER_WEB_ASSETS_PAGE_H
#define SERVER_WEB_ASSETS_PAGE_H

#include "server/httpd/httpd.h"

/*
 * page_reply - the file of a path, when there is one.
 *
 * out      out  200, or 304 when the client has it; it borrows the program
 * returns  false: it is not a path of the page, and `out` is untouched
 * threads  any
 */
bool page_reply(const struct httpd_request *r, struct httpd_reply *out);

#endif
