/*
 * Conditions as people say them: periods first ("in March 2024"), then what columns
 * hold ("with country Spain and sales over 1,000"), then what is taken of the rows.
 * How each is said is data (data/answer_wording); here is only what is said of which.
 */
#include "answer/sentence/sentence_spec.h"

#include <stdio.h>

#include "answer/sentence/sentence_dates.h"
#include "answer/sentence/sentence_step.h"
#include "answer/sentence/wording.h"
#include "ask/spec/spec_join.h"
#include "ask/spec/weekdays.h"

#define COUNT_BYTES 24
#define MAX_LISTED  5 /* values of a list that are named; the rest is counted */
#define TEXT_BYTES  ((size_t)64 << 10)

static void put_text(struct buf *b, const struct phrasing *x, enum wording w)
{
    buf_put_str(b, wording_text(x->language, w));
}

/* ---- periods ---- */

/* What a period is one of, a year, a quarter, ...; else of which it is several. */
static enum grain grain_of(struct civil from, struct civil to, bool *is_one)
{
    const int months = 12 * (to.year - from.year) + to.month - from.month;

    *is_one = true;
    if (from.day == 1 && to.day == 1 && months > 0) {
        if (months % 12 == 0 && from.month == 1) {
            *is_one = months == 12;
            return GRAIN_YEAR;
        }
        if (months == 3 && from.month % 3 == 1)
            return GRAIN_QUARTER;
        *is_one = months == 1;
        return GRAIN_MONTH;
    }
    *is_one = civil_number(to) - civil_number(from) == 1;
    return GRAIN_DAY;
}

static struct civil last_of(struct civil to, enum grain grain)
{
    if (grain == GRAIN_DAY)
        return civil_add_days(to, -1);
    return civil_add_months(to, grain == GRAIN_YEAR ? -12 : -1);
}

/* One period from values[0] to before values[1], of which one may be open. */
static void put_period(struct buf *b, const struct phrasing *x,
                       const struct str *values, size_t n, bool when)
{
    struct civil from = {0};
    struct civil to = {0};
    const bool has_from = civil_read(values[0], &from);
    const bool has_to = n > 1 && civil_read(values[1], &to);
    bool is_one = true;
    enum grain grain = GRAIN_DAY;
    struct buf dates[2];
    struct str fill[2];

    if (has_from && has_to)
        grain = grain_of(from, to, &is_one);
    buf_init(&dates[0], TEXT_BYTES);
    buf_init(&dates[1], TEXT_BYTES);
    if (has_from)
        sentence_day(&dates[0], x->language, from, grain);
    if (has_to)
        sentence_day(&dates[1], x->language, last_of(to, grain), grain);
    fill[0] = buf_str(&dates[0]);
    fill[1] = buf_str(&dates[1]);
    if (has_from && has_to)
        wording_put(b, x->language,
                    !is_one              ? WORDING_SPAN
                    : !when              ? WORDING_PLAIN
                    : grain == GRAIN_DAY ? WORDING_ON
                                         : WORDING_IN,
                    fill, 2);
    else if (has_from)
        wording_put(b, x->language, WORDING_SINCE, fill, 1);
    else
        wording_put(b, x->language, WORDING_UNTIL, &fill[1], 1);
    buf_release(&dates[0]);
    buf_release(&dates[1]);
}

/* Has the table another column of dates, so that it must be said which? */
static bool has_several_dates(const struct phrasing *x)
{
    size_t n = 0;

    for (size_t i = 0; x->table && i < x->table->n_columns; i++)
        n += x->table->columns[i].kind == COLUMN_DATE;
    return n > 1;
}

static void put_weekdays(struct buf *b, const struct phrasing *x,
                         const struct spec_filter *f)
{
    static const char *const *const names[] = {[LANGUAGE_EN] = weekdays_en,
                                               [LANGUAGE_ES] = weekdays_es,
                                               [LANGUAGE_ZH] = weekdays_zh};

    for (size_t i = 0; i < f->n; i++) {
        if (i)
            put_text(b, x, WORDING_OR);
        if (f->values[i].n == 1 && f->values[i].p[0] >= '1' &&
            f->values[i].p[0] <= '7')
            buf_puts(b, names[x->language][f->values[i].p[0] - '1']);
    }
}

