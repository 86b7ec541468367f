#include "answer/selector/closeness.h"

#define REACH 8 /* words to each side; of characters twice as many */

static size_t reach(const struct asked *q)
{
    return q->is_cjk ? REACH + REACH : REACH;
}

void closeness_add(struct closeness *c, struct close_word w)
{
    if (c->n < CLOSENESS_MAX && (w.terms || w.is_value))
        c->word[c->n++] = w;
}

static uint64_t better(const struct asked *q, uint64_t a, uint64_t b)
{
    return asked_full_share(q, b) > asked_full_share(q, a) ? b : a;
}

/* Of the words from `from` on those that are at most that far from `at`. */
static uint64_t terms_near(const struct closeness *c, size_t from, size_t at,
                           size_t far)
{
    uint64_t terms = 0;

    for (size_t i = from; i < c->n && c->word[i].at <= at + far; i++)
        terms |= c->word[i].at + far >= at ? c->word[i].terms : 0;
    return terms;
}

uint64_t closeness_of_value(const struct closeness *c, const struct asked *q)
{
    uint64_t best = 0;

    for (size_t i = 0; i < c->n; i++)
        if (c->word[i].is_value)
            best = better(q, best, terms_near(c, 0, c->word[i].at, reach(q)));
    return best;
}

uint64_t closeness_of_terms(const struct closeness *c, const struct asked *q)
{
    uint64_t best = 0;

    for (size_t i = 0; i < c->n; i++)
        best = better(q, best, terms_near(c, i, c->word[i].at, reach(q)));
    return best;
}
