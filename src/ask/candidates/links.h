/*
 * links.h - which words of a question may name a column of a grid, and which
 * may be one of its values.
 */
#ifndef ASK_CANDIDATES_LINKS_H
#define ASK_CANDIDATES_LINKS_H

#include "ask/candidates/grid.h"
#include "ask/candidates/question.h"

#define LINKS_MAX_VALUES 14

/* How much of a column's name the question says. */
struct column_link {
    double score;          /* share of the name's words, 0 to 1 */
    struct word_set words; /* of the question */
    uint32_t at;           /* the first of them; QUESTION_NONE: none */
};

/* Words [from, to) of the question that are in values of a column. */
struct value_link {
    uint32_t column;
    uint32_t from;
    uint32_t to;
    bool whole;       /* they are all of the value */
    uint32_t *values; /* values[n_values]: indices in the column */
    uint32_t n_values;
    struct rows rows; /* that have one of them */
};

struct grid_links {
    struct column_link *column; /* column[grid->n_columns] */
    struct value_link value[LINKS_MAX_VALUES];
    size_t n_values;
    struct word_set linked; /* words that are linked, or numbers of digits */
};

/*
 * links_find - everything that the words may name.
 *
 * out      out    lives in `a`
 * errors   ERR_LIMIT  `a` is full
 * cost     O(words of the values * words of the question)
 */
MUST_CHECK enum err links_find(const struct grid *g, const struct question *q,
                               struct arena *a, struct grid_links *out,
                               struct error *e);

#endif
