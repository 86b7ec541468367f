/*
 * sentence_parts.h - the parts of a sentence, of which sentence*.c put it together. Private to
 * sentence*.c.
 */
#ifndef ANSWER_SENTENCE_SENTENCE_PARTS_H
#define ANSWER_SENTENCE_SENTENCE_PARTS_H

#include "answer/sentence/sentence.h"
#include "answer/sentence/sentence_spec.h"
#include "answer/sentence/wording.h"

/* How figures of a measure are written, found once. */
struct parts_form {
    struct str column;
    enum agg agg;
    struct figure_form form;
};

/* One result while it is put into words. */
struct sentence_parts {
    struct phrasing x;
    const struct json *result;
    const struct json *rows;    /* of it */
    const struct json *holders; /* as in struct sentence_request */
    uint64_t total;
    struct sentence_counts counts;
    struct sentence *out; /* gets what is restated */
    struct parts_form forms[SPEC_MAX_MEASURES];
    size_t n_forms;
    struct arena *a;
    struct error *e;
    bool failed; /* `e` says why */
    struct buf b;
};

/* A text of the data, filled in. */
void parts_say(struct sentence_parts *p, enum wording w, const struct str *fill,
               size_t n);

/* As parts_say() for a text whose {1} is a number of rows, or a place. */
void parts_say_count(struct sentence_parts *p, enum wording w,
                     const struct str *fill, size_t n);

/* A part of the sentence, of parts_take(), whose numbers are no figures. */
void parts_restate(struct sentence_parts *p, struct str text);

/* What was put since `from` taken off again, as a text. */
struct str parts_take(struct sentence_parts *p, size_t from);

/* The i-th cell of a row; NULL: it has none. */
const struct json *parts_cell_at(const struct json *row, size_t i);

/* A cell as it stands, or that there is none. */
void parts_put_cell(struct sentence_parts *p, const struct json *cell);

/* The cell of a group: "June 2024" of 2024-06. */
void parts_put_key(struct sentence_parts *p, size_t group,
                   const struct json *cell);

/* A number without unit, such as a percentage. */
void parts_put_number(struct sentence_parts *p, const struct json *cell);

/* The cell of a measure: a number as people write it. */
void parts_put_figure(struct sentence_parts *p, const struct spec_measure *m,
                      const struct json *cell);

/* The groups' cells of a row: "Spain, Phones". */
void parts_put_keys(struct sentence_parts *p, const struct json *row);

/* The measures' cells, with the percentage of a share. */
void parts_put_figures(struct sentence_parts *p, const struct json *row);

/* As parts_put_figures(), as texts: a figure of the first row, a count, what rows are called. */
struct str parts_figure(struct sentence_parts *p, size_t measure,
                        size_t column);
struct str parts_number(struct sentence_parts *p, uint64_t n);
struct str parts_rows_called(struct sentence_parts *p, uint64_t n);
struct str parts_conditions(struct sentence_parts *p,
                            enum sentence_filters which, bool beside);
struct str parts_measures(struct sentence_parts *p,
                          bool value); /* after an article
                                                               or an adjective */
struct str parts_groups(struct sentence_parts *p, size_t at, size_t to,
                        bool many);
struct str parts_name(struct sentence_parts *p, struct str column);

/* What a side of a change is called, of one in time "in April 2024". */
struct str parts_side(struct sentence_parts *p, unsigned side);

/* The first rows, "A (1), B (2)", and how many more there are. */
struct str parts_rows(struct sentence_parts *p);

/* "; and 12 more", where more rows are there than were named. */
void parts_put_more(struct sentence_parts *p, uint64_t total, uint64_t named);

/* ---- whole sentences ---- */

/* Of groups: "Scotland has the most orders: 4.", "Total sales by city: ...". */
void sentence_grouped(struct sentence_parts *p);

/* Of figures without groups: "Total sales in 2024: 12.50." */
void sentence_single(struct sentence_parts *p);

/* How many there are: "2,062 orders in 2024." */
void sentence_counted(struct sentence_parts *p, const struct spec_measure *m);

/* A part of a whole: "Spain: 8.12 % of the total sales (1,729,917.36 of ...)." */
void sentence_part(struct sentence_parts *p);

/* As sentence_part() for each group: "Cancelled, in percent of the orders by carrier: ...". */
void sentence_parts(struct sentence_parts *p);

/* Of rows of the file: "3 cars with country Japan." */
void sentence_whole_rows(struct sentence_parts *p);

/* "Total units rose from 8 in 2022 to 9 in 2023: +1 (+12.5 %)." */
void sentence_change(struct sentence_parts *p);

/* "Of PSV and Ajax, larger goals: PSV (4)." of the one row. */
void sentence_compared(struct sentence_parts *p);

/* "Highest weight: 5,140 lb (Caprice)." of one measure whose holders are known;
 * false: nobody knows them, and nothing was put. */
bool sentence_extreme(struct sentence_parts *p);

/* "Top 3 customers by total sales", "total sales by country" */
void sentence_heading(struct sentence_parts *p);

#endif