static void put_months(struct buf *b, const struct phrasing *x,
                       const struct spec_filter *f)
{
    for (size_t i = 0; i < f->n; i++) {
        struct str names = wording_text(x->language, WORDING_MONTHS);
        struct error ignored;
        uint64_t month;

        if (str_parse_u64(f->values[i], 12, &month, &ignored))
            continue;
        for (uint64_t k = 1; k < month; k++)
            names = str_slice(names, str_find_char(names, ' ') + 1, names.n);
        if (i)
            put_text(b, x, WORDING_OR);
        buf_put_str(b, str_slice(names, 0, str_find_char(names, ' ')));
    }
}

/* Does a filter say when? That stands by itself: "in 2024", "on Saturday". */
static bool is_time(const struct spec_filter *f)
{
    return f->op == FILTER_PERIOD || f->op == FILTER_MONTH ||
           (f->view == VIEW_WEEKDAY &&
            (f->op == FILTER_EQ || f->op == FILTER_IN));
}

static void put_time(struct buf *b, const struct phrasing *x,
                     const struct spec_filter *f)
{
    struct buf when;
    struct buf name;
    struct str fill[2];

    buf_init(&when, TEXT_BYTES);
    buf_init(&name, TEXT_BYTES);
    if (f->op == FILTER_MONTH)
        put_months(&when, x, f);
    else if (f->op != FILTER_PERIOD)
        put_weekdays(&when, x, f);
    for (size_t at = 0; f->op == FILTER_PERIOD && at < f->n; at += 2) {
        if (at)
            put_text(&when, x, WORDING_OR);
        put_period(&when, x, &f->values[at], f->n - at, true);
    }
    if (f->op != FILTER_PERIOD) {
        fill[0] = buf_str(&when);
        wording_put(&name, x->language,
                    f->op == FILTER_MONTH ? WORDING_IN : WORDING_ON, fill, 1);
        buf_reset(&when);
        buf_put_str(&when, buf_str(&name));
        buf_reset(&name);
    }
    sentence_name(&name, f->column);
    fill[0] = buf_str(&when);
    fill[1] = buf_str(&name);
    wording_put(b, x->language,
                has_several_dates(x) ? WORDING_WHEN_OF : WORDING_PLAIN, fill,
                2);
    buf_release(&when);
    buf_release(&name);
}

/* ---- what columns hold ---- */

static bool is_number(const struct spec_filter *f)
{
    return f->literal == LITERAL_NUMBER;
}

/* A value as it stands; what is compared as a number, as numbers are written. */
static void put_value(struct buf *b, const struct phrasing *x,
                      const struct spec_filter *f, size_t i)
{
    const struct spec_measure of = {.agg = AGG_NONE, .column = f->column};
    struct str v = f->values[i];
    struct buf name;
    struct str fill;

    if (f->literal == LITERAL_COLUMN || f->literal == LITERAL_AVERAGE) {
        buf_init(&name, TEXT_BYTES);
        sentence_name(&name, v);
        fill = buf_str(&name);
        wording_put(b, x->language,
                    f->literal == LITERAL_COLUMN ? WORDING_PLAIN
                                                 : WORDING_THE_AVERAGE,
                    &fill, 1);
        buf_release(&name);
    } else if (is_number(f) && f->op != FILTER_EQ && f->op != FILTER_IN) {
        sentence_figure(b, x, &of, v);
    } else {
        if (f->literal == LITERAL_CLOCK && v.n == 8 && str_ends(v, STR(":00")))
            v.n = 5;
        buf_put_str(b, v);
    }
}

/* true and false are yes and no. */
static void put_flag(struct buf *b, const struct phrasing *x, struct str value)
{
    put_text(b, x, str_is(value, "true") ? WORDING_YES : WORDING_NO);
}

static void put_values(struct buf *b, const struct phrasing *x,
                       const struct spec_filter *f)
{
    for (size_t i = 0; i < f->n && i < MAX_LISTED; i++) {
        if (i + 1 == f->n && i)
            put_text(b, x, WORDING_OR);
        else if (i)
            put_text(b, x, WORDING_COMMA);
        if (f->literal == LITERAL_BOOL)
            put_flag(b, x, f->values[i]);
        else
            put_value(b, x, f, i);
    }
    if (f->n > MAX_LISTED) {
        char number[COUNT_BYTES];
        struct str all = {.p = number};

        all.n = (size_t)snprintf(number, sizeof(number), "%zu", f->n);

        wording_put(b, x->language, WORDING_LISTED_MORE, &all, 1);
    }
}

