#include "ask/crosstab/crosstab_asking.h"

#include "ask/spec/spec.h"
#include "ask/vocabulary/term_lists.h"

#include <math.h>

/* What a number counts whose scale is said by word `at`, in the scale of the table. */
static double scale_of(const struct crosstab_asking *x, size_t at)
{
    const struct crosstab_label *unit = &x->t->unit;
    const int said = at < x->q.n ? crosstab_places(x->t, x->q.word[at].id) : 0;
    int own = 0;

    for (uint32_t i = 0; i < unit->n && own == 0; i++)
        own = crosstab_places(x->t, unit->word[i]);
    return said && own ? pow(10, said - own) : 1;
}

static bool find_limit(struct crosstab_asking *x, enum crosstab_operation *over)
{
    size_t number;
    const struct question_word *limit = crosstab_limit_of(x, &number);

    if (!limit)
        return false;
    x->out->limit = x->q.word[number].number * scale_of(x, number + 1);
    *over = limit->param == FILTER_LT || limit->param == FILTER_LE
                ? CROSSTAB_UNDER
                : CROSSTAB_OVER;
    return true;
}

static enum crosstab_operation comparison_of(struct crosstab_asking *x)
{
    const struct question_word *most = crosstab_operation_of(x, CONCEPT_MOST);
    enum crosstab_operation o;

    if (!most)
        most = crosstab_operation_of(x, CONCEPT_MORE);
    if (find_limit(x, &o)) {
        if (crosstab_has(x, CONCEPT_MANY))
            return o == CROSSTAB_OVER ? CROSSTAB_COUNT_OVER
                                      : CROSSTAB_COUNT_UNDER;
        return o;
    }
    if (!most)
        return CROSSTAB_NOTHING;
    return most->param ? CROSSTAB_LEAST : CROSSTAB_MOST;
}

static bool is_share(const struct crosstab_asking *x)
{
    const struct crosstab_cell *c = &x->out->cell[0];

    return x->t->is_share[c->row * x->t->n_columns + c->column];
}

/* Of two years the later comes second, of two rows the one said second. */
static void order_years(struct crosstab_asking *x)
{
    struct crosstab_reading *r = x->out;

    if (!r->by_row && r->n == 2 &&
        x->t->column[r->cell[0].column].year >
            x->t->column[r->cell[1].column].year)
        crosstab_swap(r, 0, 1);
}

/* Does it ask by how much something fell? */
static bool asks_fall(const struct crosstab_asking *x)
{
    bool falls = false;

    for (size_t i = 0; i < x->q.n; i++) {
        const struct question_word *entry = x->q.word[i].entry;

        if (!entry || entry->kind != CONCEPT_CHANGE ||
            (x->used & CROSSTAB_BIT(i)))
            continue;
        if (entry->param == 0)
            return false;
        falls = true;
    }
    return falls;
}

/* Are the cells of two years? */
static bool is_over_time(const struct crosstab_asking *x)
{
    const struct crosstab_reading *r = x->out;

    return !r->by_row && x->t->column[r->cell[0].column].year !=
                             x->t->column[r->cell[1].column].year;
}

static enum crosstab_operation change_of(struct crosstab_asking *x)
{
    if (x->out->n != 2)
        return CROSSTAB_NOTHING;
    order_years(x);
    if (crosstab_says_share(x) && !is_share(x))
        return CROSSTAB_PERCENT;
    if (asks_fall(x))
        return CROSSTAB_DIFFERENCE;
    return is_over_time(x) || crosstab_has(x, CONCEPT_CHANGE)
               ? CROSSTAB_CHANGE
               : CROSSTAB_DIFFERENCE;
}

/* "the total from 2017 to 2019": also where the row's label says that it is one. */
static bool sums(const struct crosstab_asking *x)
{
    return crosstab_has_aggregate(x, AGG_SUM) || x->is_ranged;
}

static enum crosstab_operation computation_of(struct crosstab_asking *x)
{
    const bool is_two = x->out->n == 2;

    if (crosstab_compares(x))
        return x->out->n > 1 ? comparison_of(x) : CROSSTAB_NOTHING;
    if (crosstab_has_aggregate(x, AGG_AVG))
        return x->out->n > 1 ? CROSSTAB_AVERAGE : CROSSTAB_NOTHING;
    if (crosstab_has(x, CONCEPT_CHANGE) || crosstab_has(x, CONCEPT_DIFFERENCE))
        return change_of(x);
    if (is_two && x->out->by_row && crosstab_says_share(x))
        return CROSSTAB_SHARE;
    if (is_two && x->out->by_row &&
        (crosstab_has(x, CONCEPT_RATE) || crosstab_has(x, CONCEPT_ARITHMETIC)))
        return CROSSTAB_RATIO;
    if (x->out->n > 1 && sums(x))
        return CROSSTAB_SUM;
    return crosstab_has(x, CONCEPT_NOT) ? CROSSTAB_NOTHING : CROSSTAB_LOOKUP;
}

static enum crosstab_operation operation_for(struct crosstab_asking *x)
{
    if (crosstab_asks_years(x))
        return x->out->n > 1 && !x->out->by_row ? CROSSTAB_LIST
                                                : CROSSTAB_NOTHING;
    return computation_of(x);
}

static bool has_years(const struct crosstab *t)
{
    for (size_t i = 0; i < t->n_columns; i++)
        if (t->column[i].year)
            return true;
    return false;
}

/* Is a year said that none of the cells is of, of a table that tells years apart? */
static bool leaves_year(const struct crosstab_asking *x)
{
    for (size_t i = 0; i < x->q.n; i++)
        if (x->q.word[i].role == ROLE_YEAR && !(x->used & CROSSTAB_BIT(i)))
            return has_years(x->t);
    return false;
}

/* What a reason or a meaning is, no cell says. */
static bool asks_reason(const struct crosstab_asking *x)
{
    for (size_t i = 0; i < x->q.n; i++)
        if (term_list_has(&words_route_meaning,
                          lexeme_at(x->t->words, x->q.word[i].id)->text))
            return true;
    return false;
}

enum err crosstab_ask(const struct crosstab *t, struct str question,
                      struct arena *a, struct crosstab_reading *out,
                      struct error *e)
{
    struct crosstab_asking *x = arena_alloc(a, sizeof(*x), e);

    *out = (struct crosstab_reading){0};
    if (!x)
        return e->code;
    x->t = t;
    x->out = out;
    if (crosstab_question_read(t, question, &x->q, e))
        return e->code;
    if (asks_reason(x))
        return OK;
    crosstab_hits_find(t, &x->q, &x->h);
    crosstab_find_columns(x);
    if (!crosstab_find_compared_rows(x)) {
        out->n = 0;
        out->by_row = false;
        if (!crosstab_find_cells(x))
            return OK;
    }
    if (!leaves_year(x))
        out->operation = operation_for(x);
    return OK;
}
