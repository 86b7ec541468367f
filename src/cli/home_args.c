#include "cli/home_args.h"

enum err home_args_open(struct cli *c, struct home *h, struct error *e)
{
    const char *home = NULL;

    if (c->options.home.n) {
        home = str_cstr(c->options.home, &c->arena, e);
        if (!home)
            return e->code;
    }
    if (home_open(home, &c->arena, h, e))
        return e->code;
    h->new_bases = c->options.new_bases;
    h->blobs = c->options.blobs;
    if (c->options.store.n)
        h->store = str_cstr(c->options.store, &c->arena, e);
    return c->options.store.n && !h->store ? e->code : OK;
}

enum err home_args_with_registry(struct cli *c,
                                 enum err (*run)(struct cli *c,
                                                 struct registry *r,
                                                 struct error *e),
                                 struct error *e)
{
    struct registry r = REGISTRY_NONE;
    struct home h;
    enum err rc = home_args_open(c, &h, e);

    if (!rc)
        rc = registry_open(&h, &c->arena, &r, e);
    if (!rc)
        rc = run(c, &r, e);
    registry_close(&r);
    return rc;
}
