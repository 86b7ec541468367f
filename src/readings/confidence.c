#include "readings/confidence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_BYTES 32
#define LEAST        1e-6 /* of a probability whose logarithm is taken */

static double log_odds(double p)
{
    double inside = fmin(1 - LEAST, fmax(LEAST, p));

    return log(inside / (1 - inside));
}

static double second_best(const struct confidence_view *v)
{
    double second = 0;

    for (uint32_t i = 0; i < v->groups; i++) {
        if (i != v->best)
            second = fmax(second, v->vote[i].probability);
    }
    return second;
}

void confidence_facts(const struct confidence_view *v,
                      double fact[CONFIDENCE_FACTS])
{
    const struct vote *best = &v->vote[v->best];
    double p = fmax(LEAST, best->probability);

    fact[FACT_ONE] = 1;
    fact[FACT_PROBABILITY] = log_odds(p);
    fact[FACT_BEST] = log_odds(best->of_best);
    fact[FACT_MARGIN] = log(p / fmax(LEAST, second_best(v)));
    fact[FACT_NOTHING] = log_odds(v->nothing);
    fact[FACT_AGREED] = 1 - fmin(p, best->of_best) / p;
    fact[FACT_READINGS] = log(best->readings);
    fact[FACT_ANSWERS] = log(v->groups);
    fact[FACT_MISSED] = v->missed;
    fact[FACT_MISSED_LINKS] = v->missed_links;
    fact[FACT_COMPUTED] = v->is_computed;
    fact[FACT_SEVERAL] = v->is_several;
}

double confidence_raw(const struct confidence *c,
                      const double fact[CONFIDENCE_FACTS])
{
    double sum = 0;

    for (size_t i = 0; i < CONFIDENCE_FACTS; i++)
        sum += c->weight[i] * fact[i];
    return 1 / (1 + exp(-sum));
}

double confidence_at(const struct confidence *c, double raw)
{
    const struct confidence_knot *k = c->knot;
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

static bool read_number(struct str s, double *out)
{
    char text[NUMBER_BYTES] = "";
    char *end;

    if (s.n == 0 || s.n >= sizeof(text))
        return false;
    memcpy(text, s.p, s.n);
    *out = strtod(text, &end);
    return !*end && isfinite(*out);
}

static bool read_fact(struct confidence *c, struct str name, double weight)
{
    for (int i = 0; i < CONFIDENCE_FACTS; i++) {
        if (str_is(name, confidence_fact_name((enum confidence_fact)i))) {
            c->weight[i] = weight;
            return true;
        }
    }
    return false;
}

static bool read_knot(struct confidence *c, struct str raw_text, double share)
{
    const struct confidence_knot *last =
        c->n_knots ? &c->knot[c->n_knots - 1] : NULL;
    double raw;

    if (!read_number(raw_text, &raw) || share < 0 || share > 1 ||
        c->n_knots == CONFIDENCE_MAX_KNOTS ||
        (last && (raw <= last->raw || share < last->share)))
        return false;
    c->knot[c->n_knots++] = (struct confidence_knot){raw, share};
    return true;
}

enum err confidence_read(struct confidence *c, struct str line, struct error *e)
{
    size_t space = str_find_char(line, ' ');
    struct str kind = str_slice(line, 0, space);
    struct str rest = str_slice(line, space + 1, line.n);
    struct str name;
    double number;

    space = str_find_char(rest, ' ');
    name = str_slice(rest, 0, space);
    if (read_number(str_slice(rest, space + 1, rest.n), &number) &&
        ((str_is(kind, "@fact") && read_fact(c, name, number)) ||
         (str_is(kind, "@confidence") && read_knot(c, name, number))))
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "not a line of '@fact' or '@confidence'");
}

const char *confidence_fact_name(enum confidence_fact f)
{
    static const char *const names[CONFIDENCE_FACTS] = {
        "one",     "probability",  "best",     "margin",
        "nothing", "agreed",       "readings", "answers",
        "missed",  "missed_links", "computed", "several"};

    return names[f];
}
