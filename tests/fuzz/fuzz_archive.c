/* module: archive */
/*
 * Any bytes as a zip and as a tar. Names of members lead nowhere else, and no more
 * comes out than the limits say.
 */
#include "formats/archive/archive.h"

#include "base/utf8.h"

#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct seen {
    uint64_t members;
    bool is_open;
};

static enum err on_begin(void *ctx, const struct member *m, struct error *e)
{
    struct seen *x = ctx;

    (void)e;
    BUG_ON(x->is_open);
    BUG_ON(m->id.n == 0 || m->name.n == 0 || m->name.p[0] == '/');
    BUG_ON(utf8_valid_prefix(m->name) != m->name.n);
    BUG_ON(str_find_char(m->name, '\0') < m->name.n);
    BUG_ON(m->name.n > ARCHIVE_NAME_BYTES);
    BUG_ON(str_is(m->name, "..") || str_starts(m->name, STR("../")) ||
           str_find(m->name, STR("/../")) < m->name.n ||
           str_ends(m->name, STR("/..")));
    BUG_ON(m->is_left_out && m->refusal.n == 0);
    x->members++;
    x->is_open = m->refusal.n == 0;
    return OK;
}

static enum err on_write(void *ctx, struct str bytes, struct error *e)
{
    const struct seen *x = ctx;

    (void)e;
    BUG_ON(!x->is_open || bytes.n == 0);
    return OK;
}

static enum err on_end(void *ctx, struct error *e)
{
    struct seen *x = ctx;

    (void)e;
    BUG_ON(!x->is_open);
    x->is_open = false;
    return OK;
}

static enum err on_fail(void *ctx, struct str why, struct error *e)
{
    BUG_ON(why.n == 0);
    return on_end(ctx, e);
}

static bool is_full(void *ctx)
{
    const struct seen *x = ctx;

    return x->members % 2 == 1;
}

typedef enum err members(int fd, uint64_t from, const struct member_sink *sink,
                         const atomic_bool *stop, uint64_t *next,
                         struct error *e);

/* Some at a time, as the worker reads a large one. */
static void read_all(int fd, members *read)
{
    struct seen seen = {0};
    const struct member_sink sink = {.begin = on_begin,
                                     .write = on_write,
                                     .end = on_end,
                                     .fail = on_fail,
                                     .is_full = is_full,
                                     .ctx = &seen};
    uint64_t from = 0;
    struct error e;
    enum err rc;

    do {
        const uint64_t before = from;

        rc = read(fd, from, &sink, NULL, &from, &e);
        BUG_ON(rc != OK && rc != ERR_LIMIT && rc != ERR_FILE_READ_FAILED);
        BUG_ON(!rc && from != 0 && from <= before);
        BUG_ON(!rc && seen.is_open);
    } while (!rc && from > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const int fd = memfd_create("fuzz", MFD_CLOEXEC);

    BUG_ON(fd < 0 ||
           write(fd, size ? (const char *)data : "", size) != (ssize_t)size);
    read_all(fd, zip_members);
    read_all(fd, tar_members);
    (void)close(fd);
    return 0;
}
