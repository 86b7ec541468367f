/*
 * door.h - who may speak to this server at all, before a route is looked for.
 *
 * The one check of every interface that is served over HTTP.
 */
#ifndef SERVE_DOOR_H
#define SERVE_DOOR_H

#include "httpd/httpd.h"

/*
 * door_admit - do the Host and the Origin name this server?
 *
 * The Host must be this machine's own name, so that no page can have a name of
 * its own resolve to us; an Origin, which browsers send, must be that host.
 *
 * errors   ERR_FORBIDDEN  they do not
 */
MUST_CHECK enum err door_admit(const struct httpd_request *r, struct error *e);

#endif
