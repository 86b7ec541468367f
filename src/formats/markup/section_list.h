/* section_list.h - an array in an arena that doubles, up to a limit. */
#ifndef FORMATS_MARKUP_SECTION_LIST_H
#define FORMATS_MARKUP_SECTION_LIST_H

#include "base/arena.h"

struct list {
    void *items;
    uint32_t n, room;
    size_t item_bytes;
    uint32_t max;
    const char *what; /* "links", for the message */
};

/*
 * list_push - room for one more, zeroed.
 *
 * owns     the arena; valid until the next push
 * errors   ERR_LIMIT  over `max`, or `a` is full
 * returns  NULL on error, with *e filled
 */
MUST_CHECK void *list_push(struct list *l, struct arena *a, struct error *e);

#endif
