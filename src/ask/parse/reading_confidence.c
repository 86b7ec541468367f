#include "ask/parse/reading_confidence.h"

#include "base/log_odds.h"

#include <math.h>
#include <stdio.h>

#define LEAST  1e-4 /* of a probability whose logarithm is taken */
#define HARDLY 1e-2 /* likely: a rival that is none */

uint32_t reading_confidence_left(uint32_t left)
{
    return left < 2 ? left : 2;
}

uint32_t reading_confidence_rows(size_t rows)
{
    return rows <= 2 ? (uint32_t)rows : rows <= 20 ? 3 : 4;
}

static void put(struct reading_confidence_term *t, double value, unsigned kind,
                unsigned which)
{
    (void)snprintf(t->name, sizeof(t->name), "sure:%u:%u", kind, which);
    t->value = value;
}

void reading_confidence_terms(const struct reading_confidence_facts *f,
                              struct reading_confidence_term *term)
{
    const uint32_t left = f->kind[READING_CONFIDENCE_LEFT];
    size_t n = 0;

    put(&term[n++], 1, 0, 0);
    put(&term[n++], log_odds(f->p, LEAST), 1, 0);
    put(&term[n++], log(fmax(HARDLY, f->p) / fmax(HARDLY, f->second)), 2, 0);
    put(&term[n++], log_odds(f->nothing, LEAST), 3, 0);
    for (unsigned i = 0; i < READING_CONFIDENCE_KINDS; i++)
        put(&term[n++], 1, 4 + i, f->kind[i]);
    put(&term[n++], log_odds(f->p, LEAST), 4 + READING_CONFIDENCE_KINDS, left);
}

double reading_confidence(const struct parse_weights *w,
                          const struct reading_confidence_facts *f)
{
    struct reading_confidence_term term[READING_CONFIDENCE_TERMS];
    double sum = 0;

    reading_confidence_terms(f, term);
    for (size_t i = 0; i < READING_CONFIDENCE_TERMS; i++)
        sum += term[i].value *
               parse_weights_of(w, parse_feature_hash(str_from(term[i].name)));
    return 1 / (1 + exp(-sum));
}
