/* str_table.h - a number for each of many texts, found in constant time. */
#ifndef BASE_STR_TABLE_H
#define BASE_STR_TABLE_H

#include "base/str.h"

struct str_table_entry {
    struct str key; /* p is NULL: the place is free */
    uint64_t value;
};

struct str_table {
    struct str_table_entry *entry; /* of `room`, a power of 2; NULL: none yet */
    size_t room, n;
    struct arena *a;
};

/* Empty; its memory is in `a`. */
void str_table_init(struct str_table *t, struct arena *a);

/* The number of `key`, or NULL; valid until the next str_table_put(). */
uint64_t *str_table_find(const struct str_table *t, struct str key);

/*
 * str_table_put - the place for the number of `key`.
 *
 * in       key    borrowed until the table is gone
 * out      value  valid until the next call; 0 when the key is new
 * errors   ERR_LIMIT  the arena is full
 * cost     O(bytes of the key)
 */
MUST_CHECK enum err str_table_put(struct str_table *t, struct str key,
                                  uint64_t **value, struct error *e);

#endif
