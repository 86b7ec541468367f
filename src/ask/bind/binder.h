/* binder.h - what the steps of binding share. */
#ifndef ASK_BIND_BINDER_H
#define ASK_BIND_BINDER_H

#include "ask/bind/bind.h"
#include "ask/bind/role.h"
#include "ask/vocabulary/term_lists.h"

/* Bits of column kinds that a place takes. */
#define TAKES_TEXT                                             \
    (1u << COLUMN_TEXT | 1u << COLUMN_BOOL | 1u << COLUMN_ID | \
     1u << COLUMN_OTHER)
#define TAKES_NUMBER (1u << COLUMN_NUMBER)
#define TAKES_DATE   (1u << COLUMN_DATE)
#define TAKES_ALL    (TAKES_TEXT | TAKES_NUMBER | TAKES_DATE)

/* A number that may be added up over rows. */
#define GROUPS_ADDED                                                           \
    (GROUP_SALES | GROUP_AMOUNT | GROUP_COST | GROUP_QUANTITY | GROUP_PROFIT | \
     GROUP_COUNTABLE)

struct binder {
    const struct schema_table *t;
    struct links *l;
    enum language language;
    struct arena *a;
    struct bound *out;
    struct roles roles;
    const struct schema_column *dates;  /* used for periods */
    bool compares;                      /* a filter on numbers was said */
    enum grain compared;                /* of periods that are compared */
    const struct schema_column *entity; /* the condition on groups is on each */
    struct spec_filter rate; /* whose share of rows is asked for; no column:
                                none */
};

/* Is the link this concept and nothing else? NULL is allowed. */
static inline bool bind_is(const struct link *l, enum concept_kind kind)
{
    return l && l->kind == LINK_CONCEPT && l->entry->kind == kind;
}

/* The link at `i`, or NULL. */
struct link *bind_at(const struct binder *b, size_t i);

/* The first link after `i` that is not used, skipping "and"; or NULL. */
struct link *bind_next(const struct binder *b, size_t i);

/* Its words as the asker wrote them; borrows the question. */
struct str bind_words(const struct binder *b, const struct link *l);

/* Are the words of the link an entry of the list? */
bool bind_link_is(const struct binder *b, const struct link *l,
                  const struct term_list *list);

/* Those of the i-th link, which is unknown, with the unknown ones after it
   without a gap: of a script without spaces each is a part of the word. */
struct str bind_unknown(const struct binder *b, size_t i);

/* "Employees who are remote" asks nobody who they are: the WHO at link `i`. */
bool bind_is_relative(const struct binder *b, size_t i);

/* "The election with more than": has, rather than is, what `next` begins? */
bool bind_has(const struct binder *b, const struct link *l,
              const struct link *next);

/*
 * The column that a link names for a place; NULL when none of its hits fits.
 * Two that fit equally make a question to the asker, and NULL.
 */
MUST_CHECK enum err bind_pick(struct binder *b, const struct link *l,
                              unsigned takes, const struct schema_column **out,
                              struct error *e);

/* Does some hit of a column link fit the place? */
bool bind_fits(const struct link *l, unsigned takes);

/* Say how something was read; the same twice is said once. */
void bind_note(struct binder *b, enum bind_message what, struct str a1,
               struct str a2, struct str a3);
/* Stop with a question; the first one stays. */
void bind_ask(struct binder *b, enum bind_message what, struct str a1,
              struct str a2, struct str a3);
/* Offer a column, or a value of one, with the next question. */
void bind_candidate(struct binder *b, const struct schema_column *c,
                    struct str value);

/* "a, b, c" of the candidates. */
MUST_CHECK enum err bind_list(struct binder *b, struct str *out,
                              struct error *e);

/* Ask with the numeric columns as candidates in $1. */
MUST_CHECK enum err bind_ask_measure(struct binder *b, enum bind_message what,
                                     struct error *e);

/* The column of a name; NULL for rows. */
const struct schema_column *bind_column(const struct binder *b,
                                        struct str name);

/* The first column of a kind that means one of `groups`, 0 for any; *n of them
 * there are. Days of birth are none of any dates: nothing happened to a row then. */
