/* meaning_computed.h - measures that columns make together. Private to the module. */
#ifndef ASK_PARSE_MEANING_COMPUTED_H
#define ASK_PARSE_MEANING_COMPUTED_H

#include "ask/parse/meaning.h"

#define COMPUTED_PARTS   4
#define COMPUTED_PATTERN 20

/* `above`, over `below` where it has one: "A-B" and "A", of the columns A, B, ... */
struct computed_measure {
    uint16_t column[COMPUTED_PARTS];
    size_t n;                     /* columns */
    uint8_t part[COMPUTED_PARTS]; /* of each operand: its column */
    char above[COMPUTED_PATTERN];
    char below[COMPUTED_PATTERN]; /* empty: nothing */
    bool counts; /* `below` is how many different ones there are */
    bool is_percent;
    bool of_parts;     /* their names have the word, each with a part of it */
    bool of_clocks;    /* how long it is from one time of day to the other */
    uint8_t aggregate; /* enum lex_aggregate of the concept */
};

/* What a concept is made of in this table, as meanings like `like`; nothing where a
 * column is of it. */
void meanings_by_making(struct meanings *m, const struct meaning *like,
                        uint16_t concept_id);

/* A measure of which each part has a column, by the word that their names have. */
void meanings_by_parts(struct meanings *m, size_t at);

#endif
