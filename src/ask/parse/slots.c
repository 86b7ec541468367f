#include "ask/parse/slots.h"

#include <string.h>

#define MAX_DATES  2
#define MAX_WINDOW 1200 /* units of a window */

static const struct schema_column *column_of(const struct slots *s, uint16_t i)
{
    return &s->m->table->columns[i];
}

static bool has_window(const struct state *s)
{
    return state_has(s, CONCEPT_LAST) && s->ops.grain;
}

/* Does a state need a column of dates that it does not name? */
static bool wants_date(const struct state *s)
{
    return s->n_periods || s->ops.grain || state_has(s, CONCEPT_TREND) ||
           has_window(s) || state_has(s, CONCEPT_WEEKDAY);
}

/* The date column of a rank: those that the state names first. */
static uint16_t date_at(const struct meanings *m, const struct state *s,
                        size_t rank, uint32_t *how)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_columns; i++)
        if (m->nature[s->column[i].column] == NATURE_DATE && n++ == rank) {
            *how = 0;
            return s->column[i].column;
        }
    for (size_t i = 0; i < m->table->n_columns; i++)
        if (m->nature[i] == NATURE_DATE && meanings_is_own(m, i) &&
            n++ == rank) {
            *how = 1 + (uint32_t)rank;
            return (uint16_t)i;
        }
    return SLOT_NONE;
}

size_t slots_dates(const struct meanings *m, const struct state *s)
{
    size_t n = 0;
    uint32_t how;

    if (!wants_date(s))
        return 1;
    while (n < MAX_DATES && date_at(m, s, n, &how) != SLOT_NONE)
        n++;
    return n ? n : 1;
}

static struct spec_filter *add_filter(struct slots *s, uint16_t column,
                                      enum filter_op op, enum literal literal)
{
    struct spec_filter *f;

    if (s->base.n_filters == SPEC_MAX_FILTERS) {
        s->impossible = true;
        return NULL;
    }
    f = &s->base.filters[s->base.n_filters++];
    *f = (struct spec_filter){.column = column_of(s, column)->name,
                              .op = op,
                              .literal = literal,
                              .view = column_of(s, column)->view};
    return f;
}

static enum literal literal_of(const struct schema_column *c)
{
    return c->kind == COLUMN_NUMBER ? LITERAL_NUMBER
           : c->kind == COLUMN_BOOL ? LITERAL_BOOL
                                    : LITERAL_TEXT;
}

static enum literal number_literal(const struct schema_column *c)
{
    return c->kind == COLUMN_NUMBER ? LITERAL_NUMBER : LITERAL_TEXT;
}

static bool str_in_list(struct str s, const struct str *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(s, list[i]))
            return true;
    return false;
}

/* The values of a filter of the state with those of others of the column. */
static enum err merge_values(struct slots *s, size_t first, bool *taken,
                             struct spec_filter *f, struct error *e)
{
    const struct state *st = s->state;
    const struct meaning *m = &s->m->meaning[st->filter[first].meaning];
    struct str *values;
    size_t n = 0;

    for (size_t i = first; i < st->n_filters; i++) {
        const struct meaning *o = &s->m->meaning[st->filter[i].meaning];

        if (o->column == m->column &&
            st->filter[i].negated == st->filter[first].negated)
            n += o->n_values;
    }
    values = arena_alloc_array(s->a, n, sizeof(*values), e);
    if (!values)
        return e->code;
    n = 0;
    for (size_t i = first; i < st->n_filters; i++) {
        const struct meaning *o = &s->m->meaning[st->filter[i].meaning];

        if (o->column != m->column ||
            st->filter[i].negated != st->filter[first].negated)
            continue;
        taken[i] = true;
        if (i > first && s->sides.n < 2 && !st->filter[i].negated &&
            !str_eq(m->values[0], o->values[0]))
            s->sides = (struct sides){.column = m->column,
                                      .filter = s->base.n_filters - 1,
                                      .values = {m->values[0], o->values[0]},
                                      .names = {m->values[0], o->values[0]},
                                      .n = 2};
        else if (i > first && s->sides.n == 2)
            s->sides.n = 3;
        for (size_t k = 0; k < o->n_values; k++)
            if (!str_in_list(o->values[k], values, n))
                values[n++] = o->values[k];
    }
    f->values = values;
    f->n = n;
    return OK;
}

static enum err put_values(struct slots *s, struct error *e)
{
    const struct state *st = s->state;
    bool taken[STATE_FILTERS] = {false};

