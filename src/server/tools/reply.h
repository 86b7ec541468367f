/* reply.h - writes the JSON result of a tool. */
#ifndef SERVER_TOOLS_REPLY_H
#define SERVER_TOOLS_REPLY_H

#include "base/jsonw.h"

struct reply {
    struct jsonw w;
    struct buf text;
};

/* Begin; it does not move until reply_finish(). */
void reply_init(struct reply *r, size_t max_bytes);

/*
 * reply_finish - what was written, in `a`; the rest is freed.
 *
 * in       rc  how writing went; nothing but OK leaves *json set
 * errors   rc; ERR_LIMIT
 */
MUST_CHECK enum err reply_finish(struct reply *r, enum err rc, struct arena *a,
                                 struct str *json, struct error *e);

#endif
