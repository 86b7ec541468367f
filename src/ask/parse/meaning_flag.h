/*
 * meaning_flag.h - columns of yes and no that are kept as text: S and N, 有 and 无,
 * "16A", "10A" and "none", "Paid" and "Not paid". Private to the module.
 */
#ifndef ASK_PARSE_MEANING_FLAG_H
#define ASK_PARSE_MEANING_FLAG_H

#include "ask/parse/meaning.h"

#define FLAG_VALUES 4 /* that say the same: N, No, none */

struct flag_values {
    struct str yes[FLAG_VALUES];
    struct str no[FLAG_VALUES];
    uint8_t n_yes;
    uint8_t n_no; /* 0: it is no such column */
    bool pure;    /* it has no third value */
};

/*
 * meanings_flags - the columns that are so, into m->flag, and those that are nothing
 * else are NATURE_FLAG.
 *
 * in       m   has its concepts and natures
 * errors   ERR_LIMIT  m->a is full
 */
MUST_CHECK enum err meanings_flags(struct meanings *m, struct error *e);

/* What a column is where it is said to be so or not so, or to have no value. */
static inline enum column_nature meanings_nature_as_flag(
    const struct meanings *m, uint16_t column)
{
    return m->flag[column].n_no ? NATURE_FLAG : m->nature[column];
}

/* Has it a value for yes, or for no? */
static inline bool meanings_may_be(const struct meanings *m, uint16_t column,
                                   bool set)
{
    const struct flag_values *f = &m->flag[column];

    return m->nature[column] == NATURE_FLAG || (set ? f->n_yes : f->n_no);
}

/* Does a value say that it is not so? */
bool meanings_says_no(const struct meanings *m, uint16_t column,
                      struct str value);

#endif
