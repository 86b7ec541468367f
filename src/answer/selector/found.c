#include "answer/selector/found.h"

#include <math.h>

uint64_t found_terms(const struct sentence_facts *x)
{
    return x->has | x->others;
}

uint64_t found_heading(const struct cut_passage *c)
{
    return c->heading | c->heading_others;
}

static void count_sentences(struct found *f)
{
    const struct asked *q = f->asked;
    double sum = 0;
    double all = 0;

    for (size_t i = 0; i < f->n; i++) {
        all += (double)f->cut[i].s.n;
        for (size_t k = 0; k < f->cut[i].s.n; k++)
            for (uint64_t has = found_terms(&f->cut[i].facts[k]); has;
                 has &= has - 1)
                f->with[__builtin_ctzll(has)]++;
    }
    for (size_t i = 0; i < q->n; i++) {
        f->rare[i] = q->term[i].full *
                     log((all + 1) / ((double)f->with[i] + 0.5)) /
                     log((all + 1) / 0.5);
        sum += f->rare[i];
    }
    for (size_t i = 0; i < q->n && sum > 0; i++)
        f->rare[i] /= sum;
}

static void put_leader(struct leaders *l, struct leader x)
{
    size_t i = l->n;

    if (i == FOUND_LEADERS && x.share <= l->at[i - 1].share)
        return;
    if (i < FOUND_LEADERS)
        l->n++;
    else
        i--;
    for (; i > 0 && l->at[i - 1].share < x.share; i--)
        l->at[i] = l->at[i - 1];
    l->at[i] = x;
}

static void find_leaders(struct found *f)
{
    for (size_t i = 0; i < f->n; i++) {
        const struct cut_passage *c = &f->cut[i];

        for (size_t k = 0; k < c->s.n; k++) {
            const uint64_t has = found_terms(&c->facts[k]);
            const uint64_t headed = has | found_heading(c);

            put_leader(&f->own,
                       (struct leader){i, k, asked_share(f->asked, has)});
            put_leader(&f->headed,
                       (struct leader){i, k, asked_share(f->asked, headed)});
        }
    }
}

/* The largest share of the question that a span has together with the heading. */
static double best_share(const struct found *f, const struct spans *s)
{
    double best = 0;

    for (size_t i = 0; i < s->n; i++) {
        const struct cut_passage *c = &f->cut[s->at[i].passage];
        uint64_t has = c->heading;

        for (size_t k = s->at[i].from; k < s->at[i].to; k++)
            has |= c->facts[k].has;
        best = fmax(best, asked_share(f->asked, has));
    }
    return best;
}

void found_compare(struct found *f, const struct spans *s)
{
    count_sentences(f);
    find_leaders(f);
    f->best = best_share(f, s);
}

double leaders_lead(const struct leaders *l, const struct span *s, double share)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->at[i].passage != s->passage || l->at[i].at < s->from ||
            l->at[i].at >= s->to)
            return share - l->at[i].share;
    return share;
}
