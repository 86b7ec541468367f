/*
 * table_defaults.h - the columns of a table that a question may mean without naming
 * them. The same for each spec, so they are looked for once. Private to the module.
 */
#ifndef ASK_PARSE_TABLE_DEFAULTS_H
#define ASK_PARSE_TABLE_DEFAULTS_H

#include "ask/parse/numbered_columns.h"

#define DEFAULT_NAMES \
    7 /* columns that may name a row: own, of joined tables, further ones */
#define DEFAULT_MEASURES 4
#define DEFAULT_KEYS     2

struct table_defaults {
    uint16_t name[DEFAULT_NAMES]; /* that name a row, likeliest first */
    size_t n_names;
    uint16_t measure[DEFAULT_MEASURES]; /* likeliest first */
    size_t n_measures;
    uint16_t
        key[DEFAULT_KEYS]; /* the same value in several rows is one thing that
                                   the rows are about */
    size_t n_keys;
    uint16_t series[NUMBERED_MAX]; /* columns of one figure by period */
    size_t n_series;               /* 0: none */
    bool quantities;               /* it has a column that counts */
    uint32_t negations; /* 1: the question says that something is not so; 2: by
                           what it is not ("unpaid"); 3: both */
};

/* Is a column of money beside what its rows are about: discounts, taxes, freight? No value
 * of it is near those of another column of money that is added up. */
bool table_defaults_is_minor(const struct meanings *m, size_t column);

/* Look for them; m->node is set. */
void table_defaults_find(const struct meanings *m, struct table_defaults *out);

#endif
