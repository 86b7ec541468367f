/*
 * kill_at.c - a library for LD_PRELOAD that counts the calls by which a
 * program changes the disk, and at the n-th does what the test asks:
 *
 *     QUARRY_KILL_AT=n     which call; without it they are only counted
 *     QUARRY_KILL_HOW=     before   SIGKILL instead of the call
 *                          after    SIGKILL when it is done
 *                          lose     as before, and what was never synced is
 *                                   taken back: a power cut (kill_cut.c,
 *                                   kill_undo.c); without a number it comes
 *                                   when the program has ended
 *                          fail     this call fails
 *                          failing  this call and all later ones fail, of
 *                                   those that can fail so
 *     QUARRY_KILL_NAMES=   stay: of `lose`, as on disks that write names before
 *                          bytes; what was never synced in them is lost alone
 *     QUARRY_KILL_WITH=    how a call fails: EIO (the default), ENOSPC, ...,
 *                          or SHORT and SIGBUS (kill_at.h)
 *     QUARRY_KILL_WHILE=   a file: calls fail, or are the last, only while it is
 *                          there, so that a test can break a disk and mend it,
 *                          or cut the power at a moment of its own
 *     QUARRY_KILL_CALLS=   all: calls that only look are counted, too
 *                          (kill_look.c)
 *     QUARRY_KILL_LOG=     a file that gets a line a call: number, name, how
 *                          it can fail, path
 *     QUARRY_KILL_LOST=    a folder on the same file system, for `lose`
 *
 * Only calls on regular files and folders and on names are counted: not pipes,
 * not terminals, not /proc, /sys and /dev. The worker program is started
 * without this library. SQLite's shared memory is mapped and counts as looking:
 * who opens a base first makes it again.
 */
#include "kill_at.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum how { COUNT, BEFORE, AFTER, LOSE, FAIL, FAILING };

/* What a disk says, and of which calls. */
static const struct {
    const char *name;
    int errnum;
    unsigned of;
} failures[] = {{"EIO", EIO, ~0U},
                {"ENOSPC", ENOSPC, KILL_ROOM},
                {"EDQUOT", EDQUOT, KILL_ROOM},
                {"EROFS", EROFS, KILL_CHANGES},
                {"EMFILE", EMFILE, KILL_OPENS},
                {"EINTR", EINTR, KILL_WAITS},
                {"SHORT", KILL_SHORT, KILL_PART},
                {"SIGBUS", KILL_SIGBUS, KILL_MAPS}};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long calls;
static unsigned long kill_call; /* 0: never */
static enum how how;
static size_t failure;     /* of `failures` */
static const char *breaks; /* the file of QUARRY_KILL_WHILE; NULL: always */
static int log_fd = -1;
bool kill_counts_looks;

static bool is_env(const char *name, const char *value)
{
    const char *is = getenv(name);

    return is && strcmp(is, value) == 0;
}

