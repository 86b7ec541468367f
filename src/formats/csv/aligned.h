/*
 * aligned.h - finds columns that are told apart by their place in the line, as programs
 * print them for the eye, and writes the table with a delimiter.
 */
#ifndef FORMATS_CSV_ALIGNED_H
#define FORMATS_CSV_ALIGNED_H

#include "base/buf.h"

#define ALIGNED_COLUMNS   200u
#define ALIGNED_DELIMITER '\t'

/* The characters of a line that a column has, from the first on to before the last. */
struct aligned_column {
    size_t from, to;
};

struct aligned {
    struct aligned_column columns[ALIGNED_COLUMNS]; /* columns[n] */
    size_t n;
    size_t first, last; /* lines of the table, from 0 */
    size_t outside;     /* other lines that are not blank */
    size_t lines;       /* of these, that are rows or names */
    bool has_names;     /* the first line: a rule is below it, or numbers are */
};

/*
 * aligned_find - the columns of a text, where they are certain.
 *
 * in       text       UTF-8, all of it
 *          delimiter  that would be read; NUL: none
 * out      certain    whether *out is filled
 * errors   ERR_LIMIT  `a` is full
 * cost     up to 36 readings of the text
 */
MUST_CHECK enum err aligned_find(struct str text, char delimiter,
                                 struct arena *a, struct aligned *out,
                                 bool *certain, struct error *e);

/*
 * aligned_write - the text with ALIGNED_DELIMITER between the cells of its table.
 *
 * Each line stays one: rules and blank lines are empty, and so is what is outside of the
 * table, but for titles above three columns or more, as those can be told from rows.
 */
void aligned_write(struct str text, const struct aligned *of, struct buf *out);

#endif
