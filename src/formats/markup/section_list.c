#include "formats/markup/section_list.h"

#include <string.h>

#define FIRST_ROOM 64u

void *list_push(struct list *l, struct arena *a, struct error *e)
{
    if (l->n == l->max) {
        (void)error_set(e, ERR_LIMIT, "more than %u %s", l->max, l->what);
        return NULL;
    }
    if (l->n == l->room) {
        uint32_t room = l->room ? l->room * 2 : FIRST_ROOM;
        void *items = arena_alloc_array(a, room, l->item_bytes, e);

        if (!items)
            return NULL;
        if (l->n)
            memcpy(items, l->items, l->n * l->item_bytes);
        l->items = items;
        l->room = room;
    }
    return (char *)l->items + (size_t)l->n++ * l->item_bytes;
}
