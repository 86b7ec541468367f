/*
 * derived_check.h - checks derived files against the checksums recorded when
 * they were made.
 */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_DERIVED_CHECK_H
#define KNOWLEDGE_KNOWLEDGE_BASE_DERIVED_CHECK_H

#include "store/catalog/damage.h"

struct derived_counts {
    uint64_t files;
    uint64_t bytes;
};

/*
 * derived_check - find those that are not, and drop them with all that was
 * made of the same content.
 *
 * out      dropped  kinds are table, map, profile, sections, text; the key is
 *                   empty where no document has the content by itself, as of
 *                   a list inside a document
 */
MUST_CHECK enum err derived_check(const struct base *b,
                                  const struct damage_list *dropped,
                                  struct derived_counts *counts,
                                  struct error *e);

#endif