static enum wording text_of(const struct phrasing *x,
                            const struct spec_filter *f)
{
    const bool late =
        sentence_is_date(x, f->column) || f->literal == LITERAL_CLOCK;

    switch (f->op) {
    case FILTER_NE:
    case FILTER_NOT_IN: return WORDING_COND_NE;
    case FILTER_LT: return late ? WORDING_COND_BEFORE : WORDING_COND_LT;
    case FILTER_LE: return WORDING_COND_LE;
    case FILTER_GT: return late ? WORDING_COND_AFTER : WORDING_COND_GT;
    case FILTER_GE: return WORDING_COND_GE;
    case FILTER_BETWEEN: return WORDING_COND_BETWEEN;
    case FILTER_CONTAINS: return WORDING_COND_CONTAINS;
    case FILTER_NULL: return WORDING_COND_EMPTY;
    case FILTER_NOT_NULL: return WORDING_COND_FILLED;
    default: break;
    }
    return f->literal == LITERAL_BOOL ? WORDING_COND_FLAG : WORDING_COND_EQ;
}

/* "country Spain", "sales over 1,000" */
static void put_held(struct buf *b, const struct phrasing *x,
                     const struct spec_filter *f)
{
    struct buf part[3];
    struct str fill[3];

    for (size_t i = 0; i < 3; i++)
        buf_init(&part[i], TEXT_BYTES);
    sentence_name(&part[0], f->column);
    if (f->op == FILTER_BETWEEN) {
        put_value(&part[1], x, f, 0);
        put_value(&part[2], x, f, 1);
    } else {
        put_values(&part[1], x, f);
    }
    for (size_t i = 0; i < 3; i++)
        fill[i] = buf_str(&part[i]);
    wording_put(b, x->language, text_of(x, f), fill, 3);
    for (size_t i = 0; i < 3; i++)
        buf_release(&part[i]);
}

/* "no orders", "orders", "number of orders below 2": rows of another table that
 * belong to a row, with the conditions on them. */
static void put_counted(struct buf *b, const struct phrasing *x,
                        const struct spec_join *join,
                        const struct spec_filter *f)
{
    const bool zero = f->n == 1 && str_is(f->values[0], "0");
    const struct phrasing inner = {.spec = join->counts,
                                   .language = x->language};
    struct spec_filter number = *f;
    struct buf of;
    struct str fill[2];

    buf_init(&of, TEXT_BYTES);
    sentence_name(&of, f->column);
    sentence_conditions(&of, &inner, SENTENCE_ALL, true);
    fill[0] = buf_str(&of);
    fill[1] = f->n ? f->values[0] : (struct str){0};
    number.literal = LITERAL_NUMBER;
    if (zero && f->op == FILTER_EQ)
        wording_put(b, x->language, WORDING_COND_NONE, fill, 1);
    else if (zero && f->op == FILTER_GT)
        buf_put_str(b, fill[0]);
    else
        wording_put(b, x->language, text_of(x, &number), fill, 2);
    buf_release(&of);
}

/* "no orders with category phones": none of a group's rows is so. */
static void put_never(struct buf *b, const struct phrasing *x)
{
    struct buf part[2];
    struct str fill[2];

    buf_init(&part[0], TEXT_BYTES);
    buf_init(&part[1], TEXT_BYTES);
    sentence_rows_called(&part[0], x, 2);
    sentence_conditions(&part[1], x, SENTENCE_PART, true);
    fill[0] = buf_str(&part[0]);
    fill[1] = buf_str(&part[1]);
    wording_put(b, x->language, WORDING_COND_NEVER, fill, 2);
    buf_release(&part[0]);
    buf_release(&part[1]);
}

static void put_having(struct buf *b, const struct phrasing *x)
{
    const struct spec_having *h = &x->spec->having;
    const struct spec_filter f = {.op = h->op, .literal = LITERAL_NUMBER};
    struct buf part[2];
    struct str fill[2];

    if (h->part) {
        put_never(b, x);
        return;
    }
    buf_init(&part[0], TEXT_BYTES);
    buf_init(&part[1], TEXT_BYTES);
    sentence_measure(&part[0], x, &h->measure);
    sentence_figure(&part[1], x, &h->measure, h->number);
    fill[0] = buf_str(&part[0]);
    fill[1] = buf_str(&part[1]);
    wording_put(b, x->language, text_of(x, &f), fill, 2);
    buf_release(&part[0]);
    buf_release(&part[1]);
}

