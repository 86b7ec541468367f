/*
 * keyset.h - looks up members of objects with many keys.
 *
 * A hash table from keys to whatever the user has for them; it borrows the
 * keys. Keyed hashing (base/hash.h), so that nobody can choose keys that
 * collide.
 */
#ifndef STORE_JSON_TREE_KEYSET_H
#define STORE_JSON_TREE_KEYSET_H

#include "base/str.h"

/* Below this many keys a walk over a list is quicker than a table. */
#define KEYSET_WORTH 12

struct keyset_slot;

struct keyset {
    struct keyset_slot *slots; /* [cap], cap a power of two or 0 */
    size_t cap;
    size_t used; /* taken slots, those of dropped keys too */
};

/*
 * keyset_put - remember a key; one that is there gets the new value.
 *
 * in       value  not NULL
 * owns     borrows key and value; the table lives in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err keyset_put(struct keyset *k, struct str key,
                               const void *value, struct arena *a,
                               struct error *e);

/* What was put for this key, or NULL. */
void *keyset_find(const struct keyset *k, struct str key);

/* Forget a key; one that is not there is allowed. */
void keyset_drop(struct keyset *k, struct str key);

#endif
