#include "ask/parse/certainty.h"

#include <math.h>
#include <stdio.h>

#define LEAST  1e-4 /* of a probability whose logarithm is taken */
#define HARDLY 1e-2 /* likely: a rival that is none */

static double log_odds(double p)
{
    const double inside = fmin(1 - LEAST, fmax(LEAST, p));

    return log(inside / (1 - inside));
}

uint32_t certainty_left(uint32_t left)
{
    return left < 2 ? left : 2;
}

uint32_t certainty_rows(size_t rows)
{
    return rows <= 2 ? (uint32_t)rows : rows <= 20 ? 3 : 4;
}

static void put(struct certainty_term *t, double value, unsigned kind,
                unsigned which)
{
    (void)snprintf(t->name, sizeof(t->name), "sure:%u:%u", kind, which);
    t->value = value;
}

void certainty_terms(const struct certainty_facts *f,
                     struct certainty_term *term)
{
    const uint32_t left = f->kind[CERTAINTY_LEFT];
    size_t n = 0;

    put(&term[n++], 1, 0, 0);
    put(&term[n++], log_odds(f->p), 1, 0);
    put(&term[n++], log(fmax(HARDLY, f->p) / fmax(HARDLY, f->second)), 2, 0);
    put(&term[n++], log_odds(f->nothing), 3, 0);
    for (unsigned i = 0; i < CERTAINTY_KINDS; i++)
        put(&term[n++], 1, 4 + i, f->kind[i]);
    put(&term[n++], log_odds(f->p), 4 + CERTAINTY_KINDS, left);
}

double certainty_of(const struct parse_weights *w,
                    const struct certainty_facts *f)
{
    struct certainty_term term[CERTAINTY_TERMS];
    double sum = 0;

    certainty_terms(f, term);
    for (size_t i = 0; i < CERTAINTY_TERMS; i++)
        sum += term[i].value *
               parse_weights_of(w, parse_feature_hash(str_from(term[i].name)));
    return 1 / (1 + exp(-sum));
}
