#include "store/sqlite/db_internal.h"

#include "base/clock.h"
#include "base/fs.h"
#include "base/mem.h"
#include "store/database/db_pool.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
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

static const struct db_driver driver; /* at the end */

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

static enum err fill_error(const struct db_file *f, int status, struct error *e)
{
    switch (status & 0xff) {
    case SQLITE_INTERRUPT: return error_set(e, ERR_TIMEOUT, "cancelled");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
        return error_set(
            e, ERR_TIMEOUT,
            "another program has locked %s for more than %d s; try again",
            f->db.shown, DB_BUSY_MS / 1000);
    case SQLITE_CONSTRAINT:
        if (status == SQLITE_CONSTRAINT_TRIGGER) /* base_retire() */
            return error_set(e, ERR_CONFLICT,
                             "%s was removed or replaced meanwhile; the change "
                             "was rolled back",
                             f->db.shown);
        return error_set(e, ERR_CONFLICT, "%s: %s", f->db.shown,
                         broken_constraint(status));
    case SQLITE_FULL:
        return error_set(e, ERR_FILE_WRITE_FAILED,
                         "the disk is full; the change of %s was rolled back",
                         f->db.shown);
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return error_set(e, ERR_FILE_WRITE_FAILED, "%s cannot be written",
                         f->db.shown);
    case SQLITE_CANTOPEN:
        if (f->must_make)
            return error_set(e, ERR_FILE_WRITE_FAILED,
                             "cannot create a file for %s; is the disk full?",
                             f->db.shown);
        return error_set(e, ERR_FILE_READ_FAILED, "%s cannot be opened",
                         f->db.shown);
    case SQLITE_IOERR:
        if (status == SQLITE_IOERR_DATA)
            break;
        if (status == SQLITE_IOERR_SHMSIZE)
            return error_set(e, ERR_FILE_WRITE_FAILED,
                             "the disk is full: not even reading %s is "
                             "possible until there is room",
                             f->db.shown);
        return error_set(e,
                         status == SQLITE_IOERR_READ ? ERR_FILE_READ_FAILED
                                                     : ERR_FILE_WRITE_FAILED,
                         "the disk fails at %s", f->db.shown);
    case SQLITE_NOMEM:
        return error_set(e, ERR_LIMIT, "out of memory: cannot open %s",
                         f->db.shown);
    case SQLITE_TOOBIG:
        return error_set(e, ERR_LIMIT, "a value is too large for %s",
                         f->db.shown);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: break;
    default:
        return error_set(e, ERR_INTERNAL, "%s: %s", f->db.shown,
                         sqlite3_errmsg(f->handle));
    }
    return error_set(e, ERR_FILE_READ_FAILED,
                     "%s is damaged; restore it from a backup", f->db.shown);
}

enum err db_fail(struct db_file *f, int status, struct error *e)
{
    int what = status & 0xff;
    enum err rc = fill_error(f, status, e);

    f->failed |= !db_is_busy(status) && what != SQLITE_CONSTRAINT &&
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
static enum err use_wal(struct db_file *f, struct error *e)
{
    static const char sql[] = "PRAGMA journal_mode=WAL";
    const uint64_t end_ms = clock_ms() + DB_BUSY_MS;
    int status = sqlite3_exec(f->handle, sql, NULL, NULL, NULL);

    while (db_is_busy(status) && clock_ms() < end_ms) {
        (void)sqlite3_sleep(WAL_RETRY_MS);
        status = sqlite3_exec(f->handle, sql, NULL, NULL, NULL);
    }
    return status == SQLITE_OK ? OK : db_fail(f, status, e);
}

static enum err configure(struct db_file *f, struct error *e)
{
    enum err rc;

