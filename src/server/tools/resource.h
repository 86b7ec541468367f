/*
 * resource.h - resources that clients can list and read by URI: tables,
 * documents, evidence. MCP serves them.
 *
 * A set is a constant table of functions, as a toolset is; its context is
 * handed over at run time. Sets form a chain, and a URI belongs to the first of
 * them that knows it.
 */
#ifndef SERVER_TOOLS_RESOURCE_H
#define SERVER_TOOLS_RESOURCE_H

#include "base/arena.h"
#include "base/str.h"

#include <stdatomic.h>

#define RESOURCE_PAGE      500 /* of a list */
#define RESOURCE_NAMES_MAX 100 /* of a completion */

/* A kind of URIs; constant. */
struct resource_template {
    const char *uri; /* RFC 6570 */
    const char *name;
    const char *title;
    const char *description;
    const char *mime_type;
};

/* One that is listed; in an arena or constant. */
struct resource {
    struct str uri;
    struct str name;
    struct str title;       /* empty: none */
    struct str description; /* empty: none */
    struct str mime_type;
};

struct resource_page {
    uint64_t offset; /* in: the number to skip */
    struct resource *list;
    size_t n;  /* at most RESOURCE_PAGE; those of sets before come first */
    bool more; /* of this set, after these */
};

struct resource_content {
    struct str mime_type;
    struct str text;
    bool is_base64; /* `text` stands for bytes */
};

/* What a name that is being typed may become. */
struct resource_names {
    struct str *list; /* list[n], at most RESOURCE_NAMES_MAX */
    size_t n;
    size_t total;
};

/*
 * resource_list - one page, always in the same order.
 *
 * errors   any; the client sees code and message
 */
typedef enum err resource_list(void *context, struct resource_page *page,
                               struct arena *a, struct error *e);

/*
 * resource_read - what a URI names.
 *
 * in       cancel  set to true when the caller no longer waits
 * errors   ERR_NOT_FOUND  none of ours; others as they are
 */
typedef enum err resource_read(void *context, struct str uri,
                               const atomic_bool *cancel, struct arena *a,
                               struct resource_content *out, struct error *e);

/* An argument of a template or a prompt that is being written. */
struct resource_typing {
    struct str argument; /* its name, as "path" */
    struct str typed;    /* what is there so far */
    struct str base; /* what the argument "base" is already; empty: not yet */
};

/*
 * resource_complete - names for an argument.
 *
 * in       t      another set's: nothing is added
 * out      names  added to
 */
typedef enum err resource_complete(void *context,
                                   const struct resource_typing *t,
                                   struct arena *a,
                                   struct resource_names *names,
                                   struct error *e);

struct resource_set {
    const struct resource_template *templates;
    size_t n_templates;
    resource_list *list;         /* NULL: nothing is listed */
    resource_read *read;         /* NULL: nothing is read */
    resource_complete *complete; /* NULL: nothing is completed */
    const struct resource_set *next;
};

/* Room for RESOURCE_PAGE resources, where there is none yet; ERR_LIMIT: `a` is
 * full. */
MUST_CHECK enum err resource_page_begin(struct resource_page *page,
                                        struct arena *a, struct error *e);

/*
 * resource_name_add - one more name, where it begins with what is typed.
 *
 * The comparison ignores the case of ASCII letters.
 *
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err resource_name_add(struct resource_names *names,
                                      struct str name, struct str typed,
                                      struct arena *a, struct error *e);

#endif
