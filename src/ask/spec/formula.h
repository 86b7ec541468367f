/*
 * formula.h - arithmetic over columns, as in a metric of the semantic layer:
 * (stage_3_loans + write_offs) / total_portfolio.
 *
 *     formula = term { ("+" | "-") term }
 *     term    = factor { ("*" | "/") factor }
 *     factor  = number | column | aggregate "(" formula ")" | "(" formula ")"
 *             | "-" factor | span "(" formula "," formula ")"
 *             | period "(" formula ")" | pair "(" formula "," formula ")"
 *
 * A column is a word, or anything in double quotes; an aggregate is sum, avg,
 * median, stddev, min, max, count or distinct (how many different ones); a pair is an
 * aggregate of two: correlation, or percentile, of which the second is a number from 0
 * to 100; a span is days, hours or minutes, from the first to
 * the second of two dates or moments, or clock_hours or clock_minutes, from one time of
 * day to the next time that it is the other; a period is day, week, month, quarter or year,
 * the first day of the one that a date or moment is in. Nothing of it is SQL: it is read into this tree
 * and written from it.
 */
#ifndef ASK_SPEC_FORMULA_H
#define ASK_SPEC_FORMULA_H

#include "base/buf.h"

#define FORMULA_MAX_BYTES 500
#define FORMULA_MAX_NODES 64
#define FORMULA_MAX_DEPTH 16
#define FORMULA_DECIMALS  "6" /* of what is computed */

enum formula_op {
    FORMULA_NUMBER,
    FORMULA_COLUMN,
    FORMULA_ADD,
    FORMULA_SUBTRACT,
    FORMULA_MULTIPLY,
    FORMULA_DIVIDE,
    FORMULA_NEGATE,
    FORMULA_AGGREGATE,
    FORMULA_SPAN,
    FORMULA_PERIOD,
    FORMULA_PAIR, /* an aggregate of two */
};

/* Operands are indexes of nodes; a node follows its operands. */
struct formula_node {
    enum formula_op op;
    struct str text; /* the number, column, or name of the function */
    size_t left;     /* the only one of NEGATE, AGGREGATE and PERIOD */
    size_t right;
};

struct formula {
    struct formula_node node[FORMULA_MAX_NODES]; /* the last one is the whole */
    size_t n;
    bool aggregates; /* of many rows; else of each row */
};

/* Where the first + - * / from `from` on is, which is outside of quoted names, as `from`
 * has to be; its length: there is none. */
size_t formula_next_sign(struct str text, size_t from);

/*
 * formula_parse - read one.
 *
 * out      f   borrows `text`
 * errors   ERR_VALIDATION_FAILED  no formula, with the column in `text`; an
 *                                 aggregate in another, or a column beside one
 *          ERR_LIMIT              over FORMULA_MAX_x
 */
MUST_CHECK enum err formula_parse(struct str text, struct formula *f,
                                  struct error *e);

/* Write it as an expression of SQL: names are quoted, and nothing is divided
 * by 0. */
void formula_write(const struct formula *f, struct buf *b);

/* The same, not rounded: for what is rounded later. */
void formula_write_exact(const struct formula *f, struct buf *b);

/*
 * formula_is_fraction - is it one, and what is the whole of it?
 *
 * "a / b", and with a factor: "100 * a / b" has 100.
 *
 * returns  false: it is something else
 */
bool formula_is_fraction(const struct formula *f, double *whole);

#endif