__attribute__((constructor)) static void begin(void)
{
    static const char *const names[] = {"count", "before", "after",
                                        "lose",  "fail",   "failing"};
    const char *n = getenv("QUARRY_KILL_AT");
    const char *log = getenv("QUARRY_KILL_LOG");

    kill_call = n ? strtoul(n, NULL, 10) : 0;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (is_env("QUARRY_KILL_HOW", names[i]))
            how = (enum how)i;
    }
    for (size_t i = 0; i < sizeof(failures) / sizeof(failures[0]); i++) {
        if (is_env("QUARRY_KILL_WITH", failures[i].name))
            failure = i;
    }
    breaks = getenv("QUARRY_KILL_WHILE");
    kill_counts_looks = is_env("QUARRY_KILL_CALLS", "all");
    if (log)
        log_fd = (int)syscall(SYS_openat, AT_FDCWD, log,
                              O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

__attribute__((destructor)) static void end(void)
{
    if (how == LOSE && kill_call == 0)
        kill_undo_all();
}

static void note(const char *name, unsigned can, const char *path)
{
    static const char letters[] = "CROWPM"; /* in the order of the bits */
    char line[PATH_MAX + 64];
    char ways[sizeof(letters) + 1] = "-";
    size_t k = 1;
    int n;

    for (size_t i = 0; letters[i]; i++) {
        if (can >> i & 1)
            ways[k++] = letters[i];
    }
    ways[k] = '\0';
    n = snprintf(line, sizeof(line), "%lu %s %s %s\n", calls, name, ways, path);
    if (n > 0)
        (void)!syscall(SYS_write, log_fd, line, (size_t)n);
}

static void path_of(int fd, char path[PATH_MAX])
{
    char link[64];
    long n;

    (void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    n = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
    path[n > 0 ? n : 0] = '\0';
}

_Noreturn static void die(void)
{
    if (how == LOSE)
        kill_cut();
    else
        (void)kill(getpid(), SIGKILL);
    for (;;)
        (void)pause();
}

static bool is_broken(void)
{
    return !breaks || syscall(SYS_faccessat, AT_FDCWD, breaks, F_OK) == 0;
}

int kill_enter(const char *name, unsigned can, int fd, const char *path)
{
    char open_path[PATH_MAX];

    (void)pthread_mutex_lock(&lock);
    calls++;
    if (log_fd >= 0 && !path)
        path_of(fd, open_path);
    if (log_fd >= 0)
        note(name, can, path ? path : open_path);
    if (kill_call == 0 || calls < kill_call)
        return 0;
    if ((how == FAILING && is_broken()) || (how == FAIL && calls == kill_call))
        return failures[failure].of & (can | KILL_ANY)
                   ? failures[failure].errnum
                   : 0;
    if ((how == BEFORE && calls == kill_call) || (how == LOSE && is_broken()))
        die();
    return 0;
}

void kill_leave(void)
{
    if (how == AFTER && calls == kill_call)
        die();
    (void)pthread_mutex_unlock(&lock);
}

int kill_refuse(int errnum)
{
    kill_leave();
    errno = errnum;
    return -1;
}

/* Outside the disk: what the kernel shows of itself, and memory. */
static bool is_outside(const char *path)
{
    return strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/sys/", 5) == 0 ||
           strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/memfd:", 7) == 0;
}

bool kill_counts_path(const char *path)
{
    return !is_outside(path) || strncmp(path, "/dev/shm/", 9) == 0;
}

bool kill_counts_fd(int fd)
{
    char path[PATH_MAX];
    struct stat st;
    size_t n;

    if (syscall(SYS_newfstatat, fd, "", &st, AT_EMPTY_PATH) != 0 ||
        (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)))
        return false;
    path_of(fd, path);
    n = strlen(path);
    if (!kill_counts_looks && n >= 4 && strcmp(path + n - 4, "-shm") == 0)
        return false;
    return kill_counts_path(path);
}

/* Without the wrappers of this library. */
static bool look(int at, const char *path, struct stat *st)
{
    return syscall(SYS_newfstatat, at, path, st, 0) == 0;
}

static bool is_there(int at, const char *path)
{
    struct stat st;

    return look(at, path, &st);
}

/* Looked at under the lock: another thread may have made it meanwhile, and
 * synced it. */
static void undo_create(int at, const char *path)
{
    if (!is_there(at, path))
        kill_undo_create(at, path);
}

static void undo_folder(int at, const char *path)
{
    if (!is_there(at, path))
        kill_undo_folder(at, path);
}

/* One counted call: its way to fail, what may be taken back, the call. */
#define CALL(type, name, can, fd, path, undone, called) \
    do {                                                \
        type result;                                    \
        int errnum = kill_enter(name, can, fd, path);   \
        if (errnum)                                     \
            return kill_refuse(errnum);                 \
        if (how == LOSE)                                \
            undone;                                     \
        result = (called);                              \
        errnum = errno;                                 \
        kill_leave();                                   \
        errno = errnum;                                 \
        return result;                                  \
    } while (0)

#define CHANGE_FD(type, name, can, fd, undone, called) \
    CALL(type, name, KILL_CHANGES | (can), fd, NULL, undone, called)
#define CHANGE(name, can, path, undone, called) \
    CALL(int, name, KILL_CHANGES | (can), -1, path, undone, called)

/* A write that may end early. */
#define WRITE(name, undone, called)                                      \
    do {                                                                 \
        ssize_t result;                                                  \
        int errnum = kill_enter(                                         \
            name, KILL_CHANGES | KILL_ROOM | KILL_WAITS | KILL_PART, fd, \
            NULL);                                                       \
        if (errnum == KILL_SHORT && n > 1)                               \
            n /= 2;                                                      \
        else if (errnum && errnum != KILL_SHORT)                         \
            return kill_refuse(errnum);                                  \
        if (how == LOSE)                                                 \
            undone;                                                      \
        result = (called);                                               \
        errnum = errno;                                                  \
        kill_leave();                                                    \
        errno = errnum;                                                  \
        return result;                                                   \
    } while (0)

ssize_t write(int fd, const void *p, size_t n)
{
    REAL(ssize_t, "write", int, const void *, size_t);
    if (!kill_counts_fd(fd))
        return real(fd, p, n);
    WRITE("write", kill_undo_write(fd, lseek(fd, 0, SEEK_CUR), n),
          real(fd, p, n));
}

ssize_t writev(int fd, const struct iovec *v, int n)
{
    REAL(ssize_t, "writev", int, const struct iovec *, int);
    if (!kill_counts_fd(fd))
        return real(fd, v, n);
    CHANGE_FD(ssize_t, "writev", KILL_ROOM | KILL_WAITS, fd, kill_undo_size(fd),
              real(fd, v, n));
}

ssize_t pwrite(int fd, const void *p, size_t n, off_t at)
{
    REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
    if (!kill_counts_fd(fd))
        return real(fd, p, n, at);
    WRITE("pwrite", kill_undo_write(fd, at, n), real(fd, p, n, at));
}

ssize_t pwrite64(int fd, const void *p, size_t n, off_t at)
{
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off_t);
    if (!kill_counts_fd(fd))
        return real(fd, p, n, at);
    WRITE("pwrite", kill_undo_write(fd, at, n), real(fd, p, n, at));
}

