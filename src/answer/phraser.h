/*
 * phraser.h - the parts of a sentence, of which phrase*.c put it together. Private to
 * phrase*.c.
 */
#ifndef ANSWER_PHRASER_H
#define ANSWER_PHRASER_H

#include "answer/phrase.h"
#include "answer/phrase_spec.h"
#include "answer/wording.h"

/* How figures of a measure are written, found once. */
struct phraser_form {
    struct str column;
    enum agg agg;
    struct figure_form form;
};

/* One result while it is put into words. */
struct phraser {
    struct phrasing x;
    const struct json *result;
    const struct json *rows;    /* of it */
    const struct json *holders; /* as in struct phrase_request */
    uint64_t total;
    struct phrase_counts counts;
    struct phrase *out; /* gets what is restated */
    struct phraser_form forms[SPEC_MAX_MEASURES];
    size_t n_forms;
    struct arena *a;
    struct error *e;
    bool failed; /* `e` says why */
    struct buf b;
};

/* A text of the data, filled in. */
void phraser_say(struct phraser *p, enum wording w, const struct str *fill,
                 size_t n);

/* The same of a text whose {1} is a number of rows, or a place. */
void phraser_say_count(struct phraser *p, enum wording w,
                       const struct str *fill, size_t n);

/* A part of the sentence, of phraser_take(), whose numbers are no figures. */
void phraser_restate(struct phraser *p, struct str text);

/* What was put since `from` taken off again, as a text. */
struct str phraser_take(struct phraser *p, size_t from);

/* The i-th cell of a row; NULL: it has none. */
const struct json *phraser_cell_at(const struct json *row, size_t i);

/* A cell as it stands, or that there is none. */
void phraser_put_cell(struct phraser *p, const struct json *cell);

/* The cell of a group: "June 2024" of 2024-06. */
void phraser_put_key(struct phraser *p, size_t group, const struct json *cell);

/* A number without unit, such as a percentage. */
void phraser_put_number(struct phraser *p, const struct json *cell);

/* The cell of a measure: a number as people write it. */
void phraser_put_figure(struct phraser *p, const struct spec_measure *m,
                        const struct json *cell);

/* The groups' cells of a row: "Spain, Phones". */
void phraser_put_keys(struct phraser *p, const struct json *row);

/* The measures' cells, with the percentage of a share. */
void phraser_put_figures(struct phraser *p, const struct json *row);

/* The same as texts: a figure of the first row, a count, what rows are called. */
struct str phraser_figure(struct phraser *p, size_t measure, size_t column);
struct str phraser_number(struct phraser *p, uint64_t n);
struct str phraser_rows_called(struct phraser *p, uint64_t n);
struct str phraser_conditions(struct phraser *p, enum phrase_filters which,
                              bool beside);
struct str phraser_measures(struct phraser *p, bool value); /* behind an article
                                                               or an adjective */
struct str phraser_groups(struct phraser *p, size_t at, size_t to, bool many);
struct str phraser_name(struct phraser *p, struct str column);

/* What a side of a change is called, of one in time "in April 2024". */
struct str phraser_side(struct phraser *p, unsigned side);

/* The first rows, "A (1), B (2)", and how many more there are. */
struct str phraser_rows(struct phraser *p);

/* "; and 12 more", where more rows are there than were named. */
void phraser_put_more(struct phraser *p, uint64_t total, uint64_t named);

/* ---- whole sentences ---- */

/* Of groups: "Scotland has the most orders: 4.", "Total sales by city: ...". */
void phrase_grouped(struct phraser *p);

/* Of figures without groups: "Total sales in 2024: 12.50." */
void phrase_single(struct phraser *p);

/* How many there are: "2,062 orders in 2024." */
void phrase_counted(struct phraser *p, const struct spec_measure *m);

/* A part of a whole: "Spain: 8.12 % of the total sales (1,729,917.36 of ...)." */
void phrase_part(struct phraser *p);

/* The same of each group: "Cancelled, in percent of the orders by carrier: ...". */
void phrase_parts(struct phraser *p);

/* Of rows of the file: "3 cars with country Japan." */
void phrase_whole_rows(struct phraser *p);

/* "Total units rose from 8 in 2022 to 9 in 2023: +1 (+12.5 %)." */
void phrase_change(struct phraser *p);

/* "Larger goals, PSV or Ajax: PSV (4)." of the one row. */
void phrase_compared(struct phraser *p);

/* "Highest weight: 5,140 lb (Caprice)." of one measure whose holders are known;
 * false: nobody knows them, and nothing was put. */
bool phrase_extreme(struct phraser *p);

/* "Top 3 customers by total sales", "total sales by country" */
void phrase_heading(struct phraser *p);

#endif
