/*
 * fair_share.h - fair sharing of a bounded resource: threads, worker processes,
 * queue slots.
 *
 * A principal may take another unit while it holds less than `times` the number
 * of free units. So a single principal gets a part of all, half where `times`
 * is 1, and the next one always finds some free, until there are so many that
 * each holds one. The principals need not be known in advance.
 *
 * Source: A. K. Choudhury, E. L. Hahne, Dynamic queue length thresholds for
 * shared-memory packet switches, IEEE/ACM Transactions on Networking 6 (1998).
 */
#ifndef BASE_FAIR_SHARE_H
#define BASE_FAIR_SHARE_H

#include <stdbool.h>
#include <stddef.h>

/* May a principal that holds `held` of the `used` units, of `most`, take one
 * more? */
static inline bool fair_share_has(size_t most, size_t used, size_t held,
                                  size_t times)
{
    return used < most && held < times * (most - used);
}

/* How many of `most` units all anonymous callers may hold together: one of them
 * can appear under many addresses, so a quarter is left for callers with a
 * token. */
static inline size_t fair_share_anonymous(size_t most)
{
    const size_t quarter = most / 4;

    return most - (quarter > 0 ? quarter : most > 1);
}

/* Units taken by all, by the principal, and by all anonymous callers. */
struct fair_share_taken {
    size_t all;
    size_t held;
    size_t anonymous;
};

/* One more is taken. */
static inline void fair_share_count(struct fair_share_taken *t, bool is_held,
                                    bool is_anonymous)
{
    t->all++;
    t->held += is_held;
    t->anonymous += is_anonymous;
}

/* fair_share_has() for a caller that, if anonymous, shares with all other
 * anonymous callers. */
static inline bool fair_share_has_for(size_t most,
                                      const struct fair_share_taken *t,
                                      bool is_anonymous, size_t times)
{
    return fair_share_has(most, t->all, t->held, times) &&
           (!is_anonymous || fair_share_has(fair_share_anonymous(most),
                                            t->anonymous, t->held, times));
}

#endif
