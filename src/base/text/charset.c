/*
 * Encodings by ICU.
 *
 * Not by the C library's iconv(): it loads a module from disk for each
 * encoding, which the sandbox of the ingest worker forbids. ICU's tables are in
 * libicudata, which is mapped when the worker starts.
 *
 * Strictness. ICU maps bytes that an encoding leaves open to control
 * characters (0x81 of windows-1252 is U+0081); here they are no characters, so
 * that a wrong guess shows, but for the ISO 8859 sets, which have them.
 */
#include "base/text/charset.h"

#include "base/utf8.h"

#include <string.h>
#include <unicode/ucnv.h>

#define UNITS 2048

static enum err unknown(struct str name, struct error *e)
{
    return error_set(e, ERR_VALIDATION_FAILED,
                     "unknown encoding '%.*s'; known are utf-8, utf-16, "
                     "windows-1252, iso-8859-2, shift_jis, gb18030 and the "
                     "others of the IANA's list",
                     STR_FMT(str_slice(name, 0, 40)));
}

/* Names that others use and ICU does not know. */
static const char *known_as(const char *name)
{
    static const char *const other[][2] = {
        {"uhc", "windows-949"},
        {"cp949", "windows-949"},
        {"euc-kr", "windows-949"},
        {"gb2312", "gb18030"},
        {"gbk", "gb18030"},
        {"cp936", "gb18030"},
        {"mac-cyrillic", "x-mac-cyrillic"},
    };

    for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++) {
        if (strcasecmp(name, other[i][0]) == 0)
            return other[i][1];
    }
    return name;
}

static UConverter *open_named(const char *name)
{
    UErrorCode status = U_ZERO_ERROR;
    UConverter *c = ucnv_open(known_as(name), &status);

    if (U_FAILURE(status))
        return NULL;
    ucnv_setToUCallBack(c, UCNV_TO_U_CALLBACK_STOP, NULL, NULL, NULL, &status);
    return c;
}

enum err charset_find(struct str name, char shown[ENCODING_NAME_BYTES],
                      struct error *e)
{
    UErrorCode status = U_ZERO_ERROR;
    char text[ENCODING_NAME_BYTES] = "";
    UConverter *c;
    const char *best;

    if (name.n == 0 || name.n >= sizeof(text) || memchr(name.p, ',', name.n) ||
        memchr(name.p, '\0', name.n))
        return unknown(name, e);
    memcpy(text, name.p, name.n);
    c = open_named(text);
    if (!c)
        return unknown(name, e);
    best = ucnv_getStandardName(known_as(text), "MIME", &status);
    if (!best)
        best = ucnv_getStandardName(known_as(text), "IANA", &status);
    if (!best || strlen(best) >= ENCODING_NAME_BYTES)
        best = known_as(text);
    for (size_t i = 0; i <= strlen(best); i++) {
        char letter = best[i];

        shown[i] = (char)(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a'
                                                         : letter);
    }
    ucnv_close(c);
    return OK;
}

/* A control character that stands for a byte the encoding leaves open? */
static bool is_filler(UChar c, bool iso_8859)
{
    return (c >= 0x80 && c < 0xa0 && !iso_8859) || c == 0xfffd || c == 0x1a ||
           (c >= 0xe000 && c < 0xf900) || U16_IS_SURROGATE(c);
}

/* Fill the table if each byte is one character; else the converter is used. */
static bool make_table(UConverter *c, bool iso_8859, uint16_t table[256])
{
    for (unsigned i = 0; i < 256; i++) {
        const char byte = (char)i;
        const char *from = &byte;
        UChar out[8] = {0};
        UChar *to = out;
        UErrorCode status = U_ZERO_ERROR;

        ucnv_resetToUnicode(c);
        ucnv_toUnicode(c, &to, out + 8, &from, from + 1, NULL, true, &status);
        table[i] = 0;
        if (U_FAILURE(status))
            continue;
        if (to != out + 1)
            return false;
        if (i == 0x1a || !is_filler(out[0], iso_8859))
            table[i] = out[0];
    }
    return true;
}

