#include "store/table_cache/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define SHOWN  "a folder of the cache"
#define PREFIX "job-"

/* A sweeper may take the lock between mkdir and flock: then make another. */
#define TRIES 16

/* The folder's descriptor with its lock, -1 when another holds it. */
static int lock_folder(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0)
        fs_close(&fd);
    return fd;
}

/* Does the path still name the folder that `fd` holds? */
static bool is_there(const char *path, int fd)
{
    struct stat now;
    struct stat held;

    return stat(path, &now) == 0 && fstat(fd, &held) == 0 &&
           now.st_ino == held.st_ino && now.st_dev == held.st_dev;
}

enum err scratch_open_in(const char *folder, const char *prefix,
                         struct arena *a, struct scratch *s, struct error *e)
{
    *s = SCRATCH_NONE;
    for (int i = 0; i < TRIES; i++) {
        struct str name;
        char *path;

        if (str_printf(a, &name, e, "%sXXXXXX", prefix))
            return e->code;
        path = fs_join(folder, name.p, a, e);
        if (!path)
            return e->code;
        if (!mkdtemp(path))
            return fs_error(ERR_FILE_WRITE_FAILED, "make", SHOWN, errno, e);
        s->lock = lock_folder(path);
        s->path = path;
        if (s->lock >= 0 && is_there(path, s->lock))
            return OK;
        fs_close(&s->lock);
    }
    return error_set(e, ERR_FILE_WRITE_FAILED, "cannot hold " SHOWN);
}

enum err scratch_open(const struct home *h, struct arena *a, struct scratch *s,
                      struct error *e)
{
    return scratch_open_in(h->build, PREFIX, a, s, e);
}

/* Not every file system can refuse to replace; then only an empty folder is. */
static int rename_new(const char *from, const char *to)
{
    int done = renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);

    return done != 0 && errno == EINVAL ? rename(from, to) : done;
}

enum err scratch_keep(struct scratch *s, const char *path, const char *shown,
                      struct error *e)
{
    enum err rc = OK;

    if (rename_new(s->path, path) != 0)
        return errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR
                   ? error_set(e, ERR_CONFLICT,
                               "'%s' exists already; name a new folder", shown)
                   : fs_error(ERR_FILE_WRITE_FAILED, "make", shown, errno, e);
    if (syncfs(s->lock) != 0) /* its name; what is in it is there already */
        rc = fs_error(ERR_FILE_WRITE_FAILED, "make", shown, errno, e);
    fs_close(&s->lock);
    return rc;
}

void scratch_close(struct scratch *s)
{
    struct error ignored;

    if (s->lock < 0)
        return;
    (void)!fs_remove_tree(s->path, SHOWN, &ignored);
    fs_close(&s->lock);
}

enum err scratch_sweep(const struct home *h, uint64_t *removed, struct error *e)
{
    return scratch_sweep_in(h->build, PREFIX, removed, e);
}

enum err scratch_sweep_in(const char *folder, const char *prefix,
                          uint64_t *removed, struct error *e)
{
    DIR *d = opendir(folder);
    struct arena a;
    enum err rc = OK;

    *removed = 0;
    if (!d)
        return OK;
    arena_init(&a, (size_t)64 * 1024);
    for (struct dirent *f = readdir(d); f && !rc; f = readdir(d)) {
        struct scratch s = SCRATCH_NONE;
        char *path = fs_join(folder, f->d_name, &a, e);

        if (!path) {
            rc = e->code;
        } else if (strncmp(f->d_name, prefix, strlen(prefix)) == 0) {
            s.path = path;
            s.lock = lock_folder(path);
            *removed += s.lock >= 0;
            scratch_close(&s);
        }
        arena_reset(&a);
    }
    arena_release(&a);
    (void)closedir(d);
    return rc;
}
