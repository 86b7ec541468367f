/*
 * parsed.h - the likeliest of the parser's readings (ask/parse), and how likely what
 * the rules answer is beside them.
 */
#ifndef ANSWER_PARSED_H
#define ANSWER_PARSED_H

#include "answer/joined_tables.h"
#include "answer/rules_reading.h"

/* A reading is the answer from this confidence on. docs/experiments.md has the curves. */
#define PARSED_CONFIDENCE        0.60
#define REPLACES_CONFIDENCE      0.75 /* the rules give other rows */
#define KNOWN_CONFIDENCE         0.80 /* the rules know every word, and ask */
#define ASKED_FIGURE_CONFIDENCE  0.94 /* they ask which aggregate is meant */
#define LEAVES_OUT_CONFIDENCE    0.63 /* it leaves out a telling word */
#define LEAVES_NAME_CONFIDENCE   0.95 /* which is a name */
#define LEAVES_COLUMN_CONFIDENCE 0.90 /* it leaves out a column of theirs */

/* Where no reading is sure enough, what the rules answer is the answer from here on. */
#define RULES_MIN_CONFIDENCE 0.15

struct parsed_request {
    struct joined_tables tables; /* whose out->asked is what the rules read */
    struct str question;
    uint64_t max_rows; /* of a result */
    size_t max;        /* readings wanted, up to PARSED_MAX_READINGS */
    const struct json
        *rules_rows; /* of tables.out->asked, where it is answerable */
};

#define PARSED_MAX_READINGS 4

/* One reading, or several that give the same rows. */
struct parsed_reading {
    struct ask_result asked; /* with its confidence */
    struct str rows;         /* what it gives, as JSON */
    size_t n_rows;
    double probability;
    bool is_whole; /* it leaves out no word that tells something */
    bool
        leaves_name; /* it leaves out what is written as a name, or names another
                           table than it asks */
    bool reads_unknown; /* and reads the word that the rules do not know */
    bool is_rules; /* it gives what the rules do, whose reading is in `asked` */
};

struct parsed_readings {
    struct parsed_reading reading[PARSED_MAX_READINGS];
    size_t n;
    bool left_one; /* the likeliest was left out: it counts in a table that the
                      question names less well than that of the rules */
};

/*
 * parsed_try - read a question with the parser.
 *
 * Readings that give the same
 * rows are one answer, whose probability is that of all of
 * them together. Joins are measured before a reading that has them counts.
 *
 * in       q     tables.schema has its joins (joined_open())
 * out      out  the readings, of other rows each: the surest first
 * errors   of parse_question() and table_query(); what one reading fails by is left to
 *          the others
 */
MUST_CHECK enum err parsed_try(const struct parsed_request *q,
                               struct parsed_readings *out, struct error *e);

#endif
