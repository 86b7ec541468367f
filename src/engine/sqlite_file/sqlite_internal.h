/* sqlite_internal.h - what the files of this module share; private to it. */
#ifndef ENGINE_SQLITE_FILE_SQLITE_INTERNAL_H
#define ENGINE_SQLITE_FILE_SQLITE_INTERNAL_H

#include "base/buf.h"
#include "engine/sqlite_file/sqlite_file.h"
#include "engine/sqlite_file/sqlite_vfs.h"

struct sqlite_file {
    sqlite3 *handle;
    struct sqlite_source source;
    const atomic_bool *stop; /* NULL: nobody stops it */
    const char *refused;     /* why the last statement was, if it was */
};

#define SQLITE_SQL_BYTES ((size_t)1 << 20) /* of a statement of ours */

/* Open f->source, with all that a schema could do switched off; what the library
 * says of it. */
int sqlite_connect(struct sqlite_file *f);

/* Refuse a database, at the beginning of a file, of a format that came after those that
 * the library knows: ERR_FILE_READ_FAILED. */
MUST_CHECK enum err sqlite_check_version(int fd, struct error *e);

/* Fill *e with what the library says of `status`, in our codes. */
enum err sqlite_fail(int status, struct error *e);

/*
 * sqlite_prepare - a statement of ours.
 *
 * in       sql   it is released
 * out      stmt  end with sqlite3_finalize()
 * errors   ERR_VALIDATION_FAILED  the schema does not let it be run; else as
 *                                 sqlite_rows_next()
 */
MUST_CHECK enum err sqlite_prepare(struct sqlite_file *f, struct buf *sql,
                                   sqlite3_stmt **stmt, struct error *e);

/* The text of a column of the present row: any bytes, until the next. */
struct str sqlite_text(sqlite3_stmt *stmt, int column);

#endif