int ftruncate(int fd, off_t size)
{
    REAL(int, "ftruncate", int, off_t);
    if (!kill_counts_fd(fd))
        return real(fd, size);
    CHANGE_FD(int, "ftruncate", KILL_ROOM, fd, kill_undo_size(fd),
              real(fd, size));
}

int ftruncate64(int fd, off_t size)
{
    REAL(int, "ftruncate64", int, off_t);
    if (!kill_counts_fd(fd))
        return real(fd, size);
    CHANGE_FD(int, "ftruncate", KILL_ROOM, fd, kill_undo_size(fd),
              real(fd, size));
}

int fallocate(int fd, int mode, off_t at, off_t n)
{
    REAL(int, "fallocate", int, int, off_t, off_t);
    if (!kill_counts_fd(fd))
        return real(fd, mode, at, n);
    CHANGE_FD(int, "fallocate", KILL_ROOM, fd, kill_undo_size(fd),
              real(fd, mode, at, n));
}

int fsync(int fd)
{
    REAL(int, "fsync", int);
    CHANGE_FD(int, "fsync", KILL_WAITS, fd, kill_undo_synced(fd), real(fd));
}

int fdatasync(int fd)
{
    REAL(int, "fdatasync", int);
    CHANGE_FD(int, "fsync", KILL_WAITS, fd, kill_undo_synced(fd), real(fd));
}

int syncfs(int fd)
{
    REAL(int, "syncfs", int);
    CHANGE_FD(int, "syncfs", KILL_WAITS, fd, kill_undo_synced_all(), real(fd));
}

int rename(const char *from, const char *to)
{
    REAL(int, "rename", const char *, const char *);
    CHANGE("rename", 0, to, kill_undo_rename(AT_FDCWD, from, AT_FDCWD, to),
           real(from, to));
}

int renameat(int from_at, const char *from, int to_at, const char *to)
{
    REAL(int, "renameat", int, const char *, int, const char *);
    CHANGE("rename", 0, to, kill_undo_rename(from_at, from, to_at, to),
           real(from_at, from, to_at, to));
}

int renameat2(int from_at, const char *from, int to_at, const char *to,
              unsigned flags)
{
    REAL(int, "renameat2", int, const char *, int, const char *, unsigned);
    CHANGE("rename", 0, to,
           (flags & RENAME_NOREPLACE && is_there(to_at, to)
                ? (void)0
                : kill_undo_rename(from_at, from, to_at, to)),
           real(from_at, from, to_at, to, flags));
}

