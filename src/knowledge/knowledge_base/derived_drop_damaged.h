/*
 * derived_drop_damaged.h - checks derived files against the checksums recorded when
 * they were made, and drops the damaged ones.
 */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_DERIVED_DROP_DAMAGED_H
#define KNOWLEDGE_KNOWLEDGE_BASE_DERIVED_DROP_DAMAGED_H

#include "store/catalog/damage.h"

struct derived_counts {
    uint64_t files;
    uint64_t bytes;
};

/*
 * derived_drop_damaged - drop each derived file whose checksum no longer matches, and
 * all others derived from the same content.
 *
 * out      dropped  kinds are table, map, profile, values, sections, text; the key is
 *                   empty where no document has this content by itself, as of a list
 *                   inside a document
 */
MUST_CHECK enum err derived_drop_damaged(const struct base *b,
                                         const struct damage_list *dropped,
                                         struct derived_counts *counts,
                                         struct error *e);

#endif
