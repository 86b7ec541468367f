/* csv_dialect.h - delimiter and header of delimited text, by looking. */
#ifndef FORMATS_CSV_DIALECT_H
#define FORMATS_CSV_DIALECT_H

#include "formats/csv.h"

enum csv_header { CSV_HEADER_AUTO, CSV_HEADER_YES, CSV_HEADER_NO };

struct csv_dialect_options {
    char delimiter; /* NUL: decide among , ; tab and | */
    enum csv_header header;
};

/* Is it a byte that can part cells? Not a quote, line end, letter or digit. */
bool csv_is_delimiter(char c);

/*
 * csv_dialect_find - the dialect of a text, from its first 256 KiB.
 *
 * This only chooses; the reader then proves it over the whole text, and
 * refuses the text where it does not hold. A text in which no delimiter cuts
 * the lines alike and the first line has none has one column: delimiter NUL.
 *
 * in       text  as for csv_open()
 * out      d     quote is always "
 * cost     four readings of the sample
 */
void csv_dialect_find(struct str text, const struct csv_dialect_options *o,
                      struct csv_dialect *d);

#endif
