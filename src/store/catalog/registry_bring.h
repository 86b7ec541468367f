/*
 * registry_bring.h - the name of a base in another home, and what that home has to know
 * of it: who may reach it, and what was asked of it.
 */
#ifndef STORE_CATALOG_REGISTRY_BRING_H
#define STORE_CATALOG_REGISTRY_BRING_H

#include "store/catalog/registry.h"

struct registry_bring {
    struct registry *from;
    const struct base_entry *entry; /* there */
    struct registry *to;
    struct str id; /* the base's folder in `to`, which is whole */
    /* out: */
    int64_t tokens; /* that reach it there, too, with the same secret */
    int64_t exposures, bound_tools, questions;
    int64_t
        tokens_left; /* that reach all bases where it was: they do not come along */
};

/*
 * registry_bring - give the name to the folder, with its grants and its log, in one
 * transaction. Where it was nothing changes.
 *
 * A token that reaches several bases reaches this one in `to`; brought again with the
 * next of them, it reaches both.
 *
 * errors   ERR_CONFLICT  there is a base, an exposure or a bound tool of this name, or a
 *                        token of the same id with other rights
 */
MUST_CHECK enum err registry_bring(struct registry_bring *x, struct error *e);

#endif
