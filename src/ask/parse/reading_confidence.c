#include "ask/parse/reading_confidence.h"

#include "ask/parse/feature.h"
#include "base/err.h"
#include "base/log_odds.h"

#include <math.h>

#define MIN_P       1e-4 /* of a probability whose logarithm is taken */
#define MIN_RIVAL_P 1e-2 /* less likely readings do not count as rivals */

/* Evidence counts in these units, and no further than so many of them. */
#define WEIGHT_UNIT 3.0
#define COUNT_UNIT  4.0
#define MOST_UNITS  3.0

_Static_assert((int)F_TEMPLATES <= READING_EVIDENCE_KINDS, "each is a kind");

uint32_t reading_confidence_unread(uint32_t unread_class)
{
    return unread_class < 2 ? unread_class : 2;
}

uint32_t reading_confidence_rows(size_t rows)
{
    return rows <= 2 ? (uint32_t)rows : rows <= 20 ? 3 : 4;
}

static void put(struct reading_confidence_term *t, double value, uint32_t kind,
                uint32_t which)
{
    if (which >= READING_CONFIDENCE_CLASSES)
        which = READING_CONFIDENCE_CLASSES - 1;
    *t = (struct reading_confidence_term){kind, which, value};
}

static double units(double value, double unit)
{
    return fmax(-MOST_UNITS, fmin(MOST_UNITS, value / unit));
}

void reading_confidence_terms(const struct reading_confidence_facts *f,
                              struct reading_confidence_term *term)
{
    const uint32_t unread = f->kind[READING_CONFIDENCE_UNREAD];
    size_t n = 0;

    put(&term[n++], 1, SURE_ALWAYS, 0);
    put(&term[n++], log_odds(f->p, MIN_P), SURE_PROBABILITY, 0);
    put(&term[n++], log(fmax(MIN_RIVAL_P, f->p) / fmax(MIN_RIVAL_P, f->second)),
        SURE_RIVAL, 0);
    put(&term[n++], log_odds(f->nothing, MIN_P), SURE_NOTHING, 0);
    for (uint32_t i = 0; i < READING_CONFIDENCE_KINDS; i++)
        put(&term[n++], 1, SURE_FACT + i, f->kind[i]);
    put(&term[n++], log_odds(f->p, MIN_P), SURE_PROBABILITY_UNREAD, unread);
    for (uint32_t i = 0; i < READING_EVIDENCE_KINDS; i++) {
        put(&term[n++], units((double)f->evidence.weight[i], WEIGHT_UNIT),
            SURE_EVIDENCE, i);
        put(&term[n++], units(f->evidence.n[i], COUNT_UNIT), SURE_FEATURES, i);
    }
}

static double weight_of(const struct parse_weights *w,
                        const struct reading_confidence_term *term)
{
    const uint32_t arg[] = {term->kind, term->which};

    return parse_weights_of(w, feature_mix(F_SURE, arg, COUNT_OF(arg)));
}

double reading_confidence(const struct parse_weights *w,
                          const struct reading_confidence_facts *f)
{
    struct reading_confidence_term term[READING_CONFIDENCE_TERMS];
    double sum = 0;

    reading_confidence_terms(f, term);
    for (size_t i = 0; i < READING_CONFIDENCE_TERMS; i++)
        sum += term[i].value * weight_of(w, &term[i]);
    return 1 / (1 + exp(-sum));
}
