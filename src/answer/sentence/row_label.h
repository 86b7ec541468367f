/* row_label.h - what tells the rows of a table apart for people. */
#ifndef ANSWER_SENTENCE_ROW_LABEL_H
#define ANSWER_SENTENCE_ROW_LABEL_H

#include "ask/link/table_schema.h"

#define ROW_LABEL_COLUMNS 2

struct row_label {
    const struct schema_column *column[ROW_LABEL_COLUMNS]; /* column[n] */
    size_t n;     /* 0: nothing tells them apart */
    bool is_name; /* the two are first and last name */
};

/*
 * row_label_of - the column of names; else that of codes; else what the rows are best
 * grouped by, and their date.
 *
 * out      out   borrows `t`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err row_label_of(const struct schema_table *t, struct arena *a,
                                 struct row_label *out, struct error *e);

#endif