enum err charset_open(struct charset *cs, const char *name, struct error *e)
{
    struct str text = str_from(name);

    memset(cs, 0, sizeof(*cs));
    cs->converter = open_named(name);
    cs->is_iso_2022_kr = strcasecmp(name, "iso-2022-kr") == 0;
    if (!cs->converter)
        return unknown(text, e);
    if (ucnv_getMaxCharSize(cs->converter) == 1 &&
        make_table(cs->converter, str_starts(text, STR("iso-8859-")),
                   cs->table))
        charset_close(cs);
    else
        ucnv_resetToUnicode(cs->converter);
    return OK;
}

void charset_close(struct charset *cs)
{
    ucnv_close(cs->converter);
    cs->converter = NULL;
}

void charset_reset(struct charset *cs)
{
    if (cs->converter)
        ucnv_resetToUnicode(cs->converter);
}

/* Of ISO-2022-KR, ICU's characters for six signs of KS X 1001, and those that
 * its other encodings, and all other converters, have for them; and its won
 * sign, which is a backslash, as RFC 1557 has ASCII there. */
static uint32_t as_ks_x_1001(uint32_t cp)
{
    static const UChar signs[][2] = {
        {0x30fb, 0x00b7}, {0x2010, 0x00ad}, {0x2014, 0x2015}, {0x301c, 0x223c},
        {0x02dc, 0xff5e}, {0x25c9, 0x2299}, {0x20a9, 0x005c}};

    for (size_t i = 0; i < COUNT_OF(signs); i++) {
        if (cp == signs[i][0])
            return signs[i][1];
    }
    return cp;
}

/* Units of UTF-16 as UTF-8. */
static size_t put_units(const struct charset *cs, const UChar *units, size_t n,
                        char *out)
{
    size_t made = 0;

    for (size_t i = 0; i < n; i++) {
        uint32_t cp = cs->is_iso_2022_kr ? as_ks_x_1001(units[i]) : units[i];

        if (U16_IS_LEAD(cp) && i + 1 < n && U16_IS_TRAIL(units[i + 1]))
            cp = U16_GET_SUPPLEMENTARY(cp, units[++i]);
        made += utf8_encode(U_IS_SURROGATE(cp) ? 0xfffd : cp, out + made);
    }
    return made;
}

static size_t invalid_bytes(const UConverter *c)
{
    UErrorCode status = U_ZERO_ERROR;
    char bytes[32];
    int8_t n = sizeof(bytes);

    ucnv_getInvalidChars(c, bytes, &n, &status);
    return U_FAILURE(status) || n < 0 ? 0 : (size_t)n;
}

ptrdiff_t charset_decode(struct charset *cs, struct str in, bool last,
                         char *out, size_t *made, bool *bad)
{
    const char *from = in.p;
    const char *end = in.p + in.n;
    UErrorCode status;

    *made = 0;
    *bad = false;
    do {
        UChar units[UNITS] = {0};
        UChar *to = units;
        size_t n;

        status = U_ZERO_ERROR;
        /* one unit is left free, so that a pair is never cut */
        ucnv_toUnicode(cs->converter, &to, units + UNITS - 1, &from, end, NULL,
                       last, &status);
        n = (size_t)(to - units);
        if (status == U_BUFFER_OVERFLOW_ERROR && n && U16_IS_LEAD(to[-1])) {
            UErrorCode more = U_ZERO_ERROR;

            ucnv_toUnicode(cs->converter, &to, to + 1, &from, from, NULL, false,
                           &more);
            n = (size_t)(to - units);
        }
        *made += put_units(cs, units, n, out + *made);
    } while (status == U_BUFFER_OVERFLOW_ERROR);
    if (U_SUCCESS(status))
        return (ptrdiff_t)in.n;
    *bad = true;
    return from - in.p - (ptrdiff_t)invalid_bytes(cs->converter);
}
