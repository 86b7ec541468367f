/* slots_number.c - numbers as conditions, limits, places and times of day. */
#include "ask/link/duration_unit.h"
#include "ask/parse/slots_part.h"

#include <string.h>

static enum literal number_literal(const struct schema_column *c)
{
    return c->kind == COLUMN_NUMBER ? LITERAL_NUMBER : LITERAL_TEXT;
}

/* "1 and 2" of one column: either, and two that may be compared. */
static enum err put_another(struct slots *s, struct spec_filter *f,
                            uint16_t column, struct str number, struct error *e)
{
    struct str *values = arena_alloc_array(s->a, f->n + 1, sizeof(*values), e);

    if (!values)
        return e->code;
    if (slots_in_list(number, f->values, f->n)) {
        s->repeated++;
        return OK;
    }
    memcpy(values, f->values, f->n * sizeof(*values));
    values[f->n] = number;
    f->values = values;
    f->n++;
    f->op = FILTER_IN;
    if (f->n == 2)
        s->sides = (struct sides){.column = column,
                                  .filter = (size_t)(f - s->base.filters),
                                  .values = {values[0], values[1]},
                                  .names = {values[0], values[1]},
                                  .n = 2};
    else if (s->sides.filter == (size_t)(f - s->base.filters))
        s->sides.n = 3;
    return OK;
}

/* "10 to 20 between": what says that it is a range comes after both of its ends. */
static enum err put_end(struct slots *s, struct spec_filter *f,
                        struct str number, struct error *e)
{
    struct str *values = arena_alloc_array(s->a, 2, sizeof(*values), e);

    if (!values)
        return e->code;
    values[0] = f->values[0];
    values[1] = number;
    f->values = values;
    f->n = 2;
    f->op = FILTER_BETWEEN;
    return OK;
}

/* The filter of a number that the same column is as well; NULL: none. */
static struct spec_filter *number_filter(struct slots *s,
                                         const struct state_number *n)
{
    const struct schema_column *c = slots_column(s, n->column);

    if (n->op != FILTER_EQ && n->op != FILTER_BETWEEN)
        return NULL;
    for (size_t i = 0; i < s->base.n_filters; i++) {
        struct spec_filter *f = &s->base.filters[i];

        if (c->kind == COLUMN_NUMBER && str_eq(f->column, c->name) &&
            f->literal == LITERAL_NUMBER &&
            (f->op == FILTER_EQ || f->op == FILTER_IN))
            return f;
    }
    return NULL;
}

static enum err put_number(struct slots *s, const struct state_number *n,
                           const struct state_number *second, struct error *e)
{
    const struct schema_column *c = slots_column(s, n->column);
    struct str *values = arena_alloc_array(s->a, 2, sizeof(*values), e);
    struct spec_filter *f = second ? NULL : number_filter(s, n);

    if (f && n->op == FILTER_BETWEEN && f->n == 1)
        return put_end(s, f, s->m->meaning[n->meaning].link->number, e);
    if (f)
        return put_another(s, f, n->column,
                           s->m->meaning[n->meaning].link->number, e);
    f = slots_add_filter(s, n->column, (enum filter_op)n->op,
                         number_literal(c));
    if (!values)
        return e->code;
    if (!f)
        return OK;
    values[0] = s->m->meaning[n->meaning].link->number;
    f->values = values;
    f->n = 1;
    if (second) {
        values[1] = s->m->meaning[second->meaning].link->number;
        f->op = FILTER_BETWEEN;
        f->n = 2;
    } else if (f->op == FILTER_BETWEEN) {
        f->op = FILTER_EQ;
    }
    return OK;
}

/* How long it is from one date of the row to another. */
static enum err put_span(struct slots *s, const struct state_number *n,
                         struct error *e)
{
    static const char *const units[] = {[SPAN_DAYS] = "days",
                                        [SPAN_HOURS] = "hours",
                                        [SPAN_MINUTES] = "minutes"};
    static const char *const signs[] = {
        [SPAN_DAYS] = "d", [SPAN_HOURS] = "h", [SPAN_MINUTES] = "min"};
    const struct meaning *m = &s->m->meaning[n->meaning];
    const char *unit = units[m->span - 1];
    const char *sign = signs[m->span - 1]; /* that every language has */
    const struct str from = slots_column(s, m->column)->name;
    const struct str to = slots_column(s, m->than)->name;
    struct str *value = arena_alloc(s->a, sizeof(*value), e);
    struct spec_derived *d = &s->base.derived[s->base.n_derived];
    struct spec_filter *f;

