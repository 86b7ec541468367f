/*
 * grant.h - what a caller may do: which rights, over which bases, with which
 * tools.
 *
 * Who serves makes one of each request, before anything of it is read; what
 * serves asks it at each door. What a grant does not reach does not exist for
 * its caller: the error is ERR_NOT_FOUND, as of a name that nobody has.
 */
#ifndef ACCESS_GRANT_H
#define ACCESS_GRANT_H

#include "base/str.h"

enum right {
    RIGHT_READ = 1,  /* ask, search, look */
    RIGHT_WRITE = 2, /* add, edit, publish */
    RIGHT_ADMIN = 4  /* clear, set, grant */
};

/* Names that are reached: all, or those of the list. */
struct scope {
    bool all;
    const struct str *names; /* names[n] */
    size_t n;
};

/* Borrowed while its request is served; constant, so threads may share it. */
struct grant {
    unsigned rights; /* of enum right */
    struct scope bases;
    struct scope tools;
    struct str id; /* of the token or exposure; empty: the local user */
};

/* The user of this machine, over a pipe or loopback: everything. */
extern const struct grant grant_local;

/* Is the name reached? */
bool scope_has(const struct scope *s, struct str name);

/*
 * grant_check_base - may the caller do this with that base?
 *
 * in       base  its name, as in BASE/DOC
 * errors   ERR_NOT_FOUND  the base is out of reach, or is not there
 *          ERR_FORBIDDEN  it is in reach, the right is missing
 */
MUST_CHECK enum err grant_check_base(const struct grant *g, struct str base,
                                     enum right right, struct error *e);

/* The same where no base is meant. */
MUST_CHECK enum err grant_check_right(const struct grant *g, enum right right,
                                      struct error *e);

#endif
