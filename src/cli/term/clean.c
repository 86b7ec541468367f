#include "cli/term/clean.h"

#include "base/utf8.h"

#define PICTURES    0x2400u /* of U+0000 to U+001F, in their order */
#define PICTURE_DEL 0x2421u
#define REPLACEMENT 0xFFFDu

/* Controls, and marks and separators that change where or whether other text
 * is seen. */
static bool steers(uint32_t cp)
{
    return cp < 0x20 || (cp >= 0x7F && cp < 0xA0) || /* DEL, C1 */
           (cp >= 0x200B && cp <= 0x200F) ||         /* zero width, LRM, RLM */
           (cp >= 0x2028 && cp <= 0x202E) ||         /* separators, overrides */
           (cp >= 0x2060 && cp <= 0x2069) ||         /* isolates */
           cp == 0x061C || cp == 0xFEFF ||           /* Arabic mark, BOM */
           (cp >= 0xE0000 && cp <= 0xE007F);         /* invisible tags */
}

static uint32_t visible(uint32_t cp)
{
    if (cp < 0x20)
        return PICTURES + cp;
    if (cp == 0x7F)
        return PICTURE_DEL;
    return steers(cp) ? REPLACEMENT : cp;
}

void term_put_clean(struct buf *out, struct str s)
{
    while (s.n) {
        size_t n = utf8_length(s);
        char bytes[4];
        uint32_t cp = n ? visible(utf8_decode(s.p, n)) : REPLACEMENT;

        buf_put(out, bytes, utf8_encode(cp, bytes));
        s = str_slice(s, n ? n : 1, s.n);
    }
}

/* U+202E as \u202e; above U+FFFF as a pair. */
static void put_escape(struct buf *out, uint32_t cp)
{
    if (cp > 0xFFFF) {
        cp -= 0x10000;
        buf_printf(out, "\\u%04x", (unsigned)(0xD800 | cp >> 10));
        cp = 0xDC00 | (cp & 0x3FF);
    }
    buf_printf(out, "\\u%04x", (unsigned)cp);
}

void term_put_escaped(struct buf *out, struct str json)
{
    size_t from = 0;

    for (size_t i = 0; i < json.n;) {
        size_t n = utf8_length(str_slice(json, i, json.n));
        uint32_t cp = n ? utf8_decode(json.p + i, n) : 0;

        if (n && cp > 0x20 && steers(cp)) {
            buf_put_str(out, str_slice(json, from, i));
            put_escape(out, cp);
            from = i + n;
        }
        i += n ? n : 1;
    }
    buf_put_str(out, str_slice(json, from, json.n));
}
