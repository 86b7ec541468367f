/*
 * damage.h - damage found in a base. Finding damage is not an error of the
 * check, which goes on.
 */
#ifndef STORE_CATALOG_DAMAGE_H
#define STORE_CATALOG_DAMAGE_H

#include "store/catalog/base.h"

struct damage_list {
    /*
     * in       kind      "database", "log", "catalog", "json", "original", ...
     *          document  its key; empty: it is about no document
     *          what      is wrong, for people
     */
    void (*found)(void *ctx, const char *kind, struct str document,
                  const char *what);
    void *ctx;
};

/* A rule that holds, and the SQL that finds the keys of documents that break
 * it: one row each, null where no document has it. */
struct damage_rule {
    const char *sql;
    const char *what;
};

/* Tell who breaks the rules, list[n]. */
MUST_CHECK enum err damage_find(const struct base *b, const char *kind,
                                const struct damage_rule *list, size_t n,
                                const struct damage_list *to, struct error *e);

/*
 * damage_find_catalog - documents, versions and settings.
 *
 * Inside a read transaction of a database whose pages are whole.
 */
MUST_CHECK enum err damage_find_catalog(const struct base *b,
                                        const struct damage_list *to,
                                        struct error *e);

#endif
