/*
 * db_checksum.c - a checksum in every page of a database.
 *
 * SQLite checks that a page is well formed, not that it is the one that was
 * written: a bit that flips inside a text is read back as another text. SQLite
 * can leave some bytes at the end of each page alone ("reserved bytes", offset
 * 20 of the header). This file system, a shim above the usual one, fills them
 * when a page goes to the database file and compares them when it comes back;
 * a page that differs is SQLITE_IOERR_DATA, so no query answers from it.
 *
 * The write-ahead log has checksums of its own. Reads of less than a page (the
 * first 100 bytes, before SQLite knows the page's size) pass; the page is read
 * whole afterwards.
 *
 * The sum runs over 8 bytes at a time by hash_step(), so two pages that differ
 * in one place always differ in their sums. The page's offset goes in first, so
 * that a page that the disk delivers from another place is found, too.
 *
 * source   SQLite, "The SQLite OS interface or VFS", and "Database file
 *          format", 1.3.4
 */
#include "base/hash.h"
#include "store/sqlite/db_internal.h"

#include <pthread.h>
#include <string.h>

#define SUM_BYTES 8
#define MIN_PAGE  512
#define MAX_PAGE  65536

/* One open file: ours first, as SQLite requires, then the real one's. */
struct file {
    sqlite3_file base;
    bool has_sums; /* it is a main database */
};

static sqlite3_vfs checksum_vfs;
static sqlite3_io_methods methods;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static sqlite3_file *real(sqlite3_file *f)
{
    return (sqlite3_file *)((struct file *)f + 1);
}

static uint64_t sum_of(const unsigned char *page, size_t n, uint64_t offset)
{
    uint64_t sum = (offset + 1) * HASH_MULTIPLIER;

    for (size_t i = 0; i + 8 <= n; i += 8) {
        uint64_t word;

        memcpy(&word, page + i, 8);
        sum = hash_step(sum, word);
    }
    return sum;
}

/* A whole page that is where pages are. */
static bool is_page(const sqlite3_file *f, int n, sqlite3_int64 offset)
{
    return ((const struct file *)f)->has_sums && n >= MIN_PAGE &&
           n <= MAX_PAGE && (n & (n - 1)) == 0 && offset % n == 0;
}

static int read_file(sqlite3_file *f, void *out, int n, sqlite3_int64 offset)
{
    int status = real(f)->pMethods->xRead(real(f), out, n, offset);
    uint64_t kept;

    if (status != SQLITE_OK || !is_page(f, n, offset))
        return status;
    memcpy(&kept, (unsigned char *)out + n - SUM_BYTES, SUM_BYTES);
    return kept == sum_of(out, (size_t)n - SUM_BYTES, (uint64_t)offset)
               ? SQLITE_OK
               : SQLITE_IOERR_DATA;
}

static int write_file(sqlite3_file *f, const void *bytes, int n,
                      sqlite3_int64 offset)
{
    unsigned char page[MAX_PAGE];
    uint64_t sum;

    if (!is_page(f, n, offset))
        return real(f)->pMethods->xWrite(real(f), bytes, n, offset);
    memcpy(page, bytes, (size_t)n);
    sum = sum_of(page, (size_t)n - SUM_BYTES, (uint64_t)offset);
    memcpy(page + n - SUM_BYTES, &sum, SUM_BYTES);
    return real(f)->pMethods->xWrite(real(f), page, n, offset);
}

/* What follows passes everything on. */

static int close_file(sqlite3_file *f)
{
    return real(f)->pMethods->xClose(real(f));
}

static int truncate_file(sqlite3_file *f, sqlite3_int64 n)
{
    return real(f)->pMethods->xTruncate(real(f), n);
}

static int sync_file(sqlite3_file *f, int flags)
{
    return real(f)->pMethods->xSync(real(f), flags);
}

static int size_of_file(sqlite3_file *f, sqlite3_int64 *n)
{
    return real(f)->pMethods->xFileSize(real(f), n);
}

static int lock_file(sqlite3_file *f, int level)
{
    return real(f)->pMethods->xLock(real(f), level);
}

static int unlock_file(sqlite3_file *f, int level)
{
    return real(f)->pMethods->xUnlock(real(f), level);
}

static int is_reserved(sqlite3_file *f, int *out)
{
    return real(f)->pMethods->xCheckReservedLock(real(f), out);
}

static int control_file(sqlite3_file *f, int op, void *arg)
{
    return real(f)->pMethods->xFileControl(real(f), op, arg);
}

static int sector_size(sqlite3_file *f)
{
    return real(f)->pMethods->xSectorSize(real(f));
}

static int characteristics(sqlite3_file *f)
{
    return real(f)->pMethods->xDeviceCharacteristics(real(f));
}

static int map_shared(sqlite3_file *f, int page, int size, int extend,
                      void volatile **out)
{
    return real(f)->pMethods->xShmMap(real(f), page, size, extend, out);
}

static int lock_shared(sqlite3_file *f, int offset, int n, int flags)
{
    return real(f)->pMethods->xShmLock(real(f), offset, n, flags);
}

static void barrier_shared(sqlite3_file *f)
{
    real(f)->pMethods->xShmBarrier(real(f));
}

static int unmap_shared(sqlite3_file *f, int delete_flag)
{
    return real(f)->pMethods->xShmUnmap(real(f), delete_flag);
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *f,
                     int flags, int *out_flags)
{
    sqlite3_vfs *usual = vfs->pAppData;
    int status;

    memset(f, 0, sizeof(struct file));
    status = usual->xOpen(usual, name, real(f), flags, out_flags);
    if (status == SQLITE_OK) {
        f->pMethods = &methods;
        ((struct file *)f)->has_sums = (flags & SQLITE_OPEN_MAIN_DB) != 0;
    }
    return status;
}

/* Everything but opening is the usual file system's. Version 2 of the methods
 * has no xFetch: memory maps would pass by the checksums. */
static void register_vfs(void)
{
    sqlite3_vfs *usual = sqlite3_vfs_find(NULL);

    methods = (sqlite3_io_methods){.iVersion = 2,
                                   .xClose = close_file,
                                   .xRead = read_file,
                                   .xWrite = write_file,
                                   .xTruncate = truncate_file,
                                   .xSync = sync_file,
                                   .xFileSize = size_of_file,
                                   .xLock = lock_file,
                                   .xUnlock = unlock_file,
                                   .xCheckReservedLock = is_reserved,
                                   .xFileControl = control_file,
                                   .xSectorSize = sector_size,
                                   .xDeviceCharacteristics = characteristics,
                                   .xShmMap = map_shared,
                                   .xShmLock = lock_shared,
                                   .xShmBarrier = barrier_shared,
                                   .xShmUnmap = unmap_shared};
    checksum_vfs = *usual;
    checksum_vfs.zName = "checksum";
    checksum_vfs.pNext = NULL;
    checksum_vfs.pAppData = usual;
    checksum_vfs.szOsFile = usual->szOsFile + (int)sizeof(struct file);
    checksum_vfs.xOpen = open_file;
    (void)sqlite3_vfs_register(&checksum_vfs, 0);
}

const char *db_checksum_vfs(void)
{
    (void)pthread_once(&once, register_vfs);
    return checksum_vfs.zName;
}
