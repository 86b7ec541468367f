/*
 * role.h - what a question asks for, before a spec is composed. Private to
 * src/ask/bind.
 */
#ifndef ASK_BIND_ROLE_H
#define ASK_BIND_ROLE_H

#include "ask/link/table_schema.h"
#include "ask/spec/spec.h"

#define ROLE_MAX 4

/* What the links ask for, before it is put together. */
struct roles {
    struct spec_measure measures[SPEC_MAX_MEASURES];
    size_t n_measures;
    const struct schema_column *numbers[ROLE_MAX]; /* without an aggregate */
    size_t n_numbers;
    const struct schema_column *targets[ROLE_MAX]; /* asked for, no numbers */
    size_t n_targets;
    struct spec_group groups[SPEC_MAX_GROUPS];
    size_t n_groups;
    bool ordered;
    bool sorted;        /* all in the order, not the first few */
    bool superlative;   /* the one first, not the first few */
    bool single_values; /* the order is by single values: most expensive */
    bool descending;
    bool full;          /* more was said than there is room for */
    bool best_or_worst; /* best or worst: high or low? */
    bool counting;
    bool bare_count;    /* how many, of nothing that has a name */
    bool count_periods; /* how many months: those of the groups */
    bool rows;          /* a noun for rows was said */
    bool list;
    bool which;
    bool who;
    bool target_unnamed; /* "what do they buy": what is asked for has no name */
    bool of_which;       /* "which product": the target is what is asked for */
    bool share;
    bool compare;
    bool trend;
    bool by;   /* groups were said with "by", "each", "per" */
    bool each; /* with "each": what is first is the first of each */
    bool much; /* how much */
    bool money;
    enum money_direction direction;
};

/* Add to what is asked for; the same twice is once. */
void roles_add_target(struct roles *r, const struct schema_column *c);
void roles_add_number(struct roles *r, const struct schema_column *c);
void roles_add_measure(struct roles *r, enum agg agg, struct str column);
void roles_add_group(struct roles *r, struct str column, enum grain grain);
/* Remove `c` from what is asked for, if it was added last. */
void roles_drop(struct roles *r, const struct schema_column *c);

#endif
