/*
 * csv_profile.h - what the cells of each column look like, by a sample of good
 * rows, and so how well a cell fits a column.
 */
#ifndef FORMATS_CSV_PROFILE_H
#define FORMATS_CSV_PROFILE_H

#include "formats/cell.h"
#include "formats/csv.h"

#define CSV_PROFILE_FORMS 4u

struct csv_column_profile {
    uint32_t rows, filled;
    uint32_t family[CELL_FAMILIES];
    double log_length, log_length_square; /* sums over the filled */
    uint32_t form[CSV_PROFILE_FORMS];     /* the first that were seen */
    uint32_t form_rows[CSV_PROFILE_FORMS];
};

struct csv_profile {
    size_t columns;
    struct csv_column_profile *column; /* column[columns] */
};

/* An empty profile in `a`. */
MUST_CHECK enum err csv_profile_begin(struct csv_profile *p, size_t columns,
                                      struct arena *a, struct error *e);

/* One good row: cells[p->columns]. */
void csv_profile_add(struct csv_profile *p, const struct csv_cell *cells);

/*
 * csv_profile_cost - how odd a cell is in a column: the negative logarithm of
 * about how often one like it is there; 0 is usual, over 5 is very odd.
 */
double csv_profile_cost(const struct csv_profile *p, size_t column,
                        const struct csv_cell *cell);

/* Would this cell be the one that makes a column of numbers or dates text? */
bool csv_profile_spoils(const struct csv_profile *p, size_t column,
                        const struct csv_cell *cell);

#endif
