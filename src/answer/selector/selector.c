#include "answer/selector/selector.h"

#include <math.h>
#include <string.h>

#define NEARLY_AS     0.9 /* good as the best: quoted as well */
#define SURE          0.6 /* from here on one quote is enough, as it is */
#define MAX_UNSURE    2   /* quotes of what is less sure */
#define NEXT_CHARS    300 /* of one with the sentence that follows it */
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

static void take(const struct selecting *x, size_t at, struct selected *out)
{
    const struct cut_passage *c = &x->found.cut[x->spans.at[at].passage];
    const struct span s = span_without_lead(c, &x->asked, x->spans.at[at]);

    out->chosen[out->n++] = span_with_steps(c, s);
}

/* How many are quoted, or come closest. */
static size_t most_chosen(const struct selected *out)
{
    if (!out->answers)
        return SELECTOR_MAX_CHOSEN;
    return out->confidence >= SURE ? 1 : MAX_UNSURE;
}

/* Has it a value of the kind that is asked for? */
static bool has_value(const struct cut_passage *c, const struct span *s)
{
    for (size_t i = s->from; i < s->to; i++)
        if (c->facts[i].has_value)
            return true;
    return false;
}

/* What is less than sure is quoted with what comes next. */
static void add_next(const struct selecting *x, struct selected *out)
{
    if (!out->answers || out->confidence >= SURE)
        return;
    for (size_t i = 0; i < out->n; i++) {
        const struct cut_passage *c = &x->found.cut[out->chosen[i].passage];

        if (!has_value(c, &out->chosen[i]))
            out->chosen[i] = span_with_next(c, out->chosen[i], NEXT_CHARS);
    }
}

static void choose(struct selecting *x, struct selected *out)
{
    double features[SELECTOR_FEATURES];
    const size_t best = best_other(x, out);
    size_t next;

    if (best == x->spans.n)
        return;
    take(x, best, out);
    next = best_other(x, out);
    put_choice(x, best, next < x->spans.n ? x->score[next] : 0, features);
    out->shares_a_term = features[FEATURE_SPAN] > 0;
    out->confidence =
        selector_weights_score(x->weights, SELECTOR_ANSWER, features);
    out->answers =
        out->confidence >= selector_weights_floor(x->weights, SELECTOR_ANSWER);
    while (out->n < most_chosen(out) && next < x->spans.n &&
           x->score[next] >= NEARLY_AS * x->score[best]) {
        take(x, next, out);
        next = best_other(x, out);
    }
    add_next(x, out);
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
    choose(x, out);
    return OK;
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
