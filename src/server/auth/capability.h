/*
 * capability.h - what a caller may do, by the names of tools.
 *
 * Tokens and exposures name capabilities; a bound tool is one of them over a
 * context. Each entry point asks for the right that its capability needs.
 */
#ifndef SERVER_AUTH_CAPABILITY_H
#define SERVER_AUTH_CAPABILITY_H

#include "server/auth/grant.h"

struct capability {
    const char *name;
    enum right right;
    bool takes_path; /* can be bound to a part of a base */
};

/* The one with this name; NULL: there is none. */
const struct capability *capability_find(struct str name);

/* Is it one, and one that can be bound where that is asked? The message says
 * what is. */
MUST_CHECK enum err capability_check(struct str name, bool bindable,
                                     struct error *e);

#endif
