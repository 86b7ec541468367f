#include "store/home/home.h"

#include "base/fs_sync.h"
#include "base/hash.h"
#include "base/utf8.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Enough of a SHA-256 to tell folders apart. */
#define FOLDER_NAME_DIGITS 16
#define DRAFT_DEPTH        3 /* dirs/<folder>/draft below the home */

/* The folder `name`, one step below a folder of the home that is there. */
static enum err make(const struct home *h, const char *name, const char **out,
                     struct arena *a, struct error *e)
{
    char *path = fs_join(h->path, name, a, e);
    char *shown = path ? fs_join(h->shown, name, a, e) : NULL;
    struct stat st;
    enum err rc;

    if (!shown)
        return e->code;
    *out = path;
    rc = fs_mkdirs(path, shown, e);
    if (!rc && lstat(path, &st) != 0)
        rc = fs_error(ERR_FILE_WRITE_FAILED, "make folder", shown, errno, e);
    if (!rc && S_ISLNK(st.st_mode))
        rc = error_set(e, ERR_SANDBOX_VIOLATION,
                       "'%s' is a symbolic link, and nothing is written "
                       "through one; choose another home with --home DIR",
                       shown);
    return rc;
}

/* With its name on the disk: what is acknowledged in it is not lost with it. */
static enum err make_home(const struct home *h, struct error *e)
{
    const bool there = access(h->path, F_OK) == 0;
    enum err rc = fs_mkdirs(h->path, h->shown, e);

    return rc || there ? rc : fs_sync_name(h->path, h->shown, e);
}

enum err home_open(const char *path, struct arena *a, struct home *h,
                   struct error *e)
{
    struct str name;
    enum err rc;

    *h = (struct home){.path = path, .shown = path};
    if (!path)
        h->path = fs_home_default(&h->shown, a, e);
    if (!h->path)
        return e->code;
    name = str_from(h->path);
    if (utf8_valid_prefix(name) != name.n) /* workers get it in JSON */
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the path of the home folder is not UTF-8; choose "
                         "another with --home DIR");
    rc = make_home(h, e);
    if (!rc)
        rc = make(h, "cache", &h->cache, a, e);
    if (!rc)
        rc = make(h, "cache/seen", &h->seen, a, e);
    if (!rc)
        rc = make(h, "cache/mapped", &h->mapped, a, e);
    if (!rc)
        rc = make(h, "cache/locks", &h->locks, a, e);
    if (!rc)
        rc = make(h, "cache/build", &h->build, a, e);
    return rc;
}

const char *home_draft_of(const struct home *h, const char *folder,
                          struct arena *a, struct error *e)
{
    char real[PATH_MAX];
    const char *known = realpath(folder, real) ? real : folder;
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];
    struct hash state;
    struct str name, parent;
    const char *draft = NULL;

    hash_init(&state);
    hash_update(&state, known, strlen(known));
    hash_finish(&state, digest);
    hash_hex(digest, hex);
    if (str_printf(a, &parent, e, "dirs/%.*s", FOLDER_NAME_DIGITS, hex) ||
        str_printf(a, &name, e, "%s/draft", parent.p) ||
        make(h, "dirs", &draft, a, e) || make(h, parent.p, &draft, a, e) ||
        make(h, name.p, &draft, a, e) ||
        fs_sync_names(draft, DRAFT_DEPTH - 1, h->shown, e))
        return NULL;
    return draft;
}
