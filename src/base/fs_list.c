#include "base/fs.h"
#include "base/fs_walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names found so far, newest first. */
struct found {
    struct fs_skipped is;
    struct found *before;
};

struct found_list {
    struct found *last;
    size_t n;
};

struct walk {
    const char *shown;
    struct arena *a;
    struct found_list files;
    struct found_list skipped;
    bool tolerant;  /* list what may not be read as skipped */
    size_t entries; /* looked at */
    struct error *e;
};

static enum err list_folder(struct walk *w, int fd, struct str prefix,
                            unsigned depth);

static enum err failed(struct walk *w, int errnum)
{
    return fs_error(ERR_FILE_READ_FAILED, "list", w->shown, errnum, w->e);
}

static enum err keep(struct walk *w, struct found_list *l, struct str path,
                     enum fs_skip_reason why)
{
    struct found *f = arena_alloc(w->a, sizeof(*f), w->e);

    if (!f)
        return w->e->code;
    *f = (struct found){{path, why}, l->last};
    l->last = f;
    l->n++;
    return OK;
}

static enum err pass(struct walk *w, struct str path, enum fs_skip_reason why)
{
    return w->tolerant ? keep(w, &w->skipped, path, why) : OK;
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

static enum err enter(struct walk *w, int at, const char *name, struct str path,
                      unsigned depth)
{
    int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

    if (fd >= 0)
        return list_folder(w, fd, path, depth);
    return w->tolerant ? pass(w, path, FS_SKIPPED_CLOSED) : failed(w, errno);
}

/* A name that is there: what is to be done with it. */
static enum err take(struct walk *w, int at, const char *name, struct str path,
                     mode_t mode, unsigned depth)
{
    if (S_ISREG(mode))
        return keep(w, &w->files, path, FS_NOT_SKIPPED);
    if (S_ISDIR(mode))
        return enter(w, at, name, path, depth);
    return pass(w, path, S_ISLNK(mode) ? FS_SKIPPED_LINK : FS_SKIPPED_SPECIAL);
}

/* One name of a folder; what is gone is skipped. The names of a folder can be
 * listed whose files may not be looked at. */
static enum err look_at(struct walk *w, int at, const char *name,
                        struct str prefix, unsigned depth)
{
    struct stat st;
    struct str path;
    bool is_hidden = name[0] == '.';
    bool is_closed = false;

    if (is_hidden && !w->tolerant)
        return OK;
    if (++w->entries > FS_TREE_MAX_ENTRIES || depth > FS_TREE_MAX_DEPTH)
        return error_set(w->e, ERR_LIMIT,
                         "cannot list '%s': more than %d folders deep or %d "
                         "entries",
                         w->shown, FS_TREE_MAX_DEPTH, FS_TREE_MAX_ENTRIES);
    if (!is_hidden && fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW) != 0) {
        is_closed = w->tolerant && (errno == EACCES || errno == EPERM);
        if (!is_closed)
            return errno == ENOENT ? OK : failed(w, errno);
    }
    if (str_printf(w->a, &path, w->e, "%.*s%s%s", STR_FMT(prefix),
                   prefix.n ? "/" : "", name))
        return w->e->code;
    if (is_hidden || is_closed)
        return pass(w, path, is_hidden ? FS_SKIPPED_HIDDEN : FS_SKIPPED_CLOSED);
    return take(w, at, name, path, st.st_mode, depth);
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
        rc = look_at(w, dirfd(dir), name, prefix, depth + 1);
        if (!rc)
            rc = fs_next_name(dir, w->shown, &name, w->e);
    }
    (void)closedir(dir);
    return rc;
}

static int by_bytes(const void *a, const void *b)
{
    return str_cmp(((const struct fs_skipped *)a)->path,
                   ((const struct fs_skipped *)b)->path);
}

static enum err in_order(const struct found_list *l, struct arena *a,
                         struct fs_skipped **list, size_t *n, struct error *e)
{
    size_t i = l->n;

    *n = l->n;
    *list = arena_alloc_array(a, l->n, sizeof(**list), e);
    if (!*list)
        return e->code;
    for (const struct found *f = l->last; f; f = f->before)
        (*list)[--i] = f->is;
    if (l->n > 0)
        qsort(*list, l->n, sizeof(**list), by_bytes);
    return OK;
}

static enum err walk(struct walk *w, const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    return fd < 0 ? failed(w, errno) : list_folder(w, fd, (struct str){0}, 0);
}

static enum err take_files(struct walk *w, struct str **list, size_t *n)
{
    struct fs_skipped *files;

    *list = NULL;
    if (in_order(&w->files, w->a, &files, n, w->e))
        return w->e->code;
    *list = arena_alloc_array(w->a, *n, sizeof(**list), w->e);
    for (size_t i = 0; *list && i < *n; i++)
        (*list)[i] = files[i].path;
    return *list ? OK : w->e->code;
}

enum err fs_list_tree(const char *path, const char *shown, struct arena *a,
                      struct str **list, size_t *n, struct error *e)
{
    struct walk w = {.shown = shown, .a = a, .e = e};
    enum err rc = walk(&w, path);

    *list = NULL;
    return rc ? rc : take_files(&w, list, n);
}

enum err fs_walk_tree(const char *path, const char *shown, struct arena *a,
                      struct fs_tree *out, struct error *e)
{
    struct walk w = {.shown = shown, .a = a, .tolerant = true, .e = e};
    enum err rc = walk(&w, path);

    *out = (struct fs_tree){0};
    if (!rc)
        rc = take_files(&w, &out->files, &out->n);
    return rc ? rc : in_order(&w.skipped, a, &out->skipped, &out->n_skipped, e);
}
