#include "ask/candidates/candidates_confidence.h"

#include "base/log_odds.h"
#include "base/text/plain_number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LEAST 1e-6 /* of a probability whose logarithm is taken */

static double second_best(const struct candidates_confidence_view *v)
{
    double second = 0;

    for (uint32_t i = 0; i < v->groups; i++) {
        if (i != v->best)
            second = fmax(second, v->vote[i].probability);
    }
    return second;
}

void candidates_confidence_facts(const struct candidates_confidence_view *v,
                                 double fact[CANDIDATES_CONFIDENCE_TERMS])
{
    const struct vote *best = &v->vote[v->best];
    double p = fmax(LEAST, best->probability);

    fact[FACT_ONE] = 1;
    fact[FACT_PROBABILITY] = log_odds(p, LEAST);
    fact[FACT_BEST] = log_odds(best->of_best, LEAST);
    fact[FACT_MARGIN] = log(p / fmax(LEAST, second_best(v)));
    fact[FACT_NOTHING] = log_odds(v->nothing, LEAST);
    fact[FACT_AGREED] = 1 - fmin(p, best->of_best) / p;
    fact[FACT_READINGS] = log(best->readings);
    fact[FACT_ANSWERS] = log(v->groups);
    fact[FACT_MISSED] = v->look.missed;
    fact[FACT_MISSED_LINKS] = v->look.missed_links;
    fact[FACT_COMPUTED] = v->look.is_computed;
    fact[FACT_SEVERAL] = v->look.is_several;
    fact[FACT_ODD] = v->look.is_odd;
    fact[FACT_CROWDED] = v->look.is_crowded;
    fact[FACT_LEFT_OVER] = v->look.left_over;
    fact[FACT_CONDITIONS] = v->look.conditions;
    fact[FACT_PARTS] = v->look.parts;
    fact[FACT_WHOLE] = v->look.is_whole;
    fact[FACT_PLACED] = v->look.is_placed;
    fact[FACT_UNORDERED] = v->look.is_unordered;
    fact[FACT_EXTREME] = v->look.is_extreme;
    fact[FACT_TIED] = v->look.is_tied;
    fact[FACT_UNNAMED] = v->look.is_unnamed;
    fact[FACT_COMPARED] = v->look.is_compared;
    fact[FACT_COUNTED] = v->look.is_counted;
    fact[FACT_RESULT_NAMED] = v->look.is_result_named;
    fact[FACT_ROWS] = log(1 + v->look.rows);
    fact[FACT_WORDS] = log(1 + v->look.words);
    for (size_t i = 0; i < CANDIDATES_CONFIDENCE_FACTS; i++)
        fact[CANDIDATES_CONFIDENCE_FACTS + i] =
            fact[FACT_PROBABILITY] * fact[i];
}

double candidates_confidence_raw(const struct candidates_confidence *c,
                                 const double fact[CANDIDATES_CONFIDENCE_TERMS])
{
    double sum = 0;

    for (size_t i = 0; i < CANDIDATES_CONFIDENCE_TERMS; i++)
        sum += c->weight[i] * fact[i];
    return 1 / (1 + exp(-sum));
}

double candidates_confidence_at(const struct candidates_confidence *c,
                                double raw)
{
    const struct candidates_confidence_knot *k = c->knot;
    size_t i = 0;

    if (c->n_knots == 0)
        return raw;
    while (i < c->n_knots && k[i].raw < raw)
        i++;
    if (i == 0 || i == c->n_knots)
        return k[i == 0 ? 0 : i - 1].share;
    return k[i - 1].share + (k[i].share - k[i - 1].share) *
                                (raw - k[i - 1].raw) /
                                (k[i].raw - k[i - 1].raw);
}

static const char *fact_name(size_t f)
{
    static const char *const names[CANDIDATES_CONFIDENCE_FACTS] = {
        "one",        "probability", "best",    "margin",   "nothing",
        "agreed",     "readings",    "answers", "missed",   "missed_links",
        "computed",   "several",     "odd",     "crowded",  "left_over",
        "conditions", "parts",       "whole",   "placed",   "unordered",
        "extreme",    "tied",        "unnamed", "compared", "counted",
        "told_named", "rows",        "words"};

    return names[f];
}

static bool read_fact(struct candidates_confidence *c, struct str name,
                      double weight)
{
    char term[CANDIDATES_CONFIDENCE_NAME_BYTES];

    for (size_t i = 0; i < CANDIDATES_CONFIDENCE_TERMS; i++) {
        if (str_is(name, candidates_confidence_term_name(i, term))) {
            c->weight[i] = weight;
            return true;
        }
    }
    return false;
}

static bool read_knot(struct candidates_confidence *c, struct str raw_text,
                      double share)
{
    const struct candidates_confidence_knot *last =
        c->n_knots ? &c->knot[c->n_knots - 1] : NULL;
    double raw;

    if (!plain_number_read(raw_text, &raw) || share < 0 || share > 1 ||
        c->n_knots == CANDIDATES_CONFIDENCE_MAX_KNOTS ||
        (last && (raw <= last->raw || share < last->share)))
        return false;
    c->knot[c->n_knots++] = (struct candidates_confidence_knot){raw, share};
    return true;
}

enum err candidates_confidence_read(struct candidates_confidence *c,
                                    struct str line, struct error *e)
{
    size_t space = str_find_char(line, ' ');
    struct str kind = str_slice(line, 0, space);
    struct str rest = str_slice(line, space + 1, line.n);
    struct str name;
    double number;

    space = str_find_char(rest, ' ');
    name = str_slice(rest, 0, space);
    if (plain_number_read(str_slice(rest, space + 1, rest.n), &number) &&
        ((str_is(kind, "@fact") && read_fact(c, name, number)) ||
         ((str_is(kind, "@confidence") || str_is(kind, "@rules")) &&
          read_knot(c, name, number))))
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "not a line of '@fact', '@confidence' or '@rules'");
}

const char *candidates_confidence_term_name(size_t term, char *name)
{
    bool likely = term >= CANDIDATES_CONFIDENCE_FACTS;

    (void)snprintf(
        name, CANDIDATES_CONFIDENCE_NAME_BYTES, "%s%s", likely ? "likely_" : "",
        fact_name(likely ? term - CANDIDATES_CONFIDENCE_FACTS : term));
    return name;
}
