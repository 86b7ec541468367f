/* key_table.h - numbers for byte strings, in the order of their coming. */
#ifndef LEXICAL_KEY_TABLE_H
#define LEXICAL_KEY_TABLE_H

#include "base/str.h"

struct key_table {
    struct arena *a; /* where the strings live */
    struct key_slot *slot;
    size_t n_slots;  /* a power of two */
    struct str *key; /* key[0..n) */
    uint32_t n;
    uint32_t cap;
};

/* An empty table for up to `cap` strings, with all its memory in `a`. */
MUST_CHECK enum err key_table_init(struct key_table *t, uint32_t cap,
                                   struct arena *a, struct error *e);

/*
 * key_table_put - the number of `key`, which is copied when it is new.
 *
 * out      number, is_new
 * errors   ERR_LIMIT  `cap` keys are there, or the arena is full
 */
MUST_CHECK enum err key_table_put(struct key_table *t, struct str key,
                                  uint32_t *number, bool *is_new,
                                  struct error *e);

#endif
