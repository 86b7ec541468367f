/*
 * unit.h - units of measures as headers and questions write them, from
 * data/lexicon/lists/units.txt: "kg", "square metres", 公斤.
 */
#ifndef ASK_VOCABULARY_UNIT_H
#define ASK_VOCABULARY_UNIT_H

#include "base/text/words.h"

#define UNIT_WORDS 3 /* of the longest */

struct unit {
    const char *dimension; /* as concepts of the lexicon have it: "mass" */
    double factor; /* of its list's first unit; 0: it cannot be converted */
    bool of_time;
};

/* The longest unit whose words begin at one: how many words it has, 0: none does. */
size_t unit_find(const struct words *w, size_t at, struct unit *out);

/* Are they one, whatever it is called: kilos and kg? */
bool unit_eq(const struct unit *a, const struct unit *b);

#endif
