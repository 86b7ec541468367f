/*
 * db_file.h - opens a database that is a file: SQLite.
 *
 * Write-ahead log, synced at each commit, foreign keys on, and a checksum in every
 * page (db_checksum.c), so that a flipped bit is an error when it is read and never
 * an answer.
 *
 * threads  a connection belongs to one thread until it is closed; others open
 *          their own. Writers wait for each other up to DB_BUSY_MS.
 */
#ifndef STORE_SQLITE_DB_FILE_H
#define STORE_SQLITE_DB_FILE_H

#include "store/database/db.h"

/*
 * db_file_open - a connection.
 *
 * in       path   what the system is asked for
 *          shown  its name in messages; borrowed until db_close()
 * out      out    close with db_close()
 * errors   ERR_NOT_FOUND, ERR_FILE_READ_FAILED (no database, or damaged),
 *          ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err db_file_open(const char *path, const char *shown,
                                 enum db_mode mode, struct db **out,
                                 struct error *e);

#endif
