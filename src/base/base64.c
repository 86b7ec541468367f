#include "base/base64.h"

#include <stdint.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                             "abcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_put(struct str bytes, struct buf *out)
{
    for (size_t i = 0; i < bytes.n; i += 3) {
        uint32_t bits = 0;

        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 |
                   (i + k < bytes.n ? (unsigned char)bytes.p[i + k] : 0U);
        for (size_t k = 0; k < 4; k++)
            buf_put_char(
                out, i + k > bytes.n ? '=' : digits[bits >> (18 - 6 * k) & 63]);
    }
}

static int value_of(char c)
{
    size_t at = str_find_char((struct str){digits, sizeof(digits) - 1}, c);

    return at < sizeof(digits) - 1 ? (int)at : -1;
}

bool base64_read(struct str text, char *to, size_t *n)
{
    unsigned bits = 0;
    int count = 0;
    size_t pad = 0;

    *n = 0;
    if (text.n % 4)
        return false;
    while (pad < 2 && pad < text.n && text.p[text.n - 1 - pad] == '=')
        pad++;
    for (size_t i = 0; i < text.n - pad; i++) {
        int v = value_of(text.p[i]);

        if (v < 0)
            return false;
        bits = bits << 6 | (unsigned)v;
        count += 6;
        if (count >= 8) {
            count -= 8;
            to[(*n)++] = (char)(bits >> count & 0xff);
        }
    }
    return true;
}
