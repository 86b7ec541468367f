/* sentence_spec.h - describes the parts of a query spec in words. */
#ifndef ANSWER_SENTENCE_SENTENCE_SPEC_H
#define ANSWER_SENTENCE_SENTENCE_SPEC_H

#include "answer/sentence/sentence_names.h"
#include "answer/sentence/wording.h"

/* How a value of a column is called: "valor de saldo", but not "valor de valor total". */
enum wording sentence_value_of(struct str name, enum language language);

/* "total sales", "销售额合计"; without column "number of orders". */
void sentence_measure(struct buf *b, const struct phrasing *x,
                      const struct spec_measure *m);

/* As sentence_measure(), after an article or an adjective, which agrees with nothing of the data:
 * "valor de cartera total". */
void sentence_measure_value(struct buf *b, const struct phrasing *x,
                            const struct spec_measure *m);

/* "customer", "month": what a group is called; `many`: "customers". */
void sentence_group(struct buf *b, const struct phrasing *x,
                    const struct spec_group *g, bool many);

/* Which of the filters. */
enum sentence_filters {
    SENTENCE_ALL,
    SENTENCE_COMMON, /* neither those of one side, nor of the part of a share */
    SENTENCE_PART,   /* those alone */
};

/*
 * sentence_conditions - what holds for the rows, or nothing: " in 2024 with country
 * Spain", "2024年、国家为西班牙的".
 *
 * in       beside  it is beside a noun, with what leads to it
 */
void sentence_conditions(struct buf *b, const struct phrasing *x,
                         enum sentence_filters which, bool beside);

/* What one side of a change is called; `when`: "in April 2024". */
void sentence_side(struct buf *b, const struct phrasing *x, unsigned side,
                   bool when);

#endif
