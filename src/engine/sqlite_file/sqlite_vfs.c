/*
 * sqlite_vfs.c - what SQLite can reach while it reads a foreign database.
 *
 * The usual file system opens a file by its path and looks for a journal and a log
 * beside it. The worker may open no path, and must not: what is beside a file is
 * another file, that the parent has not identified. So this one knows a descriptor
 * and reads from it. It says that the file is immutable, and so the library takes
 * no locks, rolls nothing back and reads no log, also where the header asks for one;
 * whether there is a log with changes the parent has looked
 * (tables/database_file.c). Temporary files are refused: what needs to be sorted is
 * sorted in memory, or fails.
 *
 * source   SQLite, "The SQLite OS interface or VFS"
 */
#include "engine/sqlite_file/sqlite_vfs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define NAME "quarry-open-file"

struct file {
    sqlite3_file base;
    struct sqlite_source *source;
};

static struct sqlite_source *the_source;

static int close_file(sqlite3_file *f)
{
    (void)f; /* the descriptor is the caller's */
    return SQLITE_OK;
}

static int read_file(sqlite3_file *f, void *out, int n, sqlite3_int64 offset)
{
    struct sqlite_source *source = ((struct file *)f)->source;
    char *p = out;
    size_t left = (size_t)n;

    while (left > 0) {
        const ssize_t got = pread(source->fd, p, left, offset);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return SQLITE_IOERR_READ;
        if (got == 0)
            break;
        p += got;
        offset += got;
        left -= (size_t)got;
    }
    source->bytes_read += (size_t)n - left;
    memset(p, 0, left);
    return left ? SQLITE_IOERR_SHORT_READ : SQLITE_OK;
}

static int refuse_write(sqlite3_file *f, const void *p, int n,
                        sqlite3_int64 offset)
{
    (void)f, (void)p, (void)n, (void)offset;
    return SQLITE_READONLY;
}

static int refuse_truncate(sqlite3_file *f, sqlite3_int64 bytes)
{
    (void)f, (void)bytes;
    return SQLITE_READONLY;
}

static int size_of(sqlite3_file *f, sqlite3_int64 *bytes)
{
    *bytes = (sqlite3_int64)((struct file *)f)->source->bytes;
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
    return 4096;
}

static int say_immutable(sqlite3_file *f)
{
    (void)f;
    return SQLITE_IOCAP_IMMUTABLE;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1, /* no shared memory, no mapping */
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = refuse_write,
    .xTruncate = refuse_truncate,
    .xSync = do_nothing,
    .xFileSize = size_of,
    .xLock = do_nothing,
    .xUnlock = do_nothing,
    .xCheckReservedLock = say_unlocked,
    .xFileControl = know_no_control,
    .xSectorSize = say_sector,
    .xDeviceCharacteristics = say_immutable,
};

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *f,
                     int flags, int *out_flags)
{
    struct file *file = (struct file *)f;

    (void)vfs;
    file->base.pMethods = NULL;
    if (!(flags & SQLITE_OPEN_MAIN_DB) || !name || !the_source ||
        strcmp(name, the_source->name) != 0)
        return SQLITE_CANTOPEN;
    file->source = the_source;
    file->base.pMethods = &methods;
    if (out_flags)
        *out_flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB;
    return SQLITE_OK;
}

static int refuse_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs, (void)name, (void)sync;
    return SQLITE_READONLY;
}

static int find_nothing(sqlite3_vfs *vfs, const char *name, int flags, int *is)
{
    (void)vfs, (void)name, (void)flags;
    *is = 0;
    return SQLITE_OK;
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
    .mxPathname = 64,
    .zName = NAME,
    .xOpen = open_file,
    .xDelete = refuse_delete,
    .xAccess = find_nothing,
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
