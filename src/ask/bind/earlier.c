/*
 * A period against the one before it: "June 2024 against the same period last
 * year", 2024年6月同比, "Q2 2024 month on month". Both are periods of the
 * calendar, so the sides are known before anything is measured.
 */
#include "ask/bind/period.h"

static const struct str no_text = {0};

/* How far back the other side lies. */
enum back { BACK_NONE, BACK_YEAR, BACK_UNIT };

static bool begins(const struct binder *b, const struct link *l,
                   const char *sign)
{
    return str_is(b->l->words.word[l->from].fold, sign);
}

/* "Annual sales in June" are not, "annual growth in June" is. */
static bool is_change(const struct binder *b)
{
    size_t i;

    for (i = 0; i < b->l->n && !bind_is(bind_at(b, i), CONCEPT_CHANGE);)
        i++;
    return i < b->l->n;
}

/* A single year is answered without such a word. */
static enum back back_of(const struct binder *b)
{
    enum back back = BACK_NONE;
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);

        if (l->used)
            continue;
        if (bind_is(l, CONCEPT_EARLIER)) {
            bool unit = l->entry->param != 0;

            return unit ? BACK_UNIT : BACK_YEAR;
        }
        if (bind_is(l, CONCEPT_CHANGE) && begins(b, l, "同"))
            back = BACK_YEAR;
        if (bind_is(l, CONCEPT_CHANGE) && begins(b, l, "环"))
            back = BACK_UNIT;
        if (bind_is(l, CONCEPT_PERIODIC) && l->entry->param == GRAIN_YEAR &&
            is_change(b))
            back = BACK_YEAR;
    }
    return back;
}

/* The growth of each month is a series. */
static bool is_series(const struct binder *b)
{
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);

        if (bind_is(l, CONCEPT_GRAIN) || bind_is(l, CONCEPT_BY) ||
            bind_is(l, CONCEPT_TREND) ||
            (bind_is(l, CONCEPT_PERIODIC) && l->entry->param != GRAIN_YEAR))
            return true;
    }
    return false;
}

/* The period, or the two ends of one; false when there is none or more. */
static bool find_period(const struct binder *b, size_t at[2])
{
    const size_t n = bind_find_periods(b, at);

    if (n == 1)
        at[1] = at[0];
    return n == 1 ||
           (n == 2 && at[1] == at[0] + 2 &&
            (bind_is(bind_at(b, at[0] + 1), CONCEPT_TO) ||
             (at[0] && bind_is(bind_at(b, at[0] - 1), CONCEPT_BETWEEN))));
}

/* The days of it; the end says the year of the beginning. */
static bool read_days(struct binder *b, const struct schema_column *c,
                      const size_t at[2], struct civil day[2])
{
    struct link_period p[2] = {bind_at(b, at[0])->period,
                               bind_at(b, at[1])->period};
    struct civil ignored;

    if (!p[1].day.year)
        p[1].day.year = p[0].day.year;
    if (!bind_complete_year(b, c, bind_at(b, at[1]), &p[1]))
        return false;
    if (!p[0].day.year)
        p[0].day.year = p[1].day.year;
    link_days_of(p[0], &day[0], &ignored);
    link_days_of(p[1], &ignored, &day[1]);
    return civil_cmp(day[0], day[1]) < 0;
}

/* The other side; false when it is no whole number of months. */
static bool go_back(enum back back, const struct civil day[2],
                    struct civil out[2])
{
    int months = (day[1].year - day[0].year) * 12 + day[1].month - day[0].month;

    if (day[0].day != 1 || day[1].day != 1 || months > 12)
        return false;
    months = back == BACK_YEAR ? 12 : months;
    out[0] = civil_add_months(day[0], -months);
    out[1] = civil_add_months(day[1], -months);
    return true;
}

/* "2023-06", or "2023-04 – 2023-06". */
static enum err name_of(struct binder *b, const struct civil day[2],
                        struct str *out, struct error *e)
{
    struct civil last = civil_add_days(day[1], -1);

    if (last.year == day[0].year && last.month == day[0].month)
        return str_printf(b->a, out, e, "%d-%02d", last.year, last.month);
    return str_printf(b->a, out, e, "%d-%02d – %d-%02d", day[0].year,
                      day[0].month, last.year, last.month);
}

static void use_joints(struct binder *b, const size_t at[2])
{
    struct link *before = at[0] ? bind_at(b, at[0] - 1) : NULL;

    bind_at(b, at[0])->used = bind_at(b, at[1])->used = true;
    if (at[1] > at[0])
        bind_at(b, at[0] + 1)->used = true;
    if (bind_is(before, CONCEPT_BETWEEN))
        before->used = true;
}

enum err bind_against_earlier(struct binder *b, enum spec_change_kind kind,
                              bool *taken, struct error *e)
{
    struct query_spec *s = &b->out->spec;
    enum back back = back_of(b);
    const struct schema_column *c;
    struct civil day[2][2];
    size_t at[2] = {0, 0};
    size_t i;

    *taken = false;
    if (!back || is_series(b) || !find_period(b, at))
        return OK;
    c = bind_dates(b, at[0], at[1], false);
    if (!c || !read_days(b, c, at, day[1]) || !go_back(back, day[1], day[0])) {
        bind_ask(b, ASK_NOT_PLACED, bind_words(b, bind_at(b, at[0])), no_text,
                 no_text);
        return OK;
    }
    *taken = true;
    use_joints(b, at);
    for (i = 0; i < 2 && !b->out->asks; i++) {
        if (bind_put_side(b, c, bind_at(b, at[0]), day[i], (unsigned)i + 1,
                          e) ||
            name_of(b, day[i], &s->change.names[i], e))
            return e->code;
    }
    for (i = 0; i < b->l->n; i++)
        bind_at(b, i)->used |= bind_is(bind_at(b, i), CONCEPT_PERIODIC);
    s->change.kind = kind ? kind : SPEC_CHANGE_SIDES;
    bind_use_change(b);
    return OK;
}
