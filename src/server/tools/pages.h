/*
 * pages.h - pages through large results, window by window.
 *
 * A result is kept under a random handle of 128 bits, for its caller and its
 * tool alone, until nobody has asked for ten minutes or newer ones need the
 * space. All limits apply to the whole store, so memory stays bounded whoever
 * calls.
 */
#ifndef SERVER_TOOLS_PAGES_H
#define SERVER_TOOLS_PAGES_H

#include "server/tools/caller.h"

#define PAGES_MAX        256 /* results */
#define PAGES_MAX_CALLER 16  /* of one caller; the oldest goes */
#define PAGES_MAX_BYTES  ((size_t)64 << 20)
#define PAGES_MAX_RESULT ((size_t)16 << 20)
#define PAGES_MS         ((uint64_t)600 * 1000)

#define PAGES_HANDLE_BYTES 33 /* 32 hexadecimal digits and the NUL */

struct pages;

/* threads  any */
MUST_CHECK enum err pages_new(struct pages **out, struct error *e);
void pages_free(struct pages *p); /* NULL is allowed */

/* A large result: a JSON object without one member, and that member. */
struct page_result {
    struct str head;   /* the other members, JSON with its brackets */
    struct str member; /* its JSON text */
    struct str key;    /* its name */
    struct str tool;
    struct str base; /* that it is from, whose grant is asked again */
};

/*
 * pages_keep - keep a result.
 *
 * in       r   copied
 * out      handle
 * errors   ERR_LIMIT  it is over PAGES_MAX_RESULT, or the machine is full
 */
MUST_CHECK enum err pages_keep(struct pages *p, const struct caller *c,
                               const struct page_result *r,
                               char handle[PAGES_HANDLE_BYTES],
                               struct error *e);

/*
 * pages_find - the result of a handle.
 *
 * in       r   has the tool that asks
 * out      r   copied into `a`
 * errors   ERR_NOT_FOUND  there is none, or not for this caller and tool
 */
MUST_CHECK enum err pages_find(struct pages *p, const struct caller *c,
                               struct str handle, struct arena *a,
                               struct page_result *r, struct error *e);

#endif
