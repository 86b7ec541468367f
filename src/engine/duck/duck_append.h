/* duck_append.h - appends rows to a table, one column of a chunk at a time. */
#ifndef ENGINE_DUCK_DUCK_APPEND_H
#define ENGINE_DUCK_DUCK_APPEND_H

#include "engine/duck/duck.h"

struct duck_append;

/*
 * duck_append_open - add rows to a table that exists, 2048 at a time:
 *
 *     while rows are left:
 *         for each row of at most DUCK_CHUNK_ROWS, for each column:
 *             duck_append_int / _double / _str / _null
 *         duck_append_flush(ap, rows, e)
 *     duck_append_close(ap, e)
 *
 * in       catalog  attached name, or NULL for the database in memory
 *          table    as it is named, not quoted
 * errors   ERR_INTERNAL  no such table
 *          ERR_LIMIT
 */
MUST_CHECK enum err duck_append_open(struct duck *d, const char *catalog,
                                     const char *table, struct duck_append **ap,
                                     struct error *e);

/*
 * Put a cell. `row` counts inside the chunk and rises column by column as
 * pleases; each cell is put once. duck_append_int() takes what duck_int()
 * gives (a DECIMAL unscaled, a DATE in days, a TIMESTAMP in microseconds);
 * the number must fit the type, which the caller decided. A string is copied.
 */
void duck_append_int(struct duck_append *ap, size_t col, size_t row, int128 v);
void duck_append_double(struct duck_append *ap, size_t col, size_t row,
                        double v);
void duck_append_str(struct duck_append *ap, size_t col, size_t row,
                     struct str v);
void duck_append_null(struct duck_append *ap, size_t col, size_t row);

/*
 * duck_append_flush - hand over rows [0, rows) and start an empty chunk.
 *
 * errors   ERR_LIMIT              out of memory
 *          ERR_FILE_WRITE_FAILED  the disk is full
 */
MUST_CHECK enum err duck_append_flush(struct duck_append *ap, size_t rows,
                                      struct error *e);

/* Write what is left and free `ap`, also on error. Errors as above. */
MUST_CHECK enum err duck_append_close(struct duck_append *ap, struct error *e);

/* Free after a failure; what was not flushed may still be written, so the
   table is to be thrown away. NULL is allowed. */
void duck_append_abort(struct duck_append *ap);

#endif
