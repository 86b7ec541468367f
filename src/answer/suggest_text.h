/* suggest_text.h - puts what may be asked of a table into words. Private to suggest*.c. */
#ifndef ANSWER_SUGGEST_TEXT_H
#define ANSWER_SUGGEST_TEXT_H

#include "answer/sentence/table_roles.h"

/* What a question is of, in the order in which they are tried. */
enum suggest_shape {
    SUGGEST_BY_GROUP,   /* the main amount by the best group */
    SUGGEST_OF_PAGE,    /* a heading */
    SUGGEST_OF_PERIOD,  /* the amount of the newest period */
    SUGGEST_RANK,       /* the five rows with the highest */
    SUGGEST_LEADER,     /* which group has the highest */
    SUGGEST_COUNTED_BY, /* rows of each group */
    SUGGEST_BY_MONTH,
    SUGGEST_TOTAL, /* the amount of all rows */
    SUGGEST_COUNTED,
    SUGGEST_SHAPES
};

/* How a question is put. */
struct suggest_form {
    enum suggest_shape shape;
    enum language language;
    bool
        as_written; /* columns by their whole headers, which are understood where
                        what people would call them is not */
};

/*
 * suggest_text - one question about a table.
 *
 * out      question  in `a`; empty where the table lacks what it needs
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err suggest_text(const struct table_roles *r,
                                 const struct suggest_form *form,
                                 struct arena *a, struct str *question,
                                 struct error *e);

/* As suggest_text() for a page's heading. */
MUST_CHECK enum err suggest_text_page(struct str heading,
                                      enum language language, struct arena *a,
                                      struct str *question, struct error *e);

/* Is the question about what was meant: the same amount, group, period? */
bool suggest_matches_spec(const struct table_roles *r, enum suggest_shape shape,
                          const struct query_spec *s);

#endif
