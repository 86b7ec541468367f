#include "store/catalog/log_archive.h"

#include "base/log.h"

#include <errno.h>
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
