/*
 * Stable order: a merge sort from the bottom, runs of growing length between
 * two arrays.
 *
 * Each entry gets a rank first, 64 bits that order as the values do, so that
 * hardly any comparison looks at a text. A string's rank is its first 8 bytes,
 * big-endian: UTF-8 orders by bytes as by code points. Numbers have ranks
 * when all of them are short and fit into 64 bits at the scale of the finest;
 * else all ranks are 0 and their texts are compared.
 */
#include "store/jmespath/jp_sort.h"

#include <string.h>

int jp_text_cmp(struct str a, struct str b, bool numbers)
{
    return numbers ? jp_number_cmp(a, b) : str_cmp(a, b);
}

struct order {
    struct jp_eval *c;
    bool numbers;
    bool exact; /* equal ranks are equal values */
};

static uint64_t rank_of_text(struct str s)
{
    uint64_t rank = 0;

    for (size_t i = 0; i < 8; i++)
        rank = rank << 8 | (i < s.n ? (unsigned char)s.p[i] : 0);
    return rank;
}

/* The finest scale; false when a number is long. */
static bool finest(const struct jp_entry *v, size_t n, unsigned *scale)
{
    struct jp_small small;

    *scale = 0;
    for (size_t i = 0; i < n; i++) {
        if (!jp_small_read(v[i].text, &small))
            return false;
        if (small.scale > *scale)
            *scale = small.scale;
    }
    return true;
}

static bool rank_numbers(struct jp_entry *v, size_t n)
{
    unsigned scale;
    struct jp_small small;

    if (!finest(v, n, &scale))
        return false;
    for (size_t i = 0; i < n; i++) {
        int64_t digits;

        if (!jp_small_read(v[i].text, &small))
            return false;
        digits = small.digits;
        for (unsigned s = small.scale; s < scale; s++) {
            if (__builtin_mul_overflow(digits, 10, &digits))
                return false;
        }
        v[i].rank = (uint64_t)digits ^ (UINT64_C(1) << 63);
    }
    return true;
}

static bool set_ranks(struct jp_entry *v, size_t n, bool numbers)
{
    bool exact = numbers && rank_numbers(v, n);

    if (exact)
        return true;
    for (size_t i = 0; i < n; i++)
        v[i].rank = numbers ? 0 : rank_of_text(v[i].text);
    return false;
}

/* Is `b` before `a`? Spends what the texts cost. */
static bool before(struct order *o, const struct jp_entry *b,
                   const struct jp_entry *a)
{
    if (a->rank != b->rank || o->exact)
        return b->rank < a->rank;
    if (a->text.p == b->text.p && a->text.n == b->text.n)
        return false;
    (void)jp_spend_bytes(o->c, a->text.n < b->text.n ? a->text.n : b->text.n);
    return jp_text_cmp(b->text, a->text, o->numbers) < 0;
}

/* from[lo..mid) and from[mid..hi), each in order, into to[lo..hi). */
static void merge(struct order *o, const struct jp_entry *from,
                  struct jp_entry *to, const size_t bounds[3])
{
    size_t i = bounds[0];
    size_t j = bounds[1];

    for (size_t k = bounds[0]; k < bounds[2]; k++) {
        bool right =
            j < bounds[2] && (i == bounds[1] || before(o, &from[j], &from[i]));

        to[k] = right ? from[j++] : from[i++];
    }
}

bool jp_sort(struct jp_eval *c, struct jp_entry *v, size_t n, bool numbers)
{
    struct order o = {.c = c, .numbers = numbers};
    struct jp_entry *from = v;
    struct jp_entry *to = arena_alloc_array(c->a, n, sizeof(*to), c->e);

    if (!to)
        return false;
    o.exact = set_ranks(v, n, numbers);
    for (size_t run = 1; run < n; run *= 2) {
        struct jp_entry *swap = from;

        if (!jp_spend(c, n))
            return false;
        for (size_t lo = 0; lo < n; lo += 2 * run) {
            size_t mid = n - lo < run ? n : lo + run;
            size_t hi = n - lo < 2 * run ? n : lo + 2 * run;

            merge(&o, from, to, (size_t[]){lo, mid, hi});
            if (c->steps_left == 0)
                return jp_spend(c, 1);
        }
        from = to;
        to = swap;
    }
    if (from != v)
        memcpy(v, from, n * sizeof(*v));
    return true;
}