/* ---- the two that are compared ---- */

void sentence_side(struct buf *b, const struct phrasing *x, unsigned side,
                   bool when)
{
    const struct query_spec *s = x->spec;
    const struct str *name = &s->change.names[side - 1];
    struct phrasing plain = *x;

    plain.table = NULL; /* which column of dates is said once */
    for (size_t i = 0; i < s->n_filters; i++)
        if (s->filters[i].side == side && s->filters[i].op == FILTER_PERIOD) {
            if (when)
                put_time(b, &plain, &s->filters[i]);
            else
                put_period(b, x, s->filters[i].values, s->filters[i].n, false);
            return;
        }
    for (size_t i = 0; i < s->n_filters && !name->n; i++)
        if (s->filters[i].side ==
            side) { /* it is not a value, but all others */
            put_held(b, &plain, &s->filters[i]);
            return;
        }
    if (when)
        wording_put(b, x->language, WORDING_IN, name, 1);
    else
        buf_put_str(b, *name);
}

/* ---- all of them ---- */

static bool is_wanted(const struct query_spec *s, const struct spec_filter *f,
                      enum sentence_filters which)
{
    const bool of_side = f->side && (s->change.kind || s->compare.kind);

    if (f->totals)
        return false;
    for (size_t i = 0; i < s->n_groups; i++)
        if (f->op == FILTER_NOT_NULL && str_eq(f->column, s->groups[i].column))
            return false; /* what groups are by has a value */
    if (which == SENTENCE_PART || (s->has_having && s->having.part && f->part))
        return which == SENTENCE_PART && f->part;
    return which == SENTENCE_ALL || (!of_side && !f->part);
}

/* Those that say when, or those that do not. */
static size_t put_filters(struct buf *b, const struct phrasing *x,
                          enum sentence_filters which, bool times)
{
    const struct query_spec *s = x->spec;
    size_t n = 0;

    for (size_t i = 0; i < s->n_filters; i++) {
        const struct spec_filter *f = &s->filters[i];
        const struct spec_join *counting = spec_join_counting(s, f->column);

        if (is_time(f) != times || !is_wanted(s, f, which))
            continue;
        if (n++)
            put_text(b, x,
                     f->side == 2 ? WORDING_OR
                     : times      ? WORDING_SPACE
                                  : WORDING_COMMA);
        if (times)
            put_time(b, x, f);
        else if (counting && f->op <= FILTER_GE)
            put_counted(b, x, counting, f);
        else
            put_held(b, x, f);
    }
    if (!times && s->has_having && which != SENTENCE_PART) {
        if (n++)
            put_text(b, x, WORDING_COMMA);
        put_having(b, x);
    }
    return n;
}

void sentence_conditions(struct buf *b, const struct phrasing *x,
                         enum sentence_filters which, bool beside)
{
    struct buf part[3];
    struct str fill[3];
    bool some;

    for (size_t i = 0; i < 3; i++)
        buf_init(&part[i], TEXT_BYTES);
    (void)put_filters(&part[0], x, which, true);
    (void)put_filters(&part[1], x, which, false);
    if (which != SENTENCE_PART)
        sentence_step(&part[2], x);
    for (size_t i = 0; i < 3; i++)
        fill[i] = buf_str(&part[i]);
    some = fill[0].n || fill[1].n;
    if (!beside) {
        buf_put_str(b, fill[0]);
        if (fill[0].n && fill[1].n)
            put_text(b, x, WORDING_COMMA);
        buf_put_str(b, fill[1]);
    } else {
        if (fill[0].n)
            wording_put(b, x->language, WORDING_BESIDE_TIME, fill, 1);
        if (fill[0].n && fill[1].n)
            put_text(b, x, WORDING_TIME_AND_HELD);
        if (fill[1].n)
            wording_put(b, x->language, WORDING_BESIDE_HELD, &fill[1], 1);
        if (some)
            put_text(b, x, WORDING_BESIDE_END);
    }
    if (fill[2].n)
        wording_put(b, x->language, WORDING_BESIDE_STEP, &fill[2], 1);
    for (size_t i = 0; i < 3; i++)
        buf_release(&part[i]);
}
