#include "answer/rules_confidence.h"

#include "answer/presentation_table.h"
#include "ask/candidates/ranker.h"
#include "base/log_odds.h"

#include <math.h>
#include <stdio.h>

#define LEAST 1e-3 /* of a probability whose logarithm is taken */

static bool has_null(const struct json *rows)
{
    for (const struct json *row = rows->first; row; row = row->next) {
        for (const struct json *cell = row->first; cell; cell = cell->next) {
            if (cell->type == JSON_NULL)
                return true;
        }
    }
    return false;
}

static void put_agreement(const struct agreement *o, double fact[RULES_FACTS])
{
    fact[RULES_UNREAD] = !o->made;
    if (!o->made)
        return;
    fact[o->agrees ? RULES_AGREES : RULES_DIFFERS] = 1;
    fact[o->agrees ? RULES_SURELY : RULES_AGAINST] =
        log_odds(o->confidence, LEAST);
    fact[RULES_AMONG] = !o->agrees && o->same > 0;
    fact[RULES_SAME] = log_odds(o->same, LEAST);
    fact[RULES_NOTHING] = log_odds(o->nothing, LEAST);
    fact[RULES_LEFT] = o->left_over;
}

void rules_facts(const struct answer *an, const struct agreement *o,
                 double fact[RULES_TERMS])
{
    const struct json *rows = json_find(an->result, "rows");
    const struct query_spec *s = &an->asked.spec;
    bool counted = s->n_measures == 1 && s->measures[0].agg == AGG_COUNT;

    for (int i = 0; i < RULES_FACTS; i++)
        fact[i] = 0;
    fact[RULES_ONE] = 1;
    fact[RULES_PRESENTATION] =
        an->n_sources == 1 &&
        is_presentation_table(&an->sources[an->asked.table]);
    fact[RULES_NOTES] = an->asked.n_notes > 0;
    put_agreement(o, fact);
    fact[RULES_NULL] = rows && has_null(rows);
    fact[RULES_ROWS] = rows ? log(1 + (double)rows->count) : 0;
    fact[RULES_FILTERS] = (double)s->n_filters;
    fact[RULES_WHOLE] = s->n_filters == 0 && !s->step.kind;
    fact[RULES_COUNTED] = counted;
    fact[RULES_COMPUTED] = s->n_measures > 0 && !counted;
    for (int i = 0; i < RULES_FACTS; i++)
        fact[RULES_FACTS + i] = fact[RULES_PRESENTATION] * fact[i];
}

static const char *fact_name(size_t f)
{
    static const char *const names[RULES_FACTS] = {
        "one",     "told",    "notes",   "unread", "agrees",  "surely",
        "differs", "against", "among",   "same",   "nothing", "left",
        "null",    "rows",    "filters", "whole",  "counted", "computed"};

    return names[f];
}

const char *rules_term_name(size_t term, char *name)
{
    bool presentation = term >= RULES_FACTS;

    (void)snprintf(name, RULES_NAME_BYTES, "%s%s", presentation ? "told_" : "",
                   fact_name(presentation ? term - RULES_FACTS : term));
    return name;
}

double rules_confidence(const struct ranker *r, const double fact[RULES_TERMS])
{
    char name[RULES_NAME_BYTES];
    double sum = 0;

    for (size_t i = 0; i < RULES_TERMS; i++)
        sum += fact[i] * ranker_rules_weight(r, rules_term_name(i, name));
    return ranker_rules_share(r, 1 / (1 + exp(-sum)));
}
