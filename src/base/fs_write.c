/*
 * Commit by rename: write a temporary file in the same folder, put it on the
 * disk, rename it over the target, put the folder on the disk. A reader sees
 * the old or the new file; after a power cut too, when `sync` was asked for.
 * The rename comes after the fsync of the content, because a file system may
 * otherwise keep the new name and lose the bytes.
 */
#include "base/fs.h"

#include "base/fault.h"
#include "base/fs_sync.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SUFFIX ".tmp-XXXXXX"

static bool fails_now(void)
{
    if (!fault_now(FAULT_DISK))
        return false;
    errno = EIO;
    return true;
}

/* 0, or the errno of what failed. */
static int write_all(int fd, struct str bytes)
{
    while (bytes.n) {
        ssize_t n = fails_now() ? -1 : write(fd, bytes.p, bytes.n);

        if (n < 0 && errno != EINTR)
            return errno;
        if (n > 0)
            bytes = str_slice(bytes, (size_t)n, bytes.n);
    }
    return 0;
}

/* Fill and close the temporary file. */
static int fill(int fd, struct str bytes, bool sync)
{
    int errnum = write_all(fd, bytes);

    if (errnum == 0 && sync)
        errnum = fs_sync_fd(fd);
    if (close(fd) != 0 && errnum == 0)
        errnum = errno;
    return errnum;
}

static int publish(const char *temp, const char *path, bool sync)
{
    if (fails_now() || rename(temp, path) != 0)
        return errno;
    return sync ? fs_sync_path(path) : 0;
}

enum err fs_write_atomic(const char *path, const char *shown, struct str bytes,
                         bool sync, struct error *e)
{
    char temp[PATH_MAX];
    int n = snprintf(temp, sizeof(temp), "%s%s", path, SUFFIX);
    int errnum;
    int fd;

    if (n < 0 || (size_t)n >= sizeof(temp))
        return fs_error(ERR_FILE_WRITE_FAILED, "write", shown, ENAMETOOLONG, e);
    fd = mkostemp(temp, O_CLOEXEC);
    if (fd < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "write", shown, errno, e);
    errnum = fill(fd, bytes, sync);
    if (errnum == 0)
        errnum = publish(temp, path, sync);
    if (errnum == 0)
        return OK;
    (void)unlink(temp); /* gone already when only the folder's fsync failed */
    return fs_error(ERR_FILE_WRITE_FAILED, "write", shown, errnum, e);
}

enum err fs_open_unnamed(const char *path, const char *shown, int *fd,
                         struct error *e)
{
    *fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (*fd < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "make", shown, errno, e);
    (void)unlink(path);
    return OK;
}

enum err fs_append(int fd, const char *shown, struct str bytes, struct error *e)
{
    int errnum = write_all(fd, bytes);

    return errnum ? fs_error(ERR_FILE_WRITE_FAILED, "write", shown, errnum, e)
                  : OK;
}

enum err fs_publish(int fd, const char *temporary, const char *path,
                    const char *shown, struct error *e)
{
    int errnum = fs_sync_fd(fd);

    if (errnum == 0)
        errnum = publish(temporary, path, true);
    return errnum ? fs_error(ERR_FILE_WRITE_FAILED, "write", shown, errnum, e)
                  : OK;
}
