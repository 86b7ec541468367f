/*
 * database_logs.h - what lies beside a database and belongs to it.
 *
 * A program that has a SQLite database open keeps its last changes in a "-wal", or in a
 * "-journal" what was before a change that has not ended; one of DuckDB in a ".wal". The file alone is what it was
 * at some time before, or in the middle of a change. So the logs are a part of the
 * content: their hashes are a part of what it is known by, and it is read with them.
 *
 * Nothing is written beside the file, and no lock is taken: both are copied, and the
 * copy is used if it has the hashes that were found before.
 */
#ifndef TABLES_DATABASE_LOGS_H
#define TABLES_DATABASE_LOGS_H

#include "base/hash.h"
#include "store/home/home.h"

#include <sys/stat.h>

#define DATABASE_LOGS 2

struct database_log {
    const char *kind; /* "wal" or "journal" */
    const char *path;
    int fd;
    struct stat st; /* when it was opened; it may have grown since */
    char sha256[HASH_HEX_BYTES]; /* of what it had then */
};

struct database_logs {
    struct database_log
        list[DATABASE_LOGS]; /* list[n]; n is 0 of any other file */
    size_t n;
    bool is_database; /* a program may have it open */
};
#define DATABASE_LOGS_NONE ((struct database_logs){0})

/* A file: what is open, and how it is named. */
struct database_place {
    int fd;
    const char *root;  /* folder that names are below; NULL: none */
    const char *path;  /* where it was opened, below no folder */
    struct str shown;  /* for messages */
    struct str sha256; /* of the file; a bundle must have it */
};

/*
 * database_logs_open - what is beside a database and has changes, with its hashes.
 *
 * The database itself is hashed before: a log that is older than that hash may lack
 * what undoes a change that the database has already.
 *
 * in       h     keeps hashes; NULL: none is made
 * out      logs  close with database_logs_close() in every case; paths in `a`
 * errors   ERR_FILE_READ_FAILED  it is a DuckDB database with a log of a kind
 *                                that is not known
 * cost     one read; of a database two lookups in its folder, and a hash of each
 *          log that is there and is not known
 */
MUST_CHECK enum err database_logs_open(const struct database_place *p,
                                       const struct home *h, struct arena *a,
                                       struct database_logs *logs,
                                       struct error *e);

/* Wait a moment after `tries`, 1 or more, that ended in ERR_CONFLICT, 0.3 s in all;
 * false: there were enough. */
bool database_logs_wait(unsigned tries);

/* Close them; the rest of it stays. */
void database_logs_close(struct database_logs *logs);

/* A database and its logs in one file. */
struct database_bundle {
    int fd;          /* for reading and writing, without a name */
    struct str json; /* what the request of the worker says of it */
};

/*
 * database_logs_bundle - copy them into one file, for
 * engine/worker/operation_complete.c to make one database of.
 *
 * in       folder  where the file is made
 * out      out     the caller closes its fd, which is -1 on error; `json` in `a`
 * errors   ERR_CONFLICT  one of them changed meanwhile
 *          ERR_FILE_READ_FAILED, ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err database_logs_bundle(const struct database_place *p,
                                         const struct database_logs *logs,
                                         const char *folder, struct arena *a,
                                         struct database_bundle *out,
                                         struct error *e);

#endif
