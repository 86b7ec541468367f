/*
 * Records: a type and a length, two bytes each, and so many bytes. What is longer
 * goes on in records of type CONTINUE; where that divides the characters of a text,
 * the next part begins with a byte that says anew whether they have one byte or two.
 *
 * Source: [MS-XLS] 2.1.4, 2.4.58 (Continue), 2.5.293
 * (XLUnicodeRichExtendedString).
 */
#include "formats/xls/biff.h"

#include "base/little_endian.h"
#include "formats/xlsx/utf16.h"

#include <string.h>

#define HEAD_BYTES 4u

enum err biff_bad(const struct biff *b, const char *what, struct error *e)
{
    (void)error_set(e, ERR_FILE_READ_FAILED,
                    "the record before byte %llu of the workbook %s",
                    (unsigned long long)b->at, what);
    e->pos.offset = b->at;
    return e->code;
}

/* n bytes at b->at into the window. */
static enum err fill(struct biff *b, size_t n, struct error *e)
{
    uint64_t left;

    if (b->at >= b->window_at && b->at + n <= b->window_at + b->window_n)
        return OK;
    if (b->at > b->stream.size || n > b->stream.size - b->at)
        return biff_bad(b, "is the last, and its end is missing", e);
    left = b->stream.size - b->at;
    b->window_n = left < BIFF_WINDOW_BYTES ? (size_t)left : BIFF_WINDOW_BYTES;
    b->window_at = b->at;
    if (ole_read(&b->stream, b->at, b->window, b->window_n, e) == OK)
        return OK;
    b->window_n = 0;
    return e->code;
}

enum err biff_next(struct biff *b, struct error *e)
{
    const unsigned char *p;

    if (fill(b, HEAD_BYTES, e) != OK)
        return e->code;
    p = b->window + (b->at - b->window_at);
    b->type = load16(p);
    b->n = load16(p + 2);
    if (fill(b, HEAD_BYTES + b->n, e) != OK)
        return e->code;
    b->p = b->window + (b->at - b->window_at) + HEAD_BYTES;
    b->at += HEAD_BYTES + b->n;
    b->next = 0;
    return OK;
}

/* The record that continues this one. */
static enum err go_on(struct biff *b, struct error *e)
{
    if (biff_next(b, e) != OK)
        return e->code;
    return b->type == BIFF_CONTINUE ? OK : biff_bad(b, "comes too early", e);
}

enum err biff_take(struct biff *b, void *to, size_t n, struct error *e)
{
    unsigned char *p = to;

    while (n > 0) {
        size_t part = b->n - b->next;

        if (part == 0) {
            if (go_on(b, e) != OK)
                return e->code;
            continue;
        }
        part = part < n ? part : n;
        memcpy(p, b->p + b->next, part);
        p += part;
        b->next += part;
        n -= part;
    }
    return OK;
}

enum err biff_pass(struct biff *b, uint64_t n, struct error *e)
{
    while (n > 0) {
        const size_t left = b->n - b->next;
        const size_t part = n < left ? (size_t)n : left;

        b->next += part;
        n -= part;
        if (n > 0 && go_on(b, e) != OK)
            return e->code;
    }
    return OK;
}

enum err biff_text(struct biff *b, uint32_t n, bool is_wide, struct buf *out,
                   struct error *e)
{
    struct utf16 units = {0};

    while (n > 0) {
        const size_t width = is_wide ? 2 : 1;
        size_t part = (b->n - b->next) / width;

        if (part == 0) { /* a byte that is left over is none of a character */
            unsigned char flags;

            if (go_on(b, e) != OK || biff_take(b, &flags, 1, e) != OK)
                return e->code;
            is_wide = flags & 1;
            continue;
        }
        part = part < n ? part : n;
        for (size_t i = 0; i < part; i++) {
            const unsigned char *p = b->p + b->next + i * width;

            utf16_put(&units, is_wide ? load16(p) : p[0], out);
        }
        b->next += part * width;
        n -= (uint32_t)part;
    }
    utf16_end(&units, out);
    return OK;
}
