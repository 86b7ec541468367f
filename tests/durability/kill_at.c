/*
 * kill_at.c - a library for LD_PRELOAD that counts the calls by which a
 * program changes the disk, and at the n-th does what the test asks:
 *
 *     QUARRY_KILL_AT=n     which call; without it they are only counted
 *     QUARRY_KILL_HOW=     before  SIGKILL instead of the call
 *                          after   SIGKILL when it is done
 *                          lose    as before, and what was never synced is
 *                                  taken back: a power cut (kill_undo.c)
 *                          full    this call and all later ones that need
 *                                  room fail: ENOSPC
 *                          fail    this call alone fails: EIO
 *     QUARRY_KILL_LOG=     a file that gets a line a call: number, name, path
 *     QUARRY_KILL_LOST=    a folder on the same file system, for `lose`
 *
 * Only calls on regular files and on names are counted: not pipes, not
 * terminals. The worker program is started without this library. SQLite's
 * shared memory is mapped and not counted: who opens a base first makes it
 * again.
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

enum how { COUNT, BEFORE, AFTER, LOSE, FULL, FAIL };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long calls;
static unsigned long kill_call; /* 0: never */
static enum how how;
static int log_fd = -1;

__attribute__((constructor)) static void begin(void)
{
    static const char *const names[] = {"count", "before", "after",
                                        "lose",  "full",   "fail"};
    const char *n = getenv("QUARRY_KILL_AT");
    const char *name = getenv("QUARRY_KILL_HOW");
    const char *log = getenv("QUARRY_KILL_LOG");

    kill_call = n ? strtoul(n, NULL, 10) : 0;
    for (size_t i = 0; name && i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(name, names[i]) == 0)
            how = (enum how)i;
    }
    if (log)
        log_fd = (int)syscall(SYS_openat, AT_FDCWD, log,
                              O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void note(const char *name, const char *path)
{
    char line[PATH_MAX + 64];
    int n;

    if (log_fd < 0)
        return;
    n = snprintf(line, sizeof(line), "%lu %s %s\n", calls, name, path);
    if (n > 0)
        (void)!syscall(SYS_write, log_fd, line, (size_t)n);
}

static void note_fd(const char *name, int fd)
{
    char link[64];
    char path[PATH_MAX] = "?";
    ssize_t n;

    if (log_fd < 0)
        return;
    (void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    n = readlink(link, path, sizeof(path) - 1);
    if (n >= 0)
        path[n] = '\0';
    note(name, path);
}

_Noreturn static void die(void)
{
    if (how == LOSE)
        kill_undo_all();
    (void)kill(getpid(), SIGKILL);
    for (;;)
        (void)pause();
}

/* A call begins; 0, or the errno that it fails with. Holds the lock until
 * leave(). */
static int enter(bool needs_room)
{
    (void)pthread_mutex_lock(&lock);
    calls++;
    if (kill_call == 0 || calls < kill_call)
        return 0;
    if (how == FULL && needs_room)
        return ENOSPC;
    if (calls > kill_call)
        return 0;
    if (how == BEFORE || how == LOSE)
        die();
    return how == FAIL ? EIO : 0;
}

static void leave(void)
{
    if (how == AFTER && calls == kill_call)
        die();
    (void)pthread_mutex_unlock(&lock);
}

static int refuse(int errnum)
{
    leave();
    errno = errnum;
    return -1;
}

/* A regular file, but not SQLite's shared memory. */
static bool is_counted(int fd)
{
    char path[PATH_MAX] = "";
    char link[64];
    struct stat st;
    size_t n;

    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        return false;
    (void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    (void)!readlink(link, path, sizeof(path) - 1);
    n = strlen(path);
    return n < 4 || strcmp(path + n - 4, "-shm") != 0;
}

#define REAL(type, name, ...)         \
    static type (*real)(__VA_ARGS__); \
    if (!real)                        \
    *(void **)&real = dlsym(RTLD_NEXT, name)

/* One counted call that gives `type`: what is noted, what may be taken back,
 * and the call itself. */
#define CALL(type, needs_room, noted, undone, called) \
    do {                                              \
        type result;                                  \
        int errnum = enter(needs_room);               \
        noted;                                        \
        if (errnum)                                   \
            return refuse(errnum);                    \
        if (how == LOSE)                              \
            undone;                                   \
        result = (called);                            \
        errnum = errno;                               \
        leave();                                      \
        errno = errnum;                               \
        return result;                                \
    } while (0)

ssize_t write(int fd, const void *p, size_t n)
{
    REAL(ssize_t, "write", int, const void *, size_t);
    if (!is_counted(fd))
        return real(fd, p, n);
    CALL(ssize_t, true, note_fd("write", fd),
         kill_undo_write(fd, lseek(fd, 0, SEEK_CUR), n), real(fd, p, n));
}

ssize_t writev(int fd, const struct iovec *v, int n)
{
    REAL(ssize_t, "writev", int, const struct iovec *, int);
    if (!is_counted(fd))
        return real(fd, v, n);
    CALL(ssize_t, true, note_fd("writev", fd), kill_undo_size(fd),
         real(fd, v, n));
}

ssize_t pwrite(int fd, const void *p, size_t n, off_t at)
{
    REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
    if (!is_counted(fd))
        return real(fd, p, n, at);
    CALL(ssize_t, true, note_fd("pwrite", fd), kill_undo_write(fd, at, n),
         real(fd, p, n, at));
}

ssize_t pwrite64(int fd, const void *p, size_t n, off_t at)
{
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off_t);
    if (!is_counted(fd))
        return real(fd, p, n, at);
    CALL(ssize_t, true, note_fd("pwrite", fd), kill_undo_write(fd, at, n),
         real(fd, p, n, at));
}

int ftruncate(int fd, off_t size)
{
    REAL(int, "ftruncate", int, off_t);
    if (!is_counted(fd))
        return real(fd, size);
    CALL(int, true, note_fd("ftruncate", fd), kill_undo_size(fd),
         real(fd, size));
}

int ftruncate64(int fd, off_t size)
{
    REAL(int, "ftruncate64", int, off_t);
    if (!is_counted(fd))
        return real(fd, size);
    CALL(int, true, note_fd("ftruncate", fd), kill_undo_size(fd),
         real(fd, size));
}

int fallocate(int fd, int mode, off_t at, off_t n)
{
    REAL(int, "fallocate", int, int, off_t, off_t);
    if (!is_counted(fd))
        return real(fd, mode, at, n);
    CALL(int, true, note_fd("fallocate", fd), kill_undo_size(fd),
         real(fd, mode, at, n));
}

int fsync(int fd)
{
    REAL(int, "fsync", int);
    CALL(int, false, note_fd("fsync", fd), kill_undo_synced(fd), real(fd));
}

int fdatasync(int fd)
{
    REAL(int, "fdatasync", int);
    CALL(int, false, note_fd("fsync", fd), kill_undo_synced(fd), real(fd));
}

int syncfs(int fd)
{
    REAL(int, "syncfs", int);
    CALL(int, false, note_fd("syncfs", fd), kill_undo_synced_all(), real(fd));
}

int rename(const char *from, const char *to)
{
    REAL(int, "rename", const char *, const char *);
    CALL(int, false, note("rename", to),
         kill_undo_rename(AT_FDCWD, from, AT_FDCWD, to), real(from, to));
}

int renameat(int from_at, const char *from, int to_at, const char *to)
{
    REAL(int, "renameat", int, const char *, int, const char *);
    CALL(int, false, note("rename", to),
         kill_undo_rename(from_at, from, to_at, to),
         real(from_at, from, to_at, to));
}

int unlink(const char *path)
{
    REAL(int, "unlink", const char *);
    CALL(int, false, note("unlink", path), kill_undo_unlink(AT_FDCWD, path),
         real(path));
}

/* A folder that goes away is empty; nobody misses it after a power cut. */
int unlinkat(int at, const char *path, int flags)
{
    REAL(int, "unlinkat", int, const char *, int);
    CALL(int, false, note("unlink", path),
         (flags & AT_REMOVEDIR ? (void)0 : kill_undo_unlink(at, path)),
         real(at, path, flags));
}

int link(const char *from, const char *to)
{
    REAL(int, "link", const char *, const char *);
    CALL(int, true, note("link", to), kill_undo_create(AT_FDCWD, to),
         real(from, to));
}

int mkdir(const char *path, mode_t mode)
{
    REAL(int, "mkdir", const char *, mode_t);
    if (access(path, F_OK) == 0)
        return real(path, mode);
    CALL(int, true, note("mkdir", path), kill_undo_folder(AT_FDCWD, path),
         real(path, mode));
}

/* Folders and files with a name of the system's making are of one job only. */
char *mkdtemp(char *path)
{
    REAL(char *, "mkdtemp", char *);
    char *made;
    int errnum = enter(true);

    note("mkdtemp", path);
    if (errnum) {
        (void)refuse(errnum);
        return NULL;
    }
    made = real(path);
    leave();
    return made;
}

int mkostemp(char *path, int flags)
{
    REAL(int, "mkostemp", char *, int);
    CALL(int, true, note("open", path), (void)0, real(path, flags));
}

/* Opening changes the disk where it makes a file or empties one. */
static bool open_changes(int at, const char *path, int flags)
{
    struct stat st;

    if (fstatat(at, path, &st, 0) != 0)
        return flags & O_CREAT;
    return flags & O_TRUNC && st.st_size > 0;
}

static int open_any(int at, const char *path, int flags, mode_t mode)
{
    REAL(int, "openat", int, const char *, int, ...);
    struct stat st;
    bool is_there = fstatat(at, path, &st, 0) == 0;

    if (!open_changes(at, path, flags))
        return real(at, path, flags, mode);
    CALL(int, true, note("open", path),
         (is_there ? (void)0 : kill_undo_create(at, path)),
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
