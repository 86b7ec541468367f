/*
 * result_cursor.h - pages through large results, window by window.
 *
 * A result is kept under a random handle of 128 bits, for its caller and its
 * tool alone, until nobody has asked for ten minutes or newer ones need the
 * space. All limits apply to the whole store, so memory stays bounded whoever
 * calls.
 */
#ifndef SERVER_TOOLS_RESULT_CURSOR_H
#define SERVER_TOOLS_RESULT_CURSOR_H

#include "server/tools/caller.h"

#define RESULT_CURSOR_MAX        256 /* results */
#define RESULT_CURSOR_MAX_CALLER 16  /* of one caller; the oldest goes */
#define RESULT_CURSOR_MAX_BYTES  ((size_t)64 << 20)
#define RESULT_CURSOR_MAX_RESULT ((size_t)16 << 20)
#define RESULT_CURSOR_MS         ((uint64_t)600 * 1000)

#define RESULT_CURSOR_HANDLE_BYTES 33 /* 32 hexadecimal digits and the NUL */

struct result_cursor;

/* threads  any */
MUST_CHECK enum err result_cursor_new(struct result_cursor **out,
                                      struct error *e);
void result_cursor_free(struct result_cursor *p); /* NULL is allowed */

/* A large result: a JSON object without one member, and that member. */
struct page_result {
    struct str head;   /* the other members, JSON with its brackets */
    struct str member; /* its JSON text */
    struct str key;    /* its name */
    struct str tool;
    struct str base; /* that it is from, whose grant is asked again */
};

/*
 * result_cursor_keep - keep a result.
 *
 * in       r   copied
 * out      handle
 * errors   ERR_LIMIT  it is over RESULT_CURSOR_MAX_RESULT, or the machine is full
 */
MUST_CHECK enum err result_cursor_keep(struct result_cursor *p,
                                       const struct caller *c,
                                       const struct page_result *r,
                                       char handle[RESULT_CURSOR_HANDLE_BYTES],
                                       struct error *e);

/*
 * result_cursor_find - the result of a handle.
 *
 * in       r   has the tool that asks
 * out      r   copied into `a`
 * errors   ERR_NOT_FOUND  there is none, or not for this caller and tool
 */
MUST_CHECK enum err result_cursor_find(struct result_cursor *p,
                                       const struct caller *c,
                                       struct str handle, struct arena *a,
                                       struct page_result *r, struct error *e);

#endif
