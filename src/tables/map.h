/*
 * map.h - parses the stored map of a file with several tables, and one table of
 * it.
 *
 * A map's `tables` has an object for each: name, index, and what the top level
 * says of a table (has_header, row_count, column_count, columns, chunks,
 * fidelity, caution). The top level of a stored map describes the usual table
 * and has its name as `table`: the one called data, or else the first. That is the one that a worker
 * selects when nobody names one (engine/query/catalog.h).
 */
#ifndef TABLES_MAP_H
#define TABLES_MAP_H

#include "base/str.h"

/*
 * map_complete - a map as a worker made it, with the usual table at the top and
 * the notes of each (notes.h).
 *
 * out      out    borrows `map` where it names no tables and has no notes
 * errors   ERR_VALIDATION_FAILED  it is no JSON; ERR_LIMIT
 */
MUST_CHECK enum err map_complete(struct str map, struct arena *a,
                                 struct str *out, struct error *e);

struct json;

/* One table of a map. */
struct map_choice {
    struct str map;  /* whose top level describes the table */
    size_t number;   /* 0: the usual table, else its index and one more */
    struct str name; /* what a worker calls it */
};

/* A map whose tree may be known: a database may have hundreds of tables, of which a
 * question opens each. */
struct map_stored {
    struct str text;
    const struct json *tree; /* NULL: it is parsed */
};

/*
 * map_select - the table that a user names.
 *
 * in       map    stored
 *          sheet  a table's name, or that of its sheet where SQL's is another
 *                 ("Sheet " is Sheet), exactly or in another case; not empty
 *          alone  its map is to be without the other `tables`
 * out      out    lives in `a`, or borrows the text of `map`
 * errors   ERR_NOT_FOUND  no such table; the message names those that are near
 *          else as map_complete()
 */
MUST_CHECK enum err map_select(const struct map_stored *map, struct str sheet,
                               bool alone, struct arena *a,
                               struct map_choice *out, struct error *e);

/*
 * map_cut - the map with `chunks` of another size, of each table.
 *
 * in       size  rows of a chunk, at least 1
 * out      out   lives in `a`
 * errors   ERR_VALIDATION_FAILED  more than 100,000 chunks; it is not a map
 *          ERR_LIMIT
 */
MUST_CHECK enum err map_cut(struct str map, uint64_t size, struct arena *a,
                            struct str *out, struct error *e);

#endif
