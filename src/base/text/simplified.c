#include "base/text/simplified.h"

#define LEAD  0xE0U /* of a character of three bytes */
#define TRAIL 0x80U

struct str text_simplified(struct str s, char buf[3])
{
    const unsigned char *p = (const unsigned char *)s.p;
    size_t low = 0;
    size_t high = n_simplified_pairs;
    unsigned c;

    if (s.n != 3 || (p[0] & 0xF0U) != LEAD)
        return s;
    c = (p[0] & 0x0FU) << 12 | (p[1] & 0x3FU) << 6 | (p[2] & 0x3FU);
    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (simplified_pairs[middle].traditional < c)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == n_simplified_pairs || simplified_pairs[low].traditional != c)
        return s;
    c = simplified_pairs[low].simplified;
    buf[0] = (char)(LEAD | c >> 12);
    buf[1] = (char)(TRAIL | (c >> 6 & 0x3FU));
    buf[2] = (char)(TRAIL | (c & 0x3FU));
    return (struct str){buf, 3};
}
