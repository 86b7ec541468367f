/*
 * kill_look.c - the calls that do not change the disk and yet fail where it
 * does: counted with QUARRY_KILL_CALLS=all (kill_at.c).
 */
#include "kill_at.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool looks_at(int fd)
{
    return kill_counts_looks && kill_counts_fd(fd);
}

static bool looks_for(const char *path)
{
    return kill_counts_looks && kill_counts_path(path);
}

/* One counted call; `failed` is what it gives where it fails. */
#define LOOK(type, failed, name, can, fd, path, called) \
    do {                                                \
        type result;                                    \
        int errnum = kill_enter(name, can, fd, path);   \
        if (errnum) {                                   \
            (void)kill_refuse(errnum);                  \
            return failed;                              \
        }                                               \
        result = (called);                              \
        errnum = errno;                                 \
        kill_leave();                                   \
        errno = errnum;                                 \
        return result;                                  \
    } while (0)

/* One that may give a part. */
#define READ(name, called)                                               \
    do {                                                                 \
        ssize_t result;                                                  \
        int errnum = kill_enter(name, KILL_WAITS | KILL_PART, fd, NULL); \
        if (errnum == KILL_SHORT && n > 1)                               \
            n /= 2;                                                      \
        else if (errnum && errnum != KILL_SHORT)                         \
            return kill_refuse(errnum);                                  \
        result = (called);                                               \
        errnum = errno;                                                  \
        kill_leave();                                                    \
        errno = errnum;                                                  \
        return result;                                                   \
    } while (0)

ssize_t read(int fd, void *p, size_t n)
{
    REAL(ssize_t, "read", int, void *, size_t);
    if (!looks_at(fd))
        return real(fd, p, n);
    READ("read", real(fd, p, n));
}

ssize_t pread(int fd, void *p, size_t n, off_t at)
{
    REAL(ssize_t, "pread", int, void *, size_t, off_t);
    if (!looks_at(fd))
        return real(fd, p, n, at);
    READ("pread", real(fd, p, n, at));
}

ssize_t pread64(int fd, void *p, size_t n, off_t at)
{
    REAL(ssize_t, "pread64", int, void *, size_t, off_t);
    if (!looks_at(fd))
        return real(fd, p, n, at);
    READ("pread", real(fd, p, n, at));
}

/* The descriptor is gone, whatever it says. */
int close(int fd)
{
    REAL(int, "close", int);
    int errnum;
    if (!looks_at(fd))
        return real(fd);
    errnum = kill_enter("close", KILL_WAITS, fd, NULL);
    (void)real(fd);
    if (errnum)
        return kill_refuse(errnum);
    kill_leave();
    return 0;
}

int flock(int fd, int operation)
{
    REAL(int, "flock", int, int);
    if (!looks_at(fd))
        return real(fd, operation);
    LOOK(int, -1, "flock", KILL_WAITS, fd, NULL, real(fd, operation));
}

static void *map(void *at, size_t n, int protection, int flags, int fd,
                 off_t from)
{
    return (void *)syscall(SYS_mmap, at, n, protection, flags, fd, from);
}

/* An empty file after it: the memory is there, and nothing can be read. */
static void *map_nothing(size_t n, int protection, int flags)
{
    int fd = (int)syscall(SYS_memfd_create, "nothing", 0);
    void *p = map(NULL, n, protection, flags, fd, 0);

    (void)syscall(SYS_close, fd);
    return p;
}

void *mmap(void *at, size_t n, int protection, int flags, int fd, off_t from)
{
    void *p;
    int errnum;

    if (fd < 0 || !looks_at(fd))
        return map(at, n, protection, flags, fd, from);
    errnum = kill_enter("mmap", KILL_MAPS, fd, NULL);
    if (errnum && errnum != KILL_SIGBUS) {
        (void)kill_refuse(errnum);
        return MAP_FAILED;
    }
    p = errnum ? map_nothing(n, protection, flags)
               : map(at, n, protection, flags, fd, from);
    errnum = errno;
    kill_leave();
    errno = errnum;
    return p;
}

void *mmap64(void *at, size_t n, int protection, int flags, int fd, off_t from)
{
    return mmap(at, n, protection, flags, fd, from);
}

DIR *opendir(const char *path)
{
    REAL(DIR *, "opendir", const char *);
    if (!looks_for(path))
        return real(path);
    LOOK(DIR *, NULL, "opendir", KILL_OPENS | KILL_WAITS, -1, path, real(path));
}

DIR *fdopendir(int fd)
{
    REAL(DIR *, "fdopendir", int);
    if (!looks_at(fd))
        return real(fd);
    LOOK(DIR *, NULL, "fdopendir", 0, fd, NULL, real(fd));
}

struct dirent *readdir(DIR *dir)
{
    REAL(struct dirent *, "readdir", DIR *);
    if (!looks_at(dirfd(dir)))
        return real(dir);
    LOOK(struct dirent *, NULL, "readdir", 0, dirfd(dir), NULL, real(dir));
}

int stat(const char *path, struct stat *st)
{
    if (!looks_for(path))
        return (int)syscall(SYS_newfstatat, AT_FDCWD, path, st, 0);
    LOOK(int, -1, "stat", 0, -1, path,
         (int)syscall(SYS_newfstatat, AT_FDCWD, path, st, 0));
}

int stat64(const char *path, struct stat64 *st)
{
    return stat(path, (struct stat *)(void *)st);
}

int fstatat(int at, const char *path, struct stat *st, int flags)
{
    if (!looks_for(path))
        return (int)syscall(SYS_newfstatat, at, path, st, flags);
    LOOK(int, -1, "stat", 0, -1, path,
         (int)syscall(SYS_newfstatat, at, path, st, flags));
}

int lstat(const char *path, struct stat *st)
{
    return fstatat(AT_FDCWD, path, st, AT_SYMLINK_NOFOLLOW);
}

int lstat64(const char *path, struct stat64 *st)
{
    return lstat(path, (struct stat *)(void *)st);
}

int access(const char *path, int mode)
{
    REAL(int, "access", const char *, int);
    if (!looks_for(path))
        return real(path, mode);
    LOOK(int, -1, "access", 0, -1, path, real(path, mode));
}

int faccessat(int at, const char *path, int mode, int flags)
{
    REAL(int, "faccessat", int, const char *, int, int);
    if (!looks_for(path))
        return real(at, path, mode, flags);
    LOOK(int, -1, "access", 0, -1, path, real(at, path, mode, flags));
}

ssize_t readlink(const char *path, char *p, size_t n)
{
    if (!looks_for(path))
        return syscall(SYS_readlinkat, AT_FDCWD, path, p, n);
    LOOK(ssize_t, -1, "readlink", 0, -1, path,
         syscall(SYS_readlinkat, AT_FDCWD, path, p, n));
}

/* What the hardened build calls for realpath(). */
char *__realpath_chk(const char *path, char *resolved, size_t n);

char *__realpath_chk(const char *path, char *resolved, size_t n)
{
    REAL(char *, "__realpath_chk", const char *, char *, size_t);
    if (!looks_for(path))
        return real(path, resolved, n);
    LOOK(char *, NULL, "realpath", 0, -1, path, real(path, resolved, n));
}
