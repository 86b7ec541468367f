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
#define CONCEPT_STRONG \
    0.75 /* it is the head of a column's name, or all of it */

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

/* How strongly a column is of a concept; 0: it is not. */
double concepts_strength(const struct table_concepts *c, size_t column,
                         uint16_t concept_id);

/* How strongly it is of a concept, or of one that is narrower than it. */
double concepts_strength_within(const struct table_concepts *c, size_t column,
                                uint16_t concept_id);

#endif
