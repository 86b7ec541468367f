#include "base/percent.h"

#include <string.h>

static bool is_plain(char c, const char *also)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') ||
           (c != '\0' && (strchr("-._~", c) || strchr(also, c)));
}

void percent_put(struct str s, const char *also, struct buf *out)
{
    for (size_t i = 0; i < s.n; i++) {
        if (is_plain(s.p[i], also))
            buf_put_char(out, s.p[i]);
        else
            buf_printf(out, "%%%02X", (unsigned)(unsigned char)s.p[i]);
    }
}

size_t percent_decode(struct str text, char *to, size_t *n)
{
    *n = 0;
    for (size_t i = 0; i < text.n; i++) {
        int high;
        int low;

        if (text.p[i] != '%') {
            to[(*n)++] = text.p[i];
            continue;
        }
        high = i + 2 < text.n ? str_hex_value(text.p[i + 1]) : -1;
        low = i + 2 < text.n ? str_hex_value(text.p[i + 2]) : -1;
        if (high < 0 || low < 0)
            return i;
        to[(*n)++] = (char)(high * 16 + low);
        i += 2;
    }
    return text.n;
}
