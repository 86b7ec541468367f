/*
 * duckdb_complete.c - rolls the log of a DuckDB database forward.
 *
 *     the database, its log in one file -> a file of each -> the engine opens them,
 *     which applies what was committed, and writes it into the database -> back
 *
 * Each entry of a log has a checksum. One that does not fit ends in an error; where the
 * log is cut, what was committed before counts, as it does for the engine whenever a
 * program that had the database open has died. A log adds nothing to what a hostile
 * database could make the engine do: it has tables, rows, and default values, which are
 * expressions as those of generated columns are.
 */
#include "engine/ingest/duckdb_complete.h"

#include "base/fs.h"
#include "base/read_at.h"
#include "engine/ingest/engine_table.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COPY_BYTES  ((size_t)256 * 1024)
#define PATHS_BYTES ((size_t)1 << 20)
#define SQL_BYTES   ((size_t)64 * 1024)
#define SHOWN       "a working copy"
#define OF_LOG      "the DuckDB database or the '.wal' beside it"

struct completing {
    struct duck *duck;
    struct arena *a;
    const char *database, *log; /* the copies */
};

/* `n` bytes of one file from `offset` on, to where the other is. */
static enum err copy_range(int from, uint64_t offset, uint64_t n, int to,
                           struct arena *a, struct error *e)
{
    char *block = arena_alloc(a, COPY_BYTES, e);
    enum err rc = block ? OK : e->code;

    while (!rc && n > 0) {
        const size_t want = n < COPY_BYTES ? (size_t)n : COPY_BYTES;

        if (read_at(from, block, want, offset) != (ssize_t)want)
            return error_set(e, ERR_FILE_READ_FAILED,
                             "cannot read the database");
        rc = fs_append(to, SHOWN, (struct str){block, want}, e);
        offset += want;
        n -= want;
    }
    return rc;
}

static enum err make_copy(const struct completing *c, int fd, uint64_t at,
                          uint64_t bytes, const char *path, struct error *e)
{
    int to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    enum err rc;

    if (to < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "make", SHOWN, errno, e);
    rc = copy_range(fd, at, bytes, to, c->a, e);
    (void)close(to);
    return rc;
}

static enum err roll_forward(const struct completing *c, struct error *e)
{
    struct buf sql;
    enum err rc;

    buf_init(&sql, SQL_BYTES);
    buf_puts(&sql, "ATTACH ");
    duck_quote_text(&sql, str_from(c->database));
    buf_puts(&sql, " AS completed (TYPE duckdb)");
    rc = engine_unreadable(OF_LOG, duck_exec_buf(c->duck, &sql, e), e);
    if (rc)
        return rc;
    rc = engine_unreadable(OF_LOG,
                           duck_exec(c->duck, "CHECKPOINT completed", e), e);
    return rc ? rc : duck_exec(c->duck, "DETACH completed", e);
}

/* The database in the place of the bundle. */
static enum err put_back(const struct completing *c, int fd, struct error *e)
{
    struct stat st = {0};
    int from = open(c->database, O_RDONLY | O_CLOEXEC);
    enum err rc = OK;

    if (from < 0 || fstat(from, &st) != 0 || lseek(fd, 0, SEEK_SET) != 0 ||
        ftruncate(fd, 0) != 0)
        rc = fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    if (!rc)
        rc = copy_range(from, 0, (uint64_t)st.st_size, fd, c->a, e);
    fs_close(&from);
    return rc;
}

static enum err check_bundle(int fd, const struct duckdb_bundle *b,
                             struct error *e)
{
    struct stat st;

    if (fstat(fd, &st) == 0 && b->bytes <= b->log_at &&
        b->log_at <= (uint64_t)st.st_size &&
        b->log_bytes <= (uint64_t)st.st_size - b->log_at)
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "the offsets of the database and its log do not fit the "
                     "file");
}

static enum err complete(const struct completing *c, struct str folder, int fd,
                         const struct duckdb_bundle *b, struct error *e)
{
    enum err rc = make_copy(c, fd, 0, b->bytes, c->database, e);

    if (!rc)
        rc = make_copy(c, fd, b->log_at, b->log_bytes, c->log, e);
    if (!rc)
        rc = duck_confine(c->duck, folder, e);
    if (!rc)
        rc = roll_forward(c, e);
    return rc ? rc : put_back(c, fd, e);
}

enum err duckdb_complete(struct duck *d, struct str folder, int fd,
                         const struct duckdb_bundle *b, struct error *e)
{
    struct arena a;
    struct completing c = {.duck = d, .a = &a};
    struct str database, log;
    enum err rc = check_bundle(fd, b, e);

    if (rc)
        return rc;
    arena_init(&a, PATHS_BYTES);
    rc = str_printf(&a, &database, e, "%.*slive.duckdb", STR_FMT(folder));
    if (!rc)
        rc = str_printf(&a, &log, e, "%.*slive.duckdb.wal", STR_FMT(folder));
    if (!rc) {
        c.database = database.p;
        c.log = log.p;
        rc = complete(&c, folder, fd, b, e);
        (void)unlink(c.database);
        (void)unlink(c.log);
    }
    arena_release(&a);
    return rc;
}
