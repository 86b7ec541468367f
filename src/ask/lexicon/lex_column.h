/*
 * lex_column.h - which concepts a column of a table is, by its name and type.
 *
 * "Total Sales (EUR)" is revenue whole, and so is the last part of "net sales"; of
 * "customer city" the city is the head and the customer only says whose. In Spanish the
 * head comes first: "ciudad del cliente".
 */
#ifndef ASK_LEXICON_LEX_COLUMN_H
#define ASK_LEXICON_LEX_COLUMN_H

#include "ask/lexicon/lex.h"

#define LEX_COLUMN_MAX  8
#define LEX_COLUMN_ALSO 16

enum lex_column_type {
    LEX_COLUMN_NUMBER,
    LEX_COLUMN_DATE, /* or a time, or both */
    LEX_COLUMN_TEXT,
    LEX_COLUMN_BOOL,
    LEX_COLUMN_TYPES
};

struct lex_column_concept {
    uint16_t concept_id;
    double
        strength; /* in (0, 1]: 1 for all of the name, less for its head, least for
                        what only modifies it */
};

struct lex_column {
    struct lex_column_concept found[LEX_COLUMN_MAX]; /* strongest first */
    size_t n;
    uint16_t
        also[LEX_COLUMN_ALSO]; /* for which there was no room: a "result" is of
                                       fifteen, and its values tell which */
    size_t n_also;
};

/*
 * lex_column_of - the concepts of one column.
 *
 * in       name   the words of its name, cut with WORDS_NAME
 * out      out    concepts whose kind the type can hold; each once
 * cost     a look-up for each run of up to LEX_MAX_WORDS words
 */
void lex_column_of(const struct lex *x, const struct lex_text *name,
                   enum lex_column_type type, struct lex_column *out);

/* Can values of a type be of this kind: money in text? */
bool lex_kind_fits(enum lex_kind kind, enum lex_column_type type);

#endif
