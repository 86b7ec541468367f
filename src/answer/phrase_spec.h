/* phrase_spec.h - describes a query spec in words. */
#ifndef ANSWER_PHRASE_SPEC_H
#define ANSWER_PHRASE_SPEC_H

#include "ask/spec/spec.h"
#include "ask/vocabulary/lexicon.h"

/* "sum of sales", "销售额之和"; without column "number of rows". */
void phrase_measure(struct buf *b, const struct spec_measure *m,
                    enum language language);

/* "customer", "month": what a group is called. */
void phrase_group(struct buf *b, const struct spec_group *g,
                  enum language language);

/* "country = Spain; order_date 2024-01-01 to 2024-12-31", or nothing. */
void phrase_filters(struct buf *b, const struct query_spec *s,
                    enum language language);

/* One of three texts. */
const char *phrase_in(enum language language, const char *en, const char *es,
                      const char *zh);

#endif
