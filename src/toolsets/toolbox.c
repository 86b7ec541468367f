#include "toolsets/toolbox.h"

enum err toolbox_open(struct toolbox *t, struct error *e)
{
    enum err rc;

    *t = (struct toolbox){0};
    rc = pages_new(&t->pages, e);
    return rc ? rc : repeats_new(&t->repeats, e);
}

void toolbox_close(struct toolbox *t)
{
    pages_free(t->pages);
    repeats_free(t->repeats);
    *t = (struct toolbox){0};
}
