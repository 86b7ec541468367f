#include "cli/blobs_args.h"

#include "store/objects/object_store.h"

#include <stdlib.h>

enum err blobs_args_take(struct cli *c, const struct command *cmd,
                         struct error *e)
{
    const struct str url = args_has(&c->args, OPT_BLOBS)
                               ? c->args.value[OPT_BLOBS]
                               : str_from(getenv("QUARRY_BLOBS"));
    struct object_store *s;
    enum err rc;

    if (url.n == 0 || !(cmd->options & OPT_BIT(BLOBS)))
        return OK;
    s = arena_alloc(&c->arena, sizeof(*s), e);
    if (!s)
        return e->code;
    rc = object_store_open(url, &c->arena, s, e);
    if (rc)
        return rc;
    c->options.blobs = s;
    return OK;
}
