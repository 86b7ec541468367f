/*
 * Days to filters of a column of dates or of years. What the column does not
 * reach needs clarification, because zero would be a guess; so do two periods of
 * one column that cannot both hold.
 */
#include "ask/bind/period.h"

static bool is_month(const struct civil day[2])
{
    return !day[0].year && !day[1].year;
}

/* The days that a filter lets through; both open for a month of any year. */
static void days_of_filter(const struct spec_filter *f, struct civil day[2])
{
    struct error ignored;
    uint64_t year;
    size_t i;

    day[0] = day[1] = (struct civil){0};
    for (i = 0; i < f->n && i < 2 && f->op == FILTER_PERIOD; i++)
        (void)civil_read(f->values[i], &day[i]);
    if (f->op == FILTER_PERIOD || f->op == FILTER_MONTH ||
        str_parse_u64(f->values[0], 9998, &year, &ignored))
        return;
    if (f->op != FILTER_LE)
        day[0] = (struct civil){(int)year, 1, 1};
    if (f->op != FILTER_GE &&
        !str_parse_u64(f->values[f->n - 1], 9998, &year, &ignored))
        day[1] = (struct civil){(int)year + 1, 1, 1};
}

/* Can both hold? Since and until can, a month and at least a year can. */
static bool go_together(const struct civil a[2], const struct civil b[2])
{
    const struct civil *from = a[0].year ? a : b;
    const struct civil *to = a[0].year ? b : a;

    if (is_month(a) || is_month(b)) {
        const struct civil *other = is_month(a) ? b : a;

        return !is_month(other) &&
               (!other[0].year || !other[1].year ||
                civil_cmp(civil_add_months(other[0], 12), other[1]) <= 0);
    }
    return from[0].year && !from[1].year && !to[0].year && to[1].year &&
           civil_cmp(from[0], to[1]) < 0;
}

/*
 * "In 2022 and 2024" is no day, and "the last 3 months of 2023" are not those
 * of the data: a second period of one column needs clarification, and one that ends
 * before it begins.
 */
static bool clashes(struct binder *b, const struct schema_column *c,
                    const struct link *l, const struct civil day[2])
{
    const struct query_spec *s = &b->out->spec;
    bool clash = day[0].year && day[1].year && civil_cmp(day[0], day[1]) >= 0;
    size_t i;

    for (i = 0; i < s->n_filters; i++) {
        struct civil other[2];

        if (!str_eq(s->filters[i].column, c->name) || s->filters[i].side)
            continue;
        days_of_filter(&s->filters[i], other);
        clash |= s->window.column.n || !go_together(day, other);
    }
    if (clash)
        bind_ask(b, ASK_NOT_PLACED, bind_words(b, l), (struct str){0},
                 (struct str){0});
    return clash;
}

/* Years that the column does not reach; then zero would be a guess. */
static bool years_outside(struct binder *b, const struct schema_column *c,
                          const struct link *l, int from, int to)
{
    struct error ignored;
    uint64_t min;
    uint64_t max;

    if (str_parse_u64(c->min, 9999, &min, &ignored) ||
        str_parse_u64(c->max, 9999, &max, &ignored) ||
        (from <= (int)max && (to < 0 || to >= (int)min)))
        return false;
    bind_ask(b, ASK_OUT_OF_RANGE, bind_words(b, l), c->min, c->max);
    return true;
}

static enum err put_years(struct binder *b, const struct schema_column *c,
                          const struct link *l, const struct civil day[2],
                          struct error *e)
{
    struct spec_filter *f;
    struct str v[2] = {{0}, {0}};
    int from = day[0].year;
    int to = day[1].year - 1;

    if (years_outside(b, c, l, from, to))
        return OK;
    f = bind_new_filter(b);
    if (!f)
        return OK;
    if ((day[0].year && (day[0].month != 1 || day[0].day != 1)) ||
        (day[1].year && (day[1].month != 1 || day[1].day != 1))) {
        bind_ask(b, ASK_NO_DATES, bind_words(b, l), (struct str){0},
                 (struct str){0});
        return OK;
    }
    if (str_printf(b->a, &v[0], e, "%d", day[0].year ? from : to) ||
        str_printf(b->a, &v[1], e, "%d", to))
        return e->code;
    f->column = c->name;
    f->literal = LITERAL_NUMBER;
    f->op = day[0].year == 0   ? FILTER_LE
            : day[1].year == 0 ? FILTER_GE
            : from == to       ? FILTER_EQ
                               : FILTER_BETWEEN;
    return bind_values(b, f, v, f->op == FILTER_BETWEEN ? 2 : 1, e);
}

/* Outside of what the column holds? Then zero would be a guess. */
static bool outside(struct binder *b, const struct schema_column *c,
                    const struct link *l, const struct civil day[2])
{
    struct civil min;
    struct civil max;

    if (!civil_read(c->min, &min) || !civil_read(c->max, &max))
        return false;
    if ((day[0].year == 0 || civil_cmp(day[0], max) <= 0) &&
        (day[1].year == 0 || civil_cmp(day[1], min) > 0))
        return false;
    bind_ask(b, ASK_OUT_OF_RANGE, bind_words(b, l), str_slice(c->min, 0, 10),
             str_slice(c->max, 0, 10));
    return true;
}

