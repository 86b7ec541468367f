/*
 * event.h - chooses a date column by the event that a question names. Private
 * to src/ask/bind.
 */
#ifndef ASK_BIND_EVENT_H
#define ASK_BIND_EVENT_H

#include "ask/bind/binder.h"
#include "ask/link/time.h"

/* A word and the beginning of a column's name are of one root from here on. */
#define EVENT_ROOT 4

/* Is the word said of the root of one in a name: open of opened, closing of
 * closed, paid of payment? */
bool bind_is_root(struct str said, struct str name);

/* Is it a column of days or moments? */
bool bind_is_day(const struct schema_column *c);

/* The one column of dates whose event is said at word `at`, NULL for none; n:
 * its words. */
const struct schema_column *bind_event_at(const struct binder *b, size_t at,
                                          size_t *n);

/* Is the word at `at` one of a list? */
bool bind_says(const struct words *w, size_t at, const struct term_list *list);

/* The first word that is not an article. */
size_t bind_skip_articles(const struct words *w, size_t at);

/* "Paid after the due date": one column of dates against another, of the same
 * row, as filters. Before anything else is bound. */
MUST_CHECK enum err bind_event_order(struct binder *b, struct error *e);

/* "Hires per year": rows that have the day are counted by the period of the only
 * group; where no events were said, a question. */
void bind_count_events(struct binder *b, const struct schema_column *day);

#endif
