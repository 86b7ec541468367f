/*
 * Periods to filters. The dates are those of the column that is named beside
 * the period, else of the table's first date column, which the answer then
 * says. A table without dates may have a column of years.
 */
#include "ask/bind/column_name.h"
#include "ask/bind/period.h"
#include "ask/vocabulary/term_lists.h"

static bool is_years(const struct schema_column *c)
{
    return c->kind == COLUMN_NUMBER && link_column_groups(c) & GROUP_YEAR;
}

/* Is it a year that some dates of the table are in? */
static bool in_data(const struct binder *b, int year)
{
    size_t i;

    for (i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];
        struct error ignored;
        uint64_t first;
        uint64_t last;
        struct civil min;
        struct civil max;

        if (c->kind == COLUMN_DATE && civil_read(c->min, &min) &&
            civil_read(c->max, &max) && year >= min.year && year <= max.year)
            return true;
        if (is_years(c) && !str_parse_u64(c->min, 9999, &first, &ignored) &&
            !str_parse_u64(c->max, 9999, &last, &ignored) &&
            year >= (int)first && year <= (int)last)
            return true;
    }
    return false;
}

/* A column of dates or of years. */
static bool is_of_time(const struct link *l)
{
    return l->kind == LINK_COLUMN &&
           (l->hits[0].column->kind == COLUMN_DATE ||
            link_column_groups(l->hits[0].column) & GROUP_YEAR);
}

/* A column of quantities. */
static bool is_number(const struct link *l)
{
    return l && bind_fits(l, TAKES_NUMBER) && !is_of_time(l);
}

/* A number in a place where it is a quantity: "over 2000 units". */
static bool is_quantity(const struct binder *b, size_t i)
{
    const struct link *before = bind_at(b, i - 1);
    const struct link *number = bind_at(b, i);
    const struct link *subject = i >= 2 ? bind_at(b, i - 2) : NULL;

    if (i == 0 || !before || number->kind != LINK_NUMBER)
        return false;
    if (bind_is(before, CONCEPT_AND) || bind_is(before, CONCEPT_TO)) {
        const struct link *first = i >= 2 ? bind_at(b, i - 2) : NULL;

        if (first && first->kind == LINK_NUMBER && !first->year)
            return true; /* 500到1000: no year is the end of that */
        before = i >= 3 ? bind_at(b, i - 3) : NULL;
        subject = i >= 4 ? bind_at(b, i - 4) : NULL;
    }
    if (!before ||
        (!bind_is(before, CONCEPT_BETWEEN) && !bind_is(before, CONCEPT_CMP)))
        return false;
    if (before->entry->param & QUESTION_TEMPORAL)
        return false;
    if (bind_is(before, CONCEPT_CMP) && is_number(bind_at(b, i + 1)))
        return true;
    if (in_data(b, number->period.day.year) &&
        (bind_is(before, CONCEPT_BETWEEN) || !subject ||
         !bind_fits(subject, TAKES_NUMBER)))
        return false;
    if (is_number(subject))
        return true;
    return bind_is(before, CONCEPT_CMP) && !(subject && is_of_time(subject));
}

bool bind_is_period(const struct binder *b, size_t i)
{
    const struct link *l = bind_at(b, i);

    if (!l || l->used)
        return false;
    if (l->kind == LINK_PERIOD)
        return true;
    return l->kind == LINK_NUMBER && l->year && !l->percent &&
           !is_quantity(b, i);
}

size_t bind_find_periods(const struct binder *b, size_t at[2])
{
    size_t n = 0;

    for (size_t i = 0; i < b->l->n; i++) {
        if (!bind_is_period(b, i))
            continue;
        if (n < 2)
            at[n] = i;
        n++;
    }
    return n;
}

/* A date column, or column of years, named right beside the links from..to. */
static const struct schema_column *named_beside(struct binder *b, size_t from,
                                                size_t to)
{
    size_t at[2] = {from ? from - 1 : to + 1, to + 1};
    size_t i;

    if (from >= 2 && (bind_is(bind_at(b, from - 1), CONCEPT_CMP) ||
                      bind_is(bind_at(b, from - 1), CONCEPT_BETWEEN)))
        at[0] = from - 2; /* hired after 2020 */
    for (i = 0; i < 2; i++) {
        struct link *l = bind_at(b, at[i]);
        const struct link *before = at[i] ? bind_at(b, at[i] - 1) : NULL;

        if (!l || l->used)
            continue;
        if (bind_is(l, CONCEPT_GRAIN) && at[i] < from &&
            !bind_is(before, CONCEPT_BY) && !bind_is(before, CONCEPT_WHICH) &&
            !bind_is(before, CONCEPT_TOP) && !bind_is(before, CONCEPT_MOST) &&
            !bind_is(before, CONCEPT_LIKE))
            l->used = true;
        if (l->kind != LINK_COLUMN || l->n_hits != 1 ||
            bind_is(before, CONCEPT_BY) || bind_is(before, CONCEPT_WHICH))
            continue;
        if (l->hits[0].column->kind != COLUMN_DATE &&
            !is_years(l->hits[0].column))
            continue;
        l->used = true;
        return l->hits[0].column;
    }
    return NULL;
}

