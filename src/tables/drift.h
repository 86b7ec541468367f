/*
 * drift.h - compares the maps of two contents of one file.
 *
 * A summary is a map with only what is compared: how the file and its columns
 * were read, names, types and row counts. No cell is in it.
 */
#ifndef TABLES_DRIFT_H
#define TABLES_DRIFT_H

#include "base/str.h"

/*
 * drift_summarize - what a comparison needs of a map.
 *
 * in       map    stored, whichever of its tables is at the top
 * out      out    one JSON object, in `a`
 * errors   ERR_VALIDATION_FAILED  it is no JSON; ERR_LIMIT
 */
MUST_CHECK enum err drift_summarize(struct str map, struct arena *a,
                                    struct str *out, struct error *e);

/* Two summaries of one path, the older first. */
struct drift_pair {
    struct str sha256_before;
    struct str before;
    struct str now;
};

/*
 * drift_compare - the object `drift` of a map (docs/tools.md).
 *
 * Columns and sheets are the same when their names are. A column is renamed
 * only where all else speaks for it: equally many columns, each with the name,
 * place and type that it had or else, at its place, another name and the same
 * type and format; and no more of the second kind than of the first.
 *
 * out      out    in `a`
 * errors   ERR_VALIDATION_FAILED  a summary is no JSON; ERR_LIMIT
 * cost     O(n log n) in columns
 */
MUST_CHECK enum err drift_compare(const struct drift_pair *p, struct arena *a,
                                  struct str *out, struct error *e);

#endif
