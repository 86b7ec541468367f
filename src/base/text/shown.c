#include "base/text/shown.h"

#include "base/utf8.h"

#include <string.h>

#define ELLIPSIS "\u2026"

static bool is_unsafe(uint32_t cp)
{
    return cp < ' ' || (cp >= 0x7f && cp < 0xa0) || cp == '\'' ||
           (cp >= 0x200b && cp <= 0x200f) || (cp >= 0x2028 && cp <= 0x202e) ||
           (cp >= 0x2060 && cp <= 0x206f) || cp == 0x61c || cp == 0xfeff;
}

const char *shown_name(struct str name, struct shown *to)
{
    const size_t room = sizeof(to->text) - sizeof(ELLIPSIS);
    size_t n = 0;

    while (name.n > 0) {
        const size_t len = utf8_length(name);
        const bool is_bad = len == 0 || is_unsafe(utf8_decode(name.p, len));
        const struct str c = is_bad ? STR("?") : str_slice(name, 0, len);

        if (n + c.n > room) {
            memcpy(to->text + n, ELLIPSIS, sizeof(ELLIPSIS) - 1);
            n += sizeof(ELLIPSIS) - 1;
            break;
        }
        memcpy(to->text + n, c.p, c.n);
        n += c.n;
        name = str_slice(name, len ? len : 1, name.n);
    }
    to->text[n] = '\0';
    return to->text;
}
