/*
 * answer_layer.h - how the semantic layers of bases change an answer: synonyms
 * before the question is linked, a clarifying question where a required filter
 * is missing, and warnings where a figure is outside its typical range.
 */
#ifndef ANSWER_ANSWER_LAYER_H
#define ANSWER_ANSWER_LAYER_H

#include "answer/answer.h"

/*
 * layer_attach - tell each table what the layer of its base says of it.
 *
 * in       schema  a table for each source of `out`
 * out      schema  other names, computed columns
 *          out     the terms of its sources, in `a`
 */
MUST_CHECK enum err layer_attach(struct tables *t, struct ask_schema *schema,
                                 struct arena *a, struct answer *out,
                                 struct error *e);

/*
 * layer_ask - ask for clarification where a metric is only of one bank, and
 * none was named.
 *
 * out      out   asked: ASK_CLARIFY with the values to choose from, or as it
 *                was
 */
MUST_CHECK enum err layer_ask(const struct ask_schema *schema, struct arena *a,
                              struct answer *out, struct error *e);

/* Warn of figures, and take the chart that a metric is usually shown by. */
MUST_CHECK enum err layer_flag(const struct json *result, struct arena *a,
                               struct answer *out, struct error *e);

/* "line", "bar" or "table" for a result that has a chart type; any other word
 * changes nothing. */
void layer_choose_chart(struct str chart, struct answer *out);

#endif
