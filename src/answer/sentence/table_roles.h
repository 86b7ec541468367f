/*
 * table_roles.h - what people would ask of a table: its main amount, what it is
 * grouped by, what its rows are called, its newest period. Private to suggest*.c.
 */
#ifndef ANSWER_SENTENCE_TABLE_ROLES_H
#define ANSWER_SENTENCE_TABLE_ROLES_H

#include "ask/link/table_schema.h"

#define TABLE_ROLES_GROUPS 2

/* Columns of a table; NULL: it has none. */
struct table_roles {
    const struct schema_table *table;
    const struct schema_column *measure;
    enum agg agg;   /* sum, or average where a sum means nothing */
    bool is_amount; /* it is money or a count */
    const struct schema_column *group[TABLE_ROLES_GROUPS]; /* best first */
    const struct schema_column *name; /* that tells the rows apart */
    const struct schema_column *date;
    struct str period[2]; /* the newest month, or year where there are many: its
                             first day and the first day after it */
};

/*
 * table_roles_of - by the concepts of the columns' names, types and values.
 *
 * out      out   borrows `t`; the rest in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err table_roles_of(const struct schema_table *t,
                                   struct arena *a, struct table_roles *out,
                                   struct error *e);

/* As table_roles_of() for what the rows are called: without a measure and a period, for which the
 * lexicon is asked about each column of numbers. */
MUST_CHECK enum err table_roles_of_label(const struct schema_table *t,
                                         struct arena *a,
                                         struct table_roles *out,
                                         struct error *e);

/* Does nearly each row have a value of its own? */
bool table_roles_is_distinct(const struct schema_table *t,
                             const struct schema_column *c);

/*
 * table_roles_language - that of the columns' names.
 *
 * in       names  all of them, with blanks between
 *          otherwise  where no language has more of their words than another
 * out      out    in which most words are known
 */
MUST_CHECK enum err table_roles_language(struct str names,
                                         enum language otherwise,
                                         struct arena *a, enum language *out,
                                         struct error *e);

#endif
