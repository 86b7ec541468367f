/*
 * meaning_operation.c - the operations that the lexicon knows: concepts op-... with
 * what is said for them in data/lexicon, as entries of the vocabulary.
 */
#include "ask/parse/meaning.h"

/* An operation by its name in data/lexicon/concepts/operations.txt. */
struct named_operation {
    const char *name;
    struct question_word entry;
};

/* Months, numbers and the like are found as such, not as operations. */
static const struct named_operation operations[] = {
    {"op-filler", {"", CONCEPT_FILLER, 0}},
    {"op-sum", {"", CONCEPT_AGG, AGG_SUM}},
    {"op-average", {"", CONCEPT_AGG, AGG_AVG}},
    {"op-median", {"", CONCEPT_AGG, AGG_MEDIAN}},
    {"op-minimum", {"", CONCEPT_AGG, AGG_MIN}},
    {"op-maximum", {"", CONCEPT_AGG, AGG_MAX}},
    {"op-range", {"", CONCEPT_AGG, AGG_RANGE}},
    {"op-standard-deviation", {"", CONCEPT_AGG, AGG_STDDEV}},
    {"op-percentile", {"", CONCEPT_PERCENTILE, QUESTION_PERCENTS}},
    {"op-quartile", {"", CONCEPT_PERCENTILE, QUESTION_QUARTERS}},
    {"op-decile", {"", CONCEPT_PERCENTILE, QUESTION_TENTHS}},
    {"op-percentile-25", {"", CONCEPT_PERCENTILE, 25}},
    {"op-percentile-50", {"", CONCEPT_PERCENTILE, 50}},
    {"op-percentile-75", {"", CONCEPT_PERCENTILE, 75}},
    {"op-percentile-90", {"", CONCEPT_PERCENTILE, 90}},
    {"op-percentile-95", {"", CONCEPT_PERCENTILE, 95}},
    {"op-percentile-99", {"", CONCEPT_PERCENTILE, 99}},
    {"op-correlation", {"", CONCEPT_CORRELATION, 0}},
    {"op-within", {"", CONCEPT_WITHIN, 0}},
    {"op-never", {"", CONCEPT_NEVER, 0}},
    {"op-both", {"", CONCEPT_BOTH, 0}},
    {"op-streak", {"", CONCEPT_STREAK, 0}},
    {"op-how-many", {"", CONCEPT_MANY, 0}},
    {"op-number-of", {"", CONCEPT_MANY, 2}},
    {"op-how-many-of-each", {"", CONCEPT_MANY, 1}},
    {"op-how-much", {"", CONCEPT_MUCH, 0}},
    {"op-how-much-money", {"", CONCEPT_MUCH, 1}},
    {"op-first-n", {"", CONCEPT_TOP, 0}},
    {"op-last-n", {"", CONCEPT_TOP, 1}},
    {"op-most", {"", CONCEPT_MOST, 0}},
    {"op-least", {"", CONCEPT_MOST, 1}},
    {"op-newest", {"", CONCEPT_LIKE, LIKE_LATEST}},
    {"op-oldest", {"", CONCEPT_LIKE, LIKE_OLDEST}},
    {"op-most-common", {"", CONCEPT_LIKE, LIKE_COMMON}},
    {"op-least-common", {"", CONCEPT_LIKE, LIKE_RARE}},
    {"op-by", {"", CONCEPT_BY, 0}},
    {"op-day-unit", {"", CONCEPT_GRAIN, GRAIN_DAY}},
    {"op-week-unit", {"", CONCEPT_GRAIN, GRAIN_WEEK}},
    {"op-month-unit", {"", CONCEPT_GRAIN, GRAIN_MONTH}},
    {"op-quarter-unit", {"", CONCEPT_GRAIN, GRAIN_QUARTER}},
    {"op-year-unit", {"", CONCEPT_GRAIN, GRAIN_YEAR}},
    {"op-weekday-unit", {"", CONCEPT_GRAIN, GRAIN_WEEKDAY}},
    {"op-hour-unit", {"", CONCEPT_GRAIN, GRAIN_HOUR}},
    {"op-each-hour", {"", CONCEPT_PERIODIC, GRAIN_HOUR}},
    {"op-each-day", {"", CONCEPT_PERIODIC, GRAIN_DAY}},
    {"op-each-week", {"", CONCEPT_PERIODIC, GRAIN_WEEK}},
    {"op-each-month", {"", CONCEPT_PERIODIC, GRAIN_MONTH}},
    {"op-each-quarter", {"", CONCEPT_PERIODIC, GRAIN_QUARTER}},
    {"op-each-year", {"", CONCEPT_PERIODIC, GRAIN_YEAR}},
    {"op-span-days", {"", CONCEPT_SPAN, SPAN_DAYS}},
    {"op-span-hours", {"", CONCEPT_SPAN, SPAN_HOURS}},
    {"op-span-minutes", {"", CONCEPT_SPAN, SPAN_MINUTES}},
    {"op-duration", {"", CONCEPT_DURATION, 0}},
    {"op-rate", {"", CONCEPT_RATE, 0}},
    {"op-minus", {"", CONCEPT_OVER, '-'}},
    {"op-divided-by", {"", CONCEPT_OVER, '/'}},
    {"op-times", {"", CONCEPT_OVER, '*'}},
    {"op-trend", {"", CONCEPT_TREND, 0}},
    {"op-sort-descending", {"", CONCEPT_SORT, 0}},
    {"op-sort-ascending", {"", CONCEPT_SORT, 1}},
    {"op-over", {"", CONCEPT_CMP, FILTER_GT}},
    {"op-under", {"", CONCEPT_CMP, FILTER_LT}},
    {"op-at-least", {"", CONCEPT_CMP, FILTER_GE}},
    {"op-at-most", {"", CONCEPT_CMP, FILTER_LE}},
    {"op-since", {"", CONCEPT_CMP, FILTER_GE}},
    {"op-after", {"", CONCEPT_CMP, FILTER_GT}},
    {"op-until", {"", CONCEPT_CMP, FILTER_LE}},
    {"op-before", {"", CONCEPT_CMP, FILTER_LT}},
    {"op-equal", {"", CONCEPT_CMP, FILTER_EQ}},
    {"op-at-least-behind", {"", CONCEPT_CMP_AFTER, FILTER_GE}},
    {"op-at-most-behind", {"", CONCEPT_CMP_AFTER, FILTER_LE}},
    {"op-over-behind", {"", CONCEPT_CMP_AFTER, FILTER_GT}},
    {"op-under-behind", {"", CONCEPT_CMP_AFTER, FILTER_LT}},
    {"op-until-behind", {"", CONCEPT_CMP_AFTER, FILTER_LE}},
    {"op-since-behind", {"", CONCEPT_CMP_AFTER, FILTER_GE}},
    {"op-after-behind", {"", CONCEPT_CMP_AFTER, FILTER_GT}},
    {"op-before-behind", {"", CONCEPT_CMP_AFTER, FILTER_LT}},
    {"op-between", {"", CONCEPT_BETWEEN, 0}},
    {"op-from", {"", CONCEPT_BETWEEN, 0}},
    {"op-or", {"", CONCEPT_OR, 0}},
    {"op-not", {"", CONCEPT_NOT, 0}},
    {"op-not-behind", {"", CONCEPT_NOT, 1}},
    {"op-not-the-last", {"", CONCEPT_NOT, MEANING_NOT_THE_LAST}},
    {"op-empty", {"", CONCEPT_EMPTY, 0}},
    {"op-filled", {"", CONCEPT_EMPTY, 1}},
    {"op-last-periods", {"", CONCEPT_LAST, 0}},
    {"op-breakdown", {"", CONCEPT_SPLIT, 0}},
    {"op-share", {"", CONCEPT_SHARE, 0}},
    {"op-list", {"", CONCEPT_LIST, 0}},
    {"op-list-request", {"", CONCEPT_LIST, 0}},
    {"op-which", {"", CONCEPT_WHICH, 0}},
    {"op-who", {"", CONCEPT_WHO, 0}},
    {"op-when", {"", CONCEPT_WHEN, 0}},
    {"op-where", {"", CONCEPT_WHERE, 0}},
    {"op-compare", {"", CONCEPT_COMPARE, 0}},
    {"op-than", {"", CONCEPT_THAN, 0}},
    {"op-growth", {"", CONCEPT_CHANGE, 0}},
    {"op-decline", {"", CONCEPT_CHANGE, 1}},
    {"op-difference", {"", CONCEPT_DIFFERENCE, 0}},
    {"op-more-of-two", {"", CONCEPT_MORE, 0}},
    {"op-less-of-two", {"", CONCEPT_MORE, 1}},
    {"op-running-total", {"", CONCEPT_RUNNING, 0}},
};

