/*
 * fair_share.h - fair sharing of a bounded resource: threads, worker processes,
 * queue slots.
 *
 * Whoever holds some may have another while they hold less than `times` of what
 * is still free. So one alone gets a part of all, half where `times` is 1, and
 * whoever comes next finds some free, until as many have come that each holds
 * one. Nobody has to be known or counted in advance.
 *
 * Source: A. K. Choudhury, E. L. Hahne, Dynamic queue length thresholds for
 * shared-memory packet switches, IEEE/ACM Transactions on Networking 6 (1998).
 */
#ifndef BASE_FAIR_SHARE_H
#define BASE_FAIR_SHARE_H

#include <stdbool.h>
#include <stddef.h>

/* Of `most` that there are `used` are taken, of these `held` by who asks. */
static inline bool fair_share_has(size_t most, size_t used, size_t held,
                                  size_t times)
{
    return used < most && held < times * (most - used);
}

/* Of `most`, what all anonymous callers may have together: who has no token can be
 * as many as it has addresses, so that a quarter is left for those who have one. */
static inline size_t fair_share_anonymous(size_t most)
{
    const size_t quarter = most / 4;

    return most - (quarter > 0 ? quarter : most > 1);
}

/* How many are taken, and of these by who asks and by all anonymous callers. */
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

/* fair_share_has() for a caller that may be anonymous, and then shares with all
 * others that are. */
static inline bool fair_share_has_for(size_t most,
                                      const struct fair_share_taken *t,
                                      bool is_anonymous, size_t times)
{
    return fair_share_has(most, t->all, t->held, times) &&
           (!is_anonymous || fair_share_has(fair_share_anonymous(most),
                                            t->anonymous, t->held, times));
}

#endif
