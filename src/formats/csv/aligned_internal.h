/* aligned_internal.h - what aligned*.c share; private to them. */
#ifndef FORMATS_CSV_ALIGNED_INTERNAL_H
#define FORMATS_CSV_ALIGNED_INTERNAL_H

#include "formats/csv/aligned.h"

#define ALIGNED_WIDTH 1000u /* characters of a line */

/* A cell: its bytes, and its places in the line. */
struct aligned_cell {
    struct str text;
    size_t from, to;
};

/* The cell of a column, without the spaces around it. */
struct aligned_cell aligned_cell(struct str line,
                                 const struct aligned_column *c);

/* The line at *pos, which moves after it; without spaces at its end. */
struct str aligned_next_line(struct str text, size_t *pos);

/* "----- ---" or "======" */
bool aligned_is_rule(struct str line);

#endif
