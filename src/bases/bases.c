#include "base/mem.h"
#include "bases/bases_internal.h"

#define STRINGS_BYTES ((size_t)64 * 1024)

enum err bases_new(struct tables *t, struct bases **out, struct error *e)
{
    struct bases *b = mem_new(sizeof(*b), e);
    enum err rc;

    if (!b)
        return e->code;
    b->tables = t;
    b->home = tables_home(t);
    arena_init(&b->arena, STRINGS_BYTES);
    rc = registry_open(b->home, &b->arena, &b->registry, e);
    if (rc)
        bases_free(b);
    else
        *out = b;
    return rc;
}

void bases_free(struct bases *b)
{
    if (!b)
        return;
    registry_close(&b->registry);
    arena_release(&b->arena);
    mem_free(b);
}
