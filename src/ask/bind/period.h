/* period.h - what the steps of binding share about dates. */
#ifndef ASK_BIND_PERIOD_H
#define ASK_BIND_PERIOD_H

#include "ask/bind/binder.h"

/* The one column of dates that the question names; NULL when none or more. */
const struct schema_column *bind_named_dates(const struct binder *b);

/* A filter on a column of dates or years, said at `l`: the days from day[0] to
 * before day[1], of which year 0 is open. */
MUST_CHECK enum err bind_put_days(struct binder *b,
                                  const struct schema_column *c,
                                  const struct link *l,
                                  const struct civil day[2], struct error *e);

/* As bind_put_days() for n periods that are alternatives: day[2 * n], no open ends. */
MUST_CHECK enum err bind_put_day_list(struct binder *b,
                                      const struct schema_column *c,
                                      const struct link *l,
                                      const struct civil *day, size_t n,
                                      struct error *e);

/* A filter on a column by numbers, years or months or days of the week, that has
 * none yet; NULL and a question when there is no room. */
struct spec_filter *bind_number_filter(struct binder *b,
                                       const struct schema_column *c,
                                       enum filter_op op);

/* One more number of such a filter. */
MUST_CHECK enum err bind_put_number(struct binder *b, struct spec_filter *f,
                                    int number, struct error *e);

/* The months of day[n] in any year, said at `l`. */
MUST_CHECK enum err bind_put_months(struct binder *b,
                                    const struct schema_column *c,
                                    const struct link *l,
                                    const struct civil *day, size_t n,
                                    struct error *e);

/* The finest that a column of dates tells: months, quarters or days. */
enum grain bind_finest(const struct schema_column *c);

/* Ask for months or quarters, because the column has nothing finer. */
void bind_ask_coarser(struct binder *b, const struct schema_column *c);

/* Is link `i` a period that nothing has used? */
bool bind_is_period(const struct binder *b, size_t i);

/* How many there are; the first two in at[2]. */
size_t bind_find_periods(const struct binder *b, size_t at[2]);

/* The column that the periods of the links from..to are about; NULL and a
 * question when there is none. */
const struct schema_column *bind_dates(struct binder *b, size_t from, size_t to,
                                       bool years_do);

/* How the link at `i` is compared, of which the words are then used; FILTER_EQ
 * for not. */
int bind_comparison_of(struct binder *b, size_t i);

/* The column of times of day that is meant; NULL and a question for none. */
const struct schema_column *bind_clock_column(struct binder *b,
                                              const struct link *said);

/* The last months, the latest month: back from the newest date. */
MUST_CHECK enum err bind_windows(struct binder *b, struct error *e);

/* Days of the week and times of day to filters. */
MUST_CHECK enum err bind_clocks(struct binder *b, struct error *e);

/* Give a period without a year the only year of the data; false and a
 * question when there are more. */
bool bind_complete_year(struct binder *b, const struct schema_column *c,
                        const struct link *l, struct link_period *p);

/* Several periods from link `i` on that are alternatives; none is no error. */
MUST_CHECK enum err bind_period_list(struct binder *b, size_t i,
                                     struct error *e);

/* Turn the two periods, or two values, that a measure compares into sides. */
MUST_CHECK enum err bind_changed_periods(struct binder *b, struct error *e);
MUST_CHECK enum err bind_changed_values(struct binder *b);

/* The words that said a change have their place. */
void bind_use_change(struct binder *b);

/* One period as a side of a change: 1 the earlier, 2 the later. */
MUST_CHECK enum err bind_put_side(struct binder *b,
                                  const struct schema_column *c,
                                  const struct link *l,
                                  const struct civil day[2], unsigned side,
                                  struct error *e);

/* "Against the same period last year", as sides; `taken`: it was said. */
MUST_CHECK enum err bind_against_earlier(struct binder *b,
                                         enum spec_change_kind kind,
                                         bool *taken, struct error *e);

/* "Which had more, A or B": what is named becomes an order of the two. */
void bind_contest(struct binder *b);

/* The n-th of an order, or of the rows of the file. */
void bind_places(struct binder *b);

#endif
