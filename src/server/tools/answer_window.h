/*
 * answer_window.h - cuts an answer that is larger than its caller wants into a
 * window, with the arguments of the next one.
 *
 *     {..., "value":[...], "window":{"unit":"elements","from":0,"count":40,
 *      "total":900,"next":"<handle>.e40"}}
 *
 * A list is cut between its elements. Anything else, and a list with an element
 * that is larger than a window, is cut as JSON text: the member is null then,
 * and "window" has "text", whose pieces put together are the JSON. `next` is
 * null in the last window, and a window may be asked for again.
 */
#ifndef SERVER_TOOLS_ANSWER_WINDOW_H
#define SERVER_TOOLS_ANSWER_WINDOW_H

#include "base/json.h"
#include "server/tool_registry/tool_spec.h"
#include "server/tools/tool_context.h"

/* Which member of a tool's answers may be large. */
struct window {
    const struct tool_context *served;
    const struct json *arguments; /* with "max_bytes" and "next", optional */
    const struct tool_spec *spec; /* its tool */
    const char *key;
};

/* Is the next window asked for, and nothing else? */
bool window_is_next(const struct window *x);

/* How large an answer may be made: `otherwise`, or what windows can be cut of. */
size_t window_max(const struct window *x, size_t otherwise);

/*
 * window_fit - the whole answer, or its first window.
 *
 * in       base   that it is from
 *          whole  JSON, an object with the member
 * out      json   borrows `whole` or lives in `a`
 * errors   ERR_LIMIT  it is too large to be kept
 */
MUST_CHECK enum err window_fit(const struct window *x, struct str base,
                               struct str whole, struct arena *a,
                               struct str *json, struct error *e);

/*
 * window_next - the window that "next" names.
 *
 * errors   ERR_NOT_FOUND          no such result; it expires after ten minutes
 *          ERR_VALIDATION_FAILED  no handle
 */
MUST_CHECK enum err window_next(const struct window *x, struct arena *a,
                                struct str *json, struct error *e);

#endif
