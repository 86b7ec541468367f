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
#define PAUSE_NS     5000000L /* and twice as long each time: 0.6 s in all */
#define BUNDLE       "bundle"
#define SHOWN        "a copy of a database"
#define COPY_BYTES   ((size_t)256 * 1024)
#define COPY_ARENA   (COPY_BYTES + 4096)
#define BUNDLE_BYTES ((size_t)4096)

/* A database may grow by what its logs have, and by a page that none has: the
 * largest are of 64 KiB, and the one that locks are on lies between others. */
#define GROWTH ((uint64_t)128 * 1024)

/* What completes a database. A journal that is done begins with zeros. */
static const struct kind {
    const char *format;
    const char *suffix;
    const char *is; /* NULL: it is not read */
    struct str begins;
    off_t least; /* bytes of one that says something */
} kinds[] = {
    {"sqlite", "-wal", "wal", {"\x37\x7f\x06", 3}, LOG_HEAD + 1},
    {"sqlite",
     "-journal",
     "journal",
     {"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8},
     1},
    {"duckdb", ".wal", NULL, {"", 0}, 1},
};

/* ---- finding them ---- */

/* Where the file itself is: a program that opens a link has its logs there. Below the
 * root, `inside` is its path from there. */
static enum err find_place(const struct database_place *p, struct arena *a,
                           struct str *real, const char **inside,
                           struct error *e)
{
    char file[PATH_MAX];
    char root[PATH_MAX];
    size_t n;

    *inside = NULL;
    if (!realpath(p->path, file) || (p->root && !realpath(p->root, root)))
        return error_set(e, ERR_FILE_READ_FAILED,
                         "'%.*s' is not there any more", STR_FMT(p->shown));
    if (str_dup(str_from(file), a, real, e))
        return e->code;
    n = p->root ? strlen(root) : 0;
    n -= n == 1; /* of "/" */
    if (p->root && strncmp(real->p, root, n) == 0 && real->p[n] == '/')
        *inside = real->p + n + 1;
    return OK;
}

static bool open_beside(const struct database_place *p, const char *inside,
                        const char *path, const struct kind *kind,
                        struct arena *a, int *fd)
{
    struct error ignored;
    struct str below;

    if (!p->root)
        return fs_open_read(path, path, fd, &ignored) == OK;
    return inside &&
           !str_printf(a, &below, &ignored, "%s%s", inside, kind->suffix) &&
           fs_open_below(p->root, below.p, OPEN_FLAGS, FS_BELOW_LINKS, fd,
                         &ignored) == OK;
}

static bool has_changes(struct database_log *log, const struct kind *kind)
{
    char head[LOG_MAGIC];
    const ssize_t n = read_at(log->fd, head, sizeof(head), 0);

    return fstat(log->fd, &log->st) == 0 && S_ISREG(log->st.st_mode) &&
           log->st.st_size >= kind->least && n >= 0 &&
           str_starts((struct str){head, (size_t)n}, kind->begins);
}

static enum err refuse(const struct database_place *p, const struct kind *kind,
                       struct error *e)
{
    return error_set(
        e, ERR_FILE_READ_FAILED,
        "'%.*s' is in use: '%.*s%s' beside it may have changes "
        "that are not in it yet; close it in the program that has it "
        "open, or copy it with that program and read the copy",
        STR_FMT(p->shown), STR_FMT(p->shown), kind->suffix);
}

static enum err hash_log(const struct home *h, struct database_log *log,
                         struct error *e)
{
    const struct stat_cache_file file = {
        .fd = log->fd, .st = &log->st, .path = log->path, .shown = "its log"};

    return stat_cache_hash(h, &file, log->sha256, e);
}

static enum err look_for(const struct database_place *p,
                         const struct kind *kind, const struct home *h,
                         struct arena *a, struct database_logs *logs,
                         struct error *e)
{
    struct database_log *log = &logs->list[logs->n];
    const char *inside;
    struct str real, path;
    enum err rc = find_place(p, a, &real, &inside, e);

    if (!rc)
        rc = str_printf(a, &path, e, "%.*s%s", STR_FMT(real), kind->suffix);
    if (rc)
        return rc;
    *log = (struct database_log){.is = kind->is, .path = path.p, .fd = -1};
    if (!open_beside(p, inside, path.p, kind, a, &log->fd) ||
        !has_changes(log, kind)) {
        fs_close(&log->fd);
        return OK;
    }
    logs->n++;
    return kind->is ? hash_log(h, log, e) : refuse(p, kind, e);
}

enum err database_logs_open(const struct database_place *p,
                            const struct home *h, struct arena *a,
                            struct database_logs *logs, struct error *e)
{
    char bytes[FORMAT_HEAD_BYTES];
    const ssize_t n = read_at(p->fd, bytes, sizeof(bytes), 0);
    const char *format =
        n > 0 ? format_of_head((struct str){bytes, (size_t)n}) : NULL;
    enum err rc = OK;

    *logs = DATABASE_LOGS_NONE;
    logs->is_live = format && str_is(str_from(format), kinds[0].format);
    for (size_t i = 0; format && i < COUNT_OF(kinds) && !rc; i++)
        if (str_is(str_from(format), kinds[i].format))
            rc = look_for(p, &kinds[i], h, a, logs, e);
    return rc;
}

bool database_logs_wait(unsigned tries)
{
    const struct timespec pause = {.tv_nsec = PAUSE_NS << tries};

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

static enum err open_unnamed(const char *folder, struct arena *a, int *fd,
                             struct error *e)
{
    const char *path = fs_join(folder, BUNDLE, a, e);

    if (!path)
        return e->code;
    *fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (*fd < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "make", SHOWN, errno, e);
    (void)unlink(path);
    return OK;
}

/* What the log had when it was opened. */
static enum err copy_log(const struct database_log *log, int to,
                         struct arena *a, struct error *e)
{
    char *room = arena_alloc(a, COPY_BYTES, e);
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];
    struct hash state;
    uint64_t at = 0;
    uint64_t left = (uint64_t)log->st.st_size;
    enum err rc = room ? OK : e->code;

    hash_init(&state);
    while (!rc && left > 0) {
        const ssize_t n = read_at(
            log->fd, room, left < COPY_BYTES ? (size_t)left : COPY_BYTES, at);

        if (n <= 0)
            break; /* its hash will be another */
        hash_update(&state, room, (size_t)n);
        at += (uint64_t)n;
        left -= (uint64_t)n;
        rc = fs_append(to, SHOWN, (struct str){room, (size_t)n}, e);
    }
    hash_finish(&state, digest);
    hash_hex(digest, hex);
    if (!rc && strcmp(hex, log->sha256) != 0)
        rc = error_set(e, ERR_CONFLICT,
                       "the database changed while it was "
                       "read; try again");
    return rc;
}

/* All of it at its place; the database is at the beginning. */
static enum err append_logs(const struct database_logs *logs, uint64_t bytes,
                            int to, struct jsonw *w, struct error *e)
{
    uint64_t room = bytes + GROWTH;
    struct arena a;
    enum err rc = OK;

    for (size_t i = 0; i < logs->n; i++)
        room += (uint64_t)logs->list[i].st.st_size;
    jsonw_member_u64(w, "room", room);
    jsonw_key(w, "logs");
    jsonw_begin_array(w);
    arena_init(&a, COPY_ARENA * DATABASE_LOGS);
    for (size_t i = 0; i < logs->n && !rc; i++) {
        const struct database_log *log = &logs->list[i];

        if (lseek(to, (off_t)room, SEEK_SET) < 0)
            rc = fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
        else
            rc = copy_log(log, to, &a, e);
        jsonw_begin_object(w);
        jsonw_member_cstr(w, "is", log->is);
        jsonw_member_u64(w, "at", room);
        jsonw_member_u64(w, "bytes", (uint64_t)log->st.st_size);
        jsonw_end_object(w);
        room += (uint64_t)log->st.st_size;
    }
    arena_release(&a);
    jsonw_end_array(w);
    return rc;
}

static enum err copy_all(const struct database_place *p,
                         const struct database_logs *logs, int to,
                         struct jsonw *w, struct error *e)
{
    struct copy c = {
        .from = p->fd, .sha256 = p->sha256, .shown = "the database"};
    struct stat st;
    enum err rc = OK;

    if (lseek(p->fd, 0, SEEK_SET) != 0)
        rc = fs_error(ERR_FILE_READ_FAILED, "read", "the database", errno, e);
    if (!rc)
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
    struct jsonw w;
    struct buf b;
    enum err rc;

    out->fd = -1;
    rc = open_unnamed(folder, a, &out->fd, e);
    buf_init(&b, BUNDLE_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    if (!rc)
        rc = copy_all(p, logs, out->fd, &w, e);
    jsonw_end_object(&w);
    if (!rc)
        rc = buf_dup(&b, a, &out->told, e);
    buf_release(&b);
    if (rc)
        fs_close(&out->fd);
    return rc;
}
