/*
 * csv_align.h - cells of a line with too many or too few of them, laid onto
 * the columns.
 */
#ifndef FORMATS_CSV_ALIGN_H
#define FORMATS_CSV_ALIGN_H

#include "formats/csv_profile.h"

#define CSV_ALIGN_MAX_CELLS ((size_t)512)
#define CSV_NULL_COST       1.0 /* of a column without cell */

enum csv_step {
    CSV_STEP_NONE,
    CSV_STEP_TAKE,  /* a cell is the column's */
    CSV_STEP_DROP,  /* an empty cell too many */
    CSV_STEP_NULL,  /* the column has no cell */
    CSV_STEP_JOIN,  /* two or more cells are one: an unquoted delimiter */
    CSV_STEP_SPLIT, /* one cell is two: a missing delimiter */
    CSV_STEPS
};

/* Cells of a line and where they are to go. */
struct csv_align {
    const struct csv_profile *profile;
    char quote;
    const struct csv_cell *cells; /* cells[n] */
    size_t n;
};

/* How a line was laid onto the columns. */
struct csv_alignment {
    double cost;
    bool ambiguous;           /* another way is nearly as good */
    unsigned used[CSV_STEPS]; /* how often each step was taken */
};

/*
 * csv_align_best - the least odd way to fill the columns.
 *
 * in       a    at most CSV_ALIGN_MAX_CELLS cells and columns
 * out      row  row[columns]
 * returns  false when there is none, or no memory in `scratch`
 * cost     O(n * difference of the widths)
 */
bool csv_align_best(const struct csv_align *a, struct arena *scratch,
                    struct csv_cell *row, struct csv_alignment *out);

#endif