    for (size_t i = 0; i < st->n_filters; i++) {
        const struct meaning *m = &s->m->meaning[st->filter[i].meaning];
        struct spec_filter *f;

        if (taken[i])
            continue;
        f = add_filter(s, m->column, FILTER_IN,
                       literal_of(column_of(s, m->column)));
        if (!f)
            return OK;
        f->view = VIEW_CELL;
        if (merge_values(s, i, taken, f, e))
            return e->code;
        if (st->filter[i].negated)
            f->op = f->n > 1 ? FILTER_NOT_IN : FILTER_NE;
        else if (f->n == 1)
            f->op = FILTER_EQ;
        if (i && st->filter[i].or_before && s->base.n_filters >= 2) {
            f[-1].side = f[-1].side ? f[-1].side : 1;
            f->side = 2;
        }
    }
    return OK;
}

/* Flags and blanks. */
static enum err put_roles(struct slots *s, struct error *e)
{
    for (size_t i = 0; i < s->state->n_columns; i++) {
        const struct state_column *c = &s->state->column[i];
        const struct schema_column *sc = column_of(s, c->column);
        struct spec_filter *f;
        struct str *value;

        if (c->role == ROLE_NULL || c->role == ROLE_NOT_NULL) {
            f = add_filter(s, c->column,
                           c->role == ROLE_NULL ? FILTER_NULL : FILTER_NOT_NULL,
                           LITERAL_TEXT);
            if (f)
                f->view = VIEW_CELL;
        }
        if (c->role != ROLE_TRUE && c->role != ROLE_FALSE)
            continue;
        value = arena_alloc(s->a, sizeof(*value), e);
        if (!value)
            return e->code;
        *value = sc->kind == COLUMN_BOOL
                     ? (c->role == ROLE_TRUE ? STR("true") : STR("false"))
                     : (c->role == ROLE_TRUE ? STR("1") : STR("0"));
        f = add_filter(s, c->column, FILTER_EQ, literal_of(sc));
        if (f) {
            f->values = value;
            f->n = 1;
        }
    }
    return OK;
}

