/*
 * "Last 3 months" counts back from the newest date in the data, not from
 * today: the same question gives the same answer tomorrow. When the newest
 * date ends a month, whole months are meant (tables of month ends).
 */
#include "ask/bind/period.h"

/* A longer window would begin before the calendar does. */
#define MAX_WINDOW_MONTHS 12000

static int months_of(enum grain unit)
{
    return unit == GRAIN_YEAR ? 12 : unit == GRAIN_QUARTER ? 3 : 1;
}

/* The first day of the last `count` units up to the newest date. */
static struct civil window_start(struct civil newest, enum grain unit,
                                 int count)
{
    if (unit == GRAIN_DAY || unit == GRAIN_WEEK)
        return civil_window_start(newest, 0,
                                  count * (unit == GRAIN_WEEK ? 7 : 1));
    return civil_window_start(newest, count * months_of(unit), 0);
}

static enum err put_window(struct binder *b, size_t at, enum grain unit,
                           uint64_t count, struct error *e)
{
    const struct schema_column *c = bind_dates(b, at, at, false);
    struct link *l = bind_at(b, at);
    struct civil newest;
    struct civil day[2] = {{0}, {0}};
    struct str from;

    if (!c)
        return OK;
    if (c->kind != COLUMN_DATE || !civil_read(c->max, &newest) ||
        unit > GRAIN_YEAR ||
        count * (uint64_t)months_of(unit) > MAX_WINDOW_MONTHS ||
        newest.year <= MAX_WINDOW_MONTHS / 12) {
        bind_ask(b, ASK_NO_DATES, bind_words(b, l), (struct str){0},
                 (struct str){0});
        return OK;
    }
    day[0] = window_start(newest, unit, (int)count);
    if (civil_write(day[0], b->a, &from, e))
        return e->code;
    b->out->spec.window = (struct spec_window){
        c->name, str_slice(c->max, 0, 10), unit, (unsigned)count};
    bind_note(b, SAY_WINDOW, c->name, str_slice(c->max, 0, 10), from);
    return bind_put_days(b, c, l, day, e);
}

/* Of all columns: the first may be of birthdays; empty: there is none. */
static struct str newest_day(const struct schema_table *t)
{
    struct str newest = {0};

    for (size_t i = 0; i < t->n_columns; i++) {
        const struct str day =
            str_slice(t->columns[i].max, 0,
                      t->columns[i].max.n < 10 ? t->columns[i].max.n : 10);

        if (t->columns[i].kind == COLUMN_DATE && day.n == 10 &&
            (!newest.n || str_cmp(day, newest) > 0))
            newest = day;
    }
    return newest;
}

/* "Last year" is another year tomorrow; "last 12 months" of data is not. */
static enum err ask_last(struct binder *b, const struct link *last,
                         const struct link *unit, struct error *e)
{
    const struct link *first = last->from < unit->from ? last : unit;
    const struct link *second = first == last ? unit : last;
    struct link both = {.from = first->from, .to = second->to};
    const struct str newest = newest_day(b->t);

    (void)e;
    if (newest.n)
        bind_ask(b, ASK_LAST, bind_words(b, &both), newest, (struct str){0});
    else
        bind_ask(b, ASK_NO_DATES, bind_words(b, &both), (struct str){0},
                 (struct str){0});
    return OK;
}

static bool is_unit(const struct link *l)
{
    return l && l->entry && l->entry->kind == CONCEPT_GRAIN;
}

/* "last 3 months", "los 3 últimos meses", "last year" */
static enum err last_units(struct binder *b, struct error *e)
{
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        struct link *last = bind_at(b, i);
        struct link *number = bind_at(b, i + 1);
        struct link *unit;
        struct error ignored;
        uint64_t count = 1;

        if (!bind_is(last, CONCEPT_LAST) || last->used)
            continue;
        if (last->entry->param)
            return ask_last(b, last, last, e);
        unit = number;
        if (number && number->kind == LINK_NUMBER)
            unit = bind_at(b, i + 2);
        else
            number = i ? bind_at(b, i - 1) : NULL;
        if (!is_unit(unit)) {
            bind_ask(b, ASK_NOT_SUPPORTED, bind_words(b, last), (struct str){0},
                     (struct str){0});
            return OK;
        }
        if (number && number->kind == LINK_NUMBER) {
            if (str_parse_u64(number->number, MAX_WINDOW_MONTHS, &count,
                              &ignored) ||
                count == 0)
                continue;
            number->used = true;
        }
        last->used = unit->used = true;
        if (!number || number->kind != LINK_NUMBER)
            return ask_last(b, last, unit, e);
        return put_window(b, i, (enum grain)unit->entry->param, count, e);
    }
    return OK;
}

/* The month, quarter or year that a day is in. */
static void unit_of(struct civil day, enum grain unit, struct civil out[2])
{
    int months = months_of(unit);

    out[0] = (struct civil){day.year, (day.month - 1) / months * months + 1, 1};
    out[1] = civil_add_months(out[0], months);
}

/* "In the latest month": that of the newest date, whole or not. */
static enum err latest_unit(struct binder *b, struct error *e)
{
    size_t i;

    for (i = 0; i + 1 < b->l->n; i++) {
        struct link *l = bind_at(b, i);
        struct link *next = bind_at(b, i + 1);
        bool turned = is_unit(l); /* el mes más reciente */
        struct link *latest = turned ? next : l;
        struct link *unit = turned ? l : next;
        const struct schema_column *c;
        struct civil newest;
        struct civil day[2];
        struct str from;

        if (!bind_is(latest, CONCEPT_LIKE) || l->used || next->used ||
            (latest->entry->param != LIKE_LATEST) || !is_unit(unit) ||
            unit->entry->param < GRAIN_MONTH ||
            unit->entry->param > GRAIN_YEAR ||
            (i && bind_is(bind_at(b, i - 1), CONCEPT_WHICH)))
            continue;
        c = bind_dates(b, i, i + 1, false);
        if (!c || c->kind != COLUMN_DATE || !civil_read(c->max, &newest))
            return OK;
        l->used = next->used = true;
        unit_of(newest, (enum grain)unit->entry->param, day);
        if (civil_write(day[0], b->a, &from, e))
            return e->code;
        bind_note(b, SAY_WINDOW, c->name, str_slice(c->max, 0, 10), from);
        return bind_put_days(b, c, l, day, e);
    }
    return OK;
}

enum err bind_windows(struct binder *b, struct error *e)
{
    if (last_units(b, e))
        return e->code;
    return b->out->asks ? OK : latest_unit(b, e);
}
