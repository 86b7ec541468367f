/*
 * Periods that are alternatives: "2022, 2023 and 2024", "January and March
 * 2023", "2023 vs 2024". They are one filter; those that are compared are
 * groups as well. Only periods of one size are a list.
 */
#include "ask/bind/period.h"

/* More periods in one list need clarification. */
#define MAX_LISTED 12

/* Periods that are alternatives: "2022, 2023 and 2024", "2023 vs 2024". */
struct period_list {
    size_t at[MAX_LISTED]; /* links */
    size_t n;
    struct link_period p[MAX_LISTED];
};

/* The period after link `i` that goes on with a list; past all for none. */
static size_t next_listed(const struct binder *b, size_t i)
{
    const struct link *joint = bind_at(b, i + 1);
    size_t next = i + 1;

    if (joint && !joint->used &&
        (bind_is(joint, CONCEPT_AND) || bind_is(joint, CONCEPT_OR) ||
         bind_is(joint, CONCEPT_COMPARE)))
        next++;
    else if (!joint || joint->from != bind_at(b, i)->to)
        return b->l->n;
    return bind_is_period(b, next) &&
                   link_period_grain(&bind_at(b, next)->period) ==
                       link_period_grain(&bind_at(b, i)->period)
               ? next
               : b->l->n;
}

/* The list that begins at link `i`; less than two are none. */
static void read_list(const struct binder *b, size_t i, struct period_list *l)
{
    const struct link *before = i ? bind_at(b, i - 1) : NULL;
    const struct link *after;
    size_t last = i;

    l->n = 0;
    if (bind_is(before, CONCEPT_CMP) || bind_is(before, CONCEPT_BETWEEN) ||
        bind_is(before, CONCEPT_TO) ||
        link_period_grain(&bind_at(b, i)->period) == GRAIN_NONE)
        return;
    for (; i < b->l->n && l->n < MAX_LISTED; i = next_listed(b, i))
        l->at[l->n++] = last = i;
    after = bind_at(b, last + 1);
    if (bind_is(after, CONCEPT_TO) || bind_is(after, CONCEPT_CMP_AFTER))
        l->n = 0;
}

/* "January and March 2023" are of one year, "March 2023 and April" too. */
static void share_years(struct period_list *l)
{
    size_t i;

    for (i = l->n - 1; i-- > 0;) {
        if (!l->p[i].day.year)
            l->p[i].day.year = l->p[i + 1].day.year;
    }
    for (i = 1; i < l->n; i++) {
        if (!l->p[i].day.year)
            l->p[i].day.year = l->p[i - 1].day.year;
    }
}

static bool compares(const struct binder *b)
{
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        if (bind_is(bind_at(b, i), CONCEPT_COMPARE))
            return true;
    }
    return false;
}

/* Periods to days; those that touch are one unless they are compared. */
static size_t days_of_list(const struct period_list *l, bool apart,
                           struct civil *day)
{
    struct civil from;
    struct civil to;
    size_t n = 0;
    size_t i;

    for (i = 0; i < l->n; i++) {
        link_days_of(l->p[i], &from, &to);
        if (n && !apart && civil_cmp(day[2 * n - 1], from) == 0) {
            day[2 * n - 1] = to;
            continue;
        }
        day[2 * n] = from;
        day[2 * n + 1] = to;
        n++;
    }
    return n;
}

static enum err put_list(struct binder *b, struct period_list *l,
                         struct error *e)
{
    struct link all = *bind_at(b, l->at[0]);
    struct civil day[2 * MAX_LISTED];
    const struct schema_column *c;
    bool apart = compares(b);
    size_t i;
    size_t n;

    for (i = 0; i < l->n; i++) {
        bind_at(b, l->at[i])->used = true;
        if (i && bind_is(bind_at(b, l->at[i] - 1), CONCEPT_OR))
            bind_at(b, l->at[i] - 1)->used = true;
        l->p[i] = bind_at(b, l->at[i])->period;
    }
    all.to = bind_at(b, l->at[l->n - 1])->to;
    share_years(l);
    c = bind_dates(b, l->at[0], l->at[l->n - 1],
                   link_period_grain(&l->p[0]) == GRAIN_YEAR);
    if (!c)
        return OK;
    if (!l->p[0].day.year && !l->p[0].quarter && !apart &&
        c->kind == COLUMN_DATE && !link_only_year(c)) {
        for (i = 0; i < l->n; i++)
            day[i] = l->p[i].day;
        return bind_put_months(b, c, &all, day, l->n, e);
    }
    for (i = 0; i < l->n; i++) {
        if (!bind_complete_year(b, c, &all, &l->p[i]))
            return OK;
    }
    n = days_of_list(l, apart, day);
    if (apart)
        b->compared = link_period_grain(&l->p[0]);
    return n == 1 ? bind_put_days(b, c, &all, day, e)
                  : bind_put_day_list(b, c, &all, day, n, e);
}

enum err bind_period_list(struct binder *b, size_t i, struct error *e)
{
    struct period_list l;

    read_list(b, i, &l);
    return l.n > 1 ? put_list(b, &l, e) : OK;
}
