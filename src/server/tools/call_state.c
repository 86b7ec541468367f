#include "server/tools/call_state.h"

enum err call_state_open(struct call_state *t, struct tables *tables,
                         struct error *e)
{
    enum err rc;

    *t = (struct call_state){0};
    rc = result_cursor_new(&t->pages, e);
    if (!rc)
        rc = query_cache_new(&query_cache_default_limits, &t->queries, e);
    if (!rc)
        rc = loop_guard_new(&t->repeats, e);
    return rc || !tables ? rc : catch_up_new(tables, &t->catch_up, e);
}

void call_state_close(struct call_state *t)
{
    catch_up_free(t->catch_up);
    result_cursor_free(t->pages);
    loop_guard_free(t->repeats);
    query_cache_free(t->queries);
    *t = (struct call_state){0};
}
