/* csv_trial.h - scores one dialect on the start of a text. */
#ifndef FORMATS_CSV_CSV_TRIAL_H
#define FORMATS_CSV_CSV_TRIAL_H

#include "formats/csv/csv.h"

#define CSV_TRIAL_WIDTHS 64u
#define CSV_TRIAL_TYPED  16u
#define CSV_TRIAL_HEAD   2u /* records */

#define CSV_USUAL_DELIMITERS 4u

/* How a dialect does on the sample. */
struct csv_trial {
    size_t records, singles, damaged;
    size_t width[CSV_TRIAL_WIDTHS], rows[CSV_TRIAL_WIDTHS];
    size_t first[CSV_TRIAL_WIDTHS]; /* record with that width */
    size_t widths; /* different ones, CSV_TRIAL_WIDTHS at most */
    size_t first_width;
    size_t multi_cell;       /* records of more than one cell */
    size_t head_records;     /* of the first CSV_TRIAL_HEAD */
    size_t spaced;           /* those with a space after each delimiter */
    size_t half_empty_pairs; /* those of two cells, one of which is empty */
    size_t cells;
    size_t quoted, words;   /* cells in quotes, and other text */
    size_t needed, against; /* of quotes: what is one cell only by them, and of
                               single ones cells that would not be written so */
    double
        type_score; /* how many of its cells look like a number, a date, ... */
    size_t typed[CSV_TRIAL_TYPED], filled[CSV_TRIAL_TYPED]; /* by column */
    size_t whole_typed;    /* records that are one number or date as a whole */
    size_t slashed, timed; /* dates and times with such a mark */

    size_t common;    /* the most frequent width over 1 */
    size_t lead;      /* records before the first that has it */
    bool even;        /* all records from there on have it */
    double agreement; /* share of the records that have it */
    double score;
};

/* Those that most files have: , ; tab | */
extern const char csv_usual_delimiters[CSV_USUAL_DELIMITERS];

/* Is it one of them? */
bool csv_is_usual_delimiter(char c);

/*
 * csv_try_dialect - read a sample under this dialect.
 *
 * in       declared  the delimiter is, so that none is likelier than another
 *          cells     room for a sample: csv_sample.h
 * out      t         score 0 if it is not one
 */
void csv_try_dialect(struct str text, const struct csv_dialect *d,
                     bool declared, struct csv_cell *cells,
                     struct csv_trial *t);

#endif
