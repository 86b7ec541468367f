/*
 * png.c - one chunk of data, each row by its difference from the row above, which
 * is nothing on most of a page.
 */
#include "formats/png/png.h"

#include "base/buf.h"
#include "formats/decompress/inflater.h"

#include <string.h>

#define SIGNATURE  "\x89PNG\r\n\x1a\n"
#define FILTER_UP  2
#define DEPTH      8
#define GREY       0
#define COLOUR     2
#define MAX_BYTES  ((size_t)512 << 20)
#define POLYNOMIAL 0xedb88320U

static uint32_t crc_of(const char *p, size_t n)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < n; i++) {
        crc ^= (unsigned char)p[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? POLYNOMIAL : 0);
    }
    return ~crc;
}

static void put_u32(struct buf *out, uint32_t n)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        buf_put_char(out, (char)(n >> shift & 0xff));
}

/* The checksum is of name and data. */
static void put_chunk(struct buf *out, const char *name, struct str data)
{
    size_t from;

    put_u32(out, (uint32_t)data.n);
    from = out->n;
    buf_puts(out, name);
    buf_put_str(out, data);
    if (!out->overflow)
        put_u32(out, crc_of(buf_str(out).p + from, out->n - from));
}

static void put_header(struct buf *out, const struct png_image *p)
{
    struct buf head;

    buf_init(&head, 64);
    put_u32(&head, p->width);
    put_u32(&head, p->height);
    buf_put_char(&head, DEPTH);
    buf_put_char(&head, p->channels == 1 ? GREY : COLOUR);
    for (int i = 0; i < 3; i++) /* the only compression and filters; in order */
        buf_put_char(&head, 0);
    put_chunk(out, "IHDR", buf_str(&head));
    buf_release(&head);
}

static void filter(const struct png_image *p, unsigned char *out)
{
    const size_t row = (size_t)p->width * p->channels;

    for (size_t y = 0; y < p->height; y++, out += row + 1) {
        const unsigned char *at = p->byte + y * row;

        out[0] = FILTER_UP;
        for (size_t i = 0; i < row; i++)
            out[i + 1] = (unsigned char)(at[i] - (y ? at[i - row] : 0));
    }
}

enum err png_write(const struct png_image *p, struct arena *a, struct str *out,
                   struct error *e)
{
    const size_t row = (size_t)p->width * p->channels + 1;
    unsigned char *rows;
    struct str packed;
    struct buf b;
    enum err rc;

    if (p->width == 0 || p->height == 0)
        return error_set(e, ERR_LIMIT, "an image has no pixels");
    rows = arena_alloc_array(a, p->height, row, e);
    if (!rows)
        return e->code;
    filter(p, rows);
    if (inflater_pack((struct str){(const char *)rows, row * p->height}, a,
                      &packed, e))
        return e->code;
    buf_init(&b, MAX_BYTES);
    buf_put(&b, SIGNATURE, sizeof(SIGNATURE) - 1);
    put_header(&b, p);
    put_chunk(&b, "IDAT", packed);
    put_chunk(&b, "IEND", (struct str){0});
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}
