/*
 * search.h - a beam over the words of a question: each span is skipped, or takes a
 * role in what is asked. Private to the module.
 *
 * A state is a part of a question that was read: the columns with their roles, the
 * conditions, the operations. It says nothing about what is asked of them; forms.h
 * makes specs of the states that reached the end.
 */
#ifndef ASK_PARSE_SEARCH_H
#define ASK_PARSE_SEARCH_H

#include "ask/parse/feature.h"
#include "ask/parse/meaning.h"

#define STATE_COLUMNS 8
#define STATE_FILTERS 8
#define STATE_NUMBERS 4
#define STATE_PERIODS 6
#define BEAM_WIDTH    128

/* What a column is for. */
enum column_role {
    ROLE_GROUP,   /* answers are by it, or it is asked for */
    ROLE_MEASURE, /* something is computed of it, or rows are ordered by it */
    ROLE_COND,    /* a number or a period beside it is a condition on it */
    ROLE_TRUE,    /* a flag that is set */
    ROLE_FALSE,
    ROLE_NULL, /* that has no value */
    ROLE_NOT_NULL,
    ROLES,
    ROLE_ZERO = 20 /* a number that is 0: "without goals" */
};

enum number_use {
    USE_COND,   /* a condition on a column */
    USE_LIMIT,  /* so many are asked for */
    USE_HAVING, /* a condition on what is computed */
    USE_COUNT,  /* so many of a unit of time: the last 3 months */
    USE_PLACE,  /* the n-th */
    USE_CLOCK,  /* a time of day */
    USES
};

struct state_column {
    uint16_t column;
    uint8_t role; /* enum column_role */
    uint8_t at;
    uint8_t grain;      /* enum grain, of dates */
    uint8_t descending; /* by an adjective: 1 the small end, 2 the large end */
    uint8_t agg_before; /* enum agg that was said last before it */
    uint8_t agg_after;  /* and next to it after it; 0: none */
    bool by;            /* "by", "per" come before it */
};

struct state_filter {
    uint16_t meaning;
    bool negated;
    bool or_before; /* "or" stands between it and the one before */
    bool contains;  /* cells that hold the words, among others */
    bool compares;  /* a column with another of its row */
    uint8_t op;     /* then enum filter_op, as it is negated */
    uint16_t column;
    uint16_t than;
};

struct state_number {
    uint16_t meaning;
    uint16_t column; /* USE_COND */
    uint8_t op;      /* enum filter_op; FILTER_BETWEEN: with the next number */
    uint8_t use;
    bool or_before; /* as of filters */
};

struct state_period {
    uint16_t meaning;
    uint8_t
        op; /* FILTER_EQ: within it; LT before, GE since, GT after, LE until */
    uint8_t weekdays; /* bits of CONCEPT_WEEKDAY; 0: it is a period */
    bool range;       /* up to the next one */
    bool or_before;
};

/* Bits of state_ops.low: which operations were said of the small end. */
enum { LOW_MOST = 1, LOW_TOP = 2, LOW_MORE = 4, LOW_SORT = 8, LOW_CHANGE = 16 };

/* Operations that were read: bits of enum concept_kind, and which of a kind. */
struct state_ops {
    uint64_t kinds;
    uint16_t aggs; /* bits of enum agg */
    uint8_t grain; /* the last that was said by itself */
    uint8_t agg;   /* the last that was said */
    uint8_t low;   /* LOW_... */
    uint8_t last_unit;
    uint8_t time;       /* bits: newest or last, oldest or first */
    uint8_t percentile; /* param of CONCEPT_PERCENTILE; 0: none */
    uint8_t super; /* bits: an adjective for the large end, for the small end */
    uint8_t span;  /* enum span_unit + 1, the last that was said; 0: none */
    bool lasting;  /* one that may be of how long something took */
    bool dated;    /* the newest or the oldest is asked for */
};

/* Features that states share, the last first, and the sum of their weights. */
struct feature_list {
    const struct feature *first;
    double score;
};

struct state {
    uint64_t signature; /* of all below */
    uint64_t skipped[2];
    struct feature_list features;
    struct state_column column[STATE_COLUMNS];
    struct state_filter filter[STATE_FILTERS];
    struct state_number number[STATE_NUMBERS];
    struct state_period period[STATE_PERIODS];
    struct state_ops ops;
    uint16_t
        computed; /* meaning of a measure that columns make, + 1; 0: none */
    uint16_t at;  /* the next word */
    uint8_t n_columns;
    uint8_t n_filters;
    uint8_t n_numbers;
    uint8_t n_periods;
    uint8_t n_rows;          /* words for rows that were read */
    uint8_t skipped_content; /* words that are something in the table */
    uint8_t skipped_unknown; /* that nothing is known of */
    uint8_t skipped_lacking; /* that tables have columns of, and this one not */
    uint8_t last_op;         /* enum concept_kind before the word, + 1 */
    uint8_t last_role;       /* of the meaning before, + 1 */
    uint8_t cmp;             /* enum filter_op that waits for its number, + 1 */
    bool skips_operation;    /* one was not read */
    bool negate;             /* a negation waits */
    bool between;            /* the next two are a range */
    bool or_waits;
    bool by_waits;
    bool empty_waits; /* "without": the next column has no value */
};

struct beam {
    const struct meanings *m;
    const struct parse_weights *w;
    struct arena *a;
    struct state *all; /* of each position BEAM_WIDTH */
    size_t *n;         /* n[words + 1] */
    size_t width;
};

/*
 * beam_run - the best states at the end of the question.
 *
 * out      states   states[*n], unordered; live in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err beam_run(const struct meanings *m,
                             const struct parse_weights *w, struct arena *a,
                             const struct state **states, size_t *n,
                             struct error *e);

/* One more feature of a list, in `a`, with its weight. */
MUST_CHECK enum err feature_add(const struct parse_weights *w, struct arena *a,
                                struct feature_list *list,
                                enum feature_kind kind, const uint32_t *arg,
                                struct error *e);

/* Has a state read an operation of this kind? */
static inline bool state_has(const struct state *s, enum concept_kind kind)
{
    return s->ops.kinds >> kind & 1;
}

#endif
