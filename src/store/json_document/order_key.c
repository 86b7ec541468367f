/*
 * order_key.c - places are read as fractions in base 256, 0.b1 b2 b3...
 *
 * Between two of them: copy the digits that they share, then take the middle
 * of the first two that leave a gap. At the end of a list, where logs grow,
 * halving would need one more byte every eight times; there the first four
 * bytes count up instead.
 *
 * No place is another with zero bytes appended, so there is always a gap:
 * those of place_nth() are all of four bytes, and the middle is never zero.
 */
#include "store/json_document/order_key.h"

#include <string.h>

#define COUNTER_BYTES 4

static void put_counter(uint32_t v, struct buf *out)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        buf_put_char(out, (char)(v >> shift & 0xff));
}

void place_nth(uint32_t n, struct buf *out)
{
    put_counter(n + 1, out);
}

static unsigned digit(struct str s, size_t i)
{
    return i < s.n ? (unsigned char)s.p[i] : 0;
}

static uint32_t counter_of(struct str place)
{
    uint32_t v = 0;

    for (size_t i = 0; i < COUNTER_BYTES; i++)
        v = v << 8 | digit(place, i);
    return v;
}

void place_between(struct str low, struct str high, struct buf *out)
{
    bool bounded = high.n > 0;

    if (!bounded && counter_of(low) < UINT32_MAX) {
        put_counter(counter_of(low) + 1, out);
        return;
    }
    for (size_t i = 0;; i++) {
        unsigned l = digit(low, i);
        unsigned h = bounded ? digit(high, i) : 256;

        if (h > l + 1) {
            buf_put_char(out, (char)((l + h) / 2));
            return;
        }
        buf_put_char(out, (char)l);
        bounded = bounded && h == l; /* else all that follows is below high */
    }
}
