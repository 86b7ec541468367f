/*
 * Columns of dates in text, in tables without dates.
 *
 * Days: one cell that is no date, such as the "Total" below the days of a report, makes
 * the column text. Where the table has rows of totals by its numbers, the column is of
 * dates all the same, which SQL sees through a view, and that cell is kept to leave its
 * rows out.
 *
 * Months: 2024-05 is no day, so the cell
 * stays the text that it is and is shown as it stands; SQL sees its first day
 * through a view (spec_place.h). The column reaches to the end of its last
 * month, so that "the last 3 months" are whole ones.
 *
 * Where the table has dates as well the months stay words: two columns that
 * may both be meant by "in May" would be a clarifying question for nothing.
 */
#include "ask/link/civil.h"
#include "ask/link/table_schema.h"
#include "base/text/date.h"
#include "base/text/year_month.h"

#include <limits.h>

static enum spec_view view_of(enum year_month_form form)
{
    return form == YEAR_MONTH_NAME      ? VIEW_NAMED_MONTH
           : form == YEAR_MONTH_SHORT   ? VIEW_SHORT_MONTH
           : form == YEAR_MONTH_QUARTER ? VIEW_QUARTER
                                        : VIEW_MONTH;
}

/* What the values of a column are together. */
struct span {
    struct civil first;
    struct civil last; /* the first day of the last month or quarter */
    enum year_month_form form;
    bool sorts;
    bool seasons; /* each may be two years: 2010/11 */
};

/*
 * Apr-23 is a month of 2023 or a day of April. Months of years follow each
 * other, so of most months between the first and the last one has rows, and
 * there are more of them than years; days of a column have neither.
 */
static bool are_years(const struct schema_column *c, const struct span *s)
{
    size_t months = (size_t)((s->last.year - s->first.year) * 12 +
                             s->last.month - s->first.month + 1);
    size_t years = (size_t)(s->last.year - s->first.year + 1);

    return c->n_values >= 3 && c->n_values > 2 * (years - 1) &&
           c->n_values * 2 > months;
}

static bool read_span(const struct schema_column *c, struct span *out)
{
    size_t i;

    *out = (struct span){.sorts = true, .seasons = true};
    for (i = 0; i < c->n_values; i++) {
        struct year_month m;
        struct civil day;

        if (!year_month_read(c->values[i], &m) || (i && m.form != out->form))
            return false;
        day = (struct civil){m.year, m.month, 1};
        if (i == 0 || civil_cmp(day, out->first) < 0)
            out->first = day;
        if (i == 0 || civil_cmp(day, out->last) > 0)
            out->last = day;
        out->form = m.form;
        out->sorts &= m.sorts;
        out->seasons &= m.season;
    }
    if (out->form == YEAR_MONTH_SHORT && !are_years(c, out))
        return false;
    return c->n_values && !out->seasons;
}

static enum err make_dates(struct schema_column *c, const struct span *s,
                           struct arena *a, struct error *e)
{
    enum spec_view view = view_of(s->form);
    struct civil end = civil_add_days(
        civil_add_months(s->last, view == VIEW_QUARTER ? 3 : 1), -1);

    c->kind = COLUMN_DATE;
    c->view = view;
    c->sorts = s->sorts;
    c->digits = false;
    c->n_periods = c->n_values;
    c->n_values = 0; /* they are periods now, not words */
    c->keys = (struct str){0};
    return civil_write(s->first, a, &c->min, e)
               ? e->code
               : civil_write(end, a, &c->max, e);
}

static const struct civil epoch = {1970, 1, 1};

/* What the days of a column are together. */
struct days {
    struct str none; /* the only cell that is no day */
    unsigned orders; /* bits of enum date_order that fit all */
    char separator;
    size_t n;
    size_t n_none;
};

static bool read_days(const struct schema_column *c, struct days *out)
{
    *out = (struct days){.orders = DATE_YMD | DATE_DMY | DATE_MDY};
    for (size_t i = 0; i < c->n_values; i++) {
        struct date_shape shape;

        if (!date_scan(c->values[i], &shape) || !shape.orders) {
            out->none = c->values[i];
            out->n_none++;
            continue;
        }
        if (shape.time || shape.short_year || shape.month_name ||
            (out->n++ && shape.separator != out->separator))
            return false;
        out->orders &= shape.orders;
        out->separator = shape.separator;
    }
    return out->n_none == 1 && str_eq(out->none, c->total_word) && out->n > 1 &&
           (out->orders & (DATE_YMD | DATE_DMY));
}

static enum err make_days(struct schema_column *c, const struct days *days,
                          struct arena *a, struct error *e)
{
    const enum date_order order = days->orders & DATE_YMD ? DATE_YMD : DATE_DMY;
    int first = INT_MAX;
    int last = INT_MIN;

    for (size_t i = 0; i < c->n_values; i++) {
        struct date_value day;

        if (!date_read(c->values[i], order, &day))
            continue;
        first = day.days < first ? day.days : first;
        last = day.days > last ? day.days : last;
    }
    c->kind = COLUMN_DATE;
    c->view = VIEW_WHOLE_DAY;
    c->total_label = days->none;
    c->digits = false;
    c->n_values = 0;
    c->keys = (struct str){0};
    return civil_write(civil_add_days(epoch, first), a, &c->min, e)
               ? e->code
               : civil_write(civil_add_days(epoch, last), a, &c->max, e);
}

/* The first column of days where rows of totals have a word in place of one, as their
 * reader saw: one word beside days may be of any row. */
static enum err find_days(struct schema_table *t, struct arena *a, bool *found,
                          struct error *e)
{
    struct days days;

    *found = false;
    for (size_t i = 0; t->total_rows && !*found && i < t->n_columns; i++) {
        struct schema_column *c = &t->columns[i];

        *found = c->kind == COLUMN_TEXT && c->complete && read_days(c, &days);
        if (*found && make_days(c, &days, a, e))
            return e->code;
    }
    return OK;
}

enum err schema_find_months(struct schema_table *t, struct arena *a,
                            struct error *e)
{
    struct span span;
    bool found;
    size_t i;

    for (i = 0; i < t->n_columns; i++) {
        if (t->columns[i].kind == COLUMN_DATE)
            return OK;
    }
    if (find_days(t, a, &found, e))
        return e->code;
    if (found)
        return OK;
    for (i = 0; i < t->n_columns; i++) {
        struct schema_column *c = &t->columns[i];

        if (c->kind == COLUMN_TEXT && c->complete && read_span(c, &span) &&
            make_dates(c, &span, a, e))
            return e->code;
    }
    return OK;
}
