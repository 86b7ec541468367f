#include "server/tools/resource.h"

enum err resource_page_begin(struct resource_page *page, struct arena *a,
                             struct error *e)
{
    if (page->list)
        return OK;
    page->list = arena_alloc_array(a, RESOURCE_PAGE, sizeof(*page->list), e);
    return page->list ? OK : e->code;
}

enum err resource_name_add(struct resource_names *names, struct str name,
                           struct str typed, struct arena *a, struct error *e)
{
    if (typed.n > name.n || !str_eq_nocase(str_slice(name, 0, typed.n), typed))
        return OK;
    if (!names->list) {
        names->list =
            arena_alloc_array(a, RESOURCE_NAMES_MAX, sizeof(*names->list), e);
        if (!names->list)
            return e->code;
    }
    names->total++;
    if (names->n < RESOURCE_NAMES_MAX)
        names->list[names->n++] = name;
    return OK;
}
