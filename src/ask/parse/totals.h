/*
 * totals.h - rows of a table that are totals of the others, by what a cell of them
 * says: "Total", "Grand total", 合计, where numbers add up also "Total April". Private to
 * the module.
 */
#ifndef ASK_PARSE_TOTALS_H
#define ASK_PARSE_TOTALS_H

#include "ask/lexicon/lex.h"
#include "ask/link/table_schema.h"

#define TOTALS_MAX 32

struct total_rows {
    uint16_t column;
    struct str value[TOTALS_MAX]; /* value[n]; 0: there are none */
    size_t n;
    bool is_null; /* SQL sees no value there */
};

/*
 * totals_find - the cells that say that their row is a total.
 *
 * out      out   borrows the table's values
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err totals_find(const struct schema_table *t,
                                const struct lex *x, struct arena *a,
                                struct total_rows *out, struct error *e);

#endif
