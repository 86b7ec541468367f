/*
 * concept.h - which concepts of the lexicon a table is about: its rows, its columns,
 * its values.
 */
#ifndef ASK_PARSE_CONCEPT_H
#define ASK_PARSE_CONCEPT_H

#include "ask/lexicon/lex_names.h"
#include "ask/link/table_schema.h"

#define CONCEPT_VALUES  400 /* values of a column that are looked up */
#define CONCEPTS_OF_ROW 6

/* A value of a column that says a state: "No" of paid. */
struct value_concept {
    uint16_t concept_id;
    uint16_t column;
    const struct str *value;
};

struct table_concepts {
    const struct lex *lex;
    struct lex_column *column;   /* column[table->n_columns] */
    struct value_concept *value; /* value[n_values] */
    size_t n_values;
    uint16_t row[CONCEPTS_OF_ROW]; /* what a row is */
    size_t n_rows;
};

/*
 * concepts_of - look a table up.
 *
 * out      out   in `a`, borrows the table
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err concepts_of(const struct schema_table *t, struct arena *a,
                                struct table_concepts *out, struct error *e);

#endif