const struct schema_column *bind_about(const struct binder *b,
                                       noun_groups groups,
                                       enum column_kind kind, size_t *n);

/* The one column of dates; of several the one that is named, or that tells when
 * each row began; *n is 1 where there is one. */
const struct schema_column *bind_when_began(const struct binder *b, size_t *n);

/* The only column of numbers but years and flags, where it may be added up: a
 * best employee is not the best paid. NULL where there is none. */
const struct schema_column *bind_only_number(const struct binder *b);

/* bind_only_number() for a figure that no word names, said with the words that
 * ask. */
const struct schema_column *bind_unnamed(struct binder *b,
                                         const struct link *said);

/* The only column whose values can be added up. If there are several: NULL if
 * `one`, else the first of them. */
const struct schema_column *bind_only_added(const struct binder *b, bool one);

/* Are the rows of several tables, joined? */
bool bind_is_joined(const struct binder *b);

/* Is the column held to values by a filter? */
bool bind_is_fixed(const struct binder *b, const struct schema_column *c);

/* May the column be added up over rows? */
bool bind_is_added(const struct schema_column *c);

/* Amounts in a currency that are neither a price nor anybody's pay? */
bool bind_is_money(const struct schema_column *c);

/* A column called in the plural holds numbers of what it is called. */
bool bind_is_plural(const struct schema_column *c);

/* Does (nearly) each row have its own value of the column? */
bool bind_is_key(const struct binder *b, const struct schema_column *c);

/* The concept of "most" or "least". */
const struct question_word *bind_superlative(bool is_least);

/* A place for one more filter, or NULL and a question. */
struct spec_filter *bind_new_filter(struct binder *b);

/* values[n], copied to the arena, as the values of the filter. */
MUST_CHECK enum err bind_values(struct binder *b, struct spec_filter *f,
                                const struct str *values, size_t n,
                                struct error *e);

/* "Average sales per seat", where seats are counted: a figure over another,
 * and no group, at the "by" of link `by`? */
bool bind_is_ratio(const struct binder *b, size_t by,
                   const struct schema_column *c);

/* Does the column's name say that it holds codes, in numbers or in text? */
bool bind_is_code(const struct schema_column *c);

/* The person that a row is about, where each is about one; *n columns there are. */
const struct schema_column *bind_person_of_rows(const struct binder *b,
                                                size_t *n);

/* Of a thing's code and its name, keep in each link the one that is meant. */
void bind_entities(struct binder *b);

/* Who, and words for money without a column; spent or earned. */
MUST_CHECK enum err bind_who_or_money(struct binder *b, struct error *e);
MUST_CHECK enum err bind_flow(struct binder *b, struct error *e);

/* Yes and no, and what rows have or lack, to filters. */
MUST_CHECK enum err bind_truths(struct binder *b, struct error *e);
MUST_CHECK enum err bind_missing_values(struct binder *b, struct error *e);

/* Can "no" before the link mean an empty cell or a 0? */
bool bind_may_lack(const struct binder *b, const struct link *l);

/* What is made of two columns becomes one: days between two dates; a figure
 * less, or divided by, another. Before anything else is bound. */
MUST_CHECK enum err bind_spans(struct binder *b, struct error *e);
MUST_CHECK enum err bind_ratios(struct binder *b, struct error *e);

/* "Cancellation rate", 超时率: kept in `rate`, and a share is asked for. */
MUST_CHECK enum err bind_rates(struct binder *b, struct error *e);

/* That a column of yes and no, or of 0 and 1, is yes; no values: it is no such
 * column. */
MUST_CHECK enum err bind_truth_of(struct binder *b,
                                  const struct schema_column *c,
                                  struct spec_filter *f, struct error *e);

/* The steps, in this order. */
MUST_CHECK enum err bind_times(struct binder *b, struct error *e);
MUST_CHECK enum err bind_comparisons(struct binder *b, struct error *e);
MUST_CHECK enum err bind_filters(struct binder *b, struct error *e);
MUST_CHECK enum err bind_roles(struct binder *b, struct error *e);
MUST_CHECK enum err bind_compose(struct binder *b, struct error *e);
MUST_CHECK enum err bind_finish(struct binder *b, struct error *e);

#endif
