/* column_dictionaries.h - writes all values of columns to a value index. */
#ifndef ENGINE_PROFILE_COLUMN_DICTIONARIES_H
#define ENGINE_PROFILE_COLUMN_DICTIONARIES_H

#include "base/jsonw.h"
#include "engine/query/catalog.h"

#include <stdatomic.h>

struct dictionaries_request {
    const struct str *columns; /* columns[n] of the selected table, by name */
    size_t n;
    const char *path; /* of the file to write, in a folder of ours */
    const atomic_bool *stop;
};

/*
 * dictionaries_write - the values of columns, up to 1,000,000 of each, the most
 * frequent where there are more (store/value_index/dictionary_build.h).
 *
 * A column that is no text, or whose values do not fit in memory, has none;
 * nor has what is not there.
 *
 * out      w   {"columns":2}
 * errors   ERR_LIMIT, ERR_TIMEOUT, ERR_FILE_WRITE_FAILED; as duck_query()
 * cost     2 µs a value, sorted
 */
MUST_CHECK enum err dictionaries_write(struct duck *d, const struct catalog *c,
                                       const struct dictionaries_request *r,
                                       struct arena *a, struct jsonw *w,
                                       struct error *e);

#endif
