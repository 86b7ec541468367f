/*
 * Paths that others may change while we walk them: removal goes from folder
 * to folder by descriptor and never through a link, however deep or closed a
 * worker made them; opening below a root is left to the kernel (openat2), which
 * checks each step as it takes it.
 */
#include "base/fs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct walk {
    const char *shown;
    int top;        /* the folder that is removed */
    size_t entries; /* removed so far */
    bool lifted;    /* something deep was moved up into it */
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

/* A folder for reading, also one whose mode was to prevent that. */
static int open_folder(int at, const char *name)
{
    const int how = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    int fd = openat(at, name, how);
    char self[32];
    int found;

    if (fd >= 0 || errno != EACCES)
        return fd;
    found = openat(at, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    (void)snprintf(self, sizeof(self), "/proc/self/fd/%d", found);
    if (found >= 0 && chmod(self, 0700) == 0)
        fd = openat(at, name, how);
    fs_close(&found);
    return fd;
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

/* What is too deep to walk to is moved up, and met again in the next round. */
static enum err lift(struct walk *w, int at, const char *name)
{
    char fresh[40];

    (void)snprintf(fresh, sizeof(fresh), "lifted-%zu", w->entries);
    if (renameat2(at, name, w->top, fresh, RENAME_NOREPLACE) != 0)
        return failed(w, errno);
    w->lifted = true;
    return OK;
}

static enum err remove_at(struct walk *w, int at, const char *name,
                          unsigned depth)
{
    enum err rc;
    int fd;

    if (++w->entries > FS_TREE_MAX_ENTRIES)
        return error_set(w->e, ERR_LIMIT,
                         "cannot remove '%s': more than %d entries", w->shown,
                         FS_TREE_MAX_ENTRIES);
    if (unlinkat(at, name, 0) == 0 || errno == ENOENT)
        return OK;
    if (errno != EISDIR)
        return failed(w, errno);
    fd = open_folder(at, name);
    if (fd < 0)
        return failed(w, errno);
    if (depth > FS_TREE_MAX_DEPTH) {
        fs_close(&fd);
        return lift(w, at, name);
    }
    rc = empty_folder(w, fd, depth);
    if (rc == OK && unlinkat(at, name, AT_REMOVEDIR) != 0 && errno != ENOENT)
        rc = failed(w, errno);
    return rc;
}

enum err fs_remove_tree(const char *path, const char *shown, struct error *e)
{
    struct walk w = {.shown = shown, .e = e};
    enum err rc = OK;

    if (unlink(path) == 0 || errno == ENOENT)
        return OK;
    if (errno != EISDIR)
        return failed(&w, errno);
    w.top = open_folder(AT_FDCWD, path);
    if (w.top < 0)
        return failed(&w, errno);
    do {
        int fd = open_folder(w.top, ".");

        w.lifted = false;
        rc = fd < 0 ? failed(&w, errno) : empty_folder(&w, fd, 0);
    } while (!rc && w.lifted);
    fs_close(&w.top);
    if (!rc && rmdir(path) != 0 && errno != ENOENT)
        rc = failed(&w, errno);
    return rc;
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
