/* What the words of a question may say about single rows. */
#include "ask/candidates/generator.h"

#include <math.h>

#define SOME_NUMBERS 0.5 /* of a column, for conditions on numbers */
#define SOME_YEARS   0.3
#define NAMED        0.5 /* of a column's name, to be asked whether it is empty */
#define DECADE       10
#define CENTURY      100

/* Does a cell fulfil a condition without a link? */
static bool holds(const struct condition *c, const struct grid_value *v)
{
    double year = grid_year(v->day);
    double day = (int)c->low >= 10000 ? v->day : v->day % 10000;

    switch (c->kind) {
    case CONDITION_EQUAL: return v->number == c->low;
    case CONDITION_MORE: return v->number > c->low;
    case CONDITION_LESS: return v->number < c->low;
    case CONDITION_ZERO: return v->number == 0;
    case CONDITION_AT_LEAST: return v->number >= c->low;
    case CONDITION_AT_MOST: return v->number <= c->low;
    case CONDITION_BETWEEN: return v->number >= c->low && v->number <= c->high;
    case CONDITION_YEAR: return year == c->low;
    case CONDITION_YEAR_AFTER: return year > c->low;
    case CONDITION_YEAR_BEFORE: return year > 0 && year < c->low;
    case CONDITION_YEAR_FROM: return year >= c->low;
    case CONDITION_YEAR_UNTIL: return year > 0 && year <= c->low;
    case CONDITION_DECADE:
    case CONDITION_YEARS_BETWEEN: return year >= c->low && year <= c->high;
    case CONDITION_DAY:
        return (int)c->low % 100 ? day == c->low
                                 : floor(day / 100) == floor(c->low / 100);
    case CONDITION_DAY_AFTER: return v->day % 10000 && day > c->low;
    case CONDITION_DAY_BEFORE: return v->day % 10000 && day < c->low;
    default: return false;
    }
}

static bool is_known(const struct generator *x, const struct condition *c)
{
    for (size_t i = 0; i < x->n_conditions; i++) {
        const struct condition *o = &x->condition[i];

        if (o->kind == c->kind && o->used.bit[0] == c->used.bit[0] &&
            o->used.bit[1] == c->used.bit[1] && rows_equal(&o->rows, &c->rows))
            return true;
    }
    return false;
}

static void add(struct generator *x, const struct condition *c)
{
    if (c->rows.n == 0 || x->n_conditions == GENERATOR_MAX_CONDITIONS ||
        (c->rows.n == x->g->n_rows && x->g->n_rows > 1) || is_known(x, c))
        return;
    x->condition[x->n_conditions++] = *c;
}

/* Find the rows of a condition without a link, and add it. */
static void add_found(struct generator *x, struct condition c)
{
    for (uint32_t row = 0; row < x->g->n_rows; row++) {
        const struct grid_value *v = grid_at(x->g, c.column, row);

        if (v && holds(&c, v))
            rows_add(&c.rows, row);
    }
    add(x, &c);
}

/* Conditions `first` to `last` of one number. */
static void add_kinds(struct generator *x, struct condition c,
                      enum condition_kind first, enum condition_kind last)
{
    for (unsigned k = first; k <= (unsigned)last; k++) {
        c.kind = (enum condition_kind)k;
        add_found(x, c);
    }
}

static void add_decade(struct generator *x, struct condition c)
{
    c.kind = CONDITION_DECADE;
    c.high = c.low + (fmod(c.low, CENTURY) == 0 ? CENTURY : DECADE) - 1;
    add_found(x, c);
}

