/* key_table.h - numbers byte strings in order of arrival. */
#ifndef SEARCH_LEXICAL_KEY_TABLE_H
#define SEARCH_LEXICAL_KEY_TABLE_H

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

/* The hash of a key, of this process. */
uint64_t key_table_hash(struct str key);

#define KEY_TABLE_NONE UINT32_MAX

/*
 * A table of many keys lies in memory and not in the caches, and to look for
 * one is three waits, each for what the one before says. A caller with several
 * keys to look for takes these steps for all of them before the first put, so
 * that the waits pass together. They change nothing.
 */
void key_table_fetch(const struct key_table *t, uint64_t hash);

/* The number that the key probably has, or KEY_TABLE_NONE. */
uint32_t key_table_guess(const struct key_table *t, uint64_t hash);

/* Fetch the bytes of key `number`, or of none. */
void key_table_fetch_bytes(const struct key_table *t, uint32_t number);

/*
 * key_table_put - the number of `key`, which is copied when it is new.
 *
 * in       hash   key_table_hash() of it
 * out      number, is_new
 * errors   ERR_LIMIT  `cap` keys are there, or the arena is full
 */
MUST_CHECK enum err key_table_put(struct key_table *t, struct str key,
                                  uint64_t hash, uint32_t *number, bool *is_new,
                                  struct error *e);

#endif
