/*
 * sqlite_complete.h - makes one file of a SQLite database and of the logs that were
 * beside it, as the library does when it opens it.
 *
 * A "-wal" has the last transactions; those that are whole are put into the database.
 * A "-journal" has what the pages were before a transaction that did not end; they
 * are put back.
 */
#ifndef ENGINE_SQLITE_FILE_SQLITE_COMPLETE_H
#define ENGINE_SQLITE_FILE_SQLITE_COMPLETE_H

#include "base/err.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define SQLITE_LOGS 2

struct sqlite_log {
    const char *suffix; /* "-wal" or "-journal" */
    uint64_t at, bytes; /* in the file */
};

/* A database at the beginning of a file, room for it to grow, its logs. */
struct sqlite_bundle {
    uint64_t bytes;                      /* of the database */
    uint64_t room;                       /* it may grow to */
    struct sqlite_log logs[SQLITE_LOGS]; /* logs[n] */
    size_t n;
};

/*
 * sqlite_complete - have the file be the database alone, with what its logs say.
 *
 * in       fd    of a bundle, for reading and writing; on error it may be anything
 *          stop  set: end with ERR_TIMEOUT; or NULL
 * errors   ERR_FILE_READ_FAILED   the database or a log is damaged, the database
 *                                 is of a newer version than the library, or
 *                                 the transaction is one of several databases
 *          ERR_FILE_WRITE_FAILED  the disk is full
 *          ERR_VALIDATION_FAILED  the bundle is none
 *          ERR_LIMIT, ERR_TIMEOUT
 * threads  as sqlite_file_open()
 */
MUST_CHECK enum err sqlite_complete(int fd, const struct sqlite_bundle *b,
                                    const atomic_bool *stop, struct error *e);

#endif
