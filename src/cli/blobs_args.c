#include "cli/blobs_args.h"

#include "models/http_client/object_store.h"
#include "store/catalog/blobs.h"

#include <stdlib.h>

static enum err put(void *ctx, const struct blob *b, struct error *e)
{
    const struct object o = {
        .name = b->name, .fd = b->fd, .bytes = b->bytes, .sha256 = b->sha256};

    return object_put(ctx, &o, e);
}

static enum err get(void *ctx, const struct blob *b, struct error *e)
{
    const struct object o = {.name = b->name, .fd = b->fd};

    return object_get(ctx, &o, e);
}

enum err blobs_args_take(struct cli *c, const struct command *cmd,
                         struct error *e)
{
    const struct str url = args_has(&c->args, OPT_BLOBS)
                               ? c->args.value[OPT_BLOBS]
                               : str_from(getenv("QUARRY_BLOBS"));
    struct object_store *s;
    struct blobs *blobs;
    enum err rc;

    if (url.n == 0 || !(cmd->options & OPT_BIT(BLOBS)))
        return OK;
    s = arena_alloc(&c->arena, sizeof(*s), e);
    blobs = s ? arena_alloc(&c->arena, sizeof(*blobs), e) : NULL;
    if (!blobs)
        return e->code;
    rc = object_store_open(url, &c->arena, s, e);
    if (rc)
        return rc;
    *blobs =
        (struct blobs){.shown = s->shown, .ctx = s, .put = put, .get = get};
    c->options.blobs = blobs;
    return OK;
}
