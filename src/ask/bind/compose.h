/*
 * compose.h - helpers that the forms of a spec share. Private to src/ask/bind.
 */
#ifndef ASK_BIND_COMPOSE_H
#define ASK_BIND_COMPOSE_H

#include "ask/bind/binder.h"

/* One more group of a spec; the same twice is once. */
void bind_add_group(struct query_spec *s, struct str column, enum grain grain);

/* One more measure of a spec. */
void bind_add_measure(struct query_spec *s, enum agg agg, struct str column);

/* Groups said with "by", and the targets when `targets`. */
void bind_put_groups(struct binder *b, bool targets);

/* The measures asked for; numbers get the aggregate that suits them. */
void bind_put_measures(struct binder *b);

/* Sum, average or maximum of the column? */
void bind_ask_how(struct binder *b, const struct schema_column *c);

/* Of several rows together as the semantic layer says, or else their average, which
 * is noted. */
void bind_put_metric(struct binder *b, const struct schema_column *c);

/* Leave out what has no value: it is no answer to "which". */
void bind_drop_empty(struct binder *b);

/* The spec of an order. */
MUST_CHECK enum err bind_compose_order(struct binder *b, struct error *e);

/* The spec of a percentage. */
MUST_CHECK enum err bind_share(struct binder *b);

/* The spec of a rate: the percent of rows of which the condition is true. */
MUST_CHECK enum err bind_compose_rate(struct binder *b);

/* Is there one row of each thing and day, and one of both left of each group
 * or side: the rate of a bank in December? */
bool bind_is_single(const struct binder *b);

/* Make the spec one of cells, with the columns that tell its rows apart. */
void bind_label_cells(struct binder *b);

/* The spec of a measure of two sides. */
MUST_CHECK enum err bind_compose_change(struct binder *b, struct error *e);

/* Growth and running totals of a spec that is a series. */
void bind_series(struct binder *b);

/* The spec of what is in the rows that a place leaves. */
MUST_CHECK enum err bind_compose_place(struct binder *b);

/* "Airline, number of flights, total miles": the head of a list of figures is
 * what they are of. */
bool bind_heads_list(const struct binder *b);

/* "Orders, sales and profit of each country": a noun for rows in one list with
 * figures is how many there are. */
bool bind_is_among_figures(const struct binder *b,
                           const struct schema_column *c);

/* The link that names the column alone, or NULL. */
const struct link *bind_naming(const struct binder *b, struct str column);

/* "Revenue of paid invoices" is of all of them: the rows behind figures that may
 * be added up are not listed. */
void bind_drop_rows_behind(struct binder *b);

/* 订单数, 退货件数, 观看人次(万): a name that says that it counts. */
bool bind_says_count(const struct schema_column *c);

#endif