/* Does the "by" at link `i` say nothing but of which dates the period is: right
 * after it, in brackets, after a comma or at the end? */
static bool names_dates(const struct binder *b, size_t i, size_t period)
{
    const struct words *w = &b->l->words;
    const struct word *said = &w->word[bind_at(b, i)->from];
    const struct link *grain = bind_at(b, i + 2);

    if (bind_is(grain, CONCEPT_GRAIN))
        return false;
    return i == period + 1 || i + 2 == b->l->n ||
           link_is_listed(w, bind_at(b, i)->from) ||
           (said->offset && said->raw.p[-1] == '(');
}

/* "In 2024 (by arrival)": the dates that the period is of, and no group of each
 * day. NULL where nothing says so. */
static const struct schema_column *named_behind(const struct binder *b,
                                                size_t period)
{
    for (size_t i = period + 1; i + 1 < b->l->n; i++) {
        struct link *by = bind_at(b, i);
        struct link *l = bind_at(b, i + 1);

        if (!bind_is(by, CONCEPT_BY) || l->kind != LINK_COLUMN ||
            l->n_hits != 1 || l->hits[0].column->kind != COLUMN_DATE ||
            !names_dates(b, i, period))
            continue;
        by->used = l->used = true;
        return l->hits[0].column;
    }
    return NULL;
}

const struct schema_column *bind_named_dates(const struct binder *b)
{
    const struct schema_column *only = NULL;
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);

        if (l->kind != LINK_COLUMN || l->n_hits != 1 ||
            l->hits[0].column->kind != COLUMN_DATE)
            continue;
        if (only && only != l->hits[0].column)
            return NULL;
        only = l->hits[0].column;
    }
    return only;
}

/* Does the table tell from when to when somebody or something was there? */
static bool has_stays(const struct binder *b)
{
    bool begin = false;
    bool end = false;

    for (size_t i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (c->kind != COLUMN_DATE)
            continue;
        begin |= bind_is_called(c, &words_bind_arrival);
        end |= bind_is_called(c, &words_bind_departure);
    }
    return begin && end;
}

/* "Who stayed in March", "how many were here on the 5th": no day of a row, but
 * those from its arrival to its departure. */
static bool asks_who_was_there(const struct binder *b)
{
    const struct words *w = &b->l->words;

    if (!has_stays(b))
        return false;
    for (size_t i = 0; i < w->n; i++) {
        if (term_list_has(&words_bind_stayed, w->word[i].fold))
            return true;
    }
    return false;
}

/* By which of the columns of dates? */
static void ask_which_dates(struct binder *b, size_t at)
{
    struct error ignored = {0};
    struct str list = {0};

    for (size_t i = 0; i < b->t->n_columns; i++) {
        if (b->t->columns[i].kind == COLUMN_DATE)
            bind_candidate(b, &b->t->columns[i], (struct str){0});
    }
    if (!bind_list(b, &list, &ignored))
        bind_ask(b, ASK_WHICH_COLUMN, bind_words(b, bind_at(b, at)), list,
                 (struct str){0});
}

static bool has_dates(const struct binder *b)
{
    for (size_t i = 0; i < b->t->n_columns; i++)
        if (b->t->columns[i].kind == COLUMN_DATE)
            return true;
    return false;
}

const struct schema_column *bind_dates(struct binder *b, size_t from, size_t to,
                                       bool years_do)
{
    const struct schema_column *c = named_beside(b, from, to);
    size_t n;
    size_t ignored;

    if (!c)
        c = named_behind(b, to);
    if (c)
        return c;
    if (b->dates)
        return b->dates;
    c = bind_named_dates(b);
    if (c)
        return c;
    if (years_do)
        c = bind_about(b, GROUP_YEAR, COLUMN_NUMBER, &n);
    if (c)
        return c;
    c = bind_about(b, 0, COLUMN_DATE, &n);
    if (c && n > 1 && asks_who_was_there(b)) {
        ask_which_dates(b, from);
        return NULL;
    }
    if (c && n > 1)
        bind_note(b, SAY_DATES_FROM, c->name, (struct str){0}, (struct str){0});
    if (!c)
        c = bind_about(b, GROUP_YEAR, COLUMN_NUMBER, &ignored);
    if (!c && has_dates(b))
        ask_which_dates(b, from); /* of birth alone */
    else if (!c)
        bind_ask(b, ASK_NO_DATES, bind_words(b, bind_at(b, from)),
                 (struct str){0}, (struct str){0});
    return c;
}

