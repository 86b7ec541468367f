#include "answer/selector/selector.h"

#include "answer/selector/window.h"

#include <math.h>
#include <string.h>

#define NEARLY_AS  0.8 /* good as the best: quoted as well */
#define SURE       0.6 /* from here on one quote is enough */
#define MAX_UNSURE 2   /* quotes of what is less sure */
#define BESIDE     0.4 /* of the best one: what a neighbour of a quote needs */
#define WINDOW_CHARS \
    800 /* of the first quote with its neighbours; of others half */
#define CJK_SHARE     0.4 /* of as many characters say as much */
#define PER_CHARACTER 0.0015
/* What one more character costs: of spans that may answer alike the shorter. A fifth
 * shorter than at 0.0005, and 58.5 % right for 60.8 % (make selector). */

struct selecting {
    const struct selector_request *r;
    const struct selector_weights *weights;
    struct arena *a;
    struct asked asked;
    struct analyzer *z;
    struct found found;
    struct spans spans;
    double (*of_passage)[SELECTOR_FEATURES]; /* of_passage[found.n] */
    double *score;                           /* score[spans.n] */
};

static enum err cut_all(struct selecting *x, struct error *e)
{
    const struct selector_request *r = x->r;
    struct cut_passage *cut = arena_alloc_array(x->a, r->n, sizeof(*cut), e);
    struct asked_matcher m;

    if (!cut || asked_matcher_init(&x->asked, x->z, x->a, &m, e))
        return e->code;
    for (size_t i = 0; i < r->n; i++) {
        if (passage_cut(&r->passages[i], &m, x->a, &cut[i], e))
            return e->code;
    }
    x->found = (struct found){.asked = &x->asked,
                              .corpus = r->corpus,
                              .passage = r->passages,
                              .cut = cut,
                              .n = r->n};
    return OK;
}

/* What its length costs is taken from the odds of a score. */
static double shortened(double score, double characters)
{
    const double cost = exp(-PER_CHARACTER * characters);

    return score * cost / (1 - score + score * cost);
}

static void read_features(const struct selecting *x, const struct span *s,
                          double *out)
{
    BUG_ON(!x->of_passage);
    memcpy(out, x->of_passage[s->passage], sizeof(*x->of_passage));
    features_of_span(&x->found, s, out);
}

static enum err weigh_spans(struct selecting *x, struct error *e)
{
    double features[SELECTOR_FEATURES];

    if (spans_of(x->found.cut, x->found.n, x->a, &x->spans, e))
        return e->code;
    x->score = arena_alloc_array(x->a, x->spans.n, sizeof(*x->score), e);
    x->of_passage =
        arena_alloc_array(x->a, x->found.n, sizeof(*x->of_passage), e);
    if (!x->score || !x->of_passage)
        return e->code;
    found_compare(&x->found, &x->spans);
    features_of_found(&x->found, x->of_passage);
    for (size_t i = 0; i < x->spans.n; i++) {
        const struct span *s = &x->spans.at[i];
        const struct weighed_span weighed = {&x->found, s, features};

        read_features(x, s, features);
        x->score[i] = shortened(
            selector_weights_score(x->weights, SELECTOR_CHOICE, features),
            features[FEATURE_LENGTH]);
        if (x->r->weighed)
            x->r->weighed(x->r->ctx, &weighed);
    }
    return OK;
}

/* Is the passage of a span one that is not quoted yet? */
static bool is_other(const struct selecting *x, const struct selected *out,
                     const struct span *s)
{
    for (size_t i = 0; i < out->n; i++) {
        if (x->r->passages[out->chosen[i].passage].rank ==
            x->r->passages[s->passage].rank)
            return false;
    }
    return true;
}

/* The best of passages that are not quoted yet; spans.n: there is none. */
static size_t best_other(const struct selecting *x, const struct selected *out)
{
    size_t at = x->spans.n;

    for (size_t i = 0; i < x->spans.n; i++) {
        if ((at == x->spans.n || x->score[i] > x->score[at]) &&
            is_other(x, out, &x->spans.at[i]))
            at = i;
    }
    return at;
}

/* What is known of the chosen one, and how far it is ahead of other passages. */
static void put_choice(const struct selecting *x, size_t best, double other,
                       double *features)
{
    read_features(x, &x->spans.at[best], features);
    features[FEATURE_CHOICE] = x->score[best];
    features[FEATURE_CHOICE_GAP] = x->score[best] - other;
}

