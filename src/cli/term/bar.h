/* bar.h - bar charts on a terminal, to an eighth of a column. */
#ifndef CLI_TERM_BAR_H
#define CLI_TERM_BAR_H

#include "base/buf.h"

/* What all bars of a column share. */
struct bar_scale {
    double low;       /* at most 0 */
    double high;      /* at least 0 */
    unsigned columns; /* room for the longest bar and, left of the zero, for
                         the longest negative one */
};

/*
 * bar_scale_of - the scale that shows all of values[n]; NaN is skipped.
 */
struct bar_scale bar_scale_of(const double *values, size_t n, unsigned columns);

/* Append the bar of one value, at most `columns` wide, no spaces after it;
   NaN has none. Negative values grow to the left of a common zero. */
void bar_put(struct buf *out, const struct bar_scale *s, double value);

#endif
