#include "store/page_file/page_file.h"

#include "base/fs.h"
#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define PENDING_BYTES ((size_t)1 << 20) /* a multiple of PAGE_BYTES */
#define MAX_SUM_BYTES ((size_t)1 << 30)

enum err page_file_open(struct page_file *f, const char *path,
                        const char *shown, struct page_kind kind,
                        struct arena *a, struct error *e)
{
    unsigned char header[PAGE_HEADER_BYTES];
    struct str temporary;

    *f = (struct page_file){
        .fd = -1, .path = path, .shown = shown, .kind = kind};
    buf_init(&f->pending, PENDING_BYTES);
    buf_init(&f->sums, MAX_SUM_BYTES);
    if (str_printf(a, &temporary, e, "%s.tmp-XXXXXX", path))
        return e->code;
    f->temporary = (char *)temporary.p;
    f->fd = mkostemp(f->temporary, O_CLOEXEC);
    if (f->fd < 0) {
        f->temporary = NULL;
        return fs_error(ERR_FILE_WRITE_FAILED, "write", shown, errno, e);
    }
    store32(header, kind.magic);
    store32(header + 4, kind.version);
    return page_file_put(f, header, sizeof(header), e);
}

/* Sum and write the pages that are pending. */
static enum err flush_pages(struct page_file *f, struct error *e)
{
    uint64_t page = f->sums.n / 8;
    struct str s;

    for (size_t i = 0; i < f->pending.n; i += PAGE_BYTES) {
        unsigned char sum[8];

        store64(sum, hash_sum(f->pending.p + i, PAGE_BYTES, page++));
        buf_put(&f->sums, sum, sizeof(sum));
    }
    if (buf_finish(&f->pending, &s, e) || buf_finish(&f->sums, &s, e))
        return e->code;
    if (fs_append(f->fd, f->shown, buf_str(&f->pending), e))
        return e->code;
    buf_reset(&f->pending);
    return OK;
}

enum err page_file_put(struct page_file *f, const void *bytes, size_t n,
                       struct error *e)
{
    const char *p = bytes;

    f->offset += n;
    while (n) {
        size_t part = PENDING_BYTES - f->pending.n;

        if (part > n)
            part = n;
        buf_put(&f->pending, p, part);
        if (f->pending.overflow)
            return error_set(e, ERR_LIMIT, "out of memory: cannot write '%s'",
                             f->shown);
        p += part;
        n -= part;
        if (f->pending.n == PENDING_BYTES && flush_pages(f, e))
            return e->code;
    }
    return OK;
}

/* Pad with zeros to a whole page and sum it: no page comes after. */
static enum err end_pages(struct page_file *f, struct error *e)
{
    static const char zeros[PAGE_BYTES];
    size_t more = (PAGE_BYTES - f->offset % PAGE_BYTES) % PAGE_BYTES;

    if (page_file_put(f, zeros, more, e))
        return e->code;
    return f->pending.n ? flush_pages(f, e) : OK;
}

static void fill_footer(const struct page_file *f, struct str sums,
                        const uint64_t own[PAGE_FOOTER_OWN],
                        unsigned char out[PAGE_FOOTER_BYTES])
{
    uint64_t footer[PAGE_FOOTER_FIELDS] = {0};

    memcpy(footer, own, sizeof(*own) * PAGE_FOOTER_OWN);
    footer[PAGE_FOOTER_SUMS] = f->offset;
    footer[PAGE_FOOTER_FILE_BYTES] = f->offset + sums.n + PAGE_FOOTER_BYTES;
    footer[PAGE_FOOTER_SUMS_SUM] = hash_sum(sums.p, sums.n, 0);
    footer[PAGE_FOOTER_VERSION] = f->kind.version;
    for (size_t i = 0; i < PAGE_FOOTER_SUM; i++)
        store64(out + 8 * i, footer[i]);
    store64(out + (size_t)8 * PAGE_FOOTER_SUM,
            hash_sum(out, (size_t)8 * PAGE_FOOTER_SUM, 0));
}

enum err page_file_finish(struct page_file *f,
                          const uint64_t own[PAGE_FOOTER_OWN], struct error *e)
{
    unsigned char out[PAGE_FOOTER_BYTES];
    struct str sums;

    if (end_pages(f, e))
        return e->code;
    sums = buf_str(&f->sums);
    fill_footer(f, sums, own, out);
    if (fs_append(f->fd, f->shown, sums, e) ||
        fs_append(f->fd, f->shown, (struct str){(const char *)out, sizeof(out)},
                  e) ||
        fs_publish(f->fd, f->temporary, f->path, f->shown, e))
        return e->code;
    f->temporary = NULL;
    return OK;
}

void page_file_release(struct page_file *f)
{
    fs_close(&f->fd);
    if (f->temporary)
        (void)unlink(f->temporary);
    f->temporary = NULL;
    buf_release(&f->pending);
    buf_release(&f->sums);
}
