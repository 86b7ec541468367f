#include "tables/source.h"

#include "store/seen.h"

#include <fcntl.h>
#include <string.h>

/* Opened without blocking, so that a pipe put in a file's place cannot hang
 * the call; regular files do not notice. */
#define OPEN_FLAGS (O_RDONLY | O_NONBLOCK | O_CLOEXEC)

static enum err open_file(struct tables *t, const char *shown, struct arena *a,
                          struct source *src, struct error *e)
{
    src->path = shown;
    if (!t->root)
        return fs_open_read(shown, shown, &src->fd, e);
    src->path = fs_join(t->root, shown, a, e);
    if (!src->path)
        return e->code;
    return fs_open_below(t->root, shown, OPEN_FLAGS, FS_BELOW_LINKS, &src->fd,
                         e);
}

enum err source_open(struct tables *t, const struct table_source *s,
                     struct arena *a, struct source *src, struct error *e)
{
    struct seen_file file = {.st = &src->st};
    enum err rc;

    *src = (struct source){.fd = -1};
    if (s->path.n == 0)
        return error_set(e, ERR_VALIDATION_FAILED, "the path is empty");
    if (memchr(s->path.p, '\0', s->path.n))
        return error_set(e, ERR_VALIDATION_FAILED, "the path holds a NUL byte");
    src->shown = str_cstr(s->path, a, e);
    if (!src->shown)
        return e->code;
    rc = open_file(t, src->shown, a, src, e);
    if (rc)
        return rc;
    if (fstat(src->fd, &src->st) != 0 || !S_ISREG(src->st.st_mode))
        return error_set(e, ERR_FILE_READ_FAILED,
                         "'%s' is not a file; name a file", src->shown);
    file.fd = src->fd;
    file.path = src->path;
    file.shown = src->shown;
    return seen_hash(&t->home, &file, src->sha256, e);
}

void source_close(struct source *src)
{
    fs_close(&src->fd);
}

static bool same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

enum err source_check_unchanged(const struct source *src, struct error *e)
{
    struct stat now;

    if (fstat(src->fd, &now) == 0 && now.st_size == src->st.st_size &&
        same_time(now.st_mtim, src->st.st_mtim) &&
        same_time(now.st_ctim, src->st.st_ctim))
        return OK;
    return error_set(e, ERR_CONFLICT,
                     "'%s' changed while it was read; try again", src->shown);
}
