#include "server/tools/reply.h"

void reply_init(struct reply *r, size_t max_bytes)
{
    buf_init(&r->text, max_bytes);
    jsonw_init(&r->w, &r->text);
}

enum err reply_finish(struct reply *r, enum err rc, struct arena *a,
                      struct str *json, struct error *e)
{
    if (!rc)
        rc = buf_dup(&r->text, a, json, e);
    buf_release(&r->text);
    return rc;
}
