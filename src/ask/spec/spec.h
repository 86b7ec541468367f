/*
 * spec.h - the query spec: what a question asks for, independent of its words
 * and of SQL. Binding makes one, compile.h turns it into SQL,
 * answer/sentence/sentence.h into a sentence; `--explain` prints it.
 */
#ifndef ASK_SPEC_SPEC_H
#define ASK_SPEC_SPEC_H

#include "ask/spec/spec_join.h"
#include "ask/spec/spec_place.h"
#include "base/json.h"
#include "base/jsonw.h"

#define SPEC_MAX_MEASURES 8
#define SPEC_MAX_GROUPS   8
#define SPEC_MAX_FILTERS  12
#define SPEC_MAX_DERIVED  8

enum agg {
    AGG_NONE,
    AGG_COUNT,    /* rows; with a column: rows where it is not null */
    AGG_DISTINCT, /* different values of the column */
    AGG_SUM,
    AGG_AVG,
    AGG_MEDIAN,
    AGG_MIN,
    AGG_MAX,
    AGG_RANGE,   /* largest less smallest */
    AGG_RUN,     /* the most rows that are one below the other in the file */
    AGG_FORMULA, /* what a formula of aggregates says */
    AGG_STDDEV,  /* of a sample: over n - 1 */
};

enum grain {
    GRAIN_NONE,
    GRAIN_DAY,
    GRAIN_WEEK,
    GRAIN_MONTH,
    GRAIN_QUARTER,
    GRAIN_YEAR,
    GRAIN_WEEKDAY, /* Monday to Sunday, whatever the week */
    GRAIN_HOUR,    /* 00:00 to 23:00, whatever the day */
};

enum filter_op {
    FILTER_EQ,
    FILTER_NE,
    FILTER_LT,
    FILTER_LE,
    FILTER_GT,
    FILTER_GE,
    FILTER_BETWEEN, /* values[0] to values[1], both included */
    FILTER_IN,
    FILTER_NOT_IN,
    FILTER_CONTAINS, /* any of the words, no case, no accents */
    FILTER_PERIOD,   /* dates from values[0] to before values[1], or from
                        values[2] to before values[3], ... */
    FILTER_MONTH,    /* month numbers of any year */
    FILTER_NULL,
    FILTER_NOT_NULL,
};

/* How a value is written in SQL. */
enum literal {
    LITERAL_TEXT,
    LITERAL_NUMBER,
    LITERAL_BOOL,
    LITERAL_COLUMN,  /* the same row's cell of the column that it names */
    LITERAL_AVERAGE, /* the average of that column over all rows */
    LITERAL_CLOCK,   /* a time of day, 18:00:00 */
};

struct spec_filter {
    struct str column;
    enum filter_op op;
    enum literal literal;
    const struct str *values; /* values[n]; an open end of a period is empty */
    size_t n;
    enum spec_view view;
    unsigned side; /* 1 and 2: either will do, or they are compared; 0: holds */
    bool part;     /* belongs to the part of a share, not to its whole */
    bool totals;   /* leaves out rows of totals, which no sentence says */
};

struct spec_measure {
    enum agg agg;
    struct str column; /* empty: rows; of AGG_FORMULA what it is called */
    enum spec_view view;
    bool round;         /* to six decimals */
    struct str formula; /* AGG_FORMULA: of aggregates (formula.h) */
};

/* A column that the table has not: a formula of each row (formula.h). */
struct spec_derived {
    struct str name;
    struct str formula;
    bool exact; /* it is not rounded, what is measured of it is */
};

struct spec_group {
    struct str column;
    enum grain grain;
    enum spec_view view; /* with a grain */
};

/* A condition on a measure of each group. */
struct spec_having {
    struct spec_measure measure;
    enum filter_op op;
    struct str number;
    bool
        part; /* the measure is of the rows that the filters of the part leave */
};

enum order_by { ORDER_NONE, ORDER_MEASURE, ORDER_COLUMN, ORDER_FILE };

/* Which columns of the result answer. */
enum spec_output { OUTPUT_ALL, OUTPUT_GROUPS, OUTPUT_MEASURES };

/* Where a time window came from, so that the answer can say it. */
struct spec_window {
    struct str column; /* empty: no window */
    struct str newest; /* the newest date in the data */
    enum grain unit;
    unsigned count;
};

enum spec_kind {
    SPEC_AGGREGATE, /* measures, by groups; no measures: distinct groups */
    SPEC_ROWS,      /* whole rows */
    SPEC_COUNTED,   /* how many groups there are */
    SPEC_CELLS,     /* the columns of `groups` of each row, none left out */
};

struct query_spec {
    enum spec_kind kind;
    struct str table;                       /* name in SQL */
    struct spec_join joins[SPEC_MAX_JOINS]; /* no row is lost or doubled */
    size_t n_joins;
    struct spec_derived derived[SPEC_MAX_DERIVED];
    size_t n_derived;
    struct spec_measure measures[SPEC_MAX_MEASURES];
    size_t n_measures;
    struct spec_group groups[SPEC_MAX_GROUPS];
    size_t n_groups;
    struct spec_filter filters[SPEC_MAX_FILTERS];
    size_t n_filters;
    struct spec_having having;
    bool has_having;
    enum order_by order;
    struct str order_column; /* ORDER_COLUMN */
    bool descending;
    struct spec_step step;
    struct spec_compare compare;
    enum spec_output output;
    bool filled;    /* groups without a value are left out */
    uint64_t limit; /* 0: all */
    size_t each;    /* order, limit and share apply within each value of the
                       first `each` groups; 0: to all */
    uint64_t
        place;    /* with limit 1: the n-th of the order alone; 0: the first */
    bool share;   /* percentage of the total */
    bool running; /* and the sum of the first measure up to each period */
    bool placed;  /* and the place, of how many, of groups of the part */
    struct spec_change change;
    struct spec_window window;
};

/* Does a filter hold for the part of a share and not for its whole? */
bool spec_has_part(const struct query_spec *s);

/* What holds for the other rows; false: no operation does. */
bool spec_opposite(enum filter_op op, enum filter_op *out);

/* One more filter: the column has a value. false: there is no room. */
bool spec_add_not_null(struct query_spec *s, struct str column);

/* Is a column in some part of it; is it one of the groups? */
bool spec_uses(const struct query_spec *s, struct str column);
bool spec_groups_by(const struct query_spec *s, struct str column);

/* Write the spec as one JSON object, all fields, fixed order. */
void spec_write(const struct query_spec *s, struct jsonw *w);

/*
 * spec_read - a spec from its JSON.
 *
 * out      s   texts borrow `j`, value arrays live in `a`
 * errors   ERR_VALIDATION_FAILED  an unknown word, a wrong type, too many
 */
MUST_CHECK enum err spec_read(const struct json *j, struct arena *a,
                              struct query_spec *s, struct error *e);

/* The word for an aggregate in JSON and in column names: "sum", "avg". */
const char *agg_name(enum agg agg);

/* The word for a grain: "month"; NULL for GRAIN_NONE. */
const char *grain_name(enum grain grain);

#endif
