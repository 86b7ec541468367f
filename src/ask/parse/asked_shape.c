#include "ask/parse/asked_shape.h"

#include "ask/parse/asked_terms.h"
#include "ask/parse/feature.h"
#include "ask/spec/formula.h"

#include <math.h>
#include <string.h>

#define RUN       3   /* words that are looked at together */
#define STEP      0.5 /* of asked_shape_level() */
#define MAX_LEVEL 12
#define LENGTHS   9
#define SIDES     4 /* values that are compared */

#define ASKED(shape) (UINT32_C(1) << (shape))

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

/* Of what lies between two figures, which stand beside it: the difference or a share of
 * the first, or how many times it is. */
static uint32_t shapes_of_change(const struct query_spec *s)
{
    const bool times = s->change.kind == SPEC_CHANGE_TIMES;

    if (s->n_groups)
        return times ? ASKED(SHAPE_RATES)
                     : ASKED(SHAPE_CHANGES) | ASKED(SHAPE_SHARES);
    return times ? ASKED(SHAPE_COMPUTED) | ASKED(SHAPE_SEVERAL)
           : s->change.kind == SPEC_CHANGE_GAP
               ? ASKED(SHAPE_DIFFERENCE) | ASKED(SHAPE_SEVERAL)
               : ASKED(SHAPE_DIFFERENCE) | ASKED(SHAPE_SEVERAL) |
                     ASKED(SHAPE_SHARE);
}

/* Are figures by values or periods that a condition names one by one? */
static bool is_by_sides(const struct query_spec *s)
{
    for (size_t i = 0; s->n_groups == 1 && i < s->n_filters; i++) {
        const struct spec_filter *f = &s->filters[i];

        if (str_eq(f->column, s->groups[0].column) && !f->part &&
            ((f->op == FILTER_IN && f->n <= SIDES) ||
             (f->op == FILTER_PERIOD && f->n > 2)))
            return true;
    }
    return false;
}

static bool computes(struct str formula, char sign)
{
    size_t at = formula_next_sign(formula, 0);

    while (at < formula.n && formula.p[at] != sign)
        at = formula_next_sign(formula, at + 1);
    return at < formula.n;
}

/* Is it the difference of two columns, and no rate of them? */
static bool is_difference(const struct query_spec *s)
{
    const struct str f = s->measures[0].formula;

    return s->n_measures == 1 && s->measures[0].agg == AGG_FORMULA &&
           computes(f, '-') && !computes(f, '/');
}

uint32_t asked_shapes_of(const struct query_spec *s)
{
    if (s->kind == SPEC_COUNTED)
        return ASKED(SHAPE_COUNT);
    if (s->kind != SPEC_AGGREGATE || s->n_measures == 0)
        return ASKED(SHAPE_LIST);
    if (s->n_groups && s->limit == 1 && s->each == 0)
        return ASKED(shape_of_top(s->measures[0].agg));
    if (s->share || spec_has_part(s))
        return ASKED(s->n_groups ? SHAPE_SHARES : SHAPE_SHARE);
    if (s->change.kind)
        return shapes_of_change(s);
    if (s->compare.kind || is_difference(s))
        return ASKED(s->n_groups ? SHAPE_CHANGES : SHAPE_DIFFERENCE);
    if (s->n_groups)
        return ASKED(shape_of_each(s->measures[0].agg)) |
               (is_by_sides(s) ? ASKED(SHAPE_SEVERAL) : 0);
    return ASKED(s->n_measures > 1 ? SHAPE_SEVERAL
                                   : shape_of_one(s->measures[0].agg));
}

uint32_t asked_shape_level(const struct asked_shapes *asked, uint32_t shapes)
{
    double p = 0;
    double level;

    for (size_t i = 0; i < SHAPES; i++)
        if (shapes >> i & 1)
            p += exp(asked->log_p[i]);
    if (p <= 0)
        return MAX_LEVEL;
    level = -log(p) / STEP;
    return level < MAX_LEVEL ? (uint32_t)fmax(level, 0) : MAX_LEVEL;
}
