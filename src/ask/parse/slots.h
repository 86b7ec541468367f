/*
 * slots.h - the parts of a state sorted by what they are for, and its conditions as
 * filters of a spec. Private to the module.
 */
#ifndef ASK_PARSE_SLOTS_H
#define ASK_PARSE_SLOTS_H

#include "ask/parse/counted_rows.h"
#include "ask/parse/search.h"
#include "ask/parse/table_defaults.h"
#include "ask/spec/spec.h"

#define SLOT_NONE UINT16_MAX

/* Two or more values of one column, or periods, that may be compared. */
struct sides {
    uint16_t column;      /* SLOT_NONE: none */
    enum grain grain;     /* of periods */
    size_t filter;        /* in the base spec, that has them all */
    struct str values[4]; /* values[n]; of periods two each, from and to */
    struct str names[2];
    size_t n; /* sides */
};

struct slots {
    const struct state *state;
    const struct meanings *m;
    const struct table_defaults *defaults;
    const struct counted_rows *counted;
    struct arena *a;
    struct state_column group[STATE_COLUMNS];
    size_t n_groups;
    struct state_column measure[STATE_COLUMNS];
    size_t n_measures;
    uint16_t date;          /* what periods are of; SLOT_NONE: no column */
    uint32_t date_rank;     /* how it was found */
    struct query_spec base; /* with the filters, nothing else */
    bool held
        [SPEC_MAX_FILTERS]; /* of cells that hold lists: cell_lists_hold() one of the
                                    filter's values */
    uint8_t said_to
        [SPEC_MAX_FILTERS]; /* the word behind what said it; 0: unknown */
    size_t n_said;   /* filters that were said; the others leave out totals */
    size_t repeated; /* that were said twice, and are there once */
    struct sides sides;
    uint64_t limit;                    /* 0: not said */
    uint64_t place;                    /* 0: not said */
    const struct state_number *having; /* NULL: none */
    bool strict;   /* a cell without value is not what it is not */
    bool together; /* values of a column side by side: all negated as the first,
                        and words of which cells hold any */
    bool apart;    /* two ends of a range are compared, and no range */
    bool impossible; /* a condition that has no form */
};

/* How many date columns a state may mean. */
size_t slots_dates(const struct meanings *m, const struct state *s);

/* How many periods a state has, but for those that it has said already. */
size_t slots_periods(const struct meanings *m, const struct state *s);

/* Is a state said of a column with blanks that it is not something? */
bool slots_negates(const struct meanings *m, const struct state *s);

/* Has a state values of one column that may belong together? */
bool slots_joins(const struct meanings *m, const struct state *s);

/* Do cells of a column that has lists hold a value of the filter beside more? */
bool slots_holds(const struct schema_column *c, const struct spec_filter *f);

/*
 * slots_fill - sort the parts of a state.
 *
 * in       out    has `state`, `m`, `defaults`, `counted`, `a`, `strict`, `together` and `apart`
 *          date   the rank of the date column, below slots_dates()
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err slots_fill(struct slots *out, size_t date, struct error *e);

#endif
