#include "knowledge/knowledge_base/exports.h"

#include "base/fs.h"
#include "store/table_cache/copy.h"

#include <fcntl.h>

#define ARENA_BYTES ((size_t)64 << 20)
#define SHOWN       "an exported file"

enum err exports_place(int from, struct str sha256, const char *to,
                       struct str path, struct arena *a, struct error *e)
{
    const struct str name = str_after_last(path, '/');
    const char *parts = str_cstr(str_slice(path, 0, path.n - name.n - 1), a, e);
    struct copy c = {.from = from, .sha256 = sha256, .shown = SHOWN};
    enum err rc;

    c.name = parts ? str_cstr(name, a, e) : NULL;
    c.folder = c.name ? fs_join(to, parts, a, e) : NULL;
    rc = c.folder ? fs_mkdirs(c.folder, SHOWN, e) : e->code;
    return rc ? rc : copy_make(&c, e);
}

bool exports_is_path(struct str path)
{
    size_t parts = 0;

    if (!str_starts(path, STR(EXPORTS_DRAFT "/")) &&
        !str_starts(path, STR(EXPORTS_PUBLISHED "/")))
        return false;
    for (;; parts++) {
        const size_t n = str_find_char(path, '/');
        const struct str part = str_slice(path, 0, n);

        if (part.n == 0 || part.p[0] == '.' ||
            str_find_char(part, '\0') < part.n)
            return false;
        if (n == path.n)
            return parts > 0;
        path = str_slice(path, n + 1, path.n);
    }
}

static enum err copy_one(const char *root, struct str path, const char *folder,
                         const char *to, struct arena *a, struct error *e)
{
    struct str below;
    int fd = -1;
    enum err rc = fs_open_below(root, path.p, O_RDONLY | O_NONBLOCK,
                                FS_BELOW_NO_LINKS, &fd, e);

    if (rc == ERR_NOT_FOUND)
        return OK;
    if (!rc)
        rc = str_printf(a, &below, e, "%s/%.*s", folder, STR_FMT(path));
    if (!rc)
        rc = exports_place(fd, (struct str){0}, to, below, a, e);
    fs_close(&fd);
    return rc;
}

enum err exports_copy(const struct base *b, const char *folder, const char *to,
                      struct error *e)
{
    struct str *list = NULL;
    struct arena a;
    const char *root;
    bool is_there = false;
    size_t n = 0;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    root = fs_join(b->folder, folder, &a, e);
    rc = root ? fs_exists(root, SHOWN, &is_there, e) : e->code;
    if (!rc && is_there)
        rc = fs_list_tree(root, SHOWN, &a, &list, &n, e);
    for (size_t i = 0; i < n && !rc; i++)
        rc = copy_one(root, list[i], folder, to, &a, e);
    arena_release(&a);
    return rc;
}
