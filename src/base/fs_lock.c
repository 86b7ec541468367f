/*
 * A lock is flock(2) on a file of its own: the kernel releases it when its
 * holder dies, so there is no stale lock to clean. Waiting is polling, because
 * a blocking flock has no time limit. The file may be removed while we wait
 * for it; a lock on a removed file excludes nobody, so after taking the lock
 * we look whether the name still means this file, and begin again if not.
 */
#include "base/fs.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define FIRST_WAIT_MS 1
#define LONG_WAIT_MS  50

/* A disk that cannot say so must not look like a lock that another holds. */
static enum err look_again(int fd, const char *path, const char *shown,
                           bool *named, struct error *e)
{
    struct stat by_fd;
    struct stat by_name;

    *named = false;
    if (fstat(fd, &by_fd) != 0 || stat(path, &by_name) != 0)
        return errno == ENOENT
                   ? OK
                   : fs_error(ERR_FILE_WRITE_FAILED, "lock", shown, errno, e);
    *named = by_fd.st_dev == by_name.st_dev && by_fd.st_ino == by_name.st_ino;
    return OK;
}

static enum err try(const char *path, const char *shown, int how,
                    struct fs_lock *lock, struct error *e)
{
    enum err rc = OK;
    bool named = false;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);

    *lock = FS_LOCK_NONE;
    if (fd < 0 && errno == EROFS)
        return fs_read_only(shown, e);
    if (fd < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "lock", shown, errno, e);
    if (flock(fd, how | LOCK_NB) == 0)
        rc = look_again(fd, path, shown, &named, e);
    else if (errno != EWOULDBLOCK && errno != EINTR)
        rc = fs_error(ERR_FILE_WRITE_FAILED, "lock", shown, errno, e);
    if (!named)
        fs_close(&fd);
    lock->fd = fd;
    return rc;
}

static void wait_ms(long ms)
{
    struct timespec t = {.tv_nsec = ms * 1000000};

    (void)nanosleep(&t, NULL);
}

static enum err wait_for(const char *path, const char *shown, int how,
                         uint64_t timeout_ms, struct fs_lock *lock,
                         struct error *e)
{
    uint64_t start = clock_ms();
    long ms = FIRST_WAIT_MS;

    for (;;) {
        enum err rc = try(path, shown, how, lock, e);

        if (rc != OK || lock->fd >= 0)
            return rc;
        if (clock_ms() - start >= timeout_ms)
            return error_set(e, ERR_TIMEOUT,
                             "'%s' is in use by another process; try again",
                             shown);
        wait_ms(ms);
        ms = ms * 2 < LONG_WAIT_MS ? ms * 2 : LONG_WAIT_MS;
    }
}

enum err fs_lock_try(const char *path, const char *shown, struct fs_lock *lock,
                     struct error *e)
{
    return try(path, shown, LOCK_EX, lock, e);
}

enum err fs_lock_open(const char *path, const char *shown, uint64_t timeout_ms,
                      struct fs_lock *lock, struct error *e)
{
    return wait_for(path, shown, LOCK_EX, timeout_ms, lock, e);
}

enum err fs_lock_share(const char *path, const char *shown, uint64_t timeout_ms,
                       struct fs_lock *lock, struct error *e)
{
    return wait_for(path, shown, LOCK_SH, timeout_ms, lock, e);
}

void fs_lock_close(struct fs_lock *lock)
{
    fs_close(&lock->fd);
}
