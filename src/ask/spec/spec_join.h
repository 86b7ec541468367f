/*
 * spec_join.h - the joined tables of a query spec.
 *
 * A join looks up: each row of what is on its left finds at most one row in
 * the joined table, and stays when it finds none. Or it counts: each row finds
 * how many rows of another query belong to it, which may be none. So a join
 * never makes rows more or fewer, and no sum is counted twice.
 */
#ifndef ASK_SPEC_SPEC_JOIN_H
#define ASK_SPEC_SPEC_JOIN_H

#include "base/json.h"
#include "base/jsonw.h"

#define SPEC_MAX_JOINS   6
#define SPEC_MAX_BROUGHT 32 /* columns that one join brings */
#define SPEC_MAX_PAIRS   15 /* columns of a key beyond its first */

/* A column of a joined table, and what the spec calls it. */
struct spec_brought {
    struct str name;
    struct str column;
};

/* A further column of a key of several, and what equals it on the left. */
struct spec_pair {
    struct str left_column;
    struct str column;
};

struct query_spec;

struct spec_join {
    struct str table; /* its name in SQL; of rows that are counted theirs */
    struct str name;  /* in this spec, where a table may come twice */
    struct str left;  /* the name of a join before it, or the spec's table */
    struct str left_column;
    struct str column;            /* unique in `table`, with those of `also` */
    const struct spec_pair *also; /* also[n_also]: all must be equal */
    size_t n_also;
    const struct spec_brought *brings; /* brings[n_brings] */
    size_t n_brings;
    const struct query_spec *counts; /* NULL: it looks up; else what counts by
                                        `column`, and its only measure is
                                        brought, 0 where there is none */
    bool counts_one; /* that is unique: at most one is counted */
};

/* The join that brings the count called `name`; NULL: none does. */
const struct spec_join *spec_join_counting(const struct query_spec *s,
                                           struct str name);

/* Does a join of the spec bring a column that the spec calls so? */
bool spec_join_brings(const struct query_spec *s, struct str name);

/* Write the member "joins" of a spec that has any. */
void spec_join_write(const struct query_spec *s, struct jsonw *w);

/* Read it again; errors and ownership as spec_read(). */
MUST_CHECK enum err spec_join_read(const struct json *j, struct arena *a,
                                   struct query_spec *s, struct error *e);

#endif
