/*
 * base_rules.h - applies structured_query_config (search/settings/structured.h)
 * of all bases in a question.
 */
#ifndef ANSWER_BASE_RULES_H
#define ANSWER_BASE_RULES_H

#include "answer/answer.h"

struct base_rules {
    struct str off;     /* a base whose tables are not asked; empty: none */
    bool is_structured; /* each of them is asked by its tables, if nothing else
                           is said */
    uint64_t max_rows;  /* the smallest; 0: none says any */
};

/*
 * base_rules_read - the rules of the bases of an answer's tables.
 *
 * errors   those of base_open()
 */
MUST_CHECK enum err base_rules_read(struct tables *t, const struct answer *an,
                                    struct arena *a, struct base_rules *out,
                                    struct error *e);

#endif
