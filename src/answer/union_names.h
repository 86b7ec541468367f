/* union_names.h - may two headers name the same column of a series? Private to the
 * union of tables (table_union.h). */
#ifndef ANSWER_UNION_NAMES_H
#define ANSWER_UNION_NAMES_H

#include "ask/link/table_schema.h"

enum union_naming {
    NAMES_DIFFER, /* each has a word that tells it from the other: net, gross */
    NAMES_UNKNOWN, /* nothing is known of both */
    NAMES_LONGER, /* one is the other and a word more, and of another meaning */
    NAMES_NEAR,   /* the same, with a word more, or shortened: qty, quantity */
    NAMES_MEAN_ONE /* what they can mean is much the same: monto, importe */
};

/*
 * union_names - compare two headers that are not equal.
 *
 * in       a, b   columns of one class of values
 * cost     look-ups in the lexicon for both names
 */
enum union_naming union_names(const struct schema_column *a,
                              const struct schema_column *b);

#endif
