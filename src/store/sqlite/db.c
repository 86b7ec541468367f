#include "store/sqlite/db_internal.h"

#include "base/clock.h"
#include "base/fs.h"
#include "base/mem.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes at the end of each page that SQLite leaves to db_checksum.c. */
#define RESERVED_BYTES 8

/*
 * Statement journals are kept in memory up to this size. SQLite's default of 64
 * KiB is exceeded by a few dozen documents; from then on each changed page went
 * into a temporary file outside the home: 40 of the 42 writes of adding a small
 * file.
 */
#ifdef __SANITIZE_ADDRESS__ /* SQLite allocates all of it for each journal, and
                               the sanitizer marks an eighth of it each time */
#define UNDO_BYTES (512 << 10)
#else
#define UNDO_BYTES (8 << 20)
#endif

/* Between two attempts to change the mode of a new database. */
#define WAL_RETRY_MS 5

static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Before SQLite is used for the first time. */
static void configure_process(void)
{
    (void)sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, UNDO_BYTES);
}

bool db_is_busy(int status)
{
    const int what = status & 0xff;

    return what == SQLITE_BUSY || what == SQLITE_LOCKED ||
           what == SQLITE_PROTOCOL;
}

/* Which rule of the schema a statement would break. */
static const char *broken_constraint(int status)
{
    switch (status) {
    case SQLITE_CONSTRAINT_UNIQUE:
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_ROWID: return "it exists already";
    case SQLITE_CONSTRAINT_FOREIGNKEY: return "it is still in use";
    default: return "a constraint of the schema failed";
    }
}

static enum err fill_error(const struct db *d, int status, struct error *e)
{
    switch (status & 0xff) {
    case SQLITE_INTERRUPT: return error_set(e, ERR_TIMEOUT, "cancelled");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
        return error_set(
            e, ERR_TIMEOUT,
            "another program has locked %s for more than %d s; try again",
            d->shown, DB_BUSY_MS / 1000);
    case SQLITE_CONSTRAINT:
        if (status == SQLITE_CONSTRAINT_TRIGGER) /* base_retire() */
            return error_set(e, ERR_CONFLICT,
                             "%s was removed or replaced meanwhile; the change "
                             "was rolled back",
                             d->shown);
        return error_set(e, ERR_CONFLICT, "%s: %s", d->shown,
                         broken_constraint(status));
    case SQLITE_FULL:
        return error_set(e, ERR_FILE_WRITE_FAILED,
                         "the disk is full; the change of %s was rolled back",
                         d->shown);
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return error_set(e, ERR_FILE_WRITE_FAILED, "%s cannot be written",
                         d->shown);
    case SQLITE_CANTOPEN:
        if (d->must_make)
            return error_set(e, ERR_FILE_WRITE_FAILED,
                             "cannot create a file for %s; is the disk full?",
                             d->shown);
        return error_set(e, ERR_FILE_READ_FAILED, "%s cannot be opened",
                         d->shown);
    case SQLITE_IOERR:
        if (status == SQLITE_IOERR_DATA)
            break;
        if (status == SQLITE_IOERR_SHMSIZE)
            return error_set(e, ERR_FILE_WRITE_FAILED,
                             "the disk is full: not even reading %s is "
                             "possible until there is room",
                             d->shown);
        return error_set(e,
                         status == SQLITE_IOERR_READ ? ERR_FILE_READ_FAILED
                                                     : ERR_FILE_WRITE_FAILED,
                         "the disk fails at %s", d->shown);
    case SQLITE_NOMEM:
        return error_set(e, ERR_LIMIT, "out of memory: cannot open %s",
                         d->shown);
    case SQLITE_TOOBIG:
        return error_set(e, ERR_LIMIT, "a value is too large for %s", d->shown);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: break;
    default:
        return error_set(e, ERR_INTERNAL, "%s: %s", d->shown,
                         sqlite3_errmsg(d->handle));
    }
    return error_set(e, ERR_FILE_READ_FAILED,
                     "%s is damaged; restore it from a backup", d->shown);
}

enum err db_fail(struct db *d, int status, struct error *e)
{
    int what = status & 0xff;
    enum err rc = fill_error(d, status, e);

    d->failed |= !db_is_busy(status) && what != SQLITE_CONSTRAINT &&
                 what != SQLITE_INTERRUPT;
    e->of_machine = what == SQLITE_IOERR || what == SQLITE_FULL ||
                    what == SQLITE_READONLY || what == SQLITE_CANTOPEN;
    return rc;
}

/* Only for a database without a table: the size of pages is fixed later. */
static int reserve_checksums(sqlite3 *handle)
{
    int bytes = RESERVED_BYTES;

    return sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES,
                                &bytes);
}

/*
 * The first connection changes the mode of the new file. Another one that has
 * read its first page by then gets SQLITE_BUSY at once: SQLite does not wait
 * while it holds a read lock. So the wait is here.
 */
static enum err use_wal(struct db *d, struct error *e)
{
    static const char sql[] = "PRAGMA journal_mode=WAL";
    const uint64_t end_ms = clock_ms() + DB_BUSY_MS;
    int status = sqlite3_exec(d->handle, sql, NULL, NULL, NULL);

    while (db_is_busy(status) && clock_ms() < end_ms) {
        (void)sqlite3_sleep(WAL_RETRY_MS);
        status = sqlite3_exec(d->handle, sql, NULL, NULL, NULL);
    }
    return status == SQLITE_OK ? OK : db_fail(d, status, e);
}

static enum err configure(struct db *d, struct error *e)
{
    enum err rc;

