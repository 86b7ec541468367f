/*
 * Days of the week and times of day to filters. They are those of any week and
 * of any day, and so they go beside periods.
 *
 * "After 6 pm" leaves six sharp out and "before" as well, unless the question
 * says that it is included; "at 7" is the whole hour.
 */
#include "ask/bind/period.h"
#include "ask/link/time.h"

#define DAYS        7
#define DAY_MINUTES 1440

static const struct str no_text = {0};

/* The column of dates, finer than months, that days of the week are of. */
static const struct schema_column *days_column(struct binder *b, size_t i)
{
    const struct schema_column *c = bind_dates(b, i, i, false);

    if (!c || (c->kind == COLUMN_DATE && c->view == VIEW_CELL))
        return c;
    if (c->kind == COLUMN_DATE)
        bind_ask_coarser(b, c);
    else
        bind_ask(b, ASK_NO_DATES, bind_words(b, bind_at(b, i)), no_text,
                 no_text);
    return NULL;
}

static enum err put_weekdays(struct binder *b, const struct schema_column *c,
                             unsigned days, struct error *e)
{
    struct spec_filter *f = bind_number_filter(b, c, FILTER_IN);
    unsigned i;

    if (!f)
        return OK;
    f->view = VIEW_WEEKDAY;
    b->dates = c;
    for (i = 0; i < DAYS; i++) {
        if (days >> i & 1 && bind_put_number(b, f, (int)i + 1, e))
            return e->code;
    }
    return OK;
}

static bool is_weekday(const struct link *l)
{
    return bind_is(l, CONCEPT_WEEKDAY) && !l->used;
}

/* From the lowest day of `from` to the lowest of `to`, also over Sunday. */
static unsigned days_between(unsigned from, unsigned to)
{
    unsigned days = from | to;

    while (!(from & to)) {
        from = from << 1 & ((1u << DAYS) - 1) ? from << 1 : 1;
        days |= from;
    }
    return days;
}

/* "Monday to Friday", "de lunes a viernes": a range, or two of a list. */
static bool is_range(const struct binder *b, size_t i)
{
    const struct link *joint = bind_at(b, i + 1);
    const struct link *l = bind_at(b, i);

    if (bind_is(joint, CONCEPT_TO))
        return is_weekday(bind_at(b, i + 2));
    return is_weekday(joint) &&
           (joint->from == l->to + 1 ||
            time_dash_before(&b->l->words, l->to)) &&
           (time_dash_before(&b->l->words, l->to) ||
            str_is(b->l->words.word[l->to].fold, "a"));
}

/* The days that links from `i` on say together; *end: the link after them. */
static unsigned days_at(struct binder *b, size_t i, size_t *end)
{
    unsigned days = (unsigned)bind_at(b, i)->entry->param;
    size_t k = i;

    if (is_range(b, i)) {
        k = bind_is(bind_at(b, i + 1), CONCEPT_TO) ? i + 2 : i + 1;
        days = days_between(days, (unsigned)bind_at(b, k)->entry->param);
    }
    for (;;) {
        const struct link *joint = bind_at(b, k + 1);

        if (is_weekday(joint))
            k++;
        else if ((bind_is(joint, CONCEPT_AND) || bind_is(joint, CONCEPT_OR) ||
                  bind_is(joint, CONCEPT_COMPARE)) &&
                 is_weekday(bind_at(b, k + 2)))
            k += 2;
        else
            break;
        days |= (unsigned)bind_at(b, k)->entry->param;
    }
    *end = k + 1;
    return days;
}

static enum err weekdays(struct binder *b, struct error *e)
{
    bool any = false;
    size_t i;
    size_t k;

    for (i = 0; i < b->l->n && !b->out->asks; i++) {
        struct link *before = i ? bind_at(b, i - 1) : NULL;
        const struct schema_column *c;
        unsigned days;
        size_t end;

        if (!is_weekday(bind_at(b, i)))
            continue;
        days = days_at(b, i, &end);
        if (bind_is(before, CONCEPT_NOT) && !before->used) {
            before->used = true;
            days ^= (1u << DAYS) - 1;
        }
        if (bind_is(before, CONCEPT_BETWEEN))
            before->used = true;
        c = days_column(b, i);
        if (!c)
            return OK;
        if (any || bind_is(before, CONCEPT_CMP)) {
            bind_ask(b, ASK_NOT_PLACED, bind_words(b, bind_at(b, i)), no_text,
                     no_text);
            return OK;
        }
        any = true;
        for (k = i; k < end; k++) /* what compares them groups by them */
            bind_at(b, k)->used = !bind_is(bind_at(b, k), CONCEPT_COMPARE);
        if (put_weekdays(b, c, days, e))
            return e->code;
    }
    return OK;
}

/* "Opened between 9 am", "opened at 7": the column has its place. */
static void use_beside(struct binder *b, const struct link *said,
                       const struct schema_column *c)
{
    size_t at = (size_t)(said - b->l->link);
    struct link *l;

    if (said->kind != LINK_CLOCK || at == 0)
        return;
    at--;
    if (at && (bind_is(bind_at(b, at), CONCEPT_CMP) ||
               bind_is(bind_at(b, at), CONCEPT_BETWEEN)))
        at--;
    l = bind_at(b, at);
    l->used |= l->kind == LINK_COLUMN && l->hits[0].column == c;
}

