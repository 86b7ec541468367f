#include "base/utf8.h"

#include <string.h>

/* Unicode Standard table 3-7: the second byte's range depends on the first. */
static bool second_in_range(unsigned char first, unsigned char second)
{
    switch (first) {
    case 0xe0: return second >= 0xa0 && second <= 0xbf;
    case 0xed: return second >= 0x80 && second <= 0x9f; /* no surrogates */
    case 0xf0: return second >= 0x90 && second <= 0xbf;
    case 0xf4: return second >= 0x80 && second <= 0x8f; /* up to U+10FFFF */
    default: return second >= 0x80 && second <= 0xbf;
    }
}

static size_t length_by_first(unsigned char c)
{
    if (c < 0x80)
        return 1;
    if (c < 0xc2)
        return 0; /* a continuation, or an overlong form */
    if (c < 0xe0)
        return 2;
    if (c < 0xf0)
        return 3;
    return c <= 0xf4 ? 4 : 0;
}

size_t utf8_length(struct str s)
{
    const unsigned char *p = (const unsigned char *)s.p;
    size_t len = s.n ? length_by_first(p[0]) : 0;

    if (len <= 1)
        return len;
    if (s.n < len || !second_in_range(p[0], p[1]))
        return 0;
    for (size_t i = 2; i < len; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    }
    return len;
}

/* Eight ASCII bytes at a time: most text is mostly ASCII. */
static size_t ascii_prefix(struct str s)
{
    size_t i = 0;
    uint64_t word;

    for (; i + sizeof(word) <= s.n; i += sizeof(word)) {
        memcpy(&word, s.p + i, sizeof(word));
        if (word & UINT64_C(0x8080808080808080))
            break;
    }
    return i;
}

size_t utf8_valid_prefix(struct str s)
{
    size_t i = 0;

    while (i < s.n) {
        size_t len;

        i += ascii_prefix(str_slice(s, i, s.n));
        if (i == s.n)
            break;
        len = utf8_length(str_slice(s, i, s.n));
        if (len == 0)
            break;
        i += len;
    }
    return i;
}

size_t utf8_count(struct str s)
{
    size_t n = 0;

    for (size_t i = 0; i < s.n; i++)
        n += ((unsigned char)s.p[i] & 0xc0) != 0x80;
    return n;
}

uint32_t utf8_decode(const char *p, size_t len)
{
    static const unsigned char first_mask[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t cp = (unsigned char)p[0] & first_mask[len];

    for (size_t i = 1; i < len; i++)
        cp = cp << 6 | ((unsigned char)p[i] & 0x3f);
    return cp;
}

size_t utf8_encode(uint32_t cp, char out[4])
{
    if (cp < 0x80) {
        out[0] = (char)cp;
        return 1;
    }
    if (cp < 0x800) {
        out[0] = (char)(0xc0 | cp >> 6);
        out[1] = (char)(0x80 | (cp & 0x3f));
        return 2;
    }
    if (cp < 0x10000) {
        out[0] = (char)(0xe0 | cp >> 12);
        out[1] = (char)(0x80 | (cp >> 6 & 0x3f));
        out[2] = (char)(0x80 | (cp & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | cp >> 18);
    out[1] = (char)(0x80 | (cp >> 12 & 0x3f));
    out[2] = (char)(0x80 | (cp >> 6 & 0x3f));
    out[3] = (char)(0x80 | (cp & 0x3f));
    return 4;
}
