/*
 * Symbols (ECMA-376 part 1, 17.3.3.30): a font and a place in it, in the private area of
 * Unicode from 0xf000 on. Of the font Symbol, which has the letters of formulas and units,
 * all places are known that Adobe's encoding of it has a character for; of Wingdings marks
 * of lists, arrows, and boxes that are ticked or not.
 */
#include "formats/office/docx_symbol.h"

#include "base/utf8.h"

#define PRIVATE_FIRST 0xf000u
#define PRIVATE_LAST  0xf0ffu
#define SPACE         0x20u

struct range {
    uint8_t first, n;
    const uint16_t *code; /* 0: none */
};

/* From 0x22 on. */
static const uint16_t symbol_low[] = {
    0x2200, 0x23,   0x2203, 0x25,   0x26,   0x220b, 0x28,   0x29,   0x2217,
    0x2b,   0x2c,   0x2212, 0x2e,   0x2f,   0x30,   0x31,   0x32,   0x33,
    0x34,   0x35,   0x36,   0x37,   0x38,   0x39,   0x3a,   0x3b,   0x3c,
    0x3d,   0x3e,   0x3f,   0x2245, 0x0391, 0x0392, 0x03a7, 0x0394, 0x0395,
    0x03a6, 0x0393, 0x0397, 0x0399, 0x03d1, 0x039a, 0x039b, 0x039c, 0x039d,
    0x039f, 0x03a0, 0x0398, 0x03a1, 0x03a3, 0x03a4, 0x03a5, 0x03c2, 0x03a9,
    0x039e, 0x03a8, 0x0396, 0x5b,   0x2234, 0x5d,   0x22a5, 0x5f,   0,
    0x03b1, 0x03b2, 0x03c7, 0x03b4, 0x03b5, 0x03c6, 0x03b3, 0x03b7, 0x03b9,
    0x03d5, 0x03ba, 0x03bb, 0x03bc, 0x03bd, 0x03bf, 0x03c0, 0x03b8, 0x03c1,
    0x03c3, 0x03c4, 0x03c5, 0x03d6, 0x03c9, 0x03be, 0x03c8, 0x03b6, 0x7b,
    0x7c,   0x7d,   0x223c};

/* From 0xa1 on. */
static const uint16_t symbol_high[] = {
    0x03d2, 0x2032, 0x2264, 0x2044, 0x221e, 0x0192, 0x2663, 0x2666, 0x2665,
    0x2660, 0x2194, 0x2190, 0x2191, 0x2192, 0x2193, 0xb0,   0xb1,   0x2033,
    0x2265, 0xd7,   0x221d, 0x2202, 0x2022, 0xf7,   0x2260, 0x2261, 0x2248,
    0x2026, 0,      0,      0x21b5, 0x2135, 0x2111, 0x211c, 0x2118, 0x2297,
    0x2295, 0x2205, 0x2229, 0x222a, 0x2283, 0x2287, 0x2284, 0x2282, 0x2286,
    0x2208, 0x2209, 0x2220, 0x2207, 0xae,   0xa9,   0x2122, 0x220f, 0x221a,
    0x22c5, 0xac,   0x2227, 0x2228, 0x21d4, 0x21d0, 0x21d1, 0x21d2, 0x21d3,
    0x25ca, 0x2329, 0xae,   0xa9,   0x2122, 0x2211};

static const struct range symbol[] = {
    {0x22, COUNT_OF(symbol_low), symbol_low},
    {0xa1, COUNT_OF(symbol_high), symbol_high}};

static const struct {
    uint8_t place;
    uint16_t code;
} wingdings[] = {{0x6c, 0x25cf}, {0x6e, 0x25a0}, {0x6f, 0x25a1}, {0xa7, 0x25aa},
                 {0xa8, 0x25fb}, {0xdf, 0x2190}, {0xe0, 0x2192}, {0xe1, 0x2191},
                 {0xe2, 0x2193}, {0xfb, 0x2717}, {0xfc, 0x2713}, {0xfd, 0x2612},
                 {0xfe, 0x2611}};

static uint32_t code_of_symbol(uint32_t place)
{
    for (size_t i = 0; i < COUNT_OF(symbol); i++)
        if (place >= symbol[i].first && place - symbol[i].first < symbol[i].n)
            return symbol[i].code[place - symbol[i].first];
    return 0;
}

static uint32_t code_of_wingdings(uint32_t place)
{
    for (size_t i = 0; i < COUNT_OF(wingdings); i++)
        if (wingdings[i].place == place)
            return wingdings[i].code;
    return 0;
}

/* The code point that is shown; 0: not known. */
static uint32_t shown(uint32_t code, struct str font)
{
    if (str_is(font, "Symbol"))
        return code_of_symbol(code & 0xff);
    if (str_is(font, "Wingdings"))
        return code_of_wingdings(code & 0xff);
    return code >= PRIVATE_FIRST && code <= PRIVATE_LAST ? 0 : code;
}

static uint32_t number_of(struct str code)
{
    uint32_t n = 0;

    for (size_t i = 0; i < code.n && i < 6; i++) {
        const char c = code.p[i];
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;

        if (digit < 0)
            return 0;
        n = n * 16 + (uint32_t)digit;
    }
    return n;
}

void docx_symbol_put(struct str code, struct str font, struct buf *out)
{
    char text[4];
    const uint32_t cp = shown(number_of(code), font);
    const bool is_text =
        cp >= SPACE && cp <= 0x10ffff && !(cp >= 0xd800 && cp <= 0xdfff);

    buf_put_str(out,
                (struct str){text, utf8_encode(is_text ? cp : SPACE, text)});
}
