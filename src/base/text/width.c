#include "base/text/width.h"

#include "base/utf8.h"

#include <locale.h>
#include <pthread.h>
#include <wchar.h>

/* wcwidth() knows Unicode in a UTF-8 locale only, whatever the user's is. */
static locale_t utf8_locale;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_locale(void)
{
    utf8_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

unsigned text_char_width(uint32_t cp)
{
    locale_t before;
    int width;

    if (cp >= 0x20 && cp < 0x7f)
        return 1;
    (void)pthread_once(&once, make_locale);
    if (utf8_locale == (locale_t)0)
        return 1;
    before = uselocale(utf8_locale);
    width = wcwidth((wchar_t)cp);
    (void)uselocale(before);
    return width < 0 ? 1 : (unsigned)width;
}

/* The next character: its bytes, and its columns in *width. */
static size_t step(struct str rest, unsigned *width)
{
    size_t n = utf8_length(rest);

    *width = n ? text_char_width(utf8_decode(rest.p, n)) : 1;
    return n ? n : 1;
}

size_t text_width(struct str s)
{
    size_t columns = 0;

    for (size_t at = 0; at < s.n;) {
        unsigned width;

        at += step(str_slice(s, at, s.n), &width);
        columns += width;
    }
    return columns;
}

size_t text_fit(struct str s, size_t columns)
{
    size_t at = 0;
    size_t used = 0;

    while (at < s.n) {
        unsigned width;
        size_t n = step(str_slice(s, at, s.n), &width);

        if (used + width > columns)
            break;
        used += width;
        at += n;
    }
    return at;
}
