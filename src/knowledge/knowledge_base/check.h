/* check.h - checks the canonical data of an open base. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_CHECK_H
#define KNOWLEDGE_KNOWLEDGE_BASE_CHECK_H

#include "store/catalog/damage.h"

struct check_counts {
    int64_t documents;
    int64_t versions;
    uint64_t originals;
    uint64_t bytes; /* that were read */
};

/*
 * check_canonical - pages, references, catalog, JSON and originals.
 *
 * out      to      what is damaged; a damaged page is reported alone
 *          counts  added to
 */
MUST_CHECK enum err check_canonical(const struct base *b,
                                    const struct damage_list *to,
                                    struct check_counts *counts,
                                    struct error *e);

#endif
