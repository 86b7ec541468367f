/*
 * lex_names.h - which values a text names: "american" is what a cell says as USA, as
 * Estados Unidos or as 美国.
 *
 * A value is a concept of kind LEX_STATE. Two texts name the same value when their sets
 * share a concept; the opposites of a value are its LEX_NOT relations.
 */
#ifndef ASK_LEXICON_LEX_NAMES_H
#define ASK_LEXICON_LEX_NAMES_H

#include "ask/lexicon/lex_column.h"

#define LEX_NAMES_MAX 64 /* one letter is a code of fifty states */

struct lex_names {
    uint16_t state[LEX_NAMES_MAX]; /* distinct, by their ids */
    uint8_t
        language[LEX_NAMES_MAX]; /* bits of enum lex_language that say it so */
    size_t n;
};

/* One more, if there is room and it is not there. */
void lex_names_add(struct lex_names *out, const struct lex_sense *s);

/*
 * lex_names_of - the values that words [from, from + n) name, as they are written; by
 * their stems ("americanas") when as written they name none.
 *
 * in       text   stem[l] is NULL for languages whose stems are not to be tried
 */
void lex_names_of(const struct lex *x, const struct lex_text *text, size_t from,
                  size_t n, struct lex_names *out);

/*
 * lex_names_agree - of what each cell may name, keep what the column is of: CA beside
 * NY and TX is California, beside US and MX it is Canada.
 *
 * in       column   concepts of the column's name
 *          names    of its different values, names[n]
 * out      names    where some are of the category that the column's name says or that
 *                   most values share, only those are left
 */
void lex_names_agree(const struct lex *x, const struct lex_column *column,
                     struct lex_names *names, size_t n);

#endif
