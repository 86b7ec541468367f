/*
 * grant_check.h - a grant (which rights, over which bases, with which tools) and
 * the checks against it.
 *
 * The server makes one for each request, before anything of it is read; each
 * entry point checks it. What a grant does not reach does not
 * exist for its caller: the error is ERR_NOT_FOUND, as for a name that nobody
 * has.
 */
#ifndef SERVER_AUTH_GRANT_CHECK_H
#define SERVER_AUTH_GRANT_CHECK_H

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
    const struct str *ids; /* ids[n] of these bases; NULL: not known, or the
                              names are of tools */
};

/* A tool over a part of a base, under a name of its own. */
struct bound_tool {
    struct str name;
    struct str type; /* "semantic_query" */
    struct str base; /* its name */
    struct str path; /* RFC 6901; empty: the whole tree */
};

/* What counts questions where they are counted; `take` may be called by any
 * thread, ERR_RATE_LIMITED. */
struct allowance {
    enum err (*take)(void *ctx, struct error *e);
    void *ctx;
};

/* Borrowed while its request is served; constant, so threads may share it. */
struct grant {
    unsigned rights; /* of enum right */
    struct scope bases;
    struct scope tools; /* of the registry and bound ones, by name */
    const struct bound_tool *bound; /* bound[n_bound], enabled, in reach */
    size_t n_bound;
    struct str id;              /* of the token; empty: none was needed */
    struct str exposure;        /* its name; empty: not of one */
    struct allowance allowance; /* take == NULL: not counted */
};

/* The user of this machine, over a pipe or loopback: everything. */
extern const struct grant grant_local;

/* Is it the grant of an anonymous caller of a public exposure? */
bool grant_is_public(const struct grant *g);

/* Is the name reached? */
bool scope_has(const struct scope *s, struct str name);

/* Is the base of this id reached, whatever its name was or is? What is kept of
 * a base is shown by this: a name may have been another base's. */
bool scope_has_id(const struct scope *s, struct str id);

/*
 * grant_check_base - may the caller do this with that base?
 *
 * in       base  its name, as in BASE/DOC
 * errors   ERR_NOT_FOUND  the base is out of reach, or is not there
 *          ERR_FORBIDDEN  it is in reach, the right is missing
 */
MUST_CHECK enum err grant_check_base(const struct grant *g, struct str base,
                                     enum right right, struct error *e);

/* As grant_check_base(), for what is kept of a base, by its id; an empty one is of a base
 * that nobody knows any more, which only those reach who reach all. */
MUST_CHECK enum err grant_check_base_id(const struct grant *g, struct str id,
                                        enum right right, struct error *e);

/* grant_check_tool - may the caller use it? ERR_NOT_FOUND. */
MUST_CHECK enum err grant_check_tool(const struct grant *g, struct str name,
                                     struct error *e);

/* The names of its bases are of these bases alone until the thread's scope ends
 * (store/catalog/pins.h); ERR_LIMIT. */
MUST_CHECK enum err grant_expect_bases(const struct grant *g, struct error *e);

/* One question more, where questions are counted; ERR_RATE_LIMITED. */
MUST_CHECK enum err grant_spend(const struct grant *g, struct error *e);

/* The bound tool of that name; NULL if there is none in reach. */
const struct bound_tool *grant_find_bound(const struct grant *g,
                                          struct str name);

/* grant_check_base() where no base is meant. */
MUST_CHECK enum err grant_check_right(const struct grant *g, enum right right,
                                      struct error *e);

#endif
