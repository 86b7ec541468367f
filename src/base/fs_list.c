#include "base/fs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names found so far, newest first. */
struct found {
    struct str path;
    struct found *before;
};

struct walk {
    const char *shown;
    struct arena *a;
    struct found *last;
    size_t n;
    size_t entries; /* looked at */
    struct error *e;
};

static enum err list_folder(struct walk *w, int fd, struct str prefix,
                            unsigned depth);

static enum err failed(struct walk *w, int errnum)
{
    return fs_error(ERR_FILE_READ_FAILED, "list", w->shown, errnum, w->e);
}

static enum err keep(struct walk *w, struct str path)
{
    struct found *f = arena_alloc(w->a, sizeof(*f), w->e);

    if (!f)
        return w->e->code;
    *f = (struct found){path, w->last};
    w->last = f;
    w->n++;
    return OK;
}

enum err fs_next_name(DIR *d, const char *shown, const char **name,
                      struct error *e)
{
    const struct dirent *f;

    do {
        errno = 0;
        f = readdir(d);
    } while (f &&
             (strcmp(f->d_name, ".") == 0 || strcmp(f->d_name, "..") == 0));
    *name = f ? f->d_name : NULL;
    return f || errno == 0
               ? OK
               : fs_error(ERR_FILE_READ_FAILED, "list", shown, errno, e);
}

/* One name of a folder; what is gone or no file and no folder is passed. */
static enum err look_at(struct walk *w, int at, const char *name,
                        struct str prefix, unsigned depth)
{
    struct stat st;
    struct str path;
    int fd;

    if (++w->entries > FS_TREE_MAX_ENTRIES || depth > FS_TREE_MAX_DEPTH)
        return error_set(w->e, ERR_LIMIT,
                         "cannot list '%s': more than %d folders deep or %d "
                         "entries",
                         w->shown, FS_TREE_MAX_DEPTH, FS_TREE_MAX_ENTRIES);
    if (fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? OK : failed(w, errno);
    if (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        return OK;
    if (str_printf(w->a, &path, w->e, "%.*s%s%s", STR_FMT(prefix),
                   prefix.n ? "/" : "", name))
        return w->e->code;
    if (S_ISREG(st.st_mode))
        return keep(w, path);
    fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return fd < 0 ? failed(w, errno) : list_folder(w, fd, path, depth);
}

/* Closes fd. */
static enum err list_folder(struct walk *w, int fd, struct str prefix,
                            unsigned depth)
{
    DIR *dir = fdopendir(fd);
    const char *name;
    enum err rc;

    if (!dir) {
        rc = failed(w, errno);
        fs_close(&fd);
        return rc;
    }
    rc = fs_next_name(dir, w->shown, &name, w->e);
    while (!rc && name) {
        if (name[0] != '.')
            rc = look_at(w, dirfd(dir), name, prefix, depth + 1);
        if (!rc)
            rc = fs_next_name(dir, w->shown, &name, w->e);
    }
    (void)closedir(dir);
    return rc;
}

static int by_bytes(const void *a, const void *b)
{
    return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

enum err fs_list_tree(const char *path, const char *shown, struct arena *a,
                      struct str **list, size_t *n, struct error *e)
{
    struct walk w = {.shown = shown, .a = a, .e = e};
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    size_t i;
    enum err rc;

    if (fd < 0)
        return failed(&w, errno);
    rc = list_folder(&w, fd, (struct str){0}, 0);
    *list = rc ? NULL : arena_alloc_array(a, w.n, sizeof(**list), e);
    if (!*list)
        return e->code;
    i = *n = w.n;
    for (const struct found *f = w.last; f; f = f->before)
        (*list)[--i] = f->path;
    if (*n > 0)
        qsort(*list, *n, sizeof(**list), by_bytes);
    return OK;
}
