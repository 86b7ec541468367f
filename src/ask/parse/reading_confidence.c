#include "ask/parse/reading_confidence.h"

#include "base/log_odds.h"

#include <math.h>
#include <stdio.h>

#define MIN_P       1e-4 /* of a probability whose logarithm is taken */
#define MIN_RIVAL_P 1e-2 /* less likely readings do not count as rivals */

uint32_t reading_confidence_unread(uint32_t unread_class)
{
    return unread_class < 2 ? unread_class : 2;
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
    const uint32_t unread = f->kind[READING_CONFIDENCE_UNREAD];
    size_t n = 0;

    put(&term[n++], 1, 0, 0);
    put(&term[n++], log_odds(f->p, MIN_P), 1, 0);
    put(&term[n++], log(fmax(MIN_RIVAL_P, f->p) / fmax(MIN_RIVAL_P, f->second)),
        2, 0);
    put(&term[n++], log_odds(f->nothing, MIN_P), 3, 0);
    for (unsigned i = 0; i < READING_CONFIDENCE_KINDS; i++)
        put(&term[n++], 1, 4 + i, f->kind[i]);
    put(&term[n++], log_odds(f->p, MIN_P), 4 + READING_CONFIDENCE_KINDS,
        unread);
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