bool bind_complete_year(struct binder *b, const struct schema_column *c,
                        const struct link *l, struct link_period *p)
{
    struct civil min;
    struct civil max;

    if (p->day.year)
        return true;
    if (civil_read(c->min, &min) && civil_read(c->max, &max) &&
        min.year == max.year) {
        p->day.year = min.year;
        return true;
    }
    bind_ask(b, ASK_WHICH_YEAR, bind_words(b, l), (struct str){0},
             (struct str){0});
    return false;
}

static bool whole_years(const struct link_period *p)
{
    return p->day.year && !p->day.month && !p->quarter && !p->week;
}

/* The period of link `i` to that of link `k`. */
static enum err put_range(struct binder *b, size_t i, size_t k, struct error *e)
{
    struct link *first = bind_at(b, i);
    struct link *last = bind_at(b, k);
    struct link_period p = link_period_as_end(first->period);
    struct link_period q = link_period_as_end(last->period);
    struct civil day[2];
    struct civil ignored;
    const struct schema_column *c;

    first->used = last->used = true;
    c = bind_dates(b, i, k, whole_years(&p) && whole_years(&q));
    if (!c)
        return OK;
    if (!p.day.year)
        p.day.year = q.day.year;
    if (!q.day.year)
        q.day.year = p.day.year;
    if (!bind_complete_year(b, c, last, &q) ||
        !bind_complete_year(b, c, first, &p))
        return OK;
    link_days_of(p, &day[0], &ignored);
    link_days_of(q, &ignored, &day[1]);
    return bind_put_days(b, c, first, day, e);
}

/* A period alone, or after or before a comparison. */
static enum err put_period(struct binder *b, size_t i, int op, struct error *e)
{
    struct link *l = bind_at(b, i);
    struct link_period p = l->period;
    struct civil day[2];
    const struct schema_column *c;

    l->used = true;
    if (op != FILTER_EQ)
        p = link_period_as_end(p);
    c = bind_dates(b, i, i, whole_years(&p));
    if (!c)
        return OK;
    if (!p.day.year && p.day.month && !p.day.day && !p.months &&
        op == FILTER_EQ && c->kind == COLUMN_DATE) {
        struct civil min;
        struct civil max;

        if (!civil_read(c->min, &min) || !civil_read(c->max, &max) ||
            min.year != max.year)
            return bind_put_months(b, c, l, &p.day, 1, e);
    }
    if (!bind_complete_year(b, c, l, &p))
        return OK;
    link_days_of(p, &day[0], &day[1]);
    if (op == FILTER_GT)
        day[0] = day[1];
    if (op == FILTER_GT || op == FILTER_GE)
        day[1] = (struct civil){0};
    if (op == FILTER_LT)
        day[1] = day[0];
    if (op == FILTER_LT || op == FILTER_LE)
        day[0] = (struct civil){0};
    return bind_put_days(b, c, l, day, e);
}

/* Does "on" after the period end the question or its clause: "from May on"? */
static bool goes_on(const struct binder *b, size_t i)
{
    const struct words *w = &b->l->words;
    const size_t to = bind_at(b, i)->to;
    const size_t n =
        to < w->n ? question_words_longest(w, to, &words_bind_onward) : 0;

    return n && (to + n == w->n || link_is_listed(w, to + n));
}

int bind_comparison_of(struct binder *b, size_t i)
{
    struct link *before = i ? bind_at(b, i - 1) : NULL;
    struct link *after = bind_at(b, i + 1);

    if (bind_is(after, CONCEPT_CMP_AFTER)) {
        after->used = true;
        if (bind_is(before, CONCEPT_CMP) &&
            before->entry->param == after->entry->param)
            before->used = true; /* 自...以来 */
        return after->entry->param & ~QUESTION_TEMPORAL;
    }
    if (bind_is(before, CONCEPT_CMP) ||
        (bind_is(before, CONCEPT_TO) && before->entry->param)) {
        before->used = true;
        return before->entry->param & ~QUESTION_TEMPORAL;
    }
    if (bind_is(before, CONCEPT_TO) && before->to == bind_at(b, i)->from &&
        bind_at(b, i)->kind == LINK_PERIOD &&
        !whole_years(&bind_at(b, i)->period)) {
        before->used = true; /* 到6月15日: nothing is said to begin with */
        return FILTER_LE;
    }
    if (bind_is(before, CONCEPT_BETWEEN) && before->entry->param)
        before->used = true;
    return bind_is(before, CONCEPT_BETWEEN) && goes_on(b, i) ? FILTER_GE
                                                             : FILTER_EQ;
}

