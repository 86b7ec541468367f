#include "tables/database_file.h"

#include "base/fs.h"
#include "base/read_at.h"
#include "tables/format.h"

#include <fcntl.h>
#include <sys/stat.h>

#define OPEN_FLAGS (O_RDONLY | O_NONBLOCK | O_CLOEXEC)
#define LOG_MAGIC  8u  /* bytes of a log that are looked at */
#define LOG_HEAD   32u /* of a "-wal", before its first change */
#define LOOKED_AT  512u
#define TEXT_LEAST 9 /* no text has characters before a tab */
#define GZIP       "\x1f\x8b"
#define ZSTD       "\x28\xb5\x2f\xfd"

/* What completes a database. A journal that is done begins with zeros. */
static const struct log {
    const char *format;
    const char *suffix;
    struct str begins;
    off_t least; /* bytes of one that says something */
} logs[] = {
    {"sqlite", "-wal", {"\x37\x7f\x06", 3}, LOG_HEAD + 1},
    {"sqlite", "-journal", {"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8}, 1},
    {"duckdb", ".wal", {"", 0}, 1},
};

static bool open_beside(const char *root, const char *path, int *fd)
{
    struct error ignored;

    return (root ? fs_open_below(root, path, OPEN_FLAGS, FS_BELOW_LINKS, fd,
                                 &ignored)
                 : fs_open_read(path, path, fd, &ignored)) == OK;
}

static bool is_in_use(int fd, const struct log *log)
{
    char head[LOG_MAGIC];
    struct stat st;
    const ssize_t n = read_at(fd, head, sizeof(head), 0);

    return fstat(fd, &st) == 0 && st.st_size >= log->least && n >= 0 &&
           str_starts((struct str){head, (size_t)n}, log->begins);
}

static enum err check_log(const struct log *log, const char *root,
                          const char *path, struct str shown, struct arena *a,
                          struct error *e)
{
    struct str beside;
    bool is_there;
    int fd = -1;

    if (str_printf(a, &beside, e, "%s%s", path, log->suffix))
        return e->code;
    is_there = open_beside(root, beside.p, &fd) && is_in_use(fd, log);
    fs_close(&fd);
    if (!is_there)
        return OK;
    return error_set(
        e, ERR_FILE_READ_FAILED,
        "'%.*s' is in use: '%.*s%s' beside it may have changes that "
        "are not in it yet; close it in the program that has it "
        "open, or copy it with that program and read the copy",
        STR_FMT(shown), STR_FMT(shown), log->suffix);
}

/* Is it none though it is called one? Text that is called so is read as text, with a
 * caution. */
static bool is_foreign(struct str head)
{
    bool is = false;

    if (str_starts(head, STR(GZIP)) || str_starts(head, STR(ZSTD)))
        return false;
    for (size_t i = 0; i < head.n; i++)
        is |= head.p[i] >= 0 && head.p[i] < TEXT_LEAST;
    return is;
}

static struct str head_of(int fd, char *bytes, size_t room)
{
    const ssize_t n = read_at(fd, bytes, room, 0);

    return (struct str){bytes, n > 0 ? (size_t)n : 0};
}

enum err database_file_check_log(int fd, const char *root, const char *path,
                                 struct str shown, struct arena *a,
                                 struct error *e)
{
    char bytes[FORMAT_HEAD_BYTES];
    const char *format = format_of_head(head_of(fd, bytes, sizeof(bytes)));
    enum err rc = OK;

    for (size_t i = 0; format && i < COUNT_OF(logs) && !rc; i++)
        if (str_is(str_from(format), logs[i].format))
            rc = check_log(&logs[i], root, path, shown, a, e);
    return rc;
}

enum err database_file_check_name(int fd, struct str shown, struct error *e)
{
    const char *called = format_of_path(shown);
    char bytes[LOOKED_AT];
    struct str head;

    if (!called || !format_is_database(str_from(called)))
        return OK;
    head = head_of(fd, bytes, sizeof(bytes));
    if (format_of_head(head) || !is_foreign(head))
        return OK;
    return error_set(e, ERR_FILE_READ_FAILED,
                     "'%.*s' is neither a SQLite nor a DuckDB database, or it "
                     "is encrypted; save it without a password",
                     STR_FMT(shown));
}
