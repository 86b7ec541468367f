/*
 * parsed.h - where the rules ask for clarification: the likeliest of the
 * parser's readings (ask/parse), if it is likely enough.
 */
#ifndef ANSWER_PARSED_H
#define ANSWER_PARSED_H

#include "answer/joined_tables.h"
#include "answer/rules_reading.h"

/* From this confidence on a reading is the answer; docs/evaluation.md has the curve. */
#define PARSED_CONFIDENCE 0.77

/* Below this one what the rules answer needs clarification, where another
 * reading has PARSED_RIVAL. */
#define RULES_CONFIDENCE 0.10
#define PARSED_RIVAL     0.50

/* From this one on it takes the place of what the rules answer. */
#define PARSED_SURE 0.93

/* From these on it may leave out a word that tells something, and one of what the table
 * does not have: written as a name, or known to the lexicon as what tables have. */
#define PARSED_LEAVES_OUT         0.85
#define PARSED_LEAVES_OUT_LACKING 0.95

/* And from this one leave out an operation that it read: a share, a limit. */
#define PARSED_DROPS 0.90

struct parsed_request {
    struct joined_tables tables; /* whose out->asked becomes the reading */
    struct str question;
    double min_confidence;
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
    bool is_rules; /* it gives what the rules do, whose reading is in `asked` */
};

struct parsed_readings {
    struct parsed_reading reading[PARSED_MAX_READINGS];
    size_t n;
};

/*
 * parsed_try - read a question with the parser.
 *
 * Readings that give the same
 * rows are one answer, whose probability is that of all of
 * them together. Joins are measured before a reading that has them counts.
 *
 * in       q     tables.schema has its joins (joined_open())
 * out      out    the readings, of other rows each: likeliest first
 *          given  the first is likely enough to be the answer
 * errors   of parse_question() and table_query(); what one reading fails by is left to
 *          the others
 */
MUST_CHECK enum err parsed_try(const struct parsed_request *q,
                               struct parsed_readings *out, bool *given,
                               struct error *e);

#endif