/* "De enero a marzo": nothing but an "a" between the periods. */
static bool are_joined(const struct binder *b, size_t i)
{
    const struct word *word = b->l->words.word;
    const struct link *l = bind_at(b, i);
    const struct link *next = bind_at(b, i + 1);

    return b->language == LANGUAGE_ES && bind_is_period(b, i + 1) &&
           next->from == l->to + 1 &&
           (str_is(word[l->to].fold, "a") || str_is(word[l->to].fold, "al"));
}

/*
 * Without dates a year may be a value of a column of text: "in 1948". Only
 * where one column has it, and no comparison needs its order.
 */
static void years_as_values(struct binder *b)
{
    size_t i;
    size_t n;

    if (bind_about(b, 0, COLUMN_DATE, &n) ||
        bind_about(b, GROUP_YEAR, COLUMN_NUMBER, &n))
        return;
    for (i = 0; i < b->l->n; i++) {
        struct link *l = bind_at(b, i);
        const struct link *before = i ? bind_at(b, i - 1) : NULL;

        if (bind_is_period(b, i) && l->kind == LINK_NUMBER && l->n_hits == 1 &&
            !bind_is(before, CONCEPT_CMP) && !bind_is(before, CONCEPT_TO) &&
            !bind_is(before, CONCEPT_BETWEEN) &&
            !bind_is(bind_at(b, i + 1), CONCEPT_TO) &&
            !bind_is(bind_at(b, i + 1), CONCEPT_CMP_AFTER))
            l->kind = LINK_VALUE;
    }
}

/*
 * May a month without a year be a name: "salary of May" where May Smith is?
 * "In May" is the month, and so is one in a column of months.
 */
static bool is_name(const struct binder *b, size_t i)
{
    const struct link *l = bind_at(b, i);
    size_t k;

    if (l->kind != LINK_PERIOD || !l->n_hits || l->period.day.year)
        return false;
    for (k = 0; k < l->hits[0].column->words.n; k++) {
        struct str word = l->hits[0].column->words.word[k].fold;

        if (str_is(word, "month") || str_is(word, "mes"))
            return false;
    }
    return !l->from || !term_list_has(&words_bind_before_month,
                                      b->l->words.word[l->from - 1].fold);
}

static void ask_month(struct binder *b, const struct link *l)
{
    const struct link_hit *h = &l->hits[0];

    bind_candidate(b, h->column, h->values[0]);
    bind_ask(b, ASK_MONTH_OR_VALUE, bind_words(b, l), h->values[0],
             h->column->name);
}

/* May the periods of links i and i + 2 be the ends of a range? */
static bool is_range(const struct binder *b, size_t i)
{
    const struct link *before = i ? bind_at(b, i - 1) : NULL;
    const struct link *joint = bind_at(b, i + 1);

    return bind_is_period(b, i + 2) &&
           (bind_is(joint, CONCEPT_TO) ||
            (bind_is(joint, CONCEPT_AND) && bind_is(before, CONCEPT_BETWEEN)));
}

static enum err periods(struct binder *b, struct error *e)
{
    size_t i;

    years_as_values(b);
    for (i = 0; i < b->l->n && !b->out->asks; i++) {
        struct link *before = i ? bind_at(b, i - 1) : NULL;
        struct link *joint = bind_at(b, i + 1);
        enum err err;

        if (!bind_is_period(b, i))
            continue;
        if (is_name(b, i)) {
            ask_month(b, bind_at(b, i));
            return OK;
        }
        if (bind_period_list(b, i, e))
            return e->code;
        if (bind_at(b, i)->used)
            continue;
        if (is_range(b, i)) {
            if (bind_is(before, CONCEPT_BETWEEN) ||
                (bind_is(before, CONCEPT_CMP) && !before->used))
                before->used = true;
            joint->used = true;
            err = put_range(b, i, i + 2, e);
        } else if (are_joined(b, i)) {
            err = put_range(b, i, i + 1, e);
        } else {
            err = put_period(b, i, bind_comparison_of(b, i), e);
        }
        if (err)
            return err;
    }
    return OK;
}

enum err bind_times(struct binder *b, struct error *e)
{
    bind_places(b);
    if (bind_changed_periods(b, e))
        return e->code;
    if (!b->out->asks && bind_windows(b, e))
        return e->code;
    if (!b->out->asks && periods(b, e))
        return e->code;
    return b->out->asks ? OK : bind_clocks(b, e);
}