/* As many characters as say as much as `n` of English. */
static double characters_for(const struct selecting *x, double n)
{
    return x->asked.is_cjk ? CJK_SHARE * n : n;
}

/* Has it a value of the kind that is asked for? */
static bool has_value(const struct cut_passage *c, const struct span *s)
{
    for (size_t i = s->from; i < s->to; i++)
        if (c->facts[i].has_value)
            return true;
    return false;
}

static enum err take(struct selecting *x, size_t at, double best,
                     struct selected *out, struct error *e)
{
    const struct span *chosen = &x->spans.at[at];
    const struct cut_passage *c = &x->found.cut[chosen->passage];
    const double most = out->n ? WINDOW_CHARS / 2 : WINDOW_CHARS;
    struct window w = {.least = BESIDE * best,
                       .max_chars = (size_t)characters_for(x, most)};
    struct span s =
        span_with_steps(c, span_without_lead(c, &x->asked, *chosen));

    if (!has_value(c, &s)) {
        w.score =
            window_scores(&x->spans, x->score, s.passage, c->s.n, x->a, e);
        if (!w.score)
            return e->code;
        s = window_around(c, &w, s);
    }
    out->chosen[out->n++] = s;
    return OK;
}

/* The best one, and those of other passages that are nearly as good. */
static enum err take_all(struct selecting *x, size_t best, struct selected *out,
                         struct error *e)
{
    const double least = NEARLY_AS * x->score[best];
    size_t next = best;
    enum err rc = OK;

    while (!rc && out->n < SELECTOR_MAX_CHOSEN && next < x->spans.n &&
           x->score[next] >= least) {
        rc = take(x, next, x->score[best], out, e);
        next = best_other(x, out);
    }
    return rc;
}

/* What is quoted of a less sure answer, as a share of what may be. */
static double quoted(const struct selecting *x, const struct selected *out)
{
    size_t n = 0;

    for (size_t i = 0; i < out->n && i < MAX_UNSURE; i++) {
        const struct span *s = &out->chosen[i];

        n += span_characters(&x->found.cut[s->passage], s->from, s->to);
    }
    return (double)n / characters_for(x, WINDOW_CHARS);
}

/* The best of those that are not of the passage of `best`; spans.n: there is none. */
static size_t best_beside(const struct selecting *x, size_t best)
{
    const struct selected only = {.chosen = {x->spans.at[best]}, .n = 1};

    return best_other(x, &only);
}

/* How many are quoted, or come closest. */
static size_t most_chosen(const struct selected *out)
{
    if (!out->answers)
        return SELECTOR_MAX_CHOSEN;
    return out->confidence >= SURE ? 1 : MAX_UNSURE;
}

static enum err choose(struct selecting *x, struct selected *out,
                       struct error *e)
{
    double features[SELECTOR_FEATURES];
    const size_t best = best_other(x, out);
    size_t next;

    if (best == x->spans.n)
        return OK;
    if (take_all(x, best, out, e))
        return e->code;
    next = best_beside(x, best);
    put_choice(x, best, next < x->spans.n ? x->score[next] : 0, features);
    features[FEATURE_QUOTED] = quoted(x, out);
    out->shares_a_term = features[FEATURE_SPAN] > 0;
    out->confidence =
        selector_weights_score(x->weights, SELECTOR_ANSWER, features);
    out->answers =
        out->confidence >= selector_weights_floor(x->weights, SELECTOR_ANSWER);
    if (out->n > most_chosen(out))
        out->n = most_chosen(out);
    return OK;
}

static enum err select_spans(struct selecting *x, struct selected *out,
                             struct error *e)
{
    enum err rc;

    x->z = analyzer_new(e);
    if (!x->z)
        return e->code;
    rc = asked_read(x->r->question, x->r->corpus, x->z, x->a, &x->asked, e);
    if (!rc)
        rc = cut_all(x, e);
    if (!rc)
        rc = weigh_spans(x, e);
    if (rc)
        return rc;
    out->cut = x->found.cut;
    return choose(x, out, e);
}

enum err selector_choose(const struct selector_request *r, struct arena *a,
                         struct selected *out, struct error *e)
{
    struct selecting *x = arena_alloc(a, sizeof(*x), e);
    enum err rc;

    *out = (struct selected){0};
    if (!x)
        return e->code;
    *x = (struct selecting){
        .r = r, .a = a, .weights = selector_weights_shared(e)};
    rc = x->weights ? select_spans(x, out, e) : e->code;
    analyzer_free(x->z);
    return rc;
}
