/*
 * operation.c - one table of all that words of questions can ask for. A new concept
 * in data/lexicon/concepts/question_words.txt has its line here.
 */
#include "ask/vocabulary/operation.h"

#include "ask/spec/spec.h"

#define OPERATION_N (-1) /* the number at the end of the name */

/* Both readers take it the same way; the parser has other ways. */
#define BOTH(kind, param)   \
    {"", (kind), (param)},  \
    {                       \
        "", (kind), (param) \
    }
#define RULES(kind, param)    \
    {"", (kind), (param)},    \
    {                         \
        NULL, (kind), (param) \
    }

/* clang-format off */
static const struct operation operations[] = {
    {"op-filler", BOTH(CONCEPT_FILLER, 0)},
    {"op-to", RULES(CONCEPT_TO, 0)},
    {"op-filler-noun", RULES(CONCEPT_FILLER, 1)},
    {"op-filler-or-value", RULES(CONCEPT_FILLER, 2)},
    {"op-sum", BOTH(CONCEPT_AGG, AGG_SUM)},
    {"op-average", BOTH(CONCEPT_AGG, AGG_AVG)},
    {"op-median", BOTH(CONCEPT_AGG, AGG_MEDIAN)},
    {"op-minimum", BOTH(CONCEPT_AGG, AGG_MIN)},
    {"op-maximum", BOTH(CONCEPT_AGG, AGG_MAX)},
    {"op-how-many", BOTH(CONCEPT_MANY, 0)},
    {"op-number-of", BOTH(CONCEPT_MANY, 2)},
    {"op-how-many-of-each", BOTH(CONCEPT_MANY, 1)},
    {"op-distinct", RULES(CONCEPT_AGG, AGG_DISTINCT)},
    {"op-how-much", BOTH(CONCEPT_MUCH, 0)},
    {"op-how-much-money", BOTH(CONCEPT_MUCH, 1)},
    {"op-first-n", BOTH(CONCEPT_TOP, 0)},
    {"op-last-n", BOTH(CONCEPT_TOP, 1)},
    {"op-most", BOTH(CONCEPT_MOST, 0)},
    {"op-least", BOTH(CONCEPT_MOST, 1)},
    {"op-newest", BOTH(CONCEPT_LIKE, LIKE_LATEST)},
    {"op-oldest", BOTH(CONCEPT_LIKE, LIKE_OLDEST)},
    {"op-most-common", BOTH(CONCEPT_LIKE, LIKE_COMMON)},
    {"op-least-common", BOTH(CONCEPT_LIKE, LIKE_RARE)},
    {"op-by", BOTH(CONCEPT_BY, 0)},
    {"op-day-unit", BOTH(CONCEPT_GRAIN, GRAIN_DAY)},
    {"op-week-unit", BOTH(CONCEPT_GRAIN, GRAIN_WEEK)},
    {"op-month-unit", BOTH(CONCEPT_GRAIN, GRAIN_MONTH)},
    {"op-quarter-unit", BOTH(CONCEPT_GRAIN, GRAIN_QUARTER)},
    {"op-year-unit", BOTH(CONCEPT_GRAIN, GRAIN_YEAR)},
    {"op-monday", RULES(CONCEPT_WEEKDAY, 1)},
    {"op-tuesday", RULES(CONCEPT_WEEKDAY, 2)},
    {"op-wednesday", RULES(CONCEPT_WEEKDAY, 4)},
    {"op-thursday", RULES(CONCEPT_WEEKDAY, 8)},
    {"op-friday", RULES(CONCEPT_WEEKDAY, 16)},
    {"op-saturday", RULES(CONCEPT_WEEKDAY, 32)},
    {"op-sunday", RULES(CONCEPT_WEEKDAY, 64)},
    {"op-weekend", RULES(CONCEPT_WEEKDAY, QUESTION_WEEKEND)},
    {"op-workdays", RULES(CONCEPT_WEEKDAY, QUESTION_WORKDAYS)},
    {"op-weekday-unit", BOTH(CONCEPT_GRAIN, GRAIN_WEEKDAY)},
    {"op-hour-unit", BOTH(CONCEPT_GRAIN, GRAIN_HOUR)},
    {"op-each-hour", BOTH(CONCEPT_PERIODIC, GRAIN_HOUR)},
    {"op-beyond", RULES(CONCEPT_BEYOND, 0)},
    {"op-with", RULES(CONCEPT_WITH, 0)},
    {"op-each-month", BOTH(CONCEPT_PERIODIC, GRAIN_MONTH)},
    {"op-each-quarter", BOTH(CONCEPT_PERIODIC, GRAIN_QUARTER)},
    {"op-each-year", BOTH(CONCEPT_PERIODIC, GRAIN_YEAR)},
    {"op-each-day", BOTH(CONCEPT_PERIODIC, GRAIN_DAY)},
    {"op-each-week", BOTH(CONCEPT_PERIODIC, GRAIN_WEEK)},
    {"op-span-hours", BOTH(CONCEPT_SPAN, SPAN_HOURS)},
    {"op-span-minutes", BOTH(CONCEPT_SPAN, SPAN_MINUTES)},
    {"op-duration", BOTH(CONCEPT_DURATION, 0)},
    {"op-rate", BOTH(CONCEPT_RATE, 0)},
    {"op-minus", BOTH(CONCEPT_ARITHMETIC, '-')},
    {"op-divided-by", BOTH(CONCEPT_ARITHMETIC, '/')},
    {"op-year-before", RULES(CONCEPT_EARLIER, 0)},
    {"op-period-before", RULES(CONCEPT_EARLIER, 1)},
    {"op-trend", BOTH(CONCEPT_TREND, 0)},
    {"op-sort-descending", BOTH(CONCEPT_SORT, 0)},
    {"op-sort-ascending", BOTH(CONCEPT_SORT, 1)},
    {"op-greater", BOTH(CONCEPT_CMP, FILTER_GT)},
    {"op-less", BOTH(CONCEPT_CMP, FILTER_LT)},
    {"op-at-least", BOTH(CONCEPT_CMP, FILTER_GE)},
    {"op-at-most", BOTH(CONCEPT_CMP, FILTER_LE)},
    {"op-since", {"", CONCEPT_CMP, FILTER_GE | QUESTION_TEMPORAL},
     {"", CONCEPT_CMP, FILTER_GE}},
    {"op-after", {"", CONCEPT_CMP, FILTER_GT | QUESTION_TEMPORAL},
     {"", CONCEPT_CMP, FILTER_GT}},
    {"op-until", {"", CONCEPT_CMP, FILTER_LE | QUESTION_TEMPORAL},
     {"", CONCEPT_CMP, FILTER_LE}},
    {"op-before", {"", CONCEPT_CMP, FILTER_LT | QUESTION_TEMPORAL},
     {"", CONCEPT_CMP, FILTER_LT}},
    {"op-equal", BOTH(CONCEPT_CMP, FILTER_EQ)},
    {"op-at-least-postfix", BOTH(CONCEPT_CMP_AFTER, FILTER_GE)},
    {"op-at-most-postfix", BOTH(CONCEPT_CMP_AFTER, FILTER_LE)},
    {"op-until-postfix", {"", CONCEPT_CMP_AFTER, FILTER_LE | QUESTION_TEMPORAL},
     {"", CONCEPT_CMP_AFTER, FILTER_LE}},
    {"op-since-postfix", {"", CONCEPT_CMP_AFTER, FILTER_GE | QUESTION_TEMPORAL},
     {"", CONCEPT_CMP_AFTER, FILTER_GE}},
    {"op-between", BOTH(CONCEPT_BETWEEN, 0)},
    {"op-from", {"", CONCEPT_BETWEEN, 1},
     {"", CONCEPT_BETWEEN, 0}},
    {"op-and", RULES(CONCEPT_AND, 0)},
    {"op-or", BOTH(CONCEPT_OR, 0)},
    {"op-not", BOTH(CONCEPT_NOT, 0)},
    {"op-not-postfix", BOTH(CONCEPT_NOT, 1)},
    {"op-empty", BOTH(CONCEPT_EMPTY, 0)},
    {"op-month-", RULES(CONCEPT_MONTH, OPERATION_N)},
    {"op-quarter-1", RULES(CONCEPT_QUARTER, 1)},
    {"op-quarter-2", RULES(CONCEPT_QUARTER, 2)},
    {"op-quarter-3", RULES(CONCEPT_QUARTER, 3)},
    {"op-quarter-4", RULES(CONCEPT_QUARTER, 4)},
    {"op-half-1", RULES(CONCEPT_QUARTER, 5)},
    {"op-half-2", RULES(CONCEPT_QUARTER, 6)},
    {"op-last-periods", BOTH(CONCEPT_LAST, 0)},
    {"op-this-period", RULES(CONCEPT_LAST, 1)},
    {"op-breakdown", BOTH(CONCEPT_SPLIT, 0)},
    {"op-range", {"", CONCEPT_RANGE, 0},
     {"", CONCEPT_AGG, AGG_RANGE}},
    {"op-standard-deviation", BOTH(CONCEPT_AGG, AGG_STDDEV)},
    {"op-percentile", BOTH(CONCEPT_PERCENTILE, QUESTION_PERCENTS)},
    {"op-quartile", BOTH(CONCEPT_PERCENTILE, QUESTION_QUARTERS)},
    {"op-decile", BOTH(CONCEPT_PERCENTILE, QUESTION_TENTHS)},
    {"op-percentile-25", BOTH(CONCEPT_PERCENTILE, 25)},
    {"op-percentile-50", BOTH(CONCEPT_PERCENTILE, 50)},
    {"op-percentile-75", BOTH(CONCEPT_PERCENTILE, 75)},
    {"op-percentile-90", BOTH(CONCEPT_PERCENTILE, 90)},
    {"op-percentile-95", BOTH(CONCEPT_PERCENTILE, 95)},
    {"op-percentile-99", BOTH(CONCEPT_PERCENTILE, 99)},
    {"op-correlation", BOTH(CONCEPT_CORRELATION, 0)},
    {"op-within", BOTH(CONCEPT_WITHIN, 0)},
    {"op-never", BOTH(CONCEPT_NEVER, 0)},
    {"op-both", BOTH(CONCEPT_BOTH, 0)},
    {"op-streak", BOTH(CONCEPT_STREAK, 0)},
    {"op-share", BOTH(CONCEPT_SHARE, 0)},
    {"op-rows", RULES(CONCEPT_ROWS, 0)},
    {"op-list", BOTH(CONCEPT_LIST, 0)},
    {"op-list-request", {"", CONCEPT_LIST, 1},
     {"", CONCEPT_LIST, 0}},
    {"op-which", BOTH(CONCEPT_WHICH, 0)},
    {"op-who", BOTH(CONCEPT_WHO, 0)},
    {"op-when", BOTH(CONCEPT_WHEN, 0)},
    {"op-where", BOTH(CONCEPT_WHERE, 0)},
    {"op-compare", BOTH(CONCEPT_COMPARE, 0)},
    {"op-than", BOTH(CONCEPT_THAN, 0)},
    {"op-growth", BOTH(CONCEPT_CHANGE, 0)},
    {"op-decline", BOTH(CONCEPT_CHANGE, 1)},
    {"op-difference", BOTH(CONCEPT_DIFFERENCE, 0)},
    {"op-more-of-two", BOTH(CONCEPT_MORE, 0)},
    {"op-less-of-two", BOTH(CONCEPT_MORE, 1)},
    {"op-running-total", BOTH(CONCEPT_RUNNING, 0)},
    {"op-file-order", RULES(CONCEPT_FILE, 0)},
    {"op-number-", RULES(CONCEPT_NUMBER, OPERATION_N)},
    {"op-ordinal-", RULES(CONCEPT_ORDINAL, OPERATION_N)},
    {"op-scale-", RULES(CONCEPT_SCALE, OPERATION_N)},
    {"op-rate-postfix", RULES(CONCEPT_RATE, 1)},
    {"op-number-of-postfix", RULES(CONCEPT_MANY, 3)},
    {"op-than-between", RULES(CONCEPT_THAN, 1)},
    {"op-after-postfix", {"", CONCEPT_CMP_AFTER, FILTER_GT | QUESTION_TEMPORAL},
     {"", CONCEPT_CMP_AFTER, FILTER_GT}},
    {"op-before-postfix", {"", CONCEPT_CMP_AFTER, FILTER_LT | QUESTION_TEMPORAL},
     {"", CONCEPT_CMP_AFTER, FILTER_LT}},
    {"op-span-days", BOTH(CONCEPT_SPAN, SPAN_DAYS)},
    {"op-greater-postfix", BOTH(CONCEPT_CMP_AFTER, FILTER_GT)},
    {"op-not-the-last", BOTH(CONCEPT_NOT, QUESTION_NOT_THE_LAST)},
    {"op-filled", BOTH(CONCEPT_EMPTY, 1)},
    {"op-times", BOTH(CONCEPT_ARITHMETIC, '*')},
    {"op-to-limit", RULES(CONCEPT_TO, FILTER_LE | QUESTION_TEMPORAL)},
    {"op-most-expensive", RULES(CONCEPT_LIKE, LIKE_EXPENSIVE)},
    {"op-cheapest", RULES(CONCEPT_LIKE, LIKE_CHEAP)},
    {"op-youngest", BOTH(CONCEPT_LIKE, LIKE_YOUNG)},
    {"op-eldest", BOTH(CONCEPT_LIKE, LIKE_ELDER)},
    {"op-earliest", RULES(CONCEPT_LIKE, LIKE_EARLIEST)},
    {"op-heaviest", RULES(CONCEPT_LIKE, LIKE_HEAVY)},
    {"op-lightest", RULES(CONCEPT_LIKE, LIKE_LIGHT)},
    {"op-tallest", RULES(CONCEPT_LIKE, LIKE_TALL)},
    {"op-longest", RULES(CONCEPT_LIKE, LIKE_LONG)},
    {"op-shortest", RULES(CONCEPT_LIKE, LIKE_SHORT)},
    {"op-best-paid", RULES(CONCEPT_LIKE, LIKE_PAID)},
    {"op-worst-paid", RULES(CONCEPT_LIKE, LIKE_UNPAID)},
    {"op-best-selling", RULES(CONCEPT_LIKE, LIKE_SOLD)},
    {"op-worst-selling", RULES(CONCEPT_LIKE, LIKE_UNSOLD)},
    {"op-longest-serving", RULES(CONCEPT_LIKE, LIKE_SENIOR)},
    {"op-shortest-serving", RULES(CONCEPT_LIKE, LIKE_JUNIOR)},
    {"op-traded", RULES(CONCEPT_MONEY, MONEY_ANY)},
    {"op-spent", RULES(CONCEPT_MONEY, MONEY_OUT)},
    {"op-earned", RULES(CONCEPT_MONEY, MONEY_IN)},
    {"op-average-order", RULES(CONCEPT_MONEY, MONEY_EACH)},
    {"op-less-postfix", BOTH(CONCEPT_CMP_AFTER, FILTER_LT)},
};
/* clang-format on */

/* Is it the name of a row, and which number ends it where one does? */
static bool is_named(const char *row, struct str name, uint64_t *n)
{
    const struct str head = str_from(row);
    struct error e = {0};

    if (head.p[head.n - 1] != '-')
        return str_eq(name, head);
    return str_starts(name, head) &&
           str_parse_u64(str_slice(name, head.n, name.n), INT16_MAX, n, &e) ==
               OK;
}

/* The operation, and the number after its name. */
static const struct operation *find(struct str name, uint64_t *n)
{
    for (size_t i = 0; i < COUNT_OF(operations); i++)
        if (is_named(operations[i].name, name, n))
            return &operations[i];
    return NULL;
}

const struct operation *operation_find(struct str name)
{
    uint64_t n = 0;

    return find(name, &n);
}

bool operation_word(struct str name, struct question_word *out)
{
    uint64_t n = 0;
    const struct operation *o = find(name, &n);

    if (!o)
        return false;
    *out = o->rules;
    if (out->param == OPERATION_N)
        out->param = (int)n;
    return true;
}
