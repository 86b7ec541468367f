/*
 * Paths that others may change while we walk them: removal goes from folder
 * to folder by descriptor and never through a link; opening below a root is
 * left to the kernel (openat2), which checks each step as it takes it.
 */
#include "base/fs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct walk {
    const char *shown;
    size_t entries; /* removed so far */
    struct error *e;
};

static enum err remove_at(struct walk *w, int at, const char *name,
                          unsigned depth);

static enum err failed(struct walk *w, int errnum)
{
    return fs_error(ERR_FILE_WRITE_FAILED, "remove", w->shown, errnum, w->e);
}

static bool is_dots(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Remove what is in the folder; closes fd. */
static enum err empty_folder(struct walk *w, int fd, unsigned depth)
{
    enum err rc = OK;
    DIR *dir = fdopendir(fd);
    struct dirent *entry;

    if (!dir) {
        rc = failed(w, errno);
        fs_close(&fd);
        return rc;
    }
    while (rc == OK && (errno = 0, entry = readdir(dir))) {
        if (!is_dots(entry->d_name))
            rc = remove_at(w, dirfd(dir), entry->d_name, depth + 1);
    }
    if (rc == OK && errno)
        rc = failed(w, errno);
    (void)closedir(dir);
    return rc;
}

static enum err remove_at(struct walk *w, int at, const char *name,
                          unsigned depth)
{
    enum err rc;
    int fd;

    if (depth > FS_TREE_MAX_DEPTH || ++w->entries > FS_TREE_MAX_ENTRIES)
        return error_set(w->e, ERR_LIMIT,
                         "cannot remove '%s': more than %d folders deep or %d "
                         "entries",
                         w->shown, FS_TREE_MAX_DEPTH, FS_TREE_MAX_ENTRIES);
    if (unlinkat(at, name, 0) == 0 || errno == ENOENT)
        return OK;
    if (errno != EISDIR)
        return failed(w, errno);
    fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return failed(w, errno);
    rc = empty_folder(w, fd, depth);
    if (rc == OK && unlinkat(at, name, AT_REMOVEDIR) != 0 && errno != ENOENT)
        rc = failed(w, errno);
    return rc;
}

enum err fs_remove_tree(const char *path, const char *shown, struct error *e)
{
    struct walk w = {.shown = shown, .e = e};

    return remove_at(&w, AT_FDCWD, path, 0);
}

/* The system call; it asks for a retry when a rename raced with it. */
static int open_beneath(int root, const char *relative, struct open_how *how)
{
    long fd = -1;

    for (int tries = 0; tries < 100; tries++) {
        fd = syscall(SYS_openat2, root, relative, how, sizeof(*how));
        if (fd >= 0 || (errno != EAGAIN && errno != EINTR))
            break;
    }
    return (int)fd;
}

static enum err open_failed(const char *relative, int flags, int errnum,
                            struct error *e)
{
    bool writes = (flags & O_ACCMODE) != O_RDONLY;

    if (errnum == EXDEV)
        return error_set(e, ERR_SANDBOX_VIOLATION,
                         "'%s' leaves its folder; use a relative path inside "
                         "it",
                         relative);
    if (errnum == ELOOP)
        return error_set(e, ERR_SANDBOX_VIOLATION,
                         "'%s' passes a symbolic link; use the real path",
                         relative);
    if (errnum == ENOSYS)
        return error_set(e, ERR_SANDBOX_VIOLATION,
                         "cannot open '%s' safely: this kernel has no openat2",
                         relative);
    return fs_error(writes ? ERR_FILE_WRITE_FAILED : ERR_FILE_READ_FAILED,
                    "open", relative, errnum, e);
}

enum err fs_open_below(const char *root, const char *relative, int flags,
                       enum fs_below links, int *fd, struct error *e)
{
    struct open_how how = {.flags = (uint64_t)flags | O_CLOEXEC,
                           .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    int errnum;
    int dir;
    int f;

    if (flags & O_CREAT)
        how.mode = 0600;
    if (links == FS_BELOW_NO_LINKS)
        how.resolve |= RESOLVE_NO_SYMLINKS;
    dir = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (dir < 0)
        return open_failed(relative, flags, errno, e);
    f = open_beneath(dir, relative, &how);
    errnum = errno;
    fs_close(&dir);
    if (f < 0)
        return open_failed(relative, flags, errnum, e);
    *fd = f;
    return OK;
}
