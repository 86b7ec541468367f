/*
 * csv_profile.h - the cell classes of each column, from a sample of well-formed
 * rows.
 */
#ifndef FORMATS_CSV_CSV_PROFILE_H
#define FORMATS_CSV_CSV_PROFILE_H

#include "formats/csv/cell.h"
#include "formats/csv/csv.h"

struct csv_column_profile {
    uint32_t filled;
    uint32_t family[CELL_FAMILIES];
};

struct csv_profile {
    size_t columns;
    size_t rows;                       /* that were added */
    struct csv_column_profile *column; /* column[columns] */
};

/* An empty profile in `a`. */
MUST_CHECK enum err csv_profile_begin(struct csv_profile *p, size_t columns,
                                      struct arena *a, struct error *e);

/* The first n cells of a good row, at most p->columns. */
void csv_profile_add(struct csv_profile *p, const struct csv_cell *cells,
                     size_t n);

/* Is it a column of numbers, dates or the like, by two rows at least? */
bool csv_profile_is_typed(const struct csv_profile *p, size_t column);

/* Has no row of several a cell there? */
bool csv_profile_is_empty(const struct csv_profile *p, size_t column);

/* Would this cell be the one that makes such a column text? */
bool csv_profile_spoils(const struct csv_profile *p, size_t column,
                        const struct csv_cell *cell);

#endif