/* A place in an order, and what the lexicon calls it. */
static const struct {
    const char *name;
    struct link link;
} ordinals[] = {
    {"op-ordinal-1", {.kind = LINK_ORDINAL, .number = {"1", 1}, .score = 1}},
    {"op-ordinal-2", {.kind = LINK_ORDINAL, .number = {"2", 1}, .score = 1}},
    {"op-ordinal-3", {.kind = LINK_ORDINAL, .number = {"3", 1}, .score = 1}},
};

static const struct question_word *operation_of(struct str name)
{
    for (size_t i = 0; i < COUNT_OF(operations); i++)
        if (str_is(name, operations[i].name))
            return &operations[i].entry;
    return NULL;
}

/* Has the vocabulary the same already? */
static bool is_known(const struct meanings *m, const struct meaning *x)
{
    for (size_t i = m->begin[x->from]; i < m->n; i++) {
        const struct meaning *o = &m->meaning[i];

        if (o->kind != x->kind || o->to != x->to)
            continue;
        if (x->kind == MEANING_ORDINAL || (o->entry->kind == x->entry->kind &&
                                           o->entry->param == x->entry->param))
            return true;
    }
    return false;
}

static void add_ordinal(struct meanings *m, size_t at, size_t n,
                        struct str name)
{
    struct meaning x = {.kind = MEANING_ORDINAL,
                        .from = (uint16_t)at,
                        .to = (uint16_t)(at + n)};

    for (size_t i = 0; i < COUNT_OF(ordinals); i++)
        if (str_is(name, ordinals[i].name))
            x.link = &ordinals[i].link;
    if (x.link && !is_known(m, &x))
        meanings_add(m, &x);
}

void meanings_add_operation(struct meanings *m, size_t at, size_t n,
                            uint16_t concept_id)
{
    const struct str name =
        str_from(lex_concept(m->concepts->lex, concept_id).name);
    struct meaning x = {.kind = MEANING_OPERATION,
                        .from = (uint16_t)at,
                        .to = (uint16_t)(at + n),
                        .entry = operation_of(name)};

    if (str_starts(name, STR("op-ordinal-")))
        add_ordinal(m, at, n, name);
    if (x.entry && !is_known(m, &x))
        meanings_add(m, &x);
}
