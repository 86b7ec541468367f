#include "knowledge/knowledge_base/derived.h"

#include "base/hash.h"

#include <dirent.h>
#include <errno.h>
#include <unistd.h>

#define HEX_DIGITS (HASH_HEX_BYTES - 1)
#define SHOWN      "derived files"

/* Names begin with the fingerprint of what the file was made of. */
static enum err is_wanted(const struct base *b, struct str name, bool *wanted,
                          struct error *e)
{
    int64_t one = 0;
    enum err rc =
        db_get_int(b->db,
                   "SELECT 1 FROM document_version"
                   " WHERE source_fingerprint = ?1 LIMIT 1",
                   DB_ARGS(db_text(str_slice(name, 0, HEX_DIGITS))), &one, e);

    *wanted = one == 1;
    return rc;
}

static enum err sweep(const struct base *b, bool all, struct error *e)
{
    DIR *d = opendir(b->derived.cache);
    const char *name;
    enum err rc;

    if (!d)
        return fs_error(ERR_FILE_READ_FAILED, "list", SHOWN, errno, e);
    rc = fs_next_name(d, SHOWN, &name, e);
    while (!rc && name) {
        bool wanted = false;

        if (!all)
            rc = is_wanted(b, str_from(name), &wanted, e);
        if (!rc && !wanted && unlinkat(dirfd(d), name, 0) != 0 &&
            errno != ENOENT)
            rc = fs_error(ERR_FILE_WRITE_FAILED, "remove", SHOWN, errno, e);
        if (!rc)
            rc = fs_next_name(d, SHOWN, &name, e);
    }
    (void)closedir(d);
    return rc;
}

enum err derived_sweep(const struct base *b, struct error *e)
{
    return sweep(b, false, e);
}

enum err derived_clear(const struct base *b, struct error *e)
{
    return sweep(b, true, e);
}
