/* csv_dialect.h - delimiter, quote and escape of a text, by looking. */
#ifndef FORMATS_CSV_DIALECT_H
#define FORMATS_CSV_DIALECT_H

#include "formats/csv.h"

/* Is it a byte that can part cells? Not a quote, line end, letter or digit. */
bool csv_is_delimiter(char c);

/*
 * csv_dialect_find - the dialect of a text, from its first 256 KiB.
 *
 * This only chooses; the reader then meets every record, and what does not
 * hold is repaired, rejected and told. A text in which no delimiter cuts the
 * lines alike and the first line has none has one column: delimiter NUL.
 *
 * in       text       as for csv_open()
 *          delimiter  declared; NUL: decide
 * errors   ERR_LIMIT  `a` is full
 * cost     some twenty readings of the sample
 */
MUST_CHECK enum err csv_dialect_find(struct str text, char delimiter,
                                     struct arena *a, struct csv_dialect *d,
                                     struct error *e);

#endif
