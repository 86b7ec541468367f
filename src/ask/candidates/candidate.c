#include "ask/candidates/candidate.h"

#include "ask/candidates/generator.h"
#include "base/buf.h"

#include <math.h>

#define ROUND 1e6 /* sums of decimals end in the noise of binary fractions */

static const char *const condition_names[CONDITION_KINDS] = {
    [CONDITION_VALUE] = "value",
    [CONDITION_PART] = "part",
    [CONDITION_EQUAL] = "equal",
    [CONDITION_MORE] = "more",
    [CONDITION_LESS] = "less",
    [CONDITION_AT_LEAST] = "at_least",
    [CONDITION_AT_MOST] = "at_most",
    [CONDITION_YEAR] = "year",
    [CONDITION_YEAR_AFTER] = "year_after",
    [CONDITION_YEAR_BEFORE] = "year_before",
    [CONDITION_YEAR_FROM] = "year_from",
    [CONDITION_YEAR_UNTIL] = "year_until",
    [CONDITION_DECADE] = "decade",
    [CONDITION_BETWEEN] = "between",
    [CONDITION_YEARS_BETWEEN] = "years_between",
    [CONDITION_DAY] = "day",
    [CONDITION_DAY_AFTER] = "day_after",
    [CONDITION_DAY_BEFORE] = "day_before",
    [CONDITION_EMPTY] = "empty",
    [CONDITION_FILLED] = "filled",
    [CONDITION_ZERO] = "zero",
    [CONDITION_SUMMARY] = "summary",
};

static const char *const step_names[STEP_KINDS] = {
    [STEP_NONE] = "all",           [STEP_FIRST] = "first",
    [STEP_LAST] = "last",          [STEP_NTH] = "nth",
    [STEP_MOST] = "most",          [STEP_LEAST] = "least",
    [STEP_NTH_MOST] = "nth_most",  [STEP_NTH_LEAST] = "nth_least",
    [STEP_NEXT] = "next",          [STEP_PREVIOUS] = "previous",
    [STEP_AFTER] = "after",        [STEP_BEFORE] = "before",
    [STEP_BETWEEN] = "in_between", [STEP_SAME] = "same",
    [STEP_OVER] = "over",          [STEP_UNDER] = "under",
};

static const char *const result_names[RESULT_KINDS] = {
    [RESULT_VALUES] = "values",
    [RESULT_COUNT] = "count",
    [RESULT_DISTINCT] = "distinct",
    [RESULT_SUM] = "sum",
    [RESULT_AVERAGE] = "average",
    [RESULT_MAX] = "max",
    [RESULT_MIN] = "min",
    [RESULT_RANGE] = "range",
    [RESULT_DIFFERENCE] = "difference",
    [RESULT_YEARS] = "years",
    [RESULT_FREQUENT] = "frequent",
    [RESULT_RARE] = "rare",
    [RESULT_MOST_ROWS] = "most_rows",
    [RESULT_RUN] = "run",
    [RESULT_GROUP_MOST] = "group_most",
    [RESULT_LARGER] = "larger",
    [RESULT_SMALLER] = "smaller",
    [RESULT_MORE_ROWS] = "more_rows",
    [RESULT_FEWER_ROWS] = "fewer_rows",
    [RESULT_EARLIER] = "earlier",
    [RESULT_LATER] = "later",
    [RESULT_ROW_DIFFERENCE] = "row_difference",
    [RESULT_ROWS_BETWEEN] = "rows_between",
};

struct str candidate_short(struct str text)
{
    static const char *const before[] = {"at ", "vs. ", "vs ", "@ ", "@"};
    struct str rest = str_trim(text);

    for (size_t i = 0; i < sizeof(before) / sizeof(*before); i++) {
        struct str word = str_from(before[i]);

        if (rest.n <= word.n ||
            !str_eq_nocase(str_slice(rest, 0, word.n), word))
            continue;
        rest = str_trim(str_slice(rest, word.n, rest.n));
        break;
    }
    return str_trim(str_slice(rest, 0, str_find_char(rest, '\n')));
}

bool condition_is_linked(const struct condition *c)
{
    return c->link != NULL;
}

const char *condition_name(enum condition_kind k)
{
    return condition_names[k];
}

const char *step_name(enum step s)
{
    return step_names[s];
}

const char *result_name(enum result r)
{
    return result_names[r];
}

bool generator_wants(const struct generator *x, unsigned triggers)
{
    return (x->q->triggers & triggers) != 0;
}

void generator_add_set(struct generator *x, const struct row_set *set)
{
    if ((set->rows.n == 0 && x->n_sets > 0) || x->n_sets == GENERATOR_MAX_SETS)
        return;
    x->set[x->n_sets++] = *set;
}

void generator_add(struct generator *x, const struct candidate *c)
{
    if (c->answer.n == 0 || x->n_candidates == GENERATOR_MAX_CANDIDATES)
        return;
    x->candidate[x->n_candidates++] = *c;
}

void generator_add_number(struct generator *x, enum result result,
                          const struct row_set *rows, uint32_t column,
                          double number)
{
    struct candidate c = {
        .result = result,
        .rows = rows,
        .column = column,
        .other = CANDIDATE_NO_COLUMN,
        .answer = {.n = 1, .is_number = true, .number = number}};

    generator_add(x, &c);
}

double generator_rounded(double x)
{
    return round(x * ROUND) / ROUND;
}

enum err candidates_make(const struct grid *g, const struct question *q,
                         const struct grid_links *l, struct arena *a,
                         struct candidates *out, struct error *e)
{
    struct generator *x = arena_alloc(a, sizeof(*x), e);

    if (!x)
        return e->code;
    *x = (struct generator){.g = g, .q = q, .l = l, .a = a};
    x->condition = arena_alloc_array(a, GENERATOR_MAX_CONDITIONS,
                                     sizeof(*x->condition), e);
    if (!x->condition)
        return e->code;
    x->set = arena_alloc_array(a, GENERATOR_MAX_SETS, sizeof(*x->set), e);
    if (!x->set)
        return e->code;
    x->candidate = arena_alloc_array(a, GENERATOR_MAX_CANDIDATES,
                                     sizeof(*x->candidate), e);
    if (!x->candidate)
        return e->code;
    generator_conditions(x);
    generator_sets(x);
    if (generator_results(x, e) || generator_comparisons(x, e))
        return e->code;
    *out = (struct candidates){x->candidate, x->n_candidates};
    return OK;
}

enum err denotation_text(const struct grid *g, const struct denotation *d,
                         uint32_t i, struct arena *a, struct str *text,
                         struct error *e)
{
    if (d->is_number)
        return str_printf(a, text, e, "%.15g", d->number);
    *text = d->values ? g->column[d->column].value[d->values[i]].text : d->text;
    if (d->is_short)
        *text = candidate_short(*text);
    return OK;
}