int unlink(const char *path)
{
    REAL(int, "unlink", const char *);
    CHANGE("unlink", 0, path, kill_undo_unlink(AT_FDCWD, path), real(path));
}

/* A folder that goes away is empty; nobody misses it after a power cut. */
int unlinkat(int at, const char *path, int flags)
{
    REAL(int, "unlinkat", int, const char *, int);
    CHANGE("unlink", 0, path,
           (flags & AT_REMOVEDIR ? (void)0 : kill_undo_unlink(at, path)),
           real(at, path, flags));
}

int link(const char *from, const char *to)
{
    REAL(int, "link", const char *, const char *);
    CHANGE("link", KILL_ROOM, to, undo_create(AT_FDCWD, to), real(from, to));
}

int linkat(int from_at, const char *from, int to_at, const char *to, int flags)
{
    REAL(int, "linkat", int, const char *, int, const char *, int);
    CHANGE("link", KILL_ROOM, to, undo_create(to_at, to),
           real(from_at, from, to_at, to, flags));
}

int mkdir(const char *path, mode_t mode)
{
    REAL(int, "mkdir", const char *, mode_t);
    if (is_there(AT_FDCWD, path))
        return real(path, mode);
    CHANGE("mkdir", KILL_ROOM, path, undo_folder(AT_FDCWD, path),
           real(path, mode));
}

int mkdirat(int at, const char *path, mode_t mode)
{
    REAL(int, "mkdirat", int, const char *, mode_t);
    if (is_there(at, path))
        return real(at, path, mode);
    CHANGE("mkdir", KILL_ROOM, path, undo_folder(at, path),
           real(at, path, mode));
}

int mknod(const char *path, mode_t mode, dev_t dev)
{
    REAL(int, "mknod", const char *, mode_t, dev_t);
    CHANGE("mknod", KILL_ROOM, path, undo_create(AT_FDCWD, path),
           real(path, mode, dev));
}

/* Folders and files with a name of the system's making are of one job only. */
char *mkdtemp(char *path)
{
    REAL(char *, "mkdtemp", char *);
    char *made;
    int errnum = kill_enter("mkdtemp", KILL_CHANGES | KILL_ROOM, -1, path);

    if (errnum) {
        (void)kill_refuse(errnum);
        return NULL;
    }
    made = real(path);
    kill_leave();
    return made;
}

int mkostemp(char *path, int flags)
{
    REAL(int, "mkostemp", char *, int);
    CHANGE("open", KILL_ROOM | KILL_OPENS, path, (void)0, real(path, flags));
}

/* How opening may fail: it changes the disk where it makes a file or empties
 * one; 0: it is not counted. */
static unsigned open_ways(int at, const char *path, int flags)
{
    struct stat st;
    bool there = look(at, path, &st);

    if (there ? (flags & O_TRUNC && st.st_size > 0) : (flags & O_CREAT))
        return KILL_OPENS | KILL_WAITS | KILL_CHANGES | KILL_ROOM;
    if (!kill_counts_looks || !kill_counts_path(path))
        return 0;
    return KILL_OPENS | KILL_WAITS |
           ((flags & O_ACCMODE) != O_RDONLY ? KILL_CHANGES : 0);
}

static int open_any(int at, const char *path, int flags, mode_t mode)
{
    REAL(int, "openat", int, const char *, int, ...);
    unsigned ways = open_ways(at, path, flags);

    if (!ways)
        return real(at, path, flags, mode);
    CALL(int, "open", ways, -1, path,
         (flags & O_CREAT ? undo_create(at, path) : (void)0),
         real(at, path, flags, mode));
}

static mode_t mode_of(int flags, va_list args)
{
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(args, mode_t) : 0;
}

#define OPEN(at)                 \
    va_list args;                \
    mode_t mode;                 \
    va_start(args, flags);       \
    mode = mode_of(flags, args); \
    va_end(args);                \
    return open_any(at, path, flags, mode)

int open(const char *path, int flags, ...)
{
    OPEN(AT_FDCWD);
}

int open64(const char *path, int flags, ...)
{
    OPEN(AT_FDCWD);
}

int openat(int at, const char *path, int flags, ...)
{
    OPEN(at);
}

int openat64(int at, const char *path, int flags, ...)
{
    OPEN(at);
}
