/*
 * arguments.h - checks that a request has the parameters of its route and no
 * others.
 */
#ifndef SERVER_REST_ARGUMENTS_H
#define SERVER_REST_ARGUMENTS_H

#include "server/rest/routes.h"

/*
 * arguments_check - check the query string against the route's arguments.
 *
 * errors   ERR_VALIDATION_FAILED  one is not known, there twice, or no boolean
 *                                 where it is to be one; the message names it,
 *                                 and those that there are
 */
MUST_CHECK enum err arguments_check(const struct route *route,
                                    const struct httpd_request *r,
                                    struct error *e);

/*
 * arguments_check_form - of the fields of a form.
 *
 * in       fields  of the route's body
 * errors   ERR_VALIDATION_FAILED  as above, and a file in the place of a text
 *                                 or a text in that of a file
 */
MUST_CHECK enum err arguments_check_form(const struct argument *fields,
                                         const struct httpd_request *r,
                                         struct error *e);

#endif
