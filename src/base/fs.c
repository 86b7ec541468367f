#include "base/fs.h"

#include "base/fs_sync.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whatever file had been meant, it would have failed. */
static bool is_of_machine(int errnum)
{
    static const int list[] = {EIO,    ENOSPC, EDQUOT, EROFS,  EMFILE,
                               ENFILE, ENOMEM, EINTR,  ENOLCK, ESTALE};

    for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
        if (errnum == list[i])
            return true;
    }
    return false;
}

enum err fs_error(enum err code, const char *verb, const char *shown,
                  int errnum, struct error *e)
{
    const char *words = strerrordesc_np(errnum);

    if (!words)
        words = "unknown error";
    if (errnum == ENOENT)
        code = ERR_NOT_FOUND;
    code = error_set(e, code, "cannot %s '%s': %c%s", verb, shown,
                     tolower((unsigned char)words[0]), words + 1);
    e->of_machine = is_of_machine(errnum);
    return code;
}

enum err fs_read_only(const char *shown, struct error *e)
{
    (void)error_set(
        e, ERR_FILE_WRITE_FAILED,
        "%s is on a read-only disk, and even reading records what was used; "
        "copy the home to another disk and name it with --home DIR",
        shown);
    e->of_machine = true;
    return ERR_FILE_WRITE_FAILED;
}

char *fs_join(const char *folder, const char *name, struct arena *a,
              struct error *e)
{
    size_t n = strlen(folder);
    size_t m = strlen(name);
    size_t slash = n && folder[n - 1] != '/' ? 1 : 0;
    char *path = arena_alloc(a, n + slash + m + 1, e);

    if (!path)
        return NULL;
    memcpy(path, folder, n);
    if (slash)
        path[n] = '/';
    memcpy(path + n + slash, name, m);
    return path;
}

static enum err make_folder(const char *path, const char *shown,
                            struct error *e)
{
    struct stat st;

    if (mkdir(path, 0700) == 0)
        return OK;
    if (errno == ENOENT) /* those above are there: /proc and the like */
        return error_set(e, ERR_FILE_WRITE_FAILED,
                         "cannot make folder '%s': no folder can be made there",
                         shown);
    if (errno != EEXIST)
        return fs_error(ERR_FILE_WRITE_FAILED, "make folder", shown, errno, e);
    if (stat(path, &st) != 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "make folder", shown, errno, e);
    if (S_ISDIR(st.st_mode))
        return OK;
    return fs_error(ERR_FILE_WRITE_FAILED, "make folder", shown, ENOTDIR, e);
}

static bool is_folder(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static enum err make_above(const char *path, const char *shown, struct error *e)
{
    enum err rc;

    if (is_folder(path))
        return OK;
    rc = make_folder(path, shown, e);
    return rc ? rc : fs_sync_name(path, shown, e);
}

enum err fs_mkdirs(const char *path, const char *shown, struct error *e)
{
    size_t n = strlen(path);
    enum err rc = OK;
    char part[PATH_MAX];

    if (is_folder(path)) /* as at nearly every call: nothing above it matters */
        return OK;
    if (n == 0 || n >= sizeof(part))
        return fs_error(ERR_FILE_WRITE_FAILED, "make folder", shown,
                        n ? ENAMETOOLONG : EINVAL, e);
    memcpy(part, path, n + 1);
    for (size_t i = 1; rc == OK && i < n; i++) {
        if (part[i] != '/' || part[i - 1] == '/')
            continue;
        part[i] = '\0';
        rc = make_above(part, shown, e);
        part[i] = '/';
    }
    return rc == OK ? make_folder(path, shown, e) : rc;
}

static enum err check_regular(const struct stat *st, const char *shown,
                              struct error *e)
{
    if (S_ISREG(st->st_mode))
        return OK;
    return error_set(e, ERR_FILE_READ_FAILED, "cannot read '%s': it is %s",
                     shown,
                     S_ISDIR(st->st_mode) ? "a folder" : "not a regular file");
}

enum err fs_exists(const char *path, const char *shown, bool *is,
                   struct error *e)
{
    *is = access(path, F_OK) == 0;
    if (*is || errno == ENOENT || errno == ENOTDIR)
        return OK;
    return fs_error(ERR_FILE_READ_FAILED, "look for", shown, errno, e);
}

enum err fs_size(const char *path, const char *shown, uint64_t *bytes,
                 struct error *e)
{
    enum err rc;
    struct stat st;

    if (stat(path, &st) != 0)
        return fs_error(ERR_FILE_READ_FAILED, "open", shown, errno, e);
    rc = check_regular(&st, shown, e);
    if (rc == OK)
        *bytes = (uint64_t)st.st_size;
    return rc;
}

enum err fs_open_read(const char *path, const char *shown, int *fd,
                      struct error *e)
{
    enum err rc;
    struct stat st;
    /* Without O_NONBLOCK a FIFO would make us wait for its other end. */
    int f = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);

    if (f < 0)
        return fs_error(ERR_FILE_READ_FAILED, "open", shown, errno, e);
    if (fstat(f, &st) != 0)
        rc = fs_error(ERR_FILE_READ_FAILED, "read", shown, errno, e);
    else
        rc = check_regular(&st, shown, e);
    if (rc != OK) {
        fs_close(&f);
        return rc;
    }
    *fd = f;
    return OK;
}

