/*
 * database_file.h - what has to be known of a database file before it is read: whether
 * all that belongs to it is in it.
 */
#ifndef TABLES_DATABASE_FILE_H
#define TABLES_DATABASE_FILE_H

#include "base/arena.h"
#include "base/str.h"

/*
 * database_file_check_log - refuse a database that another file beside it completes.
 *
 * A database in use has a log: SQLite's "-wal", "-journal", DuckDB's ".wal". Without
 * it the file is what it was at some time before, or in the middle of a change.
 *
 * in       fd     the file, open
 *          root   folder that names are below; NULL: none
 *          path   where it was opened
 *          shown  for messages
 * errors   ERR_FILE_READ_FAILED
 * cost     one read; of a database two lookups in its folder
 */
MUST_CHECK enum err database_file_check_log(int fd, const char *root,
                                            const char *path, struct str shown,
                                            struct arena *a, struct error *e);

/*
 * database_file_check_name - refuse a file that is called a database and is none, nor
 * a text.
 *
 * errors   ERR_FILE_READ_FAILED
 */
MUST_CHECK enum err database_file_check_name(int fd, struct str shown,
                                             struct error *e);

#endif
