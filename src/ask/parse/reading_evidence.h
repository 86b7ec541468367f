/*
 * reading_evidence.h - what speaks for a reading, by kind.
 *
 * A score is one sum; what it is made of tells more: a reading that is likely by its
 * values alone is right less often than one that is likely by its columns as well. So
 * the weights of its features are also summed by kind (enum feature_kind).
 */
#ifndef ASK_PARSE_READING_EVIDENCE_H
#define ASK_PARSE_READING_EVIDENCE_H

#include <stdint.h>

#define READING_EVIDENCE_KINDS 48

struct reading_evidence {
    float weight
        [READING_EVIDENCE_KINDS]; /* of the features of each kind, summed */
    uint16_t n[READING_EVIDENCE_KINDS];
};

/* One more feature; kinds that are too many count as none. */
static inline void reading_evidence_add(struct reading_evidence *e,
                                        uint32_t kind, double weight)
{
    if (kind >= READING_EVIDENCE_KINDS)
        return;
    e->weight[kind] += (float)weight;
    e->n[kind]++;
}

#endif