    if (!value)
        return e->code;
    if (s->base.n_derived == SPEC_MAX_DERIVED || n->op < FILTER_LT ||
        n->op > FILTER_GE || str_find_char(from, '"') < from.n ||
        str_find_char(to, '"') < to.n) {
        s->impossible = true;
        return OK;
    }
    f = slots_add_filter(s, m->column, (enum filter_op)n->op, LITERAL_NUMBER);
    if (!f)
        return OK;
    if (str_printf(s->a, &d->name, e, "%.*s - %.*s (%s)", STR_FMT(to),
                   STR_FMT(from), sign) ||
        str_printf(s->a, &d->formula, e, "%s(\"%.*s\", \"%.*s\")", unit,
                   STR_FMT(from), STR_FMT(to)))
        return e->code;
    d->exact = true;
    s->base.n_derived++;
    *value = m->link->number;
    f->column = d->name;
    f->view = VIEW_CELL;
    f->values = value;
    f->n = 1;
    return OK;
}

/* The times of day that are said, or the first that the table has. */
static uint16_t clock_column(const struct slots *s)
{
    const struct state *st = s->state;
    const struct schema_table *t = s->m->table;

    for (size_t i = 0; i < st->n_columns; i++)
        if (t->columns[st->column[i].column].clock)
            return st->column[i].column;
    for (size_t i = 0; i < t->n_columns; i++)
        if (t->columns[i].clock && meanings_is_own(s->m, i))
            return (uint16_t)i;
    return SLOT_NONE;
}

static enum err put_clock_filter(struct slots *s, uint16_t column,
                                 enum filter_op op,
                                 const struct state_number *n, struct error *e)
{
    struct spec_filter *f = slots_add_filter(s, column, op, LITERAL_CLOCK);
    struct str *value = arena_alloc(s->a, sizeof(*value), e);

    if (!value)
        return e->code;
    if (!f)
        return OK;
    *value = s->m->meaning[n->meaning].link->number;
    f->view = VIEW_CLOCK;
    f->values = value;
    f->n = 1;
    return OK;
}

/* A time of day, or from one to the next one that was said. */
static enum err put_clock(struct slots *s, const struct state_number *n,
                          const struct state_number *second, struct error *e)
{
    const uint16_t column = clock_column(s);
    const enum filter_op op = second ? FILTER_GE : (enum filter_op)n->op;

    if (column == SLOT_NONE || op > FILTER_GE || op == FILTER_NE) {
        s->impossible = true;
        return OK;
    }
    if (put_clock_filter(s, column, op, n, e))
        return e->code;
    return second ? put_clock_filter(s, column, FILTER_LE, second, e) : OK;
}

/* How many, which place, or what a figure is held against. */
static void put_count(struct slots *s, const struct state_number *n)
{
    struct error ignored;
    uint64_t count;

    if (n->use == USE_HAVING)
        s->having = n;
    if (str_parse_u64(s->m->meaning[n->meaning].link->number, 1000000000,
                      &count, &ignored))
        count = 0;
    if (n->use == USE_LIMIT)
        s->limit = count;
    if (n->use == USE_PLACE)
        s->place = count;
}

/* A number and the next are the two ends of one condition. */
static bool is_range(const struct slots *s, const struct state_number *n,
                     const struct state_number *next)
{
    if (n->op != FILTER_BETWEEN || !next || next->use != n->use)
        return false;
    if (n->use == USE_CLOCK)
        return true;
    return n->use == USE_COND && next->column == n->column &&
           !s->m->meaning[n->meaning].span;
}

/* "end" is the other end of a range, or NULL. */
static enum err put_condition(struct slots *s, const struct state_number *n,
                              const struct state_number *end, struct error *e)
{
    if (n->use == USE_CLOCK)
        return put_clock(s, n, end, e);
    if (s->m->meaning[n->meaning].span ? put_span(s, n, e)
                                       : put_number(s, n, end, e))
        return e->code;
    if (n->or_before && s->base.n_filters > 0)
        slots_put_or(s);
    return OK;
}

enum err slots_put_numbers(struct slots *s, struct error *e)
{
    const struct state *st = s->state;

    for (size_t i = 0; i < st->n_numbers; i++) {
        const struct state_number *n = &st->number[i];
        const struct state_number *next =
            i + 1 < st->n_numbers ? &st->number[i + 1] : NULL;
        const bool range = is_range(s, n, next);

        if (n->use != USE_COND && n->use != USE_CLOCK) {
            put_count(s, n);
            continue;
        }
        if (put_condition(s, n, range ? next : NULL, e))
            return e->code;
        i += range;
    }
    return OK;
}
