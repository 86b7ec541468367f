/*
 * access_check.h - what the arguments of a call name, and whether its caller may
 * access it.
 *
 * Each tool asks here before it touches anything. A base that is out of reach
 * is NOT_FOUND, as one that nobody has; a right that is missing is FORBIDDEN.
 */
#ifndef SERVER_TOOLS_ACCESS_CHECK_H
#define SERVER_TOOLS_ACCESS_CHECK_H

#include "base/json.h"
#include "server/tools/tool_context.h"
#include "store/json_tree/pointer.h"

struct base;

/* As a path, where a call is bound to a part of a tree: all of that. */
#define ACCESS_ALL "."

/* Is the call bound to a part of a base's tree? */
bool access_is_partial(const struct tool_context *s);

/*
 * access_base - the base that a call is about.
 *
 * in       named  its argument; empty: the one that the call is bound to, or
 *                 the only one of the grant
 * out      base   borrows `named`, the context or the grant
 * errors   ERR_VALIDATION_FAILED  none is named, and none goes without saying
 *          ERR_NOT_FOUND, ERR_FORBIDDEN
 */
MUST_CHECK enum err access_base(const struct tool_context *s, struct str named,
                                enum right right, struct str *base,
                                struct error *e);

/*
 * access_pointer - a pointer of the arguments as one into the base's tree.
 *
 * in       base   that it belongs to
 *          named  a JSON Pointer, or the URI of an evidence
 * out      pointer  in `a`
 * errors   ERR_VALIDATION_FAILED  no JSON Pointer, or no URI of this base's JSON
 *          ERR_CONFLICT   the URI names a version that is not current
 *          ERR_NOT_FOUND  it names no document, or none within reach
 */
MUST_CHECK enum err access_pointer(const struct tool_context *s,
                                   struct str base, struct str named,
                                   struct arena *a, struct str *pointer,
                                   struct error *e);

/* What a call is bound to as it is in the tree, names made keys; where it is bound
 * to no part, the whole tree. In `a`. */
MUST_CHECK enum err access_part(const struct tool_context *s, struct arena *a,
                                struct pointer *part, struct error *e);

/* The reverse, for answers: a pointer into the tree of `b` as the caller would
 * say it. */
MUST_CHECK enum err access_shown(const struct tool_context *s,
                                 const struct base *b, struct str pointer,
                                 struct arena *a, struct str *shown,
                                 struct error *e);

/*
 * access_source - the path of a table: a file of the folder, or BASE/DOC.
 *
 * Where the call is bound to a base, DOC alone will do; where to a part of its
 * tree, a path is a JSON Pointer in that, or ACCESS_ALL.
 *
 * in       named  an argument; a base alone is a source of questions only
 * out      path   as tables take it; borrows `named`, or lives in `a`
 */
MUST_CHECK enum err access_source(const struct tool_context *s,
                                  struct str named, struct arena *a,
                                  struct str *path, struct error *e);

/*
 * access_bases - those that the caller may read, by name.
 *
 * out      out  its names borrow the context, or live in `a`
 */
MUST_CHECK enum err access_bases(const struct tool_context *s, struct arena *a,
                                 struct scope *out, struct error *e);

/* What a pointer of an evidence leads to; in the arena, or borrowed. */
struct reached {
    struct str base;
    struct str uri; /* in a form of uri_read() that says it without the part */
};

/*
 * access_uri - may what a quarry:// URI names be read? Or a pointer of another
 * form (uri_read()), which of a call that is bound to a part says a place in it.
 *
 * errors   ERR_VALIDATION_FAILED  no such URI
 *          ERR_NOT_FOUND          it is not in the part, or names nothing
 */
MUST_CHECK enum err access_uri(const struct tool_context *s, struct str given,
                               struct arena *a, struct reached *out,
                               struct error *e);

/* What a search is limited to. */
struct access_scope {
    struct str base;
    struct str json_path;  /* as access_pointer(), and what that finds */
    struct str *documents; /* documents[n] by key or name; in a part of a tree a
                              key becomes the place that it has there */
    size_t n;
    struct pointer part; /* out: as access_part() */
};

/* The arguments of a search as they are in the base; in `a`. Errors as
 * access_pointer(). */
MUST_CHECK enum err access_scope(const struct tool_context *s,
                                 struct access_scope *x, struct arena *a,
                                 struct error *e);

#endif
