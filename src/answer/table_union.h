/*
 * table_union.h - same-shaped tables whose names make a series are asked as
 * one: a file a month, a sheet a branch.
 *
 * The schema gets one table in their place: their columns put together, their
 * profiles merged, a column of the file's name, and one of the period where
 * only the names have it. Its SQL is a WITH in front of the query, which calls
 * it `data`: UNION ALL BY NAME over the members.
 */
#ifndef ANSWER_TABLE_UNION_H
#define ANSWER_TABLE_UNION_H

#include "answer/answer.h"

/* More columns, times files, are not united. */
#define UNION_MAX_CELLS ((size_t)1 << 18)

/* Names of one column that are kept. */
#define UNION_CALLED 4u

/* A column of the union, and which of each member it is. */
struct union_column {
    struct str name;
    const struct schema_column
        *called[UNION_CALLED]; /* called[n_called], each by another name, the
                                  first by that of the union */
    size_t n_called;
    struct str type;        /* as profiles call it; "string" where they
                                 differ */
    bool differs;           /* members have it in several types: it is text */
    size_t n_have;          /* members that have it */
    size_t n_filled;        /* and of these, with a value in some row */
    const struct json **of; /* of[n] in the members' profiles; NULL: none */
    const struct schema_column **known; /* known[n], the same */
};

struct table_union {
    struct str name; /* what its members' names have in common */
    const struct answer_source *members; /* members[n] */
    const struct str *names;             /* names[n], as they are shown */
    const struct str *marks;   /* marks[n]: the words by which a question may
                                  mean it: north, of store_north; or empty */
    const struct str *periods; /* periods[n]; NULL: none */
    size_t n;
    struct union_column *columns; /* columns[n_columns] */
    size_t n_columns;
    struct str file_column;
    struct str period_column;
    bool period_is_date;
    bool period_is_year;
    const struct str *outside; /* outside[n_outside]: tables by whose names
                                  they could be members; they are not */
    size_t n_outside;
};

/*
 * table_unite - put unions in the place of their members.
 *
 * out      schema  and out->sources, one for one
 * errors   ERR_LIMIT  `a` is full; as union_is_copy()
 */
MUST_CHECK enum err table_unite(struct tables *t, struct ask_schema *schema,
                                struct arena *a, struct answer *out,
                                struct error *e);

/*
 * union_schema - the table of a union, as the last one of `s`.
 *
 * owns     everything in `a`; the source's `full` and `map` too
 */
MUST_CHECK enum err union_schema(const struct table_union *u,
                                 struct ask_schema *s, struct arena *a,
                                 struct answer_source *source, struct error *e);

/*
 * union_select - SELECT ... UNION ALL BY NAME ... over the members.
 *
 * in       names  names[u->n], what SQL calls them
 */
void union_select(const struct table_union *u, const struct str *names,
                  struct buf *b);

/* Say of those that the answer comes from that they are several, and how they
 * differ. */
MUST_CHECK enum err union_report(struct answer *out, struct arena *a,
                                 struct error *e);

#endif
