#include "search/index/language.h"

#include "base/utf8.h"

#define LOOKED_AT 1024

struct scripts {
    size_t han;
    size_t kana;
    size_t hangul;
    size_t all; /* characters but white space */
};

static bool is_between(uint32_t c, uint32_t from, uint32_t to)
{
    return from <= c && c <= to;
}

static struct scripts count_scripts(struct str text)
{
    struct scripts s = {0};

    text = str_slice(text, 0, LOOKED_AT);
    for (size_t i = 0; i < text.n;) {
        size_t n = utf8_length(str_slice(text, i, text.n));
        uint32_t c = n ? utf8_decode(text.p + i, n) : 0;

        i += n ? n : 1;
        s.all += c > ' ';
        s.han += is_between(c, 0x4E00, 0x9FFF) || is_between(c, 0x3400, 0x4DBF);
        s.kana += is_between(c, 0x3040, 0x30FF);
        s.hangul += is_between(c, 0xAC00, 0xD7AF);
    }
    return s;
}

enum err language_of(struct analyzer *z, struct str text, struct str *out,
                     struct error *e)
{
    const struct scripts s = count_scripts(text);
    unsigned bits;
    enum err rc;

    *out = (struct str){0};
    if (4 * (s.han + s.kana + s.hangul) > s.all) {
        *out = s.kana * 10 > s.han + s.kana ? STR("ja") : STR("zh");
        if (s.hangul > s.han + s.kana)
            *out = STR("ko");
        return OK;
    }
    rc = analyzer_language(z, text, &bits, e);
    if (!rc && bits == LANG_ENGLISH)
        *out = STR("en");
    if (!rc && bits == LANG_SPANISH)
        *out = STR("es");
    return rc;
}

unsigned language_bit(struct str language)
{
    struct str two = str_slice(language, 0, 2);

    if (language.n == 0)
        return 0;
    if (str_eq_nocase(two, STR("en")))
        return LANG_ENGLISH;
    return str_eq_nocase(two, STR("es")) ? LANG_SPANISH : LANG_OTHER;
}
