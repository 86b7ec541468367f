/* distance.c - one row of the table is kept, and one cell of the row above. */
#include "text/distance.h"

#include <limits.h>

static unsigned least(unsigned a, unsigned b, unsigned c)
{
    unsigned ab = a < b ? a : b;

    return ab < c ? ab : c;
}

unsigned text_distance(struct str a, struct str b)
{
    unsigned row[TEXT_DISTANCE_MAX_BYTES + 1];

    if (a.n > TEXT_DISTANCE_MAX_BYTES || b.n > TEXT_DISTANCE_MAX_BYTES)
        return UINT_MAX;
    for (unsigned k = 0; k <= b.n; k++)
        row[k] = k;
    for (unsigned i = 1; i <= a.n; i++) {
        unsigned diagonal = row[0];

        row[0] = i;
        for (unsigned k = 1; k <= b.n; k++) {
            unsigned changed = diagonal + (a.p[i - 1] != b.p[k - 1]);

            diagonal = row[k];
            row[k] = least(changed, row[k] + 1, row[k - 1] + 1);
        }
    }
    return row[b.n];
}