enum grain bind_finest(const struct schema_column *c)
{
    return c->view == VIEW_CELL || c->view == VIEW_WHOLE_DAY ? GRAIN_DAY
           : c->view == VIEW_QUARTER                         ? GRAIN_QUARTER
                                                             : GRAIN_MONTH;
}

void bind_ask_coarser(struct binder *b, const struct schema_column *c)
{
    bind_ask(b, c->view == VIEW_QUARTER ? ASK_ONLY_QUARTERS : ASK_ONLY_MONTHS,
             c->name, (struct str){0}, (struct str){0});
}

/* Days in a column of months, months in one of quarters: nothing tells them. */
static bool too_fine(struct binder *b, const struct schema_column *c,
                     const struct civil day[2])
{
    int step = bind_finest(c) == GRAIN_QUARTER ? 3 : 1;
    bool fine = false;
    size_t i;

    for (i = 0; bind_finest(c) > GRAIN_DAY && i < 2; i++)
        fine |=
            day[i].year && (day[i].day != 1 || (day[i].month - 1) % step != 0);
    if (fine)
        bind_ask_coarser(b, c);
    return fine;
}

enum err bind_put_days(struct binder *b, const struct schema_column *c,
                       const struct link *l, const struct civil day[2],
                       struct error *e)
{
    struct str v[2] = {{0}, {0}};
    struct spec_filter *f;

    if (clashes(b, c, l, day))
        return OK;
    if (c->kind == COLUMN_NUMBER)
        return put_years(b, c, l, day, e);
    if (too_fine(b, c, day) || outside(b, c, l, day))
        return OK;
    f = bind_new_filter(b);
    if (!f)
        return OK;
    if ((day[0].year && civil_write(day[0], b->a, &v[0], e)) ||
        (day[1].year && civil_write(day[1], b->a, &v[1], e)))
        return e->code;
    f->column = c->name;
    f->op = FILTER_PERIOD;
    b->dates = c;
    return bind_values(b, f, v, 2, e);
}

struct spec_filter *bind_number_filter(struct binder *b,
                                       const struct schema_column *c,
                                       enum filter_op op)
{
    struct spec_filter *f = bind_new_filter(b);

    if (!f)
        return NULL;
    f->column = c->name;
    f->op = op;
    f->literal = LITERAL_NUMBER;
    return f;
}

enum err bind_put_number(struct binder *b, struct spec_filter *f, int number,
                         struct error *e)
{
    struct str v;

    if (str_printf(b->a, &v, e, "%d", number))
        return e->code;
    return bind_values(b, f, &v, 1, e);
}

/* Several years of a column of years. */
static enum err put_year_list(struct binder *b, const struct schema_column *c,
                              const struct link *l, const struct civil *day,
                              size_t n, struct error *e)
{
    struct spec_filter *f = bind_number_filter(b, c, FILTER_IN);
    size_t i;

    if (!f)
        return OK;
    for (i = 0; i < n; i++) {
        const struct civil *d = &day[2 * i];

        if (d[0].month != 1 || d[0].day != 1 || d[1].year != d[0].year + 1) {
            bind_ask(b, ASK_NO_DATES, bind_words(b, l), (struct str){0},
                     (struct str){0});
            return OK;
        }
        if (years_outside(b, c, l, d[0].year, d[0].year))
            return OK;
        if (bind_put_number(b, f, d[0].year, e))
            return e->code;
    }
    return OK;
}

enum err bind_put_day_list(struct binder *b, const struct schema_column *c,
                           const struct link *l, const struct civil *day,
                           size_t n, struct error *e)
{
    struct spec_filter *f;
    struct str v;
    size_t i;

    for (i = 0; i < n; i++) {
        if (clashes(b, c, l, &day[2 * i]) ||
            (c->kind != COLUMN_NUMBER &&
             (too_fine(b, c, &day[2 * i]) || outside(b, c, l, &day[2 * i]))))
            return OK;
    }
    if (c->kind == COLUMN_NUMBER)
        return put_year_list(b, c, l, day, n, e);
    f = bind_new_filter(b);
    if (!f)
        return OK;
    f->column = c->name;
    f->op = FILTER_PERIOD;
    b->dates = c;
    for (i = 0; i < 2 * n; i++) {
        if (civil_write(day[i], b->a, &v, e) || bind_values(b, f, &v, 1, e))
            return e->code;
    }
    return OK;
}

enum err bind_put_months(struct binder *b, const struct schema_column *c,
                         const struct link *l, const struct civil *day,
                         size_t n, struct error *e)
{
    const struct civil any[2] = {{0}, {0}};
    struct spec_filter *f;
    size_t i;

    if (clashes(b, c, l, any))
        return OK;
    if (bind_finest(c) > GRAIN_MONTH) {
        bind_ask_coarser(b, c);
        return OK;
    }
    f = bind_number_filter(b, c, FILTER_MONTH);
    if (!f)
        return OK;
    b->dates = c;
    for (i = 0; i < n; i++) {
        if (bind_put_number(b, f, day[i].month, e))
            return e->code;
    }
    return OK;
}
