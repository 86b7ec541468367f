#include "search/documents/derived_text.h"

#include "base/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define PATHS_BYTES ((size_t)16 * 1024)
#define BLOCK_BYTES ((size_t)32 * 1024)
#define SHOWN       "a text of the base"

/* -1 where there is none. */
static enum err open_or_none(const char *path, int *fd, struct error *e)
{
    *fd = open(path, O_RDONLY | O_CLOEXEC);
    return *fd >= 0 || errno == ENOENT
               ? OK
               : fs_error(ERR_FILE_READ_FAILED, "read", SHOWN, errno, e);
}

/* As many bytes as there are, up to a block. */
static enum err read_block(int fd, char *block, size_t *n, struct error *e)
{
    *n = 0;
    while (*n < BLOCK_BYTES) {
        ssize_t got = read(fd, block + *n, BLOCK_BYTES - *n);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fs_error(ERR_FILE_READ_FAILED, "read", SHOWN, errno, e);
        if (got == 0)
            return OK;
        *n += (size_t)got;
    }
    return OK;
}

static enum err compare_open(int x, int y, bool *same, struct error *e)
{
    char of_x[BLOCK_BYTES], of_y[BLOCK_BYTES];
    size_t nx = BLOCK_BYTES, ny = BLOCK_BYTES;
    enum err rc = OK;

    *same = true;
    while (*same && nx == BLOCK_BYTES && !rc) {
        rc = read_block(x, of_x, &nx, e);
        if (!rc)
            rc = read_block(y, of_y, &ny, e);
        *same = !rc && nx == ny && memcmp(of_x, of_y, nx) == 0;
    }
    return rc;
}

/* Files that are neither there are the same if `may_lack`. */
static enum err compare(const char *x, const char *y, bool may_lack, bool *same,
                        struct error *e)
{
    int fx = -1, fy = -1;
    enum err rc = open_or_none(x, &fx, e);

    *same = false;
    if (!rc)
        rc = open_or_none(y, &fy, e);
    if (!rc && fx >= 0 && fy >= 0)
        rc = compare_open(fx, fy, same, e);
    else if (!rc)
        *same = may_lack && fx < 0 && fy < 0;
    fs_close(&fx);
    fs_close(&fy);
    return rc;
}

enum err derived_text_path(const struct base *b, const struct text_of *t,
                           struct arena *a, const char **sections,
                           const char **text, struct error *e)
{
    struct str path;
    enum err rc = str_printf(a, &path, e, "%s/%.*s-%.*s.json", b->derived.cache,
                             STR_FMT(t->sha256), STR_FMT(t->reader));

    *sections = path.p;
    if (!rc)
        rc = str_printf(a, &path, e, "%s/%.*s-%.*s.text", b->derived.cache,
                        STR_FMT(t->sha256), STR_FMT(t->reader));
    *text = path.p;
    return rc;
}

enum err derived_text_compare(const struct base *b,
                              const struct text_of *before, bool *same,
                              struct error *e)
{
    const struct text_of now = {before->sha256, STR(DOCUMENT_PARSER_READER)};
    const char *sections[2], *text[2];
    struct arena a;
    enum err rc;

    *same = false;
    arena_init(&a, PATHS_BYTES);
    rc = derived_text_path(b, before, &a, &sections[0], &text[0], e);
    if (!rc)
        rc = derived_text_path(b, &now, &a, &sections[1], &text[1], e);
    if (!rc)
        rc = compare(sections[0], sections[1], false, same, e);
    if (!rc && *same) /* a text that is its source is not there */
        rc = compare(text[0], text[1], true, same, e);
    arena_release(&a);
    return rc;
}

enum err derived_text_is_kept(const struct base *b, const struct text_of *t,
                              bool *is, struct error *e)
{
    const char *sections, *text;
    struct arena a;
    enum err rc;

    *is = false;
    arena_init(&a, PATHS_BYTES);
    rc = derived_text_path(b, t, &a, &sections, &text, e);
    if (!rc)
        rc = fs_exists(sections, SHOWN, is, e);
    arena_release(&a);
    return rc;
}
