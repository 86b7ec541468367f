/* module: httpd */
/* fuzz_form.c - a form gives the same parts however it is cut; its first line
 * is the Content-Type, the second the size of the pieces. */
#include "server/httpd/multipart.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

#define SEEN_BYTES ((size_t)1 << 22)

static enum err begin(void *ctx, const struct multipart_part *part,
                      struct error *e)
{
    (void)e;
    buf_put_str(ctx, part->name);
    buf_put_char(ctx, part->is_file ? '/' : '=');
    buf_put_str(ctx, part->file);
    return OK;
}

static enum err put(void *ctx, struct str bytes, struct error *e)
{
    (void)e;
    buf_put_str(ctx, bytes);
    return OK;
}

static enum err end(void *ctx, struct error *e)
{
    (void)e;
    buf_put_char(ctx, ';');
    return OK;
}

static enum err read_form(struct str type, struct str form, size_t step,
                          struct buf *seen)
{
    const struct multipart_sink sink = {seen, begin, put, end};
    struct multipart m = {0};
    struct error e = {0};
    enum err rc = multipart_init(&m, type, &sink, &e);

    for (size_t at = 0; !rc && at < form.n; at += step)
        rc = multipart_feed(&m, str_slice(form, at, at + step), &e);
    if (!rc)
        rc = multipart_finish(&m, &e);
    if (rc && (e.code != rc || e.pos.offset > form.n))
        abort();
    multipart_release(&m);
    return rc;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const struct str all = {(const char *)data, n};
    const size_t line = str_find_char(all, '\n');
    const struct str rest = str_slice(all, line + 1, n);
    const size_t step = rest.n ? 1 + (unsigned char)rest.p[0] % 40 : 1;
    const struct str form = str_slice(rest, 1, rest.n);
    struct buf whole, cut;
    enum err rc;

    buf_init(&whole, SEEN_BYTES);
    buf_init(&cut, SEEN_BYTES);
    rc = read_form(str_slice(all, 0, line), form, (size_t)1 << 20, &whole);
    if (read_form(str_slice(all, 0, line), form, step, &cut) != rc ||
        (!rc && !str_eq(buf_str(&whole), buf_str(&cut))))
        abort();
    buf_release(&whole);
    buf_release(&cut);
    return 0;
}
