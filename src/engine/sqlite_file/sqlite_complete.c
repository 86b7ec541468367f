/*
 * sqlite_complete.c - a database with its logs, as one file.
 *
 * What a log says is decided by the library itself, on a copy: which of its
 * transactions are whole, where it ends in the middle of one, what is left of a log
 * that was begun anew. The index of a "-wal", which programs share in a file "-shm",
 * it keeps in memory where it alone has the database. Reading rolls a journal back;
 * leaving the mode of the log puts it into the database.
 *
 * source   SQLite, "Write-Ahead Logging" (wal.html), "Atomic Commit" (atomiccommit.html)
 */
#include "engine/sqlite_file/sqlite_complete.h"

#include "engine/sqlite_file/sqlite_internal.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_bundle(int fd, const struct sqlite_bundle *b)
{
    struct stat st;
    bool is = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
              b->n <= SQLITE_LOGS && b->bytes <= b->room;

    for (size_t i = 0; is && i < b->n; i++)
        is = b->logs[i].at >= b->room &&
             b->logs[i].at <= (uint64_t)st.st_size &&
             b->logs[i].bytes <= (uint64_t)st.st_size - b->logs[i].at;
    return is;
}

static enum err complete_fail(const struct sqlite_file *f, int status,
                              struct error *e)
{
    if (f->source.wants_other)
        return error_set(
            e, ERR_FILE_READ_FAILED,
            "a transaction over several databases was interrupted; "
            "open the database with the program that it belongs "
            "to, which ends it, and close it");
    if ((status & 0xff) == SQLITE_FULL || (status & 0xff) == SQLITE_IOERR)
        return error_set(e, ERR_FILE_WRITE_FAILED,
                         "cannot write a copy of the database");
    return sqlite_fail(status, e) == ERR_VALIDATION_FAILED
               ? error_set(e, ERR_FILE_READ_FAILED,
                           "the SQLite database is damaged")
               : e->code;
}

static int run(struct sqlite_file *f)
{
    static const char *const steps[] = {
        "PRAGMA locking_mode=EXCLUSIVE",
        "SELECT 1 FROM sqlite_schema",
        "PRAGMA journal_mode=MEMORY",
    };
    int status = sqlite_connect(f);

    if (status == SQLITE_OK) /* the statements are ours */
        status = sqlite3_set_authorizer(f->handle, NULL, NULL);
    for (size_t i = 0; i < COUNT_OF(steps) && status == SQLITE_OK; i++)
        status = sqlite3_exec(f->handle, steps[i], NULL, NULL, NULL);
    return status;
}

static enum err check_done(const struct sqlite_source *s, struct error *e)
{
    for (size_t i = 0; i < s->in.n; i++)
        if (!s->is_done[i])
            return error_set(e, ERR_FILE_READ_FAILED,
                             "the SQLite database does not fit its '%s'",
                             s->in.logs[i].suffix);
    return OK;
}

enum err sqlite_complete(int fd, const struct sqlite_bundle *b,
                         const atomic_bool *stop, struct error *e)
{
    struct sqlite_file f = {.stop = stop, .source = {.fd = fd, .in = *b}};
    int status;
    enum err rc = OK;

    if (!is_bundle(fd, b))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the database and its logs do not lie as is said");
    if (sqlite_check_version(fd, e))
        return e->code;
    for (size_t i = 0; i < b->n; i++)
        f.source.is_done[i] = b->logs[i].bytes == 0;
    status = run(&f);
    if (status != SQLITE_OK)
        rc = complete_fail(&f, status, e);
    (void)sqlite3_close(f.handle);
    if (!rc)
        rc = check_done(&f.source, e);
    if (!rc && ftruncate(fd, (off_t)f.source.in.bytes) != 0)
        rc = error_set(e, ERR_FILE_WRITE_FAILED,
                       "cannot write a copy of the database: %s",
                       strerror(errno));
    return rc;
}
