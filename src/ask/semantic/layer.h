/*
 * layer.h - a semantic layer applied to tables: synonyms and computed columns
 * of a table, and the ranges expected of its figures.
 *
 * The table decides: an entry that names a column which is not there does
 * nothing here. layer_check.h says so to people.
 */
#ifndef ASK_SEMANTIC_LAYER_H
#define ASK_SEMANTIC_LAYER_H

#include "ask/link/table_schema.h"
#include "ask/semantic/entry.h"
#include "ask/spec/spec.h"

struct semantic_range {
    bool has_min, has_max;
    double min, max;
};

/* What is known of a column; some of it from several entries. */
struct semantic_term {
    struct str column;
    struct str metric; /* empty: only notes say something */
    struct semantic_range range;
    double whole;       /* over 0: a fraction, and what its whole is */
    struct str part_of; /* the column that it is a part of */
    struct str needs;   /* the column that must be held to a value, or grouped
                           by: whose it is */
    struct str chart;   /* "line", "bar", "table" */
    bool partial;       /* some of it was never filled in */
};

/* What a layer says of one table. */
struct semantic_terms {
    const struct semantic_entries *entries; /* that they are of */
    struct semantic_term *list;             /* list[n] */
    size_t n;
};

/*
 * semantic_apply - tell a table what its layer says of it; before it is linked.
 *
 * out      t     other names, computed columns, in `a`
 *          out   in `a`; borrows the entries
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err semantic_apply(const struct semantic_entries *entries,
                                   struct schema_table *t, struct arena *a,
                                   struct semantic_terms *out, struct error *e);

/* The term of a column, or NULL. */
const struct semantic_term *semantic_find_term(const struct semantic_terms *t,
                                               struct str column);

/* Is a note of this table, "sales.csv" being called sales, or of any? */
bool semantic_is_of(const struct json *note, const struct schema_table *t);

/* Range of {"min":0,"max":10}; NULL has none. */
struct semantic_range semantic_range_read(const struct json *j);

#endif
