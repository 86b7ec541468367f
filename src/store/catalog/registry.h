/*
 * registry.h - the home's database: which bases exist.
 *
 * A base exists when its row does. Its folder is made before the row and
 * removed after it, so that a crash leaves at most a folder that nothing names;
 * registry_sweep() removes those.
 */
#ifndef STORE_CATALOG_REGISTRY_H
#define STORE_CATALOG_REGISTRY_H

#include "store/catalog/base.h"

struct base_entry {
    struct str name;
    struct str id;
    struct str created_at;
};

struct registry {
    const struct home *home; /* borrowed */
    struct db *db;
};
#define REGISTRY_NONE ((struct registry){0})

/* Open HOME/quarry.db, or what stands for it in a store, making it; close in every
 * case. */
MUST_CHECK enum err registry_open(const struct home *h, struct arena *a,
                                  struct registry *r, struct error *e);
void registry_close(struct registry *r); /* REGISTRY_NONE is allowed */

/* The setting retrieval_config of a new base, by how it is searched. */
#define REGISTRY_HYBRID  "{\"retrieval_mode\":\"hybrid\"}"
#define REGISTRY_VECTOR  "{\"retrieval_mode\":\"vector\"}"
#define REGISTRY_KEYWORD "{\"retrieval_mode\":\"keyword\"}"

/*
 * registry_create - a new, empty base, searched as the home says of new ones.
 *
 * out      made   in `a`; NULL: not wanted
 * errors   ERR_CONFLICT           there is one with this name
 *          ERR_VALIDATION_FAILED  no possible name
 */
MUST_CHECK enum err registry_create(struct registry *r, struct str name,
                                    struct arena *a, struct base_entry *made,
                                    struct error *e);

/*
 * registry_claim - the base of this name, made when there is none.
 *
 * out      entry    in `a`
 *          created  it was made
 */
MUST_CHECK enum err registry_claim(struct registry *r, struct str name,
                                   struct arena *a, struct base_entry *entry,
                                   bool *created, struct error *e);

/* The base with this name; ERR_NOT_FOUND says how to make it. ERR_CONFLICT: it
 * is pinned (pins.h), and its base was removed or replaced. */
MUST_CHECK enum err registry_find(struct registry *r, struct str name,
                                  struct arena *a, struct base_entry *out,
                                  struct error *e);

/* Is there still a base with this id, under whatever name? */
MUST_CHECK enum err registry_has_id(struct registry *r, struct str id,
                                    bool *has, struct error *e);

/* All of them by name: list[n] in `a`. */
MUST_CHECK enum err registry_list(struct registry *r, struct arena *a,
                                  struct base_entry **list, size_t *n,
                                  struct error *e);

/*
 * registry_adopt - give the name to the folder `id`, which is whole.
 *
 * in       replace  the base that has the name now loses it and its folder,
 *                   and who may reach it reaches the new one, which its logs
 *                   are of, too; otherwise that is ERR_CONFLICT
 */
MUST_CHECK enum err registry_adopt(struct registry *r, struct str name,
                                   struct str id, bool replace,
                                   struct error *e);

/* Forget the base, with the tokens, exposures and bound tools that reach no
 * other, and remove its folder. */
MUST_CHECK enum err registry_remove(struct registry *r, struct str name,
                                    struct error *e);

/* As registry_remove(), of a base that has given no document a key: the next of the name gives
 * the keys that this one would have given. */
MUST_CHECK enum err registry_unmake(struct registry *r,
                                    const struct base_entry *entry,
                                    struct error *e);

/* As registry_remove(), in a write transaction that is under way; it is ended, rolled
 * back when `rc` is not OK. */
MUST_CHECK enum err registry_remove_held(struct registry *r,
                                         const struct base_entry *entry,
                                         enum err rc, struct error *e);

/* A name for a new folder in HOME/bases that nothing has: in `a`. */
MUST_CHECK enum err registry_new_id(struct arena *a, struct str *id,
                                    struct error *e);

/* Remove folders that no base has, but young ones, which somebody may be
 * making. */
MUST_CHECK enum err registry_sweep(struct registry *r, struct error *e);

#endif
