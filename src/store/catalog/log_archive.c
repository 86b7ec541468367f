#include "store/catalog/log_archive.h"

#include "base/log.h"
#include "store/table_cache/copy.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#define ARENA_BYTES ((size_t)32 * 1024)

enum err log_archive_root(const struct home *h, struct arena *a,
                          const char **out, struct error *e)
{
    *out = fs_join(h->path, LOG_ARCHIVE, a, e);
    return *out ? OK : e->code;
}

enum err log_archive_folder(const struct home *h, struct str id,
                            struct arena *a, const char **out, struct error *e)
{
    struct str path;
    enum err rc = str_printf(a, &path, e, "%s/" LOG_ARCHIVE "/%.*s", h->path,
                             STR_FMT(id.n ? id : STR(LOG_ARCHIVE_NO_BASE)));

    if (!rc)
        *out = path.p;
    return rc;
}

void log_archive_drop(const struct home *h, struct str id)
{
    struct arena a;
    struct error e;
    const char *path;

    arena_init(&a, ARENA_BYTES);
    if (log_archive_folder(h, id, &a, &path, &e) ||
        fs_remove_tree(path, LOG_ARCHIVE, &e))
        log_warn("catalog", "old questions of a base stay for now: %s", e.msg);
    arena_release(&a);
}

static enum err copy_files(DIR *d, const char *to, struct error *e)
{
    const char *name = NULL;
    enum err rc = fs_mkdirs(to, LOG_ARCHIVE, e);

    if (!rc)
        rc = fs_next_name(d, LOG_ARCHIVE, &name, e);
    while (!rc && name) {
        struct copy c = {
            .from = openat(dirfd(d), name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC),
            .folder = to,
            .name = name,
            .shown = LOG_ARCHIVE,
            .sync = true};

        rc = c.from < 0
                 ? fs_error(ERR_FILE_READ_FAILED, "read", LOG_ARCHIVE, errno, e)
                 : copy_make(&c, e);
        fs_close(&c.from);
        if (!rc)
            rc = fs_next_name(d, LOG_ARCHIVE, &name, e);
    }
    return rc;
}

enum err log_archive_copy(const struct home *h, struct str id,
                          const struct home *other, struct str to,
                          struct error *e)
{
    struct arena a;
    const char *old = NULL;
    const char *now = NULL;
    DIR *d = NULL;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = log_archive_folder(h, id, &a, &old, e);
    if (!rc)
        rc = log_archive_folder(other, to, &a, &now, e);
    if (!rc)
        d = opendir(old);
    if (d) {
        rc = copy_files(d, now, e);
        (void)closedir(d);
    } else if (!rc && errno != ENOENT) {
        rc = fs_error(ERR_FILE_READ_FAILED, "list", LOG_ARCHIVE, errno, e);
    }
    arena_release(&a);
    return rc;
}

void log_archive_move(const struct home *h, struct str from, struct str to)
{
    struct arena a;
    struct error e;
    const char *old;
    const char *now;

    arena_init(&a, ARENA_BYTES);
    if (log_archive_folder(h, from, &a, &old, &e) ||
        log_archive_folder(h, to, &a, &now, &e))
        log_warn("catalog", "old questions of a base are lost: %s", e.msg);
    else if (rename(old, now) != 0 && errno != ENOENT)
        log_warn("catalog", "old questions of a base are lost: %s",
                 strerror(errno));
    arena_release(&a);
}
