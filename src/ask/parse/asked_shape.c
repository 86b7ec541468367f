#include "ask/parse/asked_shape.h"

#include "ask/parse/asked_terms.h"
#include "ask/parse/feature.h"

#include <math.h>
#include <string.h>

#define RUN       3   /* words that are looked at together */
#define STEP      0.5 /* of asked_shape_level() */
#define MAX_LEVEL 12
#define LENGTHS   9

/* How long a question is says something, too. */
static struct str length_of(const struct words *w, char text[3])
{
    const size_t n = w->n / 2 < LENGTHS ? w->n / 2 : LENGTHS;

    text[0] = '#';
    text[1] = (char)('0' + n);
    return (struct str){text, 2};
}

void asked_terms(const struct words *w, struct buf *out)
{
    char text[3];

    asked_terms_visit(w, ASKED_TERM_FOLDS, RUN, asked_term_write, out);
    asked_term_write(length_of(w, text), out);
}

struct summing_terms {
    const struct parse_weights *w;
    double *score; /* score[SHAPES] */
};

static void add_term(struct str term, void *ctx)
{
    struct summing_terms *x = ctx;
    uint32_t arg[2] = {0, feature_word(term)};

    for (; arg[0] < SHAPES; arg[0]++)
        x->score[arg[0]] +=
            parse_weights_of(x->w, feature_mix(F_ASKED, arg, COUNT_OF(arg)));
}

void asked_shapes_find(const struct words *w,
                       const struct parse_weights *weights,
                       struct asked_shapes *out)
{
    struct summing_terms x = {weights ? weights : parse_weights_asked(),
                              out->log_p};
    char text[3];
    double all = 0;
    double most;

    memset(out, 0, sizeof(*out));
    asked_terms_visit(w, ASKED_TERM_FOLDS, RUN, add_term, &x);
    add_term(length_of(w, text), &x);
    most = out->log_p[0];
    for (size_t i = 1; i < SHAPES; i++)
        most = fmax(most, out->log_p[i]);
    for (size_t i = 0; i < SHAPES; i++)
        all += exp(out->log_p[i] - most);
    for (size_t i = 0; i < SHAPES; i++)
        out->log_p[i] -= most + log(all);
}

static enum asked_shape shape_of_one(enum agg agg)
{
    switch (agg) {
    case AGG_RANGE: return SHAPE_DIFFERENCE;
    case AGG_COUNT:
    case AGG_DISTINCT: return SHAPE_COUNT;
    case AGG_SUM: return SHAPE_SUM;
    case AGG_AVG: return SHAPE_AVERAGE;
    case AGG_MAX: return SHAPE_MOST;
    case AGG_MIN: return SHAPE_LEAST;
    case AGG_MEDIAN: return SHAPE_MEDIAN;
    default: return SHAPE_COMPUTED;
    }
}

static enum asked_shape shape_of_top(enum agg agg)
{
    switch (agg) {
    case AGG_COUNT:
    case AGG_DISTINCT: return SHAPE_TOP_BY_ROWS;
    case AGG_SUM: return SHAPE_TOP_BY_SUM;
    case AGG_MAX: return SHAPE_HIGHEST;
    case AGG_MIN: return SHAPE_LOWEST;
    default: return SHAPE_TOP_BY_AVERAGE;
    }
}

static enum asked_shape shape_of_each(enum agg agg)
{
    switch (agg) {
    case AGG_COUNT:
    case AGG_DISTINCT: return SHAPE_COUNTS;
    case AGG_SUM: return SHAPE_SUMS;
    case AGG_AVG: return SHAPE_AVERAGES;
    case AGG_FORMULA: return SHAPE_RATES;
    default: return SHAPE_FIGURES;
    }
}

enum asked_shape asked_shape_of(const struct query_spec *s)
{
    if (s->kind == SPEC_COUNTED)
        return SHAPE_COUNT;
    if (s->kind != SPEC_AGGREGATE || s->n_measures == 0)
        return SHAPE_LIST;
    if (s->n_groups && s->limit == 1 && s->each == 0)
        return shape_of_top(s->measures[0].agg);
    if (s->share || spec_has_part(s))
        return s->n_groups ? SHAPE_SHARES : SHAPE_SHARE;
    if (s->change.kind || s->compare.kind)
        return s->n_groups ? SHAPE_CHANGES : SHAPE_DIFFERENCE;
    if (s->n_groups)
        return shape_of_each(s->measures[0].agg);
    return s->n_measures > 1 ? SHAPE_SEVERAL : shape_of_one(s->measures[0].agg);
}

uint32_t asked_shape_level(const struct asked_shapes *asked,
                           enum asked_shape shape)
{
    const double level = -asked->log_p[shape] / STEP;

    return level < MAX_LEVEL ? (uint32_t)level : MAX_LEVEL;
}
