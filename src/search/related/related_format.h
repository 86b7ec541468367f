/*
 * related_format.h - the packed words, as they lie in the program: an array after the
 * other. Private to the module and to what packs them.
 */
#ifndef SEARCH_RELATED_RELATED_FORMAT_H
#define SEARCH_RELATED_RELATED_FORMAT_H

#include "search/related/related_words.h"

struct related_header {
    uint32_t n_slots; /* a power of two */
    uint32_t n_terms;
    uint32_t n_concepts;
    uint32_t n_senses; /* of all terms, and of all concepts */
    uint32_t n_bytes;  /* of texts */
    uint32_t reserved;
};

/* An entry, whatever concepts it is of. */
struct related_entry {
    uint32_t text; /* offset of what it is looked up by, NUL-terminated */
    uint32_t keys;
    uint32_t first_sense;
    uint16_t n_senses;
    uint16_t language;
};

/* An entry as one of a concept's. */
struct related_member {
    uint32_t entry;
    uint8_t role;
    uint8_t position;
    uint16_t reserved;
};

/* member[first] up to where those of the next concept begin; one more at the end. */
struct related_concept {
    uint32_t first;
};

/* Where a text is looked for among the slots. */
uint64_t related_hash(struct str text, enum related_language language);

#endif
