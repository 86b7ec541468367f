/* module: archive */
/*
 * Any bytes as the list of parts of an OpenDocument and as the parts of its objects: what
 * comes out is named like a file, and is a package that can be read, with the same parts.
 */
#include "formats/archive/odf_objects.h"

#include "base/utf8.h"
#include "formats/package/book.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define PARTS 5

static const char *const names[PARTS] = {
    "META-INF/manifest.xml", "Object 1/content.xml", "Object 1/styles.xml",
    "Object 2/content.xml", "a/b/content.xml"};

struct seen {
    struct str part[PARTS]; /* as they were given */
    struct buf file;
    unsigned members;
    bool is_open;
};

static enum err on_begin(void *ctx, const struct member *m, struct error *e)
{
    struct seen *x = ctx;

    (void)e;
    BUG_ON(x->is_open || m->name.n == 0);
    BUG_ON(utf8_valid_prefix(m->name) != m->name.n || m->name.p[0] == '/');
    BUG_ON(str_is(m->name, "..") || str_starts(m->name, STR("../")));
    buf_reset(&x->file);
    x->members++;
    x->is_open = m->refusal.n == 0;
    return OK;
}

static enum err on_write(void *ctx, struct str bytes, struct error *e)
{
    struct seen *x = ctx;

    (void)e;
    BUG_ON(!x->is_open);
    buf_put_str(&x->file, bytes);
    return OK;
}

static enum err on_end(void *ctx, struct error *e)
{
    struct seen *x = ctx;
    const int fd = book_file(buf_str(&x->file));
    struct unzip *u = NULL;
    char head[64];
    size_t got = 0;

    BUG_ON(!x->is_open);
    x->is_open = false;
    BUG_ON(unzip_open(fd, &u, e) != OK);
    BUG_ON(!unzip_has(u, STR("mimetype")));
    BUG_ON(unzip_start(u, STR("mimetype"), e) != OK ||
           unzip_read(u, head, sizeof(head), &got, e) != OK || got < 36);
    if (unzip_has(u, STR("content.xml"))) {
        bool is_one = false;

        BUG_ON(unzip_start(u, STR("content.xml"), e) != OK ||
               unzip_read(u, head, sizeof(head), &got, e) != OK);
        for (size_t i = 1; i < PARTS; i++)
            is_one |= str_starts(x->part[i], (struct str){head, got});
        BUG_ON(!is_one);
    }
    unzip_close(u);
    (void)close(fd);
    return OK;
}

static enum err on_fail(void *ctx, struct str why, struct error *e)
{
    struct seen *x = ctx;

    (void)e;
    BUG_ON(!x->is_open || why.n == 0);
    x->is_open = false;
    return OK;
}

static bool is_full(void *ctx)
{
    const struct seen *x = ctx;

    return x->members % 2 == 1;
}

static void put_all(struct unzip *u, struct seen *seen)
{
    const struct member_sink sink = {.begin = on_begin,
                                     .write = on_write,
                                     .end = on_end,
                                     .fail = on_fail,
                                     .is_full = is_full,
                                     .ctx = seen};
    uint64_t from = 0;
    struct error e;
    enum err rc;

    do {
        const uint64_t before = from;

        from = 0;
        rc = odf_objects_put(u, before, &sink, &from, &e);
        BUG_ON(rc != OK && rc != ERR_LIMIT && rc != ERR_FILE_READ_FAILED);
        BUG_ON(!rc && seen->is_open);
        BUG_ON(!rc && from != 0 && from <= before);
    } while (!rc && from > 0);
}

/* The parts are separated by the byte 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str rest = {size ? (const char *)data : "", size};
    struct seen seen = {0};
    struct unzip *u = NULL;
    struct error e;
    struct book b;
    int fd;

    buf_init(&seen.file, MAX_ZIP);
    book_init(&b);
    book_add(&b, "mimetype", "application/vnd.oasis.opendocument.text");
    for (size_t i = 0; i < PARTS; i++) {
        const size_t n = str_find_char(rest, '\0');

        seen.part[i] = str_slice(rest, 0, n);
        book_put(&b, names[i], seen.part[i]);
        rest = str_slice(rest, n + 1, rest.n);
    }
    fd = book_close(&b);
    BUG_ON(unzip_open(fd, &u, &e) != OK);
    BUG_ON(!odf_objects_fit(u));
    put_all(u, &seen);
    unzip_close(u);
    (void)close(fd);
    buf_release(&seen.file);
    return 0;
}
