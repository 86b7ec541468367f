#include "base/fs_sync.h"

#include "base/fault.h"
#include "base/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_CLOEXEC)

int fs_sync_fd(int fd)
{
    if (fault_now(FAULT_DISK))
        return EIO;
    return fsync(fd) == 0 ? 0 : errno;
}

/* The folder that a path is in, opened; -1 and errno. */
static int open_folder_of(const char *path)
{
    char folder[PATH_MAX] = ".";
    const char *slash = strrchr(path, '/');

    if (slash) {
        size_t n = slash == path ? 1 : (size_t)(slash - path);

        memcpy(folder, path, n);
        folder[n] = '\0';
    }
    return open(folder, FOLDER_FLAGS);
}

/* It, and `above` of those that it is in. */
static int sync_folders(int folder, unsigned above)
{
    int errnum = fs_sync_fd(folder);
    int at = -1;

    for (; above > 0 && errnum == 0; above--) {
        int next = openat(at < 0 ? folder : at, "..", FOLDER_FLAGS);

        errnum = next < 0 ? errno : fs_sync_fd(next);
        fs_close(&at);
        at = next;
    }
    fs_close(&at);
    return errnum;
}

static int sync_names(const char *path, unsigned above)
{
    int fd = open_folder_of(path);
    int errnum = fd < 0 ? errno : sync_folders(fd, above);

    fs_close(&fd);
    return errnum;
}

int fs_sync_path(const char *path)
{
    return sync_names(path, 0);
}

static enum err as_error(int errnum, const char *shown, struct error *e)
{
    return errnum ? fs_error(ERR_FILE_WRITE_FAILED, "write", shown, errnum, e)
                  : OK;
}

enum err fs_sync_name(const char *path, const char *shown, struct error *e)
{
    return as_error(fs_sync_path(path), shown, e);
}

enum err fs_sync_names(const char *path, unsigned above, const char *shown,
                       struct error *e)
{
    return as_error(sync_names(path, above), shown, e);
}

enum err fs_sync_folders(int folder, unsigned above, const char *shown,
                         struct error *e)
{
    return as_error(sync_folders(folder, above), shown, e);
}

unsigned fs_folders_of(struct str path)
{
    unsigned n = 0;

    for (size_t i = 0; i < path.n; i++)
        n += path.p[i] == '/';
    return n;
}
