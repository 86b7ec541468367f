/*
 * Each sum is an atomic. What is asked for is added to all of its sums before
 * these are compared, and taken away again when one has passed its limit: two
 * threads cannot both get the last of it.
 */
#include "base/mem_account.h"

#include "base/fair_share.h"
#include "base/principal.h"

#include <stdatomic.h>

/* The account of a principal. */
enum group {
    GROUP_NOBODY, /* no principal, as the threads that read connections */
    GROUP_REQUESTS,
    GROUP_ANONYMOUS, /* these count as requests, too */
    GROUP_JOBS,
    GROUPS
};

#define BUCKETS 4096u /* of each group */

/* A principal that is alone has three quarters of what its group may have. One
 * arena has less, two thirds, so that what can never fit is refused for good
 * and not asked to retry. */
#define TIMES 3

static atomic_size_t budget = SIZE_MAX;
static atomic_size_t held;
static atomic_size_t held_by_group[GROUPS];
static atomic_size_t held_by_bucket[GROUPS * BUCKETS];

static size_t read_sum(const atomic_size_t *sum)
{
    return atomic_load_explicit(sum, memory_order_relaxed);
}

static enum group group_of(uint32_t account)
{
    return (enum group)(account / BUCKETS);
}

void mem_account_set_budget(size_t bytes)
{
    atomic_store(&budget, bytes ? bytes : SIZE_MAX);
}

uint32_t mem_account_now(bool is_job)
{
    const struct principal who = principal_now();
    enum group group = GROUP_NOBODY;

    if (is_job)
        group = GROUP_JOBS;
    else if (who.is_anonymous)
        group = GROUP_ANONYMOUS;
    else if (who.key)
        group = GROUP_REQUESTS;
    return (uint32_t)group * BUCKETS + (uint32_t)(who.key % BUCKETS);
}

/* What a group may hold together. */
static size_t most_of(enum group group)
{
    const size_t all = read_sum(&budget);
    const size_t most = all - all / 4;

    return group == GROUP_ANONYMOUS ? fair_share_anonymous(most) : most;
}

/* What a group holds; requests are all that are not jobs. */
static size_t held_of(enum group group)
{
    return group == GROUP_ANONYMOUS || group == GROUP_JOBS
               ? read_sum(&held_by_group[group])
               : read_sum(&held_by_group[GROUP_NOBODY]) +
                     read_sum(&held_by_group[GROUP_REQUESTS]) +
                     read_sum(&held_by_group[GROUP_ANONYMOUS]);
}

/* Is what an account holds now, of what the group may, no more than its
 * share? */
static bool is_within(uint32_t account, enum group group)
{
    const size_t most = most_of(group);
    const size_t used = held_of(group);

    return used <= most &&
           read_sum(&held_by_bucket[account]) <= TIMES * (most - used);
}

/* Anonymous callers share what all of them may have, and that with all. */
static bool has_share(uint32_t account)
{
    const enum group group = group_of(account);

    return group == GROUP_NOBODY ||
           (is_within(account, group) &&
            (group != GROUP_ANONYMOUS || is_within(account, GROUP_REQUESTS)));
}

static bool fits(enum group group)
{
    return read_sum(&held) <= read_sum(&budget) &&
           held_of(group) <= most_of(group) &&
           (group == GROUP_JOBS ||
            held_of(GROUP_REQUESTS) <= most_of(GROUP_REQUESTS));
}

enum mem_refusal mem_account_take(uint32_t account, size_t n)
{
    bool is_first;

    if (n > mem_account_most(account))
        return MEM_OVER_BUDGET;
    mem_account_add(account, n);
    if (read_sum(&budget) == SIZE_MAX ||
        (fits(group_of(account)) && has_share(account)))
        return MEM_NOT_REFUSED;
    mem_account_give_back(account, n);
    is_first = read_sum(&held_by_bucket[account]) == 0;
    return fits(group_of(account)) && !is_first ? MEM_OVER_SHARE
                                                : MEM_OVER_BUDGET;
}

size_t mem_account_most(uint32_t account)
{
    const size_t most = most_of(group_of(account));

    if (read_sum(&budget) == SIZE_MAX)
        return SIZE_MAX;
    return group_of(account) == GROUP_NOBODY ? most
                                             : most / (TIMES + 1) * TIMES;
}

size_t mem_account_arena(uint32_t account)
{
    return read_sum(&budget) == SIZE_MAX ? SIZE_MAX
                                         : most_of(group_of(account)) / 3 * 2;
}

size_t mem_account_held(void)
{
    return read_sum(&held);
}

void mem_account_add(uint32_t account, size_t n)
{
    (void)atomic_fetch_add_explicit(&held, n, memory_order_relaxed);
    (void)atomic_fetch_add_explicit(&held_by_group[group_of(account)], n,
                                    memory_order_relaxed);
    (void)atomic_fetch_add_explicit(&held_by_bucket[account], n,
                                    memory_order_relaxed);
}

void mem_account_give_back(uint32_t account, size_t n)
{
    (void)atomic_fetch_sub_explicit(&held, n, memory_order_relaxed);
    (void)atomic_fetch_sub_explicit(&held_by_group[group_of(account)], n,
                                    memory_order_relaxed);
    (void)atomic_fetch_sub_explicit(&held_by_bucket[account], n,
                                    memory_order_relaxed);
}
