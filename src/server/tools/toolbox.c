#include "server/tools/toolbox.h"

enum err toolbox_open(struct toolbox *t, struct tables *tables, struct error *e)
{
    enum err rc;

    *t = (struct toolbox){0};
    rc = pages_new(&t->pages, e);
    if (!rc)
        rc = query_cache_new(&query_cache_default_limits, &t->queries, e);
    if (!rc)
        rc = loop_guard_new(&t->repeats, e);
    return rc || !tables ? rc : catch_up_new(tables, &t->catch_up, e);
}

void toolbox_close(struct toolbox *t)
{
    catch_up_free(t->catch_up);
    pages_free(t->pages);
    loop_guard_free(t->repeats);
    query_cache_free(t->queries);
    *t = (struct toolbox){0};
}
