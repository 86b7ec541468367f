/*
 * catch_up.h - updates indexes in the background where no server does: `quarry
 * mcp` over a pipe.
 *
 * One thread, which starts when it is first needed. What is not done when the
 * server ends stays for the next.
 */
#ifndef SERVER_TOOLS_CATCH_UP_H
#define SERVER_TOOLS_CATCH_UP_H

#include "base/str.h"

struct catch_up;
struct tables;

/* `t` is borrowed until catch_up_free(). */
MUST_CHECK enum err catch_up_new(struct tables *t, struct catch_up **out,
                                 struct error *e);

/* Stop what is under way, and wait for it; NULL is allowed. */
void catch_up_free(struct catch_up *c);

/* Update this base's index in the background; any thread. NULL is allowed:
 * nobody does. */
void catch_up_ask(struct catch_up *c, struct str base);

#endif
