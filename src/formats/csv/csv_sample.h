/*
 * csv_sample.h - samples the records at the start of a text, including damaged
 * ones.
 *
 * A record is at most 64 KiB, as a quote that opens by mistake would else
 * swallow the sample; but a longer one is taken, wherever in the text it ends,
 * that is well formed and as wide as the first record or the one after it.
 */
#ifndef FORMATS_CSV_CSV_SAMPLE_H
#define FORMATS_CSV_CSV_SAMPLE_H

#include "formats/csv/csv.h"

#define CSV_SAMPLE_BYTES   ((size_t)256 * 1024)
#define CSV_SAMPLE_RECORDS 1000u
#define CSV_SAMPLE_CELLS   1024u /* cells of a record that are looked at */

struct csv_sample {
    struct str text; /* all of it, not only the sample */
    struct csv_reader reader;
    struct csv_dialect dialect;
    bool cut;               /* the text goes on after the sample */
    struct csv_cell *cells; /* cells[CSV_SAMPLE_CELLS] of the record */
    size_t n; /* its cells; those over CSV_SAMPLE_CELLS are not kept */
    size_t kept;
    size_t offset;         /* where it begins */
    struct str line;       /* all of it */
    size_t read;           /* records so far */
    bool damaged;          /* its quotes are not well formed */
    size_t first_width;    /* of the first that was well formed; 0: none yet */
    unsigned long_records; /* that were looked at */
    bool open; /* a quote of the record opens and is never closed, or not
                  where a cell must end; so it was taken for damaged */
};

/* Room for a sample in `a`; NULL cells when it is full. */
void csv_sample_open(struct csv_sample *s, struct str text, size_t start,
                     const struct csv_dialect *d, struct csv_cell *cells);

/* The next record; false at the end. */
bool csv_sample_next(struct csv_sample *s);

#endif
