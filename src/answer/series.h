/* series.h - which tables belong together by their names; private to the
 * union of tables (table_union.h). */
#ifndef ANSWER_SERIES_H
#define ANSWER_SERIES_H

#include "answer/file_period.h"
#include "answer/table_union.h"

/* A table that may be a member. */
struct series_part {
    size_t table; /* of the schema */
    struct str name;
    struct str shown;
    struct words words;
    struct file_period period;
    bool taken; /* by a union */
    const struct series_part
        *copies; /* the first of the series that has its content
                                  already; NULL: none has */
};

/* The members of one, the first being that which the others are like. */
struct series {
    struct series_part **member; /* member[n] */
    size_t n;
};

/* What a source is called in a series, and when it is of. */
MUST_CHECK enum err series_part_read(const struct answer_source *s,
                                     struct arena *a, struct series_part *p,
                                     struct error *e);

/* Do the names of both belong to one series? */
bool series_is(const struct series_part *p, const struct series_part *q);

/* Do only numbers and their periods tell both names apart? */
bool series_is_of_periods(const struct series_part *p,
                          const struct series_part *q);

/* The words by which a question may mean one of them: north, of store_north; or
 * empty. Numbers and months are no words for a file: they are read as such. */
MUST_CHECK enum err series_mark(const struct series *g,
                                const struct series_part *p, struct arena *a,
                                struct str *mark, struct error *e);

/* "sales" of sales_2024-01 and sales_2024-02: the words that all have; or
 * `otherwise`. */
MUST_CHECK enum err series_name(const struct series *g, struct str otherwise,
                                struct arena *a, struct str *name,
                                struct error *e);

#endif