    (void)sqlite3_extended_result_codes(d->handle, 1);
    (void)sqlite3_busy_timeout(d->handle, DB_BUSY_MS);
    (void)sqlite3_db_config(d->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(d->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    rc = use_wal(d, e);
    if (rc)
        return rc;
    return db_exec(d,
                   "PRAGMA synchronous=FULL;"
                   "PRAGMA foreign_keys=ON;"
                   "PRAGMA mmap_size=0;"
                   "PRAGMA cell_size_check=ON;",
                   e);
}

/* Missing, or empty: its creator died before the first page, with which the
 * checksums are decided. */
static enum err look_whether_empty(const char *path, const char *shown,
                                   struct stat *st, struct error *e)
{
    *st = (struct stat){0};
    if (stat(path, st) != 0 && errno != ENOENT)
        return fs_error(ERR_FILE_READ_FAILED, "open", shown, errno, e);
    return OK;
}

/*
 * SQLite would create it readable by everybody. It is created without being
 * opened: closing any descriptor of a file releases all POSIX locks of the
 * process on it, and another thread may be creating the same database.
 */
static enum err make_file(const char *path, const char *shown, struct error *e)
{
    if (mknod(path, S_IFREG | 0600, 0) != 0 && errno != EEXIST)
        return fs_error(ERR_FILE_WRITE_FAILED, "make", shown, errno, e);
    return OK;
}

/* For db_pool.c: the file's identity; not to know it is not a failure. */
static void note_file(struct db *d, const char *path, const struct stat *st)
{
    const size_t n = strlen(path) + 1;
    struct error ignored;

    d->path = mem_new(n, &ignored);
    if (d->path)
        memcpy(d->path, path, n);
    d->device = st->st_dev;
    d->inode = st->st_ino;
}

static enum err connect(const char *path, const char *shown, bool is_new,
                        enum db_mode mode, struct db **out, struct error *e)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
                SQLITE_OPEN_NOFOLLOW |
                (mode == DB_CREATE ? SQLITE_OPEN_CREATE : 0);
    struct db *d = mem_new(sizeof(*d), e);
    enum err rc = OK;
    int status;

    if (!d)
        return e->code;
    (void)pthread_once(&once, configure_process);
    d->shown = shown;
    d->must_make = is_new;
    status = sqlite3_open_v2(path, &d->handle, flags, db_checksum_vfs());
    if (status == SQLITE_OK && is_new)
        status = reserve_checksums(d->handle);
    if (status != SQLITE_OK)
        rc = db_fail(d, status, e);
    d->must_make = true;
    if (!rc)
        rc = configure(d, e);
    if (rc)
        db_end_connection(d);
    else
        *out = d;
    return rc;
}

enum err db_open(const char *path, const char *shown, enum db_mode mode,
                 struct db **out, struct error *e)
{
    struct stat st;
    struct db *kept;
    bool is_new;
    enum err rc = look_whether_empty(path, shown, &st, e);

    *out = NULL;
    if (rc)
        return rc;
    is_new = st.st_size == 0;
    if (!is_new && access(path, W_OK) != 0 && errno == EROFS)
        return fs_read_only(shown, e);
    if (is_new && mode == DB_EXISTING)
        return error_set(e, ERR_NOT_FOUND, "%s does not exist", shown);
    kept = is_new ? NULL : db_pool_take(path, &st);
    if (kept) {
        kept->shown = shown;
        *out = kept;
        return OK;
    }
    if (is_new && make_file(path, shown, e))
        return e->code;
    rc = connect(path, shown, is_new, mode, out, e);
    if (!rc && *out && !is_new)
        note_file(*out, path, &st);
    return rc;
}

void db_end_connection(struct db *d)
{
    for (size_t i = 0; i < d->n_kept; i++)
        (void)sqlite3_finalize(d->kept[i].stmt);
    (void)sqlite3_close(d->handle);
    mem_free(d->path);
    mem_free(d);
}

void db_close(struct db *d)
{
    if (!d)
        return;
    db_set_cancel(d, NULL);
    if (!db_pool_put(d))
        db_end_connection(d);
}

enum err db_exec(struct db *d, const char *sql, struct error *e)
{
    int status = sqlite3_exec(d->handle, sql, NULL, NULL, NULL);

    return status == SQLITE_OK ? OK : db_fail(d, status, e);
}

int64_t db_changes(const struct db *d)
{
    return sqlite3_changes64(d->handle);
}

int64_t db_last_id(const struct db *d)
{
    return sqlite3_last_insert_rowid(d->handle);
}

/* A pragma that answers 'ok', or a row for each thing that is wrong. */
static enum err check_by(struct db *d, const char *pragma, struct error *e)
{
    struct db_rows r;
    enum err rc = db_query(d, pragma, DB_NO_ARGS, &r, e);

    if (!rc && db_next(&r) && !str_is(db_column_text(&r, 0), "ok"))
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "%s is damaged; restore it from a backup", d->shown);
    return db_finish(&r, rc, e);
}

enum err db_check(struct db *d, struct error *e)
{
    enum err rc = check_by(d, "PRAGMA integrity_check(1)", e);

    return rc ? rc : check_by(d, "PRAGMA foreign_key_check", e);
}

enum err db_copy(struct db *d, const char *path, struct error *e)
{
    struct db *to = NULL;
    sqlite3_backup *backup;
    int status;
    enum err rc = db_open(path, "the copy", DB_CREATE, &to, e);

    if (rc || !to)
        return rc;
    backup = sqlite3_backup_init(to->handle, "main", d->handle, "main");
    status =
        backup ? sqlite3_backup_step(backup, -1) : sqlite3_errcode(to->handle);
    if (backup)
        (void)sqlite3_backup_finish(backup);
    if (status != SQLITE_DONE)
        rc = db_fail(to, status, e);
    db_close(to);
    return rc;
}
