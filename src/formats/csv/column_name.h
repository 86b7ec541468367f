/* column_name.h - unique SQL names for columns. */
#ifndef FORMATS_CSV_COLUMN_NAME_H
#define FORMATS_CSV_COLUMN_NAME_H

#include "base/str.h"

#define COLUMN_NAME_MAX_BYTES 255u

struct column_name {
    struct str name;     /* unique in its table, letter case set aside */
    struct str original; /* as it was written */
    bool renamed;        /* name differs from original */
};

/*
 * column_names_make - a name for each column.
 *
 * Spaces at both ends go; an empty name becomes column_N (N counts from 1);
 * one that is too long is cut; one that came before, or is "rowid", which the
 * table engine uses for the row number, gets the first free of _2, _3, ...
 * Letters A-Z and a-z are the same, as in SQL.
 *
 * in       raw    raw[n], borrowed by `original`; NULL: all are empty, and
 *                 then no column counts as renamed
 * out      names  names[n], the names live in `a`
 * errors   ERR_LIMIT  `a` is full
 * cost     O(total bytes)
 */
MUST_CHECK enum err column_names_make(const struct str *raw, size_t n,
                                      struct arena *a,
                                      struct column_name *names,
                                      struct error *e);

#endif
