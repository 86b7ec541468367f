/* slots_period.c - periods, days of the week and windows as conditions. */
#include "ask/parse/slots_part.h"
#include "ask/vocabulary/term_lists.h"

#define MAX_WINDOW 1200 /* units of a window */

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
        slots_add_filter(s, s->date, FILTER_MONTH, LITERAL_NUMBER);
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

/* Ten years as numbers in a column of years. */
static enum err put_decade(struct slots *s, struct spec_filter *f, int year,
                           struct error *e)
{
    struct str *values = arena_alloc_array(s->a, 2, sizeof(*values), e);

    if (!values)
        return e->code;
    f->op = FILTER_BETWEEN;
    f->view = VIEW_CELL;
    f->values = values;
    f->n = 2;
    return str_printf(s->a, &values[0], e, "%d", year)
               ? e->code
               : str_printf(s->a, &values[1], e, "%d", year + 9);
}

/* The numbers of months, where a table has years and months in columns of their own. */
static uint16_t month_column(const struct slots *s)
{
    const struct table_concepts *c = s->m->concepts;

    for (size_t i = 0; i < s->m->table->n_columns; i++) {
        const struct schema_column *of = slots_column(s, (uint16_t)i);

        if (of->kind == COLUMN_NUMBER && of->whole && of->distinct <= 12 &&
            c->column[i].n && meanings_is_own(s->m, i) &&
            lex_concept(c->lex, c->column[i].found[0].concept_id).kind ==
                LEX_MONTH)
            return (uint16_t)i;
    }
    return SLOT_NONE;
}

static enum err put_part_of_date(struct slots *s, uint16_t column, int number,
                                 struct error *e)
{
    struct str *value = arena_alloc(s->a, sizeof(*value), e);
    struct spec_filter *f;

    if (!value)
        return e->code;
    f = slots_add_filter(s, column, FILTER_EQ, LITERAL_NUMBER);
    if (!f)
        return OK;
    f->view = VIEW_CELL;
    f->values = value;
    f->n = 1;
    return str_printf(s->a, value, e, "%d", number);
}

/* "December 2013" of columns of years and of months; false: it is no month, or not one. */
static bool is_month_apart(const struct slots *s, const struct state_period *p)
{
    const struct link_period *said = &s->m->meaning[p->meaning].link->period;

    return said->day.month && !said->day.day && !said->quarter &&
           !said->decade && p->op == FILTER_EQ && !p->range &&
           s->state->n_periods == 1 && month_column(s) != SLOT_NONE;
}

static enum err put_month_apart(struct slots *s, uint16_t years,
                                const struct state_period *p, struct error *e)
{
    const struct civil said = s->m->meaning[p->meaning].link->period.day;

    if (said.year && put_part_of_date(s, years, said.year, e))
        return e->code;
    return put_part_of_date(s, month_column(s), said.month, e);
}

/* A year as a number in a column of years. */
static enum err put_year(struct slots *s, uint16_t column,
                         const struct state_period *p, struct error *e)
{
    const struct link_period *said = &s->m->meaning[p->meaning].link->period;
    struct spec_filter *f =
        slots_add_filter(s, column, (enum filter_op)p->op, LITERAL_NUMBER);
    struct str *value = arena_alloc(s->a, sizeof(*value), e);

    if (!value)
        return e->code;
    if (!f || !said->day.year || said->day.month || said->quarter) {
        s->impossible = true;
        return OK;
    }
    if (said->decade && (p->op == FILTER_EQ))
        return put_decade(s, f, said->day.year, e);
    if (p->range && s->state->n_periods == 1 && !s->apart)
        f->op = FILTER_GE; /* from it on */
    f->view = VIEW_CELL;
    f->values = value;
    f->n = 1;
    return str_printf(s->a, value, e, "%d", said->day.year);
}

static bool is_range(const struct slots *s, size_t i)
{
    if (s->apart)
        return false;
    return s->state->period[i].range || state_has(s->state, CONCEPT_TO);
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

        if (!p->day.year || p->day.month || p->quarter || p->decade) {
            s->impossible = true;
            return OK;
        }
        if (str_printf(s->a, &values[i], e, "%d", p->day.year))
            return e->code;
    }
    f = slots_add_filter(s, column, is_range(s, 0) ? FILTER_BETWEEN : FILTER_IN,
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

static const struct link_period *period_at(const struct meanings *m,
                                           const struct state *s, size_t i)
{
    return &m->meaning[s->period[i].meaning].link->period;
}

/* The year that periods without one are of: 0, none is said. */
static int said_year(const struct slots *s)
{
    int said = 0;

    for (size_t i = 0; i < s->state->n_periods; i++)
        said = period_at(s->m, s->state, i)->day.year
                   ? period_at(s->m, s->state, i)->day.year
                   : said;
    return said;
}

/* Is it a year, and the only one, that periods without one are of? */
static bool is_year_of_others(const struct meanings *m, const struct state *s,
                              size_t i)
{
    const struct link_period *p = period_at(m, s, i);
    bool any = false;

    if (!p->day.year || p->day.month || p->quarter || p->decade ||
        s->period[i].op != FILTER_EQ || s->period[i].range)
        return false;
    for (size_t k = 0; k < s->n_periods; k++) {
        const int year = period_at(m, s, k)->day.year;

        if (year && year != p->day.year)
            return false;
        any = any || !year;
    }
    return any;
}

/* Is it said already: the year of a month beside it ("in March, compared with February
 * (2024)"), or the same period once more ("last July (2024-07)")? */
static bool is_said_already(const struct meanings *m, const struct state *s,
                            size_t i)
{
    const struct state_period *one = &s->period[i];
    const struct link_period *p = period_at(m, s, i);

    for (size_t k = 0; k < i; k++) {
        const struct state_period *other = &s->period[k];
        const struct link_period *o = period_at(m, s, k);

        if (one->op == other->op && !one->range && !other->range &&
            link_period_same(o, p))
            return true;
    }
    return is_year_of_others(m, s, i);
}

size_t slots_periods(const struct meanings *m, const struct state *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_periods; i++)
        if (s->period[i].weekdays) /* they are no links */
            return s->n_periods;
    for (size_t i = 0; i < s->n_periods; i++)
        n += !is_said_already(m, s, i);
    return n;
}