static bool same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

bool fs_is_unchanged(int fd, const struct stat *before)
{
    struct stat now;

    return fstat(fd, &now) == 0 && now.st_size == before->st_size &&
           same_time(now.st_mtim, before->st_mtim) &&
           same_time(now.st_ctim, before->st_ctim);
}

void fs_close(int *fd)
{
    if (*fd >= 0)
        (void)close(*fd);
    *fd = -1;
}

/* Read until the end or until `room` bytes are there; -1 with errno. */
static ssize_t read_full(int fd, char *p, size_t room)
{
    size_t n = 0;

    while (n < room) {
        ssize_t got = read(fd, p + n, room - n);

        if (got == 0)
            break;
        if (got < 0 && errno != EINTR)
            return -1;
        if (got > 0)
            n += (size_t)got;
    }
    return (ssize_t)n;
}

enum err fs_read_file(const char *path, const char *shown, size_t max_bytes,
                      struct arena *a, struct str *out, struct error *e)
{
    enum err rc;
    struct stat st;
    char *p = NULL;
    ssize_t n;
    int fd = -1;

    rc = fs_open_read(path, shown, &fd, e);
    if (rc != OK)
        return rc;
    rc = ERR_FILE_READ_FAILED;
    if (fstat(fd, &st) != 0) {
        (void)fs_error(rc, "read", shown, errno, e);
        goto out;
    }
    if ((uint64_t)st.st_size > max_bytes) {
        rc = error_set(e, ERR_LIMIT, "'%s' has more than %zu bytes", shown,
                       max_bytes);
        goto out;
    }
    p = arena_alloc(a, (size_t)st.st_size + 1, e);
    if (!p) {
        rc = e->code;
        goto out;
    }
    n = read_full(fd, p, (size_t)st.st_size + 1);
    if (n < 0)
        (void)fs_error(rc, "read", shown, errno, e);
    else if (n != st.st_size)
        (void)error_set(e, rc, "'%s' changed while it was read; try again",
                        shown);
    else
        rc = OK;
    if (rc == OK)
        *out = (struct str){p, (size_t)n};
out:
    fs_close(&fd);
    return rc;
}

char *fs_program_dir(struct arena *a, struct error *e)
{
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof(path));
    size_t end;

    if (n <= 0 || (size_t)n == sizeof(path)) {
        (void)error_set(e, ERR_FILE_READ_FAILED,
                        "cannot tell where the program is: /proc is missing");
        return NULL;
    }
    for (end = (size_t)n; end > 1 && path[end - 1] != '/'; end--)
        ;
    return str_cstr((struct str){path, end > 1 ? end - 1 : 1}, a, e);
}

char *fs_home_default(const char **shown, struct arena *a, struct error *e)
{
    const char *home = getenv("QUARRY_HOME");

    *shown = "$QUARRY_HOME";
    if (home && home[0])
        return str_cstr(str_from(home), a, e);
    home = getenv("XDG_DATA_HOME");
    *shown = "$XDG_DATA_HOME/quarry";
    if (home && home[0] == '/') /* a relative one is to be ignored */
        return fs_join(home, "quarry", a, e);
    home = getenv("HOME");
    *shown = "~/.local/share/quarry";
    if (home && home[0])
        return fs_join(home, ".local/share/quarry", a, e);
    (void)error_set(e, ERR_VALIDATION_FAILED,
                    "no folder for Quarry's data: set HOME or QUARRY_HOME, or "
                    "use --home DIR");
    return NULL;
}
