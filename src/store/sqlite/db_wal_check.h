/*
 * db_wal_check.h - checks the write-ahead log of a database.
 *
 * SQLite reads a log up to the first frame whose checksum does not fit and
 * takes what is after it for the remains of a crash. That is right after a
 * crash and wrong when a bit has flipped: then writes that were acknowledged
 * are after it, and opening the database forgets them without a word. So a
 * caller that wants to know checks first.
 */
#ifndef STORE_SQLITE_DB_WAL_CHECK_H
#define STORE_SQLITE_DB_WAL_CHECK_H

#include "base/arena.h"
#include "base/str.h"

struct db_wal_state {
    uint64_t bytes;  /* of the file; 0: there is none */
    uint64_t frames; /* that SQLite would read */
    bool damaged;    /* and there were more */
};

/*
 * db_wal_check - walk through the log of a database that is not open.
 *
 * in       path   of the database; "-wal" and "-shm" are beside it
 *          shown  its name in messages
 * errors   ERR_FILE_READ_FAILED, ERR_LIMIT
 * cost     reads all of the log
 * threads  no connection of this process may have the database open: closing
 *          a file gives up all locks that the process has on it (fcntl(2)).
 *          Other processes may write meanwhile.
 * source   SQLite, "Database file format" 4, "WAL-mode file format"
 */
MUST_CHECK enum err db_wal_check(const char *path, const char *shown,
                                 struct db_wal_state *out, struct error *e);

#endif
