/* table_part.h - the part of an answer that comes from tables. */
#ifndef ANSWER_TABLE_PART_H
#define ANSWER_TABLE_PART_H

#include "answer/joined_tables.h"
#include "answer/question_expand.h"

/* The tables of a question. */
struct table_part {
    struct tables *t;
    struct arena *a;
    struct answer *out;
    struct expanded expanded;      /* of the caller, who releases it */
    uint64_t max_rows;             /* of a result */
    uint64_t max_bytes;            /* of its rows; 0: as the tables allow */
    struct str question;           /* of table_part_ask() */
    struct reading_choice reading; /* which likely ones are given */
    size_t
        chosen; /* which of the alternatives is the answer, from 1; 0: none */
    bool is_refined;           /* out->asked has it already (conversation.h) */
    struct model_choice model; /* who may plan */
    bool is_alone;             /* nobody may, whatever the bases say */
    struct behind_request behind; /* rows behind the figures */
    const struct json *spec;   /* what is run instead of what binds; or NULL */
    const atomic_bool *cancel; /* NULL: never */
    struct str heard;          /* the question and those before it: which values
                                  are looked up */
    struct answer *likely;     /* that of `out`; NULL: it has none */
    struct ask_schema *schema; /* what table_part_read() makes */
    struct dictionary *dictionaries; /* dictionaries[n_dictionaries] of it */
    size_t n_dictionaries;
};

/*
 * table_part_read - the profiles of all tables that may be asked.
 *
 * out      r        its schema, and the sources of r->out;
 *                   table_part_release() it, also after an error
 * errors   ERR_NOT_FOUND  a base has neither tables nor pages
 *          as the table tools
 */
MUST_CHECK enum err table_part_read(struct table_part *r, struct error *e);

/* Close the files of values. */
void table_part_release(struct table_part *r);

/*
 * table_part_ask - bind, run, say: rows and a sentence, or a clarifying question.
 *
 * in       r        after table_part_read(), with at least one table
 * out      r        mode, text, result, coverage and warnings of r->out
 */
MUST_CHECK enum err table_part_ask(struct table_part *r, struct str question,
                                   struct error *e);

/* How sure other answers are, or have to be. */
struct rivals {
    double tables;
    double pages;
    struct str quote; /* what pages say; r->out has where */
};

/* Is what pages quote some rows of the table that a cell is in? Then they say no more
 * than it does. The pointer of the passage is read in `a`; where it cannot be, no. */
bool table_part_is_quoted(const struct answer *out, struct str quote,
                          const struct ask_result *cell, struct arena *a);

/*
 * table_part_cell - a cell of a crosstab (crosstab_part.h) as the answer, if one is surer
 * than its rivals.
 *
 * out      given  false: none is, and r->out is as it was
 */
MUST_CHECK enum err table_part_cell(struct table_part *r, struct str question,
                                    const struct rivals *rivals, bool *given,
                                    struct error *e);

/* The tables of the question, to be asked together; borrows `r`. */
struct joined_tables table_part_joined(const struct table_part *r);

/* What readings of the question's words need; borrows `r`. */
struct reading_request table_part_reading(const struct table_part *r);

#endif
