#include "cli/term/bar.h"

#include <math.h>

#define EIGHTHS 8u

struct bar_scale bar_scale_of(const double *values, size_t n, unsigned columns)
{
    struct bar_scale s = {.columns = columns};

    for (size_t i = 0; i < n; i++) {
        if (!isfinite(values[i]))
            continue;
        s.low = fmin(s.low, values[i]);
        s.high = fmax(s.high, values[i]);
    }
    return s;
}

static void put_times(struct buf *out, const char *what, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        buf_puts(out, what);
}

/* Left parts of a block, one to seven eighths: U+258F down to U+2589. */
static void put_right(struct buf *out, double eighths)
{
    static const char *const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    unsigned n = (unsigned)lround(eighths);

    put_times(out, "█", n / EIGHTHS);
    buf_puts(out, parts[n % EIGHTHS]);
}

void bar_put(struct buf *out, const struct bar_scale *s, double value)
{
    double span = s->high - s->low;
    unsigned zero; /* columns left of it */
    double length;

    if (!isfinite(value) || span <= 0)
        return;
    zero = (unsigned)lround(s->columns * (-s->low / span));
    length = fabs(value) / span * s->columns;
    if (value < 0) {
        unsigned n = (unsigned)lround(length);

        n = n > zero ? zero : n;
        put_times(out, " ", zero - n);
        put_times(out, "█", n);
        return;
    }
    length = fmin(length, s->columns - zero);
    put_times(out, " ", zero);
    /* what is there must be seen, however small compared with the largest */
    put_right(out, value > 0 ? fmax(length * EIGHTHS, 1) : 0);
}