static void add_number(struct generator *x, const struct question_number *n)
{
    bool compared = generator_wants(x, TRIGGER_COMPARE);
    struct condition c = {.number = n,
                          .low = n->value,
                          .used = word_set_range(n->at, n->at + n->n)};

    for (c.column = 0; c.column < x->g->n_columns; c.column++) {
        const struct grid_column *col = &x->g->column[c.column];

        if (col->numbers > SOME_NUMBERS && !n->is_decade)
            add_kinds(x, c, CONDITION_EQUAL,
                      compared ? CONDITION_AT_MOST : CONDITION_EQUAL);
        if (!n->is_year || col->years <= SOME_YEARS)
            continue;
        if (n->is_decade)
            add_decade(x, c);
        else
            add_kinds(x, c, CONDITION_YEAR,
                      compared ? CONDITION_YEAR_UNTIL : CONDITION_YEAR);
    }
}

/* Two numbers one after the other: from ... to. */
static void add_between(struct generator *x, const struct question_number *n)
{
    struct condition c = {.number = n, .low = n[0].value, .high = n[1].value};

    c.used = word_set_or(word_set_range(n[0].at, n[0].at + n[0].n),
                         word_set_range(n[1].at, n[1].at + n[1].n));
    for (c.column = 0; c.column < x->g->n_columns && c.high > c.low;
         c.column++) {
        const struct grid_column *col = &x->g->column[c.column];

        c.kind = n[0].is_year && col->years > SOME_YEARS
                     ? CONDITION_YEARS_BETWEEN
                     : CONDITION_BETWEEN;
        if (c.kind == CONDITION_YEARS_BETWEEN || col->numbers > SOME_NUMBERS)
            add_found(x, c);
    }
}

static void add_day(struct generator *x, const struct question_day *d)
{
    bool compared = generator_wants(x, TRIGGER_COMPARE);
    struct condition c = {.low = d->day,
                          .used = word_set_range(d->at, d->at + d->n)};

    for (c.column = 0; c.column < x->g->n_columns; c.column++) {
        if (x->g->column[c.column].kind == GRID_DATE)
            add_kinds(x, c, CONDITION_DAY,
                      compared ? CONDITION_DAY_BEFORE : CONDITION_DAY);
    }
}

/* Cells that are null, and those that are not. */
static void add_nulls(struct generator *x, struct condition c)
{
    const uint32_t *cell = x->g->column[c.column].cell;
    struct condition filled = c;

    c.kind = CONDITION_EMPTY;
    filled.kind = CONDITION_FILLED;
    for (uint32_t row = 0; row < x->g->n_rows; row++)
        rows_add(cell[row] == GRID_NULL ? &c.rows : &filled.rows, row);
    if (generator_wants(x, TRIGGER_NOT))
        add(x, &c);
    if (c.rows.n > 0)
        add(x, &filled);
}

/* "without notes", "won no medals": of columns that the question names. */
static void add_absent(struct generator *x)
{
    struct condition c = {.column = 0};

    for (; c.column < x->g->n_columns; c.column++) {
        if (x->l->column[c.column].score < NAMED)
            continue;
        c.used = x->l->column[c.column].words;
        add_nulls(x, c);
        c.kind = CONDITION_ZERO;
        if (generator_wants(x, TRIGGER_NOT) &&
            x->g->column[c.column].numbers > SOME_NUMBERS)
            add_found(x, c);
    }
}

void generator_conditions(struct generator *x)
{
    for (size_t i = 0; i < x->l->n_values; i++) {
        const struct value_link *v = &x->l->value[i];
        struct condition c = {.kind =
                                  v->whole ? CONDITION_VALUE : CONDITION_PART,
                              .column = v->column,
                              .link = v,
                              .used = word_set_range(v->from, v->to),
                              .rows = v->rows};

        add(x, &c);
    }
    for (size_t i = 0; i < x->q->n_numbers; i++)
        add_number(x, &x->q->number[i]);
    for (size_t i = 0; i + 1 < x->q->n_numbers; i++)
        add_between(x, &x->q->number[i]);
    for (size_t i = 0; i < x->q->n_days; i++)
        add_day(x, &x->q->day[i]);
    add_absent(x);
}
