#include "cli/home_args.h"

enum err home_args_open(struct cli *c, struct home *h, struct error *e)
{
    const char *home = NULL;

    if (c->options.home.n) {
        home = str_cstr(c->options.home, &c->arena, e);
        if (!home)
            return e->code;
    }
    return home_open(home, &c->arena, h, e);
}
