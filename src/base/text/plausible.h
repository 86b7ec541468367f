/* plausible.h - scores how plausible decoded text is, for guess.h. */
#ifndef BASE_TEXT_PLAUSIBLE_H
#define BASE_TEXT_PLAUSIBLE_H

#include "base/str.h"

#define PLAUSIBLE_LETTERS 256u

/* What an encoding of the Far East writes. */
enum plausible_cjk {
    PLAUSIBLE_EAST_ANY, /* UTF-16; and where there is none of it */
    PLAUSIBLE_EAST_CHINESE,
    PLAUSIBLE_EAST_JAPANESE,
    PLAUSIBLE_EAST_KOREAN
};

/* Characters that are used often, a bit each of the first plane; what the
 * standards of China, Taiwan and Japan call their first level, and the
 * syllables of the Korean one. */
struct plausible_common {
    uint64_t chinese[1024];
    uint64_t japanese[1024];
    uint64_t korean[1024];
};

struct plausibility {
    enum plausible_cjk east;
    const struct plausible_common *common;
    size_t ascii;
    size_t characters; /* that are not ASCII */
    size_t controls;   /* under a space; their bytes are the same nearly
                          everywhere */
    size_t c1_controls;
    size_t line_ends;
    size_t wrong;        /* characters that no text has there */
    size_t wrong_inside; /* those that are signs inside a word */
    double sum; /* of 1 a character that goes well with its neighbours */
    uint64_t hash;
    struct {
        uint32_t letter; /* small, of an alphabet */
        uint32_t n;
    } letters[PLAUSIBLE_LETTERS];
    size_t n_letters;
};

/* The common characters, made once, in a millisecond. */
const struct plausible_common *plausible_common(void);

/* Add whole characters of UTF-8; neighbours are looked for in them alone. */
void plausible_add(struct plausibility *p, struct str s);

/*
 * plausible_score - 1 and less, far under 0 for what nobody wrote.
 *
 * The mean of how well characters go with their neighbours, less for each that
 * is wrong: a sign inside a word, a rare character of the Far East, and letters
 * that are in none of the up to three languages which have most of them.
 */
double plausible_score(const struct plausibility *p);

#endif
