#include "tables/database_logs.h"

#include "base/fs.h"
#include "base/jsonw.h"
#include "base/read_at.h"
#include "store/table_cache/copy.h"
#include "store/table_cache/stat_cache.h"
#include "tables/format.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define OPEN_FLAGS   (O_RDONLY | O_NONBLOCK | O_CLOEXEC)
#define LOG_MAGIC    8u  /* bytes of a log that are looked at */
#define LOG_HEAD     32u /* of a "-wal", before its first change */
#define TRIES        6u
#define PAUSE_NS     10000000L /* and twice as long each time: 0.3 s in all */
#define BUNDLE       "bundle"
#define SHOWN        "a copy of a database"
#define THE_DATABASE "the database"
#define BUNDLE_BYTES ((size_t)4096)

/* A database may grow by what its logs have, and by a page that none has: the
 * largest are of 64 KiB, and the one that locks are on lies between others. */
#define GROWTH ((uint64_t)128 * 1024)

/* What completes a database. A journal that is done begins with zeros. */
static const struct log_format {
    const char *database;
    const char *suffix;
    const char *kind;
    struct str begins;
    off_t least;     /* bytes of one that says something */
    bool is_refused; /* one that begins in another way; else it says nothing */
} log_formats[] = {
    {"sqlite", "-wal", "wal", {"\x37\x7f\x06", 3}, LOG_HEAD + 1, false},
    {"sqlite",
     "-journal",
     "journal",
     {"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8},
     1,
     false},
    {"duckdb", ".wal", "wal", {"\x64\0\x62\x65\0", 5}, 1, true},
};

/* ---- finding them ---- */

/* Where the file itself is: a program that opens a link has its logs there. */
struct real_place {
    struct str path;
    const char *inside; /* its path from the root; NULL: there is none */
};

static enum err find_place(const struct database_place *p, struct arena *a,
                           struct real_place *real, struct error *e)
{
    char file[PATH_MAX];
    char root[PATH_MAX];
    size_t n;

    real->inside = NULL;
    if (!realpath(p->path, file) || (p->root && !realpath(p->root, root)))
        return error_set(e, ERR_FILE_READ_FAILED,
                         "'%.*s' is not there any more", STR_FMT(p->shown));
    if (str_dup(str_from(file), a, &real->path, e))
        return e->code;
    n = p->root ? strlen(root) : 0;
    n -= n == 1; /* of "/" */
    if (p->root && strncmp(real->path.p, root, n) == 0 &&
        real->path.p[n] == '/')
        real->inside = real->path.p + n + 1;
    return OK;
}

static bool open_beside(const struct database_place *p,
                        const struct real_place *real, const char *suffix,
                        struct arena *a, struct database_log *log)
{
    struct error ignored;
    struct str below;

    if (!p->root)
        return fs_open_read(log->path, log->path, &log->fd, &ignored) == OK;
    return real->inside &&
           !str_printf(a, &below, &ignored, "%s%s", real->inside, suffix) &&
           fs_open_below(p->root, below.p, OPEN_FLAGS, FS_BELOW_LINKS, &log->fd,
                         &ignored) == OK;
}

static bool is_file(struct database_log *log, const struct log_format *format)
{
    return fstat(log->fd, &log->st) == 0 && S_ISREG(log->st.st_mode) &&
           log->st.st_size >= format->least;
}

static bool is_log(const struct database_log *log,
                   const struct log_format *format)
{
    char head[LOG_MAGIC];
    const ssize_t n = read_at(log->fd, head, sizeof(head), 0);

    return n >= 0 && str_starts((struct str){head, (size_t)n}, format->begins);
}

static enum err refuse(const struct database_place *p,
                       const struct log_format *format, struct error *e)
{
    return error_set(
        e, ERR_FILE_READ_FAILED,
        "'%.*s' is in use: '%.*s%s' beside it may have changes "
        "that are not in it yet, of a kind that is not known; close it in the program that has it "
        "open, or copy it with that program and read the copy",
        STR_FMT(p->shown), STR_FMT(p->shown), format->suffix);
}

static enum err hash_log(const struct home *h, struct database_log *log,
                         struct error *e)
{
    const struct stat_cache_file file = {
        .fd = log->fd, .st = &log->st, .path = log->path, .shown = "its log"};

    return stat_cache_hash(h, &file, log->sha256, e);
}

static enum err look_for(const struct database_place *p,
                         const struct real_place *real,
                         const struct log_format *format, struct arena *a,
                         struct database_logs *logs, struct error *e)
{
    struct database_log *log = &logs->list[logs->n];
    struct str path;
    enum err rc =
        str_printf(a, &path, e, "%.*s%s", STR_FMT(real->path), format->suffix);

    if (rc)
        return rc;
    *log =
        (struct database_log){.kind = format->kind, .path = path.p, .fd = -1};
    if (!open_beside(p, real, format->suffix, a, log))
        return OK;
    if (is_file(log, format) && is_log(log, format)) {
        logs->n++;
        return OK;
    }
    rc = is_file(log, format) && format->is_refused ? refuse(p, format, e) : OK;
    fs_close(&log->fd);
    return rc;
}

static const char *format_of(int fd)
{
    char bytes[FORMAT_HEAD_BYTES];
    const ssize_t n = read_at(fd, bytes, sizeof(bytes), 0);

    return n > 0 ? format_of_head((struct str){bytes, (size_t)n}) : NULL;
}

enum err database_logs_open(const struct database_place *p,
                            const struct home *h, struct arena *a,
                            struct database_logs *logs, struct error *e)
{
    const char *database = format_of(p->fd);
    struct real_place real;
    enum err rc = OK;

    *logs = DATABASE_LOGS_NONE;
    if (!database || !format_is_database(str_from(database)))
        return OK;
    logs->is_database = true;
    rc = find_place(p, a, &real, e);
    for (size_t i = 0; i < COUNT_OF(log_formats) && !rc; i++)
        if (str_is(str_from(database), log_formats[i].database))
            rc = look_for(p, &real, &log_formats[i], a, logs, e);
    for (size_t i = 0; h && i < logs->n && !rc; i++)
        rc = hash_log(h, &logs->list[i], e);
    return rc;
}

bool database_logs_wait(unsigned tries)
{
    const struct timespec pause = {.tv_nsec = PAUSE_NS << (tries - 1)};

    if (tries >= TRIES)
        return false;
    (void)nanosleep(&pause, NULL);
    return true;
}

void database_logs_close(struct database_logs *logs)
{
    for (size_t i = 0; i < logs->n; i++)
        fs_close(&logs->list[i].fd);
    logs->n = 0;
}

/* ---- the bundle ---- */

/* What the log had when it was opened. */
static enum err copy_log(const struct database_log *log, int to,
                         struct error *e)
{
    const struct copy c = {.from = log->fd,
                           .bytes = (uint64_t)log->st.st_size,
                           .sha256 = str_from(log->sha256),
                           .shown = THE_DATABASE};

    return copy_write(&c, to, e);
}

/* All of it at its place; the database is at the beginning. */
static enum err append_logs(const struct database_logs *logs, uint64_t bytes,
                            int to, struct jsonw *w, struct error *e)
{
    uint64_t room = bytes + GROWTH;
    enum err rc = OK;

    for (size_t i = 0; i < logs->n; i++)
        room += (uint64_t)logs->list[i].st.st_size;
    jsonw_member_u64(w, "room", room);
    jsonw_key(w, "logs");
    jsonw_begin_array(w);
    for (size_t i = 0; i < logs->n && !rc; i++) {
        const struct database_log *log = &logs->list[i];

        if (lseek(to, (off_t)room, SEEK_SET) < 0)
            rc = fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
        else
            rc = copy_log(log, to, e);
        jsonw_begin_object(w);
        jsonw_member_cstr(w, "kind", log->kind);
        jsonw_member_u64(w, "at", room);
        jsonw_member_u64(w, "bytes", (uint64_t)log->st.st_size);
        jsonw_end_object(w);
        room += (uint64_t)log->st.st_size;
    }
    jsonw_end_array(w);
    return rc;
}

static enum err copy_all(const struct database_place *p,
                         const struct database_logs *logs, int to,
                         struct jsonw *w, struct error *e)
{
    const struct copy c = {
        .from = p->fd, .sha256 = p->sha256, .shown = THE_DATABASE};
    struct stat st;
    enum err rc;

    BUG_ON(p->sha256.n == 0);
    rc = copy_write(&c, to, e);
    if (!rc && fstat(to, &st) != 0)
        rc = fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    if (rc)
        return rc;
    jsonw_member_u64(w, "bytes", (uint64_t)st.st_size);
    return append_logs(logs, (uint64_t)st.st_size, to, w, e);
}

enum err database_logs_bundle(const struct database_place *p,
                              const struct database_logs *logs,
                              const char *folder, struct arena *a,
                              struct database_bundle *out, struct error *e)
{
    const char *path = fs_join(folder, BUNDLE, a, e);
    struct jsonw w;
    struct buf b;
    enum err rc;

    out->fd = -1;
    rc = path ? fs_open_unnamed(path, SHOWN, &out->fd, e) : e->code;
    buf_init(&b, BUNDLE_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    if (!rc)
        rc = copy_all(p, logs, out->fd, &w, e);
    jsonw_end_object(&w);
    if (!rc)
        rc = buf_dup(&b, a, &out->json, e);
    buf_release(&b);
    if (rc)
        fs_close(&out->fd);
    return rc;
}