    (void)sqlite3_extended_result_codes(f->handle, 1);
    (void)sqlite3_busy_timeout(f->handle, DB_BUSY_MS);
    (void)sqlite3_db_config(f->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(f->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    rc = use_wal(f, e);
    if (rc)
        return rc;
    return db_exec(&f->db,
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

/* It may be kept, as this file. */
static void note_file(struct db_file *f, const char *path,
                      const struct stat *st)
{
    db_pool_name(&f->db, path);
    f->device = st->st_dev;
    f->inode = st->st_ino;
}

/* Is it open at this file, and not at one that was there before? */
static bool is_of_file(struct db *d, const void *stat)
{
    const struct db_file *f = file_of(d);
    const struct stat *st = stat;

    return f->device == st->st_dev && f->inode == st->st_ino;
}

static void file_close(struct db *d)
{
    struct db_file *f = file_of(d);

    for (size_t i = 0; i < f->n_kept; i++)
        (void)sqlite3_finalize(f->kept[i].stmt);
    (void)sqlite3_close(f->handle);
    mem_free(d->kept_as);
    mem_free(f);
}

static enum err connect(const char *path, const char *shown, bool is_new,
                        enum db_mode mode, struct db_file **out,
                        struct error *e)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
                SQLITE_OPEN_NOFOLLOW |
                (mode == DB_CREATE ? SQLITE_OPEN_CREATE : 0);
    struct db_file *f = mem_new(sizeof(*f), e);
    enum err rc = OK;
    int status;

    if (!f)
        return e->code;
    f->db.driver = &driver;
    (void)pthread_once(&once, configure_process);
    f->db.shown = shown;
    f->must_make = is_new;
    status = sqlite3_open_v2(path, &f->handle, flags, db_checksum_vfs());
    if (status == SQLITE_OK && is_new)
        status = reserve_checksums(f->handle);
    if (status != SQLITE_OK)
        rc = db_fail(f, status, e);
    f->must_make = true;
    if (!rc)
        rc = configure(f, e);
    if (rc)
        file_close(&f->db);
    else
        *out = f;
    return rc;
}

enum err db_file_open(const char *path, const char *shown, enum db_mode mode,
                      struct db **out, struct error *e)
{
    struct stat st;
    struct db_file *f = NULL;
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
    *out = is_new ? NULL : db_pool_take(path, is_of_file, &st);
    if (*out) {
        (*out)->shown = shown;
        return OK;
    }
    if (is_new && make_file(path, shown, e))
        return e->code;
    rc = connect(path, shown, is_new, mode, &f, e);
    if (rc || !f)
        return rc;
    if (!is_new)
        note_file(f, path, &st);
    *out = &f->db;
    return OK;
}

/* ---- what db_driver.h asks for, the rest ---- */

static bool file_is_at_rest(struct db *d)
{
    const struct db_file *f = file_of(d);
    sqlite3_stmt *s = NULL;

    if (f->failed || !sqlite3_get_autocommit(f->handle))
        return false;
    while ((s = sqlite3_next_stmt(f->handle, s)))
        if (sqlite3_stmt_busy(s))
            return false;
    return true;
}

static enum err file_exec(struct db *d, const char *sql, struct error *e)
{
    struct db_file *f = file_of(d);
    int status = sqlite3_exec(f->handle, sql, NULL, NULL, NULL);

    return status == SQLITE_OK ? OK : db_fail(f, status, e);
}

static int64_t file_changes(const struct db *d)
{
    return sqlite3_changes64(((const struct db_file *)d)->handle);
}

static enum err file_get_shape(struct db *d, int64_t *shape, struct error *e)
{
    return db_get_int(d, "PRAGMA user_version", DB_NO_ARGS, shape, e);
}

static enum err file_set_shape(struct db *d, int64_t shape, struct error *e)
{
    char sql[64];

    (void)snprintf(sql, sizeof(sql), "PRAGMA user_version = %" PRId64, shape);
    return db_exec(d, sql, e);
}

static enum err file_size(struct db *d, int64_t *bytes, struct error *e)
{
    int64_t pages = 0;
    int64_t page = 0;
    enum err rc = db_get_int(d, "PRAGMA page_count", DB_NO_ARGS, &pages, e);

    if (!rc)
        rc = db_get_int(d, "PRAGMA page_size", DB_NO_ARGS, &page, e);
    *bytes = pages * page;
    return rc;
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

static enum err file_check(struct db *d, struct error *e)
{
    enum err rc = check_by(d, "PRAGMA integrity_check(1)", e);

    return rc ? rc : check_by(d, "PRAGMA foreign_key_check", e);
}

static enum err file_copy(struct db *d, const char *path, struct error *e)
{
    struct db *copy = NULL;
    struct db_file *to;
    sqlite3_backup *backup;
    int status;
    enum err rc = db_file_open(path, "the copy", DB_CREATE, &copy, e);

    if (rc || !copy)
        return rc;
    to = file_of(copy);
    backup =
        sqlite3_backup_init(to->handle, "main", file_of(d)->handle, "main");
    status =
        backup ? sqlite3_backup_step(backup, -1) : sqlite3_errcode(to->handle);
    if (backup)
        (void)sqlite3_backup_finish(backup);
    if (status != SQLITE_DONE)
        rc = db_fail(to, status, e);
    db_close(copy);
    return rc;
}

static const struct db_driver driver = {
    .close = file_close,
    .is_at_rest = file_is_at_rest,
    .watch = file_watch,
    .exec = file_exec,
    .query = file_query,
    .next = file_next,
    .column_int = file_column_int,
    .column_real = file_column_real,
    .column_text = file_column_text,
    .column_is_null = file_column_is_null,
    .finish = file_finish,
    .changes = file_changes,
    .begin_write = file_begin_write,
    .begin_read = file_begin_read,
    .begin_unsynced = file_begin_unsynced,
    .end = file_end,
    .savepoint_begin = file_savepoint_begin,
    .savepoint_end = file_savepoint_end,
    .get_shape = file_get_shape,
    .set_shape = file_set_shape,
    .size = file_size,
    .check = file_check,
    .copy = file_copy,
};
