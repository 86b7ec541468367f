#include "store/home.h"

#include "base/hash.h"
#include "base/utf8.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Enough of a SHA-256 to tell folders apart. */
#define FOLDER_NAME_DIGITS 16

static enum err make(const char *folder, const char *name, const char **out,
                     struct arena *a, struct error *e)
{
    char *path = fs_join(folder, name, a, e);

    if (!path)
        return e->code;
    *out = path;
    return fs_mkdirs(path, "the home folder", e);
}

enum err home_open(const char *path, struct arena *a, struct home *h,
                   struct error *e)
{
    struct str name;
    enum err rc;

    *h = (struct home){.path = path ? path : fs_home_default(a, e)};
    if (!h->path)
        return e->code;
    name = str_from(h->path);
    if (utf8_valid_prefix(name) != name.n) /* workers are told it in JSON */
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the path of the home folder is not UTF-8; choose "
                         "another with --home DIR");
    rc = make(h->path, "cache", &h->cache, a, e);
    if (!rc)
        rc = make(h->cache, "seen", &h->seen, a, e);
    if (!rc)
        rc = make(h->cache, "locks", &h->locks, a, e);
    if (!rc)
        rc = make(h->cache, "build", &h->build, a, e);
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
    struct str name;
    const char *draft = NULL;

    hash_init(&state);
    hash_update(&state, known, strlen(known));
    hash_finish(&state, digest);
    hash_hex(digest, hex);
    if (str_printf(a, &name, e, "dirs/%.*s/draft", FOLDER_NAME_DIGITS, hex) ||
        make(h->path, name.p, &draft, a, e))
        return NULL;
    return draft;
}
