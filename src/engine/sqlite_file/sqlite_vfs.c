/*
 * sqlite_vfs.c - what SQLite can reach while it reads a foreign database.
 *
 * The usual file system opens a file by its path and looks for a journal and a log
 * beside it. The worker may open no path, and must not: what is beside a file is
 * another file, that the parent has not identified. So this one knows a descriptor
 * and reads from it. It says that the file is immutable, and so the library takes
 * no locks, rolls nothing back and reads no log, also where the header asks for one.
 *
 * Where the parent found a log with changes it gives a copy of both in one file, a
 * bundle, which may be changed (sqlite_complete.h). Then a log is a range of that
 * file, which the library reads and in the end deletes, empties or overwrites: each
 * means that it is done with it, and the log is no more.
 *
 * Temporary files are refused: what needs to be sorted is sorted in memory, or fails.
 *
 * source   SQLite, "The SQLite OS interface or VFS"
 */
#include "engine/sqlite_file/sqlite_vfs.h"

#include "base/read_at.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define NAME "quarry-open-file"

/* What is open: the database, or one of its logs. */
struct file {
    sqlite3_file base;
    struct sqlite_source *source;
    const struct sqlite_log *log; /* NULL: the database */
};

static struct sqlite_source *the_source;

static int close_file(sqlite3_file *f)
{
    (void)f; /* the descriptor is the caller's */
    return SQLITE_OK;
}

static bool *done_with(const struct file *file)
{
    return &file->source->is_done[file->log - file->source->in.logs];
}

static uint64_t bytes_of(const struct file *file)
{
    if (!file->log)
        return file->source->in.bytes;
    return *done_with(file) ? 0 : file->log->bytes;
}

static int read_file(sqlite3_file *f, void *out, int n, sqlite3_int64 offset)
{
    const struct file *file = (struct file *)f;
    const uint64_t bytes = bytes_of(file);
    const uint64_t from = (uint64_t)offset < bytes ? (uint64_t)offset : bytes;
    const size_t there =
        bytes - from < (uint64_t)n ? (size_t)(bytes - from) : (size_t)n;
    const ssize_t got = read_at(file->source->fd, out, there,
                                from + (file->log ? file->log->at : 0));

    if (got < 0)
        return SQLITE_IOERR_READ;
    file->source->bytes_read += (uint64_t)got;
    memset((char *)out + got, 0, (size_t)(n - got));
    return got < n ? SQLITE_IOERR_SHORT_READ : SQLITE_OK;
}

/* Is it the database that is changed, which may reach to `most`? A log that is
 * changed is no more. */
static bool takes_change(const struct file *file, uint64_t end, uint64_t most,
                         int *status)
{
    *status = SQLITE_OK;
    if (file->log)
        *done_with(file) = true;
    else if (file->source->in.room == 0)
        *status = SQLITE_READONLY;
    else if (end > most)
        *status = SQLITE_CORRUPT;
    else
        return true;
    return false;
}

static int write_file(sqlite3_file *f, const void *p, int n,
                      sqlite3_int64 offset)
{
    const struct file *file = (struct file *)f;
    struct sqlite_bundle *in = &file->source->in;
    const uint64_t end = (uint64_t)offset + (uint64_t)n;
    int status;

    if (!takes_change(file, end, in->room, &status))
        return status;
    if (!write_at(file->source->fd, p, (size_t)n, (uint64_t)offset))
        return errno == ENOSPC ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    if (in->bytes < end)
        in->bytes = end;
    return SQLITE_OK;
}

static int truncate_file(sqlite3_file *f, sqlite3_int64 bytes)
{
    const struct file *file = (struct file *)f;
    struct sqlite_bundle *in = &file->source->in;
    int status;

    if (takes_change(file, (uint64_t)bytes, in->bytes, &status))
        in->bytes = (uint64_t)bytes;
    return status;
}

static int size_of(sqlite3_file *f, sqlite3_int64 *bytes)
{
    *bytes = (sqlite3_int64)bytes_of((struct file *)f);
    return SQLITE_OK;
}

/* Syncing and locking a file that nobody changes. */
static int do_nothing(sqlite3_file *f, int how)
{
    (void)f, (void)how;
    return SQLITE_OK;
}

static int say_unlocked(sqlite3_file *f, int *locked)
{
    (void)f;
    *locked = 0;
    return SQLITE_OK;
}

