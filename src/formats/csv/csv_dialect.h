/* csv_dialect.h - detects the delimiter, quote and escape of a text. */
#ifndef FORMATS_CSV_CSV_DIALECT_H
#define FORMATS_CSV_CSV_DIALECT_H

#include "formats/csv/csv.h"

/* Is it a byte that can part cells? Not a quote, line end, letter or digit. */
bool csv_is_delimiter(char c);

/*
 * csv_dialect_find - the dialect of a text, from its first 256 KiB.
 *
 * This only chooses; the reader then sees every record, and what does not
 * conform is repaired or rejected, and reported. A text in which no delimiter
 * splits the lines consistently, and whose first line has none, has one column:
 * delimiter NUL.
 *
 * in       text       as for csv_open()
 *          delimiter  declared; NUL: decide
 * errors   ERR_LIMIT  `a` is full
 * cost     some twenty readings of the sample
 */
MUST_CHECK enum err csv_dialect_find(struct str text, char delimiter,
                                     struct arena *a, struct csv_dialect *d,
                                     struct error *e);

/* A record that opens a quote which nothing in a text closes, or only after
   more than a cell may have. */
struct csv_open_quote {
    bool open;    /* there is one */
    size_t at;    /* offset of the record */
    size_t width; /* cells of the first record */
    struct csv_dialect dialect;
};

/*
 * csv_dialect_find_open - is there such a record in the first 256 KiB, under a
 * usual delimiter? Then either the quote is a mistake, or the text that is at
 * hand ends within a very long cell.
 *
 * in       delimiter  declared; NUL: any of the usual
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err csv_dialect_find_open(struct str text, char delimiter,
                                          struct arena *a,
                                          struct csv_open_quote *q,
                                          struct error *e);

/* Is it still open in a text that is longer after? */
bool csv_dialect_is_open(struct str text, const struct csv_open_quote *q);

#endif
