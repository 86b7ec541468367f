/* union_match.h - which columns of two tables of a series are one; private to the
 * union of tables (table_union.h). */
#ifndef ANSWER_UNION_MATCH_H
#define ANSWER_UNION_MATCH_H

#include "ask/link/table_schema.h"

/* One side: columns in the order in which a table has them, and after these such as
 * it does not have but others of the series do. */
struct union_side {
    const struct schema_column **column; /* column[n] */
    size_t n;
    size_t placed; /* the first so many are of the table */
};

struct union_match {
    size_t *to;    /* to[i] of the first side: the other's; SIZE_MAX: none */
    bool *used;    /* used[k] of the other side */
    size_t n;      /* matched */
    size_t differ; /* of these, of another class of values */
};

/* Numbers, texts and dates; what is empty is any of them. */
bool union_is_same_class(const struct schema_column *a,
                         const struct schema_column *b);

/* What union_match_evidence() begins with: nothing is matched. */
MUST_CHECK enum err union_match_new(const struct union_side *t,
                                    const struct union_side *o, struct arena *a,
                                    struct union_match *m, struct error *e);

/* Take columns i and k as one. */
void union_match_put(const struct union_side *t, const struct union_side *o,
                     size_t i, size_t k, struct union_match *m);

/* Those of one name, then of one name but for its case and signs. */
void union_match_names(const struct union_side *t, const struct union_side *o,
                       struct union_match *m);

/*
 * union_match_evidence - those that were renamed, among the rest: by the names,
 * where they are, and what values they have. Where two could be meant, none is.
 */
void union_match_evidence(const struct union_side *t,
                          const struct union_side *o, struct union_match *m);

#endif