static int know_no_control(sqlite3_file *f, int what, void *arg)
{
    (void)f, (void)what, (void)arg;
    return SQLITE_NOTFOUND;
}

static int say_sector(sqlite3_file *f)
{
    (void)f;
    return 512; /* the least that the header of a journal may take */
}

static int say_immutable(sqlite3_file *f)
{
    return ((struct file *)f)->source->in.room ? 0 : SQLITE_IOCAP_IMMUTABLE;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1, /* no shared memory, no mapping */
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = do_nothing,
    .xFileSize = size_of,
    .xLock = do_nothing,
    .xUnlock = do_nothing,
    .xCheckReservedLock = say_unlocked,
    .xFileControl = know_no_control,
    .xSectorSize = say_sector,
    .xDeviceCharacteristics = say_immutable,
};

/* Is it what the library calls the database, with this at its end? */
static bool is_called(const char *name, const char *suffix)
{
    const size_t n = strlen(the_source->name);

    return strncmp(name, the_source->name, n) == 0 &&
           strcmp(name + n, suffix) == 0;
}

/* A log that is there still; the number of logs: none of that name. */
static size_t find_log(const char *name)
{
    size_t i = 0;

    while (i < the_source->in.n &&
           (the_source->is_done[i] ||
            !is_called(name, the_source->in.logs[i].suffix)))
        i++;
    return i;
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *f,
                     int flags, int *out_flags)
{
    struct file *file = (struct file *)f;
    size_t log;

    (void)vfs;
    file->base.pMethods = NULL;
    if (!name || !the_source)
        return SQLITE_CANTOPEN;
    log = find_log(name);
    if (log == the_source->in.n && !is_called(name, ""))
        return SQLITE_CANTOPEN;
    file->source = the_source;
    file->log = log < the_source->in.n ? &the_source->in.logs[log] : NULL;
    file->base.pMethods = &methods;
    if (out_flags)
        *out_flags = the_source->in.room
                         ? flags
                         : SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB;
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int sync)
{
    const size_t log = find_log(name);

    (void)vfs, (void)sync;
    if (log == the_source->in.n)
        return SQLITE_IOERR_DELETE_NOENT;
    the_source->is_done[log] = true;
    return SQLITE_OK;
}

/* What is asked for besides the logs is a journal of several databases. */
static int find_file(sqlite3_vfs *vfs, const char *name, int flags, int *is)
{
    (void)vfs, (void)flags;
    *is = find_log(name) < the_source->in.n;
    if (*is || is_called(name, "-wal") || is_called(name, "-journal"))
        return SQLITE_OK;
    the_source->wants_other = true;
    return SQLITE_IOERR_ACCESS;
}

static int keep_name(sqlite3_vfs *vfs, const char *name, int n, char *out)
{
    (void)vfs;
    (void)snprintf(out, (size_t)n, "%s", name);
    return SQLITE_OK;
}

/* For names of temporary files, of which there is none. */
static int give_zeros(sqlite3_vfs *vfs, int n, char *out)
{
    (void)vfs;
    memset(out, 0, (size_t)n);
    return n;
}

static int sleep_not(sqlite3_vfs *vfs, int micros)
{
    (void)vfs;
    return micros;
}

/* Only functions ask for it, and none runs: the same each time. */
static int say_no_time(sqlite3_vfs *vfs, double *day)
{
    (void)vfs;
    *day = 0;
    return SQLITE_OK;
}

static int know_no_error(sqlite3_vfs *vfs, int n, char *text)
{
    (void)vfs;
    if (n > 0)
        *text = '\0';
    return 0;
}

static sqlite3_vfs the_vfs = {
    .iVersion = 1,
    .szOsFile = sizeof(struct file),
    .mxPathname = 500, /* of a journal of several databases; under a page */
    .zName = NAME,
    .xOpen = open_file,
    .xDelete = delete_file,
    .xAccess = find_file,
    .xFullPathname = keep_name,
    .xRandomness = give_zeros,
    .xSleep = sleep_not,
    .xCurrentTime = say_no_time,
    .xGetLastError = know_no_error,
};

const char *sqlite_vfs_begin(struct sqlite_source *source)
{
    the_source = source;
    (void)snprintf(source->name, sizeof(source->name), "open-file");
    if (sqlite3_vfs_find(NAME))
        return NAME;
    return sqlite3_vfs_register(&the_vfs, 0) == SQLITE_OK ? NAME : NULL;
}