static enum err put_number(struct slots *s, const struct state_number *n,
                           const struct state_number *second, struct error *e)
{
    const struct schema_column *c = column_of(s, n->column);
    struct spec_filter *f =
        add_filter(s, n->column, (enum filter_op)n->op, number_literal(c));
    struct str *values = arena_alloc_array(s->a, 2, sizeof(*values), e);

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

static enum err put_numbers(struct slots *s, struct error *e)
{
    const struct state *st = s->state;

    for (size_t i = 0; i < st->n_numbers; i++) {
        const struct state_number *n = &st->number[i];
        const struct state_number *next =
            i + 1 < st->n_numbers ? &st->number[i + 1] : NULL;
        struct error ignored;
        uint64_t count;

        if (n->use == USE_COND) {
            bool pair = n->op == FILTER_BETWEEN && next &&
                        next->use == USE_COND && next->column == n->column;

            if (put_number(s, n, pair ? next : NULL, e))
                return e->code;
            i += pair;
            continue;
        }
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
    return OK;
}

static enum grain period_grain(const struct link_period *p)
{
    if (p->decade || p->quarter > 4 || p->days || p->months)
        return GRAIN_NONE;
    if (p->week)
        return GRAIN_WEEK;
    return p->quarter     ? GRAIN_QUARTER
           : p->day.day   ? GRAIN_DAY
           : p->day.month ? GRAIN_MONTH
                          : GRAIN_YEAR;
}

/* The year that a month without one is of: that of all the data, or none. */
static int year_of(const struct schema_column *c)
{
    struct civil min;
    struct civil max;

    if (!civil_read(c->min, &min) || !civil_read(c->max, &max))
        return 0;
    return min.year == max.year ? min.year : 0;
}

static enum err write_days(struct slots *s, struct civil from, struct civil to,
                           struct str *values, struct error *e)
{
    return civil_write(from, s->a, &values[0], e)
               ? e->code
               : civil_write(to, s->a, &values[1], e);
}

/* A month, whatever the year. */
static enum err put_month(struct slots *s, const struct link_period *p,
                          struct error *e)
{
    struct spec_filter *f =
        add_filter(s, s->date, FILTER_MONTH, LITERAL_NUMBER);
    struct str *value = arena_alloc(s->a, sizeof(*value), e);

    if (!value)
        return e->code;
    if (!f || p->quarter || !p->day.month || p->day.day ||
        s->state->n_periods > 1 || s->state->period[0].op != FILTER_EQ) {
        s->impossible = true;
        return OK;
    }
    f->values = value;
    f->n = 1;
    return str_printf(s->a, value, e, "%d", p->day.month);
}

/* A year as a number in a column of years. */
static enum err put_year(struct slots *s, uint16_t column,
                         const struct state_period *p, struct error *e)
{
    const struct link_period *said = &s->m->meaning[p->meaning].link->period;
    struct spec_filter *f =
        add_filter(s, column, (enum filter_op)p->op, LITERAL_NUMBER);
    struct str *value = arena_alloc(s->a, sizeof(*value), e);

    if (!value)
        return e->code;
    if (!f || !said->day.year || said->day.month || said->quarter) {
        s->impossible = true;
        return OK;
    }
    f->view = VIEW_CELL;
    f->values = value;
    f->n = 1;
    return str_printf(s->a, value, e, "%d", said->day.year);
}

static bool is_range(const struct slots *s, size_t i)
{
    if (s->apart)
        return false;
    return s->state->period[i].range ||
           (state_has(s->state, CONCEPT_TO) && s->state->n_periods == 2);
}

/* Two years: a range, or two that are compared. */
static enum err put_two_years(struct slots *s, uint16_t column, struct error *e)
{
    struct str *values = arena_alloc_array(s->a, 2, sizeof(*values), e);
    struct spec_filter *f;

    if (!values)
        return e->code;
    for (size_t i = 0; i < 2; i++) {
        const struct link_period *p =
            &s->m->meaning[s->state->period[i].meaning].link->period;

        if (!p->day.year || p->day.month || p->quarter) {
            s->impossible = true;
            return OK;
        }
        if (str_printf(s->a, &values[i], e, "%d", p->day.year))
            return e->code;
    }
    f = add_filter(s, column, is_range(s, 0) ? FILTER_BETWEEN : FILTER_IN,
                   LITERAL_NUMBER);
    if (!f)
        return OK;
    f->view = VIEW_CELL;
    f->values = values;
    f->n = 2;
    if (f->op == FILTER_IN)
        s->sides = (struct sides){.column = column,
                                  .filter = s->base.n_filters - 1,
                                  .values = {values[0], values[1]},
                                  .names = {values[0], values[1]},
                                  .n = 2};
    return OK;
}

static uint16_t year_column(const struct slots *s)
{
    for (size_t i = 0; i < s->m->table->n_columns; i++)
        if (s->m->nature[i] == NATURE_YEAR)
            return (uint16_t)i;
    return SLOT_NONE;
}

/* Open ends by the comparison: before, until, since, after. */
static void open_ends(const struct state_period *p, struct str *v)
{
    switch ((enum filter_op)p->op) {
    case FILTER_LT:
        v[1] = v[0];
        v[0] = (struct str){0};
        return;
    case FILTER_LE: v[0] = (struct str){0}; return;
    case FILTER_GE: v[1] = (struct str){0}; return;
    case FILTER_GT:
        v[0] = v[1];
        v[1] = (struct str){0};
        return;
    default: return;
    }
}

/* All periods of the state as one filter: a range, or alternatives. */
static enum err put_period_list(struct slots *s, struct error *e)
{
    const struct state *st = s->state;
    const int year = year_of(column_of(s, s->date));
    struct str *values =
        arena_alloc_array(s->a, 2 * STATE_PERIODS, sizeof(*values), e);
    struct spec_filter *f;
    int said = 0;
    size_t n = 0;

    if (!values)
        return e->code;
    for (size_t i = 0; i < st->n_periods; i++) {
        struct link_period p =
            s->m->meaning[st->period[i].meaning].link->period;

        said = p.day.year ? p.day.year : said;
    }
    for (size_t i = 0; i < st->n_periods; i++) {
        struct link_period p =
            s->m->meaning[st->period[i].meaning].link->period;
        struct civil from;
        struct civil to;

        if (!p.day.year)
            p.day.year = said ? said : year;
        if (!p.day.year)
            return put_month(s, &p, e);
        link_days_of(p, &from, &to);
        if (write_days(s, from, to, &values[n], e))
            return e->code;
        open_ends(&st->period[i], &values[n]);
        n += 2;
    }
    f = add_filter(s, s->date, FILTER_PERIOD, LITERAL_TEXT);
    if (!f)
        return OK;
    f->values = values;
    f->n = n;
    if (n == 4 && is_range(s, 0)) {
        values[1] = values[3];
        f->n = 2;
    } else if (n >= 4) {
        s->sides = (struct sides){
            .column = s->date,
            .grain = period_grain(
                &s->m->meaning[st->period[0].meaning].link->period),
            .filter = s->base.n_filters - 1,
            .values = {values[0], values[1], values[2], values[3]},
            .names = {values[0], values[2]},
            .n = n / 2};
    }
    return OK;
}

/* Days of the week, each number once; two that are said apart are compared. */
static enum err put_weekdays(struct slots *s, struct error *e)
{
    struct spec_filter *f = add_filter(s, s->date, FILTER_IN, LITERAL_NUMBER);
    struct str *values = arena_alloc_array(s->a, 7, sizeof(*values), e);
    unsigned days = 0;

    if (!values)
        return e->code;
    for (size_t i = 0; i < s->state->n_periods; i++) {
        if (!s->state->period[i].weekdays)
            s->impossible = true;
        days |= s->state->period[i].weekdays;
    }
    if (!f)
        return OK;
    f->view = VIEW_WEEKDAY;
    f->values = values;
    for (unsigned d = 0; d < 7; d++)
        if (days >> d & 1 && str_printf(s->a, &values[f->n++], e, "%u", d + 1))
            return e->code;
    if (s->state->n_periods > 1)
        s->sides = (struct sides){.column = s->date,
                                  .grain = GRAIN_WEEKDAY,
                                  .filter = s->base.n_filters - 1,
                                  .n = 3};
    return OK;
}

static enum err put_periods(struct slots *s, struct error *e)
{
    const uint16_t years = year_column(s);

    if (!s->state->n_periods)
        return OK;
    if (s->state->period[0].weekdays && s->date != SLOT_NONE)
        return put_weekdays(s, e);
    for (size_t i = 0; i < s->state->n_periods;
         i++) /* none has a negated form */
        s->impossible = s->impossible || s->state->period[i].weekdays ||
                        (s->state->period[i].op == FILTER_NE &&
                         (s->date != SLOT_NONE || s->state->n_periods > 1));
    if (s->impossible)
        return OK;
    if (s->date != SLOT_NONE)
        return put_period_list(s, e);
    if (years == SLOT_NONE || s->state->n_periods > 2) {
        s->impossible = true;
        return OK;
    }
    if (s->state->n_periods == 2 &&
        (s->apart || s->state->period[0].op == FILTER_EQ))
        return put_two_years(s, years, e);
    for (size_t i = 0; i < s->state->n_periods; i++)
        if (put_year(s, years, &s->state->period[i], e))
            return e->code;
    return OK;
}

static struct civil window_start(struct civil newest, enum grain unit,
                                 int count)
{
    switch (unit) {
    case GRAIN_DAY: return civil_window_start(newest, 0, count);
    case GRAIN_WEEK: return civil_window_start(newest, 0, 7 * count);
    case GRAIN_QUARTER: return civil_window_start(newest, 3 * count, 0);
    case GRAIN_YEAR: return civil_window_start(newest, 12 * count, 0);
    default: return civil_window_start(newest, count, 0);
    }
}

/* "The last 3 months" end with the newest date of the data. */
static enum err put_window(struct slots *s, struct error *e)
{
    const struct state *st = s->state;
    struct spec_filter *f;
    struct civil newest;
    uint64_t count = 0;
    struct str *values;
    struct error ignored;

    for (size_t i = 0; i < st->n_numbers; i++)
        if (st->number[i].use == USE_COUNT &&
            str_parse_u64(s->m->meaning[st->number[i].meaning].link->number,
                          MAX_WINDOW, &count, &ignored))
            count = 0;
    if (!count)
        return OK;
    if (!has_window(st) || s->date == SLOT_NONE || st->ops.grain > GRAIN_YEAR ||
        !civil_read(column_of(s, s->date)->max, &newest)) {
        s->impossible = true;
        return OK;
    }
    values = arena_alloc_array(s->a, 2, sizeof(*values), e);
    f = add_filter(s, s->date, FILTER_PERIOD, LITERAL_TEXT);
    if (!values)
        return e->code;
    if (!f)
        return OK;
    f->values = values;
    f->n = 2;
    s->base.window =
        (struct spec_window){column_of(s, s->date)->name,
                             str_slice(column_of(s, s->date)->max, 0, 10),
                             (enum grain)st->ops.grain, (unsigned)count};
    return civil_write(
        window_start(newest, (enum grain)st->ops.grain, (int)count), s->a,
        &values[0], e);
}

static void sort_columns(struct slots *s)
{
    for (size_t i = 0; i < s->state->n_columns; i++) {
        const struct state_column *c = &s->state->column[i];
        struct state_column *list =
            c->role == ROLE_GROUP ? s->group : s->measure;
        size_t *n = c->role == ROLE_GROUP ? &s->n_groups : &s->n_measures;
        bool twice = false;

        if (c->role > ROLE_MEASURE)
            continue;
        for (size_t k = 0; k < *n; k++)
            twice = twice || list[k].column == c->column;
        if (!twice)
            list[(*n)++] = *c;
    }
}

enum err slots_fill(struct slots *out, size_t date, struct error *e)
{
    const struct meanings *m = out->m;
    const struct state *s = out->state;

    out->date = SLOT_NONE;
    out->sides.column = SLOT_NONE;
    out->base.table = m->table->sql;
    if (wants_date(s))
        out->date = date_at(m, s, date, &out->date_rank);
    sort_columns(out);
    if (put_values(out, e) || put_roles(out, e) || put_numbers(out, e) ||
        put_periods(out, e) || put_window(out, e))
        return e->code;
    return OK;
}
