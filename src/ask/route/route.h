/*
 * route.h - decides whether tables, pages or both answer a question. `quarry
 * eval routing` measures how often that is right.
 */
#ifndef ASK_ROUTE_ROUTE_H
#define ASK_ROUTE_ROUTE_H

#include "ask/link/table_schema.h"

#define ROUTE_MAX_REASONS 8

enum route_mode { ROUTE_STRUCTURED, ROUTE_SEMANTIC, ROUTE_HYBRID };

/* Why; route_reason_text() has the words. */
enum route_reason {
    ROUTE_NO_TABLES,   /* the base has no tables */
    ROUTE_NO_PROSE,    /* the base has no pages */
    ROUTE_BINDS_VALUE, /* it names what is in cells */
    ROUTE_BINDS_COLUMN,
    ROUTE_BINDS_TABLE,
    ROUTE_ASKS_FIGURE, /* a total, a count, a rank, of what binds */
    ROUTE_ASKS_RULE,   /* what is allowed, or to be done, or a page says */
    ROUTE_ASKS_WHY,    /* an explanation, a description, a meaning */
    ROUTE_NOT_IN_TABLES,
    ROUTE_TWO_PARTS,
};

enum route_mark_kind {
    ROUTE_MARK_VALUE,      /* all of a value */
    ROUTE_MARK_PART,       /* a part of values */
    ROUTE_MARK_COLUMN,     /* a column's name */
    ROUTE_MARK_COLUMN_TOO, /* a part of it, or another word for it */
    ROUTE_MARK_TABLE,      /* a table's name, or a noun for its rows */
    ROUTE_MARK_PERIOD,
};

/* What words of the question are in some table. */
struct route_mark {
    size_t from; /* words [from, to) of words_cut(), WORDS_TEXT */
    size_t to;
    enum route_mark_kind kind;
};

struct route_base {
    bool has_tables;
    bool has_prose;
    const struct route_mark *marks; /* marks[n_marks], in order, apart */
    size_t n_marks;
};

/* Bytes of the question; from == to: none. */
struct route_part {
    size_t from;
    size_t to;
};

struct route {
    enum route_mode mode;
    enum route_reason reasons[ROUTE_MAX_REASONS];
    size_t n_reasons;
    struct route_part structured; /* of a hybrid; else all or none of it */
    struct route_part semantic;
};

/*
 * route_question - structured, semantic or hybrid.
 *
 * The same question over the same base has the same route, always.
 *
 * in       b   what the base holds, and what of the question is found there
 *          w   words_cut() of the question, WORDS_TEXT; n up to LINK_MAX_WORDS
 * out      out reasons are at least one
 * errors   ERR_LIMIT  `a` is full
 * cost     O(words x phrases): tens of microseconds
 */
MUST_CHECK enum err route_question(const struct route_base *b,
                                   struct str question, const struct words *w,
                                   struct arena *a, struct route *out,
                                   struct error *e);

/* "structured", "semantic", "hybrid". */
const char *route_mode_name(enum route_mode mode);

/* One short plain sentence. */
const char *route_reason_text(enum route_reason reason);

#endif
