/*
 * routing.h - measures how often questions are routed as their labels say
 * (ask/route/route.h): `quarry eval routing`.
 */
#ifndef ANSWER_EVALUATE_ROUTING_H
#define ANSWER_EVALUATE_ROUTING_H

#include "base/jsonw.h"
#include "tables/tables.h"

#define ROUTING_MAX_QUESTIONS 100000
#define ROUTING_MAX_LANGUAGES 16

struct routing_evaluation {
    struct tables *tables; /* their home and workers */
    struct str path;       /* {"id","lang","question","label","base"} a line */
    const struct table_source *sources; /* sources[n]: what the base holds */
    size_t n;
    const atomic_bool *cancel;
};

/*
 * evaluate_routing - measure.
 *
 * A third of the questions, chosen by a hash of the id, is held out: those are
 * also counted separately.
 *
 * out      w   {"set","questions","tables","all":{"questions","right",
 *              "accuracy"},"held_out":{...},"languages":[{"lang", ...}],
 *              "labels":[{"label", ...,"structured","semantic","hybrid"}],
 *              "misses":[{"id","lang","base","held_out","question","label",
 *              "route","reasons","structured","semantic"}],
 *              "timing":{"p50_us","p99_us","linking_p50_us"}}
 * errors   ERR_VALIDATION_FAILED  a line: the file and where in it
 *          ERR_LIMIT              too many questions, languages or tables
 *          as the table tools
 */
MUST_CHECK enum err evaluate_routing(const struct routing_evaluation *q,
                                     struct jsonw *w, struct error *e);

#endif
