#include "formats/xlsx/utf16.h"

/* A character as UTF-8. */
static void put_char(struct buf *out, uint32_t c)
{
    if (c < 0x80) {
        buf_put_char(out, (char)c);
    } else if (c < 0x800) {
        buf_put_char(out, (char)(0xc0 | c >> 6));
        buf_put_char(out, (char)(0x80 | (c & 0x3f)));
    } else if (c < 0x10000) {
        buf_put_char(out, (char)(0xe0 | c >> 12));
        buf_put_char(out, (char)(0x80 | (c >> 6 & 0x3f)));
        buf_put_char(out, (char)(0x80 | (c & 0x3f)));
    } else {
        buf_put_char(out, (char)(0xf0 | c >> 18));
        buf_put_char(out, (char)(0x80 | (c >> 12 & 0x3f)));
        buf_put_char(out, (char)(0x80 | (c >> 6 & 0x3f)));
        buf_put_char(out, (char)(0x80 | (c & 0x3f)));
    }
}

void utf16_put(struct utf16 *u, uint32_t unit, struct buf *out)
{
    const bool is_low = unit >= 0xdc00 && unit < 0xe000;

    if (u->high && is_low) {
        put_char(out, 0x10000 + ((u->high - 0xd800) << 10) + (unit - 0xdc00));
        u->high = 0;
        return;
    }
    utf16_end(u, out);
    u->high = unit >= 0xd800 && unit < 0xdc00 ? unit : 0;
    if (!u->high && unit)
        put_char(out, is_low ? 0xfffd : unit);
}

void utf16_end(struct utf16 *u, struct buf *out)
{
    if (u->high)
        put_char(out, 0xfffd);
    u->high = 0;
}
