/*
 * distance.c - Damerau's distance in its restricted form: no piece is changed
 * twice. Three rows of the table are enough, because two swapped bytes look
 * two rows up.
 */
#include "base/text/distance.h"

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned text_distance(struct str a, struct str b, unsigned limit)
{
    unsigned rows[3][TEXT_DISTANCE_MAX_BYTES + 1];
    unsigned before = 0; /* the least of the row before */

    if (a.n > TEXT_DISTANCE_MAX_BYTES || b.n > TEXT_DISTANCE_MAX_BYTES ||
        (a.n > b.n ? a.n - b.n : b.n - a.n) > limit)
        return limit + 1;
    for (unsigned k = 0; k <= b.n; k++)
        rows[0][k] = k;
    for (unsigned i = 1; i <= a.n; i++) {
        unsigned *row = rows[i % 3];
        const unsigned *up = rows[(i + 2) % 3];
        const unsigned *upper = rows[(i + 1) % 3];

        unsigned lowest = i;

        row[0] = i;
        for (unsigned k = 1; k <= b.n; k++) {
            unsigned changed = up[k - 1] + (a.p[i - 1] != b.p[k - 1]);

            row[k] = least(least(up[k], row[k - 1]) + 1, changed);
            if (i > 1 && k > 1 && a.p[i - 1] == b.p[k - 2] &&
                a.p[i - 2] == b.p[k - 1])
                row[k] = least(row[k], upper[k - 2] + 1);
            lowest = least(lowest, row[k]);
        }
        /* no later row is lower, but by a swap that steps over this one */
        if (lowest > limit && before >= limit)
            return limit + 1;
        before = lowest;
    }
    return least(rows[a.n % 3][b.n], limit + 1);
}

unsigned text_near_limit(struct str asked)
{
    return asked.n < 6 ? 2 : (unsigned)asked.n / 3 + 1;
}

unsigned text_nearness(struct str asked, struct str name, unsigned limit)
{
    unsigned d = text_distance(asked, name, limit);

    if (asked.n > 2 && d > 1 && str_find(name, asked) < name.n)
        d = 1;
    return d;
}
