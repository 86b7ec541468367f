/*
 * Answers are compared by a hash of 64 bits: a question has at most a few
 * thousand, so two different ones share a hash once in 10^12 questions, and
 * then a probability is a little too high.
 */
#include "ask/candidates/consensus.h"

#include "base/hash.h"

#include <math.h>

static uint64_t hash_number(double number)
{
    double no_minus = number == 0 ? 0 : number; /* -0 is 0 */

    return hash_bytes(&no_minus, sizeof(no_minus));
}

static uint64_t hash_value(const struct grid *g, const struct grid_value *v)
{
    if (v->n_words == 1 && !isnan(v->number) &&
        lexeme_at(g->words, v->word[0])->is_number)
        return hash_number(v->number);
    return hash_bytes(str_bytes(v->text), v->text.n);
}

/* The sum over the values, as their order says nothing. */
static uint64_t hash_answer(const struct grid *g, const struct denotation *d)
{
    uint64_t h = 0;

    if (d->is_number)
        return hash_number(d->number);
    if (!d->values)
        return hash_bytes(str_bytes(d->text), d->text.n);
    for (uint32_t i = 0; i < d->n; i++) {
        const struct grid_value *v = &g->column[d->column].value[d->values[i]];
        struct str text = d->is_short ? candidate_short(v->text) : v->text;

        h += text.n < v->text.n ? hash_bytes(str_bytes(text), text.n)
                                : hash_value(g, v);
    }
    return h;
}

/* A slot of an open hash table. */
struct slot {
    uint64_t hash;
    uint32_t group; /* plus 1; 0: empty */
};

enum err consensus_group(const struct grid *g, const struct candidates *all,
                         struct arena *a, uint32_t *group, uint32_t *groups,
                         struct error *e)
{
    size_t n_slots = 2;
    struct slot *slot;

    *groups = 0;
    while (n_slots < 2 * all->n)
        n_slots *= 2;
    slot = arena_alloc_array(a, n_slots, sizeof(*slot), e);
    if (!slot)
        return e->code;
    for (size_t i = 0; i < all->n; i++) {
        uint64_t h = hash_answer(g, &all->candidate[i].answer);
        size_t at = h & (n_slots - 1);

        while (slot[at].group && slot[at].hash != h)
            at = (at + 1) & (n_slots - 1);
        if (!slot[at].group)
            slot[at] = (struct slot){h, ++*groups};
        group[i] = slot[at].group - 1;
    }
    return OK;
}

static void normalize(double *score, size_t n)
{
    double top = score[n];
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        top = fmax(top, score[i]);
    for (size_t i = 0; i <= n; i++)
        sum += exp(score[i] - top);
    for (size_t i = 0; i <= n; i++)
        score[i] = exp(score[i] - top) / sum;
}

void consensus_vote(const uint32_t *group, size_t n, double *score,
                    struct vote *vote, uint32_t groups)
{
    normalize(score, n);
    for (uint32_t i = 0; i < groups; i++)
        vote[i] = (struct vote){0};
    for (uint32_t i = 0; i < n; i++) {
        struct vote *v = &vote[group[i]];

        if (v->readings++ == 0 || score[i] > v->of_best) {
            v->best = i;
            v->of_best = score[i];
        }
        v->probability += score[i];
    }
}

uint32_t consensus_best(const struct vote *vote, uint32_t groups)
{
    uint32_t best = 0;

    for (uint32_t i = 1; i < groups; i++) {
        if (vote[i].of_best > vote[best].of_best)
            best = i;
    }
    return best;
}
