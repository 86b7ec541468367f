/* main_measure.h - the main measure of a table. Private to src/ask/bind. */
#ifndef ASK_BIND_MAIN_MEASURE_H
#define ASK_BIND_MAIN_MEASURE_H

#include "ask/bind/binder.h"

/* The one figure that customers are big by, or months good; NULL where two are
 * as likely, or none, or where several tables may be meant. */
const struct schema_column *bind_main_measure(const struct binder *b);

/* As bind_main_measure(), and it is said that it was taken. */
const struct schema_column *bind_take_main_measure(struct binder *b);

/* Is it a part of an amount, tax or shipping, or what an amount is held
 * against? */
bool bind_is_minor(const struct schema_column *c);

/* Is the superlative of size: the biggest customers, not the most? */
bool bind_is_size(const struct binder *b, const struct link *l);

/* What was paid in each order on average, as a column that is made; NULL where a
 * row is an order. */
MUST_CHECK enum err bind_each_order(struct binder *b,
                                    const struct schema_column *paid,
                                    const struct schema_column **out,
                                    struct error *e);

#endif
