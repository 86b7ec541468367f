#include "ask/candidates/rows.h"

#include <string.h>

static uint32_t count(const struct rows *r)
{
    uint32_t n = 0;

    for (size_t i = 0; i < ROWS_WORDS; i++)
        n += (uint32_t)__builtin_popcountll(r->bit[i]);
    return n;
}

uint32_t rows_from(const struct rows *r, uint32_t from)
{
    size_t word = from / 64;
    uint64_t left;

    if (from >= ROWS_MAX)
        return ROWS_NONE;
    left = r->bit[word] & (UINT64_MAX << from % 64);
    while (!left) {
        if (++word == ROWS_WORDS)
            return ROWS_NONE;
        left = r->bit[word];
    }
    return (uint32_t)(word * 64) + (uint32_t)__builtin_ctzll(left);
}

uint32_t rows_last(const struct rows *r)
{
    for (size_t i = ROWS_WORDS; i-- > 0;) {
        if (r->bit[i])
            return (uint32_t)(i * 64) + 63 -
                   (uint32_t)__builtin_clzll(r->bit[i]);
    }
    return ROWS_NONE;
}

uint32_t rows_nth(const struct rows *r, uint32_t n)
{
    for (uint32_t row = rows_from(r, 0); row != ROWS_NONE;
         row = rows_from(r, row + 1)) {
        if (n-- == 0)
            return row;
    }
    return ROWS_NONE;
}

bool rows_has(const struct rows *r, uint32_t row)
{
    return row < ROWS_MAX && (r->bit[row / 64] >> row % 64 & 1);
}

void rows_add(struct rows *r, uint32_t row)
{
    r->bit[row / 64] |= UINT64_C(1) << row % 64;
    r->n++;
}

struct rows rows_range(uint32_t from, uint32_t to)
{
    struct rows r = {.n = 0};

    for (uint32_t row = from; row < to && row < ROWS_MAX; row++)
        rows_add(&r, row);
    return r;
}

struct rows rows_and(const struct rows *a, const struct rows *b)
{
    struct rows r;

    for (size_t i = 0; i < ROWS_WORDS; i++)
        r.bit[i] = a->bit[i] & b->bit[i];
    r.n = count(&r);
    return r;
}

struct rows rows_or(const struct rows *a, const struct rows *b)
{
    struct rows r;

    for (size_t i = 0; i < ROWS_WORDS; i++)
        r.bit[i] = a->bit[i] | b->bit[i];
    r.n = count(&r);
    return r;
}

struct rows rows_without(const struct rows *a, const struct rows *b)
{
    struct rows r;

    for (size_t i = 0; i < ROWS_WORDS; i++)
        r.bit[i] = a->bit[i] & ~b->bit[i];
    r.n = count(&r);
    return r;
}

bool rows_equal(const struct rows *a, const struct rows *b)
{
    return a->n == b->n && memcmp(a->bit, b->bit, sizeof(a->bit)) == 0;
}