const struct schema_column *bind_clock_column(struct binder *b,
                                              const struct link *said)
{
    const struct schema_column *only = NULL;
    size_t named = 0;
    size_t n = 0;
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);

        if (l->kind == LINK_COLUMN && l->n_hits == 1 &&
            l->hits[0].column->clock && named++ == 0)
            only = l->hits[0].column;
    }
    if (named == 1) {
        use_beside(b, said, only);
        return only;
    }
    if (b->dates && b->dates->clock)
        return b->dates;
    for (i = 0, only = NULL; i < b->t->n_columns; i++) {
        if (b->t->columns[i].clock && n++ == 0)
            only = &b->t->columns[i];
    }
    if (!only)
        bind_ask(b, ASK_NO_DATES, bind_words(b, said), no_text, no_text);
    else if (n > 1)
        bind_note(b, SAY_DATES_FROM, only->name, no_text, no_text);
    return only;
}

static enum err put_clock(struct binder *b, const struct schema_column *c,
                          int op, struct str time, struct error *e)
{
    struct spec_filter *f = bind_new_filter(b);

    if (!f)
        return OK;
    f->column = c->name;
    f->op = (enum filter_op)op;
    f->literal = LITERAL_CLOCK;
    f->view = VIEW_CLOCK;
    return bind_values(b, f, &time, 1, e);
}

/* "At 7 am": all of the hour, or the minute that was said. */
static enum err put_within(struct binder *b, const struct schema_column *c,
                           const struct link *l, struct error *e)
{
    uint64_t hour = 0;
    uint64_t minute = 0;
    struct str end;
    unsigned to;

    if (str_parse_u64(str_slice(l->number, 0, 2), 23, &hour, e) ||
        str_parse_u64(str_slice(l->number, 3, 5), 59, &minute, e))
        return e->code;
    to = (unsigned)(hour * 60 + minute) + (l->hour ? 60 : 1);
    if (put_clock(b, c, FILTER_GE, l->number, e))
        return e->code;
    if (b->out->asks || to >= DAY_MINUTES)
        return OK;
    return str_printf(b->a, &end, e, "%02u:%02u:00", to / 60, to % 60)
               ? e->code
               : put_clock(b, c, FILTER_LT, end, e);
}

/* "Including 6 sharp", after "after 6 pm": of the two hours of that name. */
static int with_end(struct binder *b, size_t i, int op)
{
    const struct link *l = bind_at(b, i);
    struct link *with = bind_at(b, i + 1);
    struct link *end = bind_at(b, i + 2);
    struct error ignored;
    uint64_t hour[2] = {0, 0};

    if (bind_is(with, CONCEPT_CMP_AFTER)) {
        with = end;
        end = bind_at(b, i + 3);
    }
    if (!bind_is(with, CONCEPT_WITH))
        return op;
    if (end && (end->kind == LINK_CLOCK || end->kind == LINK_NUMBER) &&
        !end->used) {
        struct str said = end->number;

        if (end->kind == LINK_CLOCK)
            said = str_slice(said, 0, 2);
        if (str_parse_u64(said, 23, &hour[0], &ignored) ||
            str_parse_u64(str_slice(l->number, 0, 2), 23, &hour[1], &ignored) ||
            hour[0] % 12 != hour[1] % 12)
            return op;
        end->used = true;
    }
    with->used = true;
    return op == FILTER_GT ? FILTER_GE : op == FILTER_LT ? FILTER_LE : op;
}

/* 晚上8点以后开播的: the column of the time is said after it, and no column that
 * is asked for. */
static void use_named(struct binder *b, size_t i, const struct schema_column *c)
{
    for (size_t k = i + 1; k < b->l->n && k <= i + 2; k++) {
        struct link *l = bind_at(b, k);

        if (l->kind == LINK_COLUMN && l->n_hits == 1 &&
            l->hits[0].column == c && !l->used &&
            !bind_is(bind_at(b, k - 1), CONCEPT_BY) &&
            !bind_is(bind_at(b, k - 1), CONCEPT_WHICH))
            l->used = true;
    }
}

/* The ends of "between 9 am and 11 am", or one time. */
static enum err put_clocks(struct binder *b, size_t i, struct error *e)
{
    struct link *l = bind_at(b, i);
    struct link *before = i ? bind_at(b, i - 1) : NULL;
    struct link *joint = bind_at(b, i + 1);
    struct link *end = bind_at(b, i + 2);
    const struct schema_column *c = bind_clock_column(b, l);
    int op;

    if (!c)
        return OK;
    l->used = true;
    if (end && end->kind == LINK_CLOCK && !end->used &&
        (bind_is(joint, CONCEPT_TO) ||
         (bind_is(joint, CONCEPT_AND) && bind_is(before, CONCEPT_BETWEEN)))) {
        joint->used = end->used = true;
        use_named(b, i + 2, c);
        if (bind_is(before, CONCEPT_BETWEEN))
            before->used = true;
        if (str_cmp(l->number, end->number) >= 0) {
            bind_ask(b, ASK_NOT_PLACED, bind_words(b, end), no_text, no_text);
            return OK; /* from 10 pm to 6 am */
        }
        if (put_clock(b, c, FILTER_GE, l->number, e))
            return e->code;
        return b->out->asks ? OK : put_clock(b, c, FILTER_LE, end->number, e);
    }
    op = with_end(b, i, bind_comparison_of(b, i));
    use_named(b, i, c);
    if (op == FILTER_EQ)
        return put_within(b, c, l, e);
    return put_clock(b, c, op, l->number, e);
}

enum err bind_clocks(struct binder *b, struct error *e)
{
    size_t n = 0;
    size_t i;

    if (weekdays(b, e))
        return e->code;
    for (i = 0; i < b->l->n && !b->out->asks; i++) {
        const struct link *l = bind_at(b, i);

        if (l->kind != LINK_CLOCK || l->used)
            continue;
        if (n++)
            bind_ask(b, ASK_NOT_PLACED, bind_words(b, l), no_text, no_text);
        else if (put_clocks(b, i, e))
            return e->code;
    }
    return OK;
}
