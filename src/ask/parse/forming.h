/*
 * forming.h - a spec under construction and the features that tell how it was made; private.
 */
#ifndef ASK_PARSE_FORMING_H
#define ASK_PARSE_FORMING_H

#include "ask/parse/forms.h"
#include "ask/parse/slots.h"

/* What a part was filled in for. */
enum implied { IMPLIED_NAME, IMPLIED_MEASURE, IMPLIED_DATE, IMPLIED_KEY };

struct forming {
    const struct slots *slots;
    const struct parse_weights *w;
    const struct asked_shapes *asked;
    struct formed_heap *out;
    struct arena *a;
    struct error *e;
    struct formed now;
    uint32_t n_before; /* features and score before form_end() */
    double score_before;
};

/* Begin a spec with the conditions of the state. */
void form_begin(struct forming *x);

/* One more feature, which counts at once. */
void form_feature(struct forming *x, enum feature_kind kind, uint32_t a,
                  uint32_t b, uint32_t c, uint32_t d);

/* One more group; with a grain where it is of dates. */
void form_group(struct forming *x, const struct state_column *c);

/* One more measure; of no column with SLOT_NONE. */
void form_measure(struct forming *x, enum agg agg, uint16_t column);

/* The groups that the state has. */
void form_groups(struct forming *x);

/* 0 to 3, where 3 is any more. */
uint32_t form_small(size_t n);

/* The columns that were read and are in no part of the spec: the last one's role. */
void form_unused_feature(struct forming *x);

/* What the data say of its conditions, figures and groups. */
void form_evidence_features(struct forming *x);

/* Whether a column that nobody said names all rows that are shown by it. */
void form_unnamed_feature(struct forming *x, enum form form, uint16_t name,
                          size_t rank);

/* Are the numbers of a column per cent, and not parts of 1? */
bool form_is_percent(const struct forming *x, uint16_t column);

/* Keep it. */
void form_end(struct forming *x, enum form form);

#define FORM_NAMES DEFAULT_NAMES
#define FORM_AGGS  16

/* Does the question ask for the small end? */
bool form_is_low(const struct state *s);

/* Does the order that it asks for begin at the small end? "The top 5 in ascending
 * order" are the largest all the same. */
bool form_sorts_up(const struct state *s);

/* Does it ask for an end of an order? */
bool form_wants_extreme(const struct state *s);

/* Does it name both ends: the largest and the smallest? */
bool form_asks_range(const struct state *s);

/* Is the end that is asked for the large one? A measure says it by its adjective;
 * NULL: the question does. */
bool form_descends(const struct forming *x, const struct state_column *c);

/* The order by the measure and how many of it are asked for. */
void form_limit(struct forming *x, const struct state_column *c);

/* What is usually computed of a column. */
enum agg form_usual(const struct forming *x, uint16_t column);

/* Which aggregates a measure may be asked for, at most FORM_AGGS. */
size_t form_aggregates(const struct forming *x, enum agg *list, bool *said);

/* That an aggregate of a column was chosen. */
void form_aggregate_feature(struct forming *x, enum agg agg, bool said,
                            uint16_t column);

/* Columns that name a row where none was said, likeliest first; list[FORM_NAMES]. */
size_t form_names(const struct forming *x, uint16_t *list);

/* Columns of which the same value in several rows is one thing that the rows are
 * about, its code; list[2]. */
size_t form_keys(const struct forming *x, uint16_t *list);

/* How many different ones of the key of a rank; false: there is none. */
bool form_key_measure(struct forming *x, enum form form, size_t rank);

/* The measures of the state, or those that may be meant where it has none;
 * list[STATE_COLUMNS]. */
size_t form_measures(const struct forming *x, uint16_t *list, bool *implied);

/* A group by the period that was said; false: there is none to add. */
bool form_add_grain(struct forming *x);

/* May figures be by a period? */
bool form_may_grain(const struct forming *x);

/* The groups that the state has, and with `grain` the period. */
void form_groups_by(struct forming *x, bool grain);

/* The spec is what it was before the last form_end(), for one more that differs. */
void form_again(struct forming *x);

/* It is kept; once more without the rows that have no value for its only group. */
void form_end_without_blanks(struct forming *x, enum form form);

/* Values or periods side by side as one more group; false: there are none, or it has it. */
bool form_side_group(struct forming *x);

/* A column that names the row, which nobody said. */
void form_show_name(struct forming *x, enum form form, uint16_t name,
                    size_t rank);

#define FORM_CHOICES 6

/* What a share, a comparison or a change is of: choice 0 rows, 1 a measure, 2 its
 * average or what was said next, 3 and 4 the same of another measure, 5 different
 * keys; false: there is none. */
bool form_main_measure(struct forming *x, enum form form, size_t choice);

/* What the spec's columns are about, besides what is asked of them. */
void form_meaning_features(struct forming *x);

/* The forms by their kinds. */
void form_extremes(struct forming *x);
void form_count_extremes(struct forming *x);
void form_group_bests(struct forming *x);
void form_newest(struct forming *x);
void form_extreme_values(struct forming *x);
void form_shares(struct forming *x);
void form_comparisons(struct forming *x);
void form_havings(struct forming *x);
void form_formulas(struct forming *x);
void form_column_pairs(struct forming *x);
void form_mixed(struct forming *x);
void form_places(struct forming *x);
void form_formula_extremes(struct forming *x);
void form_distinct_extremes(struct forming *x);
void form_durations(struct forming *x);
void form_keys_counted(struct forming *x);
void form_each(struct forming *x);
void form_both(struct forming *x);
void form_figures(struct forming *x);
void form_date_ends(struct forming *x);
void form_having_extremes(struct forming *x);
void form_percentiles(struct forming *x);
void form_correlations(struct forming *x);
void form_withins(struct forming *x);
void form_nevers(struct forming *x);
void form_end_rows(struct forming *x);
void form_nth_row(struct forming *x);
void form_runs(struct forming *x);
void form_unrelated(struct forming *x);
void form_rests(struct forming *x);
void form_computed(struct forming *x);

/* Which conditions are the part: all with 0, or the which-th; false: none may be. */
bool form_choose_part(struct forming *x, size_t which);

/* sum(A)/sum(B) as the measure, of columns[] A, B, ...; false: it has no form. */
bool form_formula(struct forming *x, const char *pattern,
                  const uint16_t *columns, size_t n);

/* A column of the table. */
static inline const struct schema_column *form_column(const struct forming *x,
                                                      uint16_t i)
{
    return &x->slots->m->table->columns[i];
}

/* The index of a column that the spec names, whose names are those of the table;
 * SLOT_NONE: it has none such. */
uint16_t form_index_of(const struct forming *x, struct str name);

/* What is known of a column. */
static inline enum column_nature form_nature(const struct forming *x,
                                             uint16_t i)
{
    return x->slots->m->nature[i];
}

#endif
