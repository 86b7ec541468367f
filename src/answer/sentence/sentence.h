/* sentence.h - states the rows of a result in one sentence. */
#ifndef ANSWER_SENTENCE_SENTENCE_H
#define ANSWER_SENTENCE_SENTENCE_H

#include "ask/link/table_schema.h"
#include "ask/spec/spec.h"
#include "ask/vocabulary/question_words.h"

#define SENTENCE_MAX_NOTES    4
#define SENTENCE_MAX_NAMED    10 /* rows that a sentence names */
#define SENTENCE_MAX_RESTATED 128
#define SENTENCE_MAX_LABELS   (SPEC_MAX_GROUPS + SPEC_MAX_MEASURES)

/* What parts thousands, and decimals: 1,234.56, 1 234.56, 1.234,56. */
enum number_marks { MARKS_COMMA, MARKS_SPACE, MARKS_POINT };

/* The chart type that suits the rows. */
enum chart { CHART_NONE, CHART_RANKING, CHART_SERIES };

/* What a sentence says of how many rows there are. */
struct sentence_counts {
    struct str
        first;       /* a number of rows, or a place, before all figures: "3" of
                         "Top 3 customers"; empty: none */
    struct str more; /* "; and 12 more" after those that are named; the same */
    uint64_t named;
};

struct sentence {
    struct str text;    /* in the language of the question */
    struct str reading; /* what was asked: "sum of sales by country, 2024" */
    struct str restated
        [SENTENCE_MAX_RESTATED]; /* what of it is not a figure: names and
                                          conditions of the question, dates as
                                          people write them, other rows */
    size_t n_restated;
    struct sentence_counts counts;
    enum number_marks marks; /* of the numbers in it */
    enum chart chart;
    struct str labels[SENTENCE_MAX_LABELS]; /* what people call the columns of
                                             groups and measures, with units;
                                             none of other results */
    size_t n_labels;
    struct str notes[SENTENCE_MAX_NOTES]; /* what the asker must know: a tie was
                                           cut, rows are not all shown */
    size_t n_notes;
};

/* What is said. */
struct sentence_request {
    const struct query_spec *spec;    /* that was run */
    const struct schema_table *table; /* NULL: nothing is known of it */
    const struct json *map; /* how its file was read; NULL: the same */
    enum language language;
    struct str question;        /* empty: it is not known */
    const struct json *result;  /* of table_query: rows, row_count,
                                  total_row_count */
    const struct json *holders; /* a result too: rows that have the value of the
                                   one measure; NULL: nobody looked */
    uint64_t within; /* what the tie query gave; 0 when there was none */
};

/*
 * sentence_answer - a sentence in which each figure is a cell of the result.
 *
 * out      out   texts live in `a`
 * errors   ERR_VALIDATION_FAILED  the result has no rows array
 *          ERR_LIMIT              `a` is full, or a name is over 64 KiB
 */
MUST_CHECK enum err sentence_answer(const struct sentence_request *r,
                                    struct arena *a, struct sentence *out,
                                    struct error *e);

/* What a sentence shows of a text cell: all, or its first 120 bytes or less. */
struct str sentence_cell_shown(struct str cell);

#endif
