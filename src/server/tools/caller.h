/* caller.h - the owner of what a call keeps for later calls. */
#ifndef SERVER_TOOLS_CALLER_H
#define SERVER_TOOLS_CALLER_H

#include "base/hash.h"
#include "server/tools/tool_context.h"

/* The token, the exposure, the bases that they reach, the session and what the
 * call is bound to, as one digest: what one caller left, no other finds, and
 * nobody through a name that was another base's. */
struct caller {
    uint8_t digest[HASH_BYTES];
};

/* The caller of this tool call. */
struct caller caller_of(const struct tool_context *s);

/* The same caller. */
bool caller_eq(const struct caller *a, const struct caller *b);

/* Add a text with its length before it, so that no two lists of texts are the
 * same bytes. */
void caller_hash(struct hash *h, struct str text);

#endif