/* Does "to" stand right before it: until June 15, 到6月15日? */
static bool follows_to(const struct slots *s, size_t i)
{
    const struct meaning *x = &s->m->meaning[s->state->period[i].meaning];
    const struct words *w = s->m->words;
    size_t at = x->from;
    size_t n;

    if (x->link->kind != LINK_PERIOD ||
        (!x->link->period.day.month && !x->link->period.quarter &&
         !x->link->period.week))
        return false;
    if (at && question_words_longest(w, at - 1, &words_link_article) == 1)
        at--;
    for (n = 1; n <= 3 && n <= at; n++) {
        size_t covers;
        const struct question_word *q =
            question_words_find_within(w, at - n, n, &covers);

        if (q && covers == n && q->kind == CONCEPT_TO)
            return state_has(s->state, CONCEPT_TO);
    }
    return false;
}

/* The days of each period that is not said already: values[n]; sets `month` to a period
 * that has no year anywhere. */
static enum err write_periods(struct slots *s, struct str *values, size_t *n,
                              size_t *first, const struct link_period **month,
                              struct error *e)
{
    const struct state *st = s->state;
    const int said = said_year(s);
    const int year = said ? said : link_only_year(slots_column(s, s->date));

    for (size_t i = st->n_periods; i-- > 0;)
        *first = is_said_already(s->m, st, i) ? *first : i;
    for (size_t i = 0; i < st->n_periods; i++) {
        struct link_period p = *period_at(s->m, s->state, i);
        struct state_period one = st->period[i];
        struct civil from;
        struct civil to;

        if (is_said_already(s->m, st, i))
            continue;
        if (st->n_periods == 1 && one.op == FILTER_EQ && !one.range &&
            follows_to(s, i))
            one.op = FILTER_LE;
        if (one.op != FILTER_EQ || is_range(s, i))
            p = link_period_as_end(p);
        p.day.year = p.day.year ? p.day.year : year;
        if (!p.day.year) {
            *month = period_at(s->m, s->state, i);
            return OK;
        }
        link_days_of(p, &from, &to);
        if (write_days(s, from, to, &values[*n], e))
            return e->code;
        open_ends(&one, &values[*n]);
        *n += 2;
    }
    return OK;
}

/* All periods of the state as one filter: a range, or alternatives. */
static enum err put_period_list(struct slots *s, struct error *e)
{
    const struct link_period *month = NULL;
    struct str *values =
        arena_alloc_array(s->a, 2 * STATE_PERIODS, sizeof(*values), e);
    struct spec_filter *f;
    size_t first = 0;
    size_t n = 0;

    if (!values || write_periods(s, values, &n, &first, &month, e))
        return e->code;
    if (month)
        return put_month(s, month, e);
    if (n == 2 && s->state->period[first].range && !s->apart)
        values[1] = (struct str){0}; /* from it on */
    f = slots_add_filter(s, s->date, FILTER_PERIOD, LITERAL_TEXT);
    if (!f)
        return OK;
    f->values = values;
    f->n = n;
    if (n == 4 && is_range(s, first)) {
        values[1] = values[3];
        f->n = 2;
    } else if (n >= 4) {
        s->sides = (struct sides){
            .column = s->date,
            .grain = link_period_grain(period_at(s->m, s->state, first)),
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
    struct spec_filter *f =
        slots_add_filter(s, s->date, FILTER_IN, LITERAL_NUMBER);
    struct str *values = arena_alloc_array(s->a, 7, sizeof(*values), e);
    unsigned days = 0;

    if (!values)
        return e->code;
    for (size_t i = 0; i < s->state->n_periods; i++) {
        if (!s->state->period[i].weekdays)
            s->impossible = true;
        days |= s->state->period[i].weekdays;
    }
    s->impossible |= slots_column(s, s->date)->view != VIEW_CELL;
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

enum err slots_put_periods(struct slots *s, struct error *e)
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
    if (is_month_apart(s, &s->state->period[0]))
        return put_month_apart(s, years, &s->state->period[0], e);
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
enum err slots_put_window(struct slots *s, struct error *e)
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
    if (!slots_has_window(st) || s->date == SLOT_NONE ||
        st->ops.grain > GRAIN_YEAR ||
        !civil_read(slots_column(s, s->date)->max, &newest)) {
        s->impossible = true;
        return OK;
    }
    values = arena_alloc_array(s->a, 2, sizeof(*values), e);
    f = slots_add_filter(s, s->date, FILTER_PERIOD, LITERAL_TEXT);
    if (!values)
        return e->code;
    if (!f)
        return OK;
    f->values = values;
    f->n = 2;
    s->base.window =
        (struct spec_window){slots_column(s, s->date)->name,
                             str_slice(slots_column(s, s->date)->max, 0, 10),
                             (enum grain)st->ops.grain, (unsigned)count};
    return civil_write(
        window_start(newest, (enum grain)st->ops.grain, (int)count), s->a,
        &values[0], e);
}
