#include "answer/sentence/sentence_dates.h"

#include "answer/sentence/wording.h"

#define DAY_BYTES   10 /* 2024-06-01 */
#define MONTH_BYTES 7  /* 2024-06, 2024-Q2 */

/* The n-th of a list of words, from 1. */
static struct str nth_word(struct str list, int n)
{
    while (n-- > 1)
        list = str_slice(list, str_find_char(list, ' ') + 1, list.n);
    return str_slice(list, 0, str_find_char(list, ' '));
}

static void put(struct buf *b, enum language language, struct civil at,
                enum wording text, int n)
{
    char year[16];
    char number[16];
    struct str fill[3];

    (void)snprintf(year, sizeof(year), "%d", at.year);
    (void)snprintf(number, sizeof(number), "%d", n);
    fill[0] = str_from(year);
    fill[1] = nth_word(wording_text(language, WORDING_MONTHS), at.month);
    fill[2] = str_from(number);
    wording_put(b, language, text, fill, 3);
}

void sentence_day(struct buf *b, enum language language, struct civil at,
                  enum grain grain)
{
    static const enum wording texts[] = {[GRAIN_DAY] = WORDING_ON_DAY,
                                         [GRAIN_MONTH] = WORDING_IN_MONTH,
                                         [GRAIN_QUARTER] = WORDING_IN_QUARTER,
                                         [GRAIN_YEAR] = WORDING_IN_YEAR};

    put(b, language, at, texts[grain],
        grain == GRAIN_QUARTER ? (at.month + 2) / 3 : at.day);
}

/* Are the days of a column the first of each month? The oldest and the newest are, no
 * two are of one month, and they are not the first of each year. */
static bool is_of_months(const struct schema_column *c)
{
    struct civil min;
    struct civil max;
    int years;

    if (!civil_read(c->min, &min) || !civil_read(c->max, &max) ||
        min.day != 1 || max.day != 1 || civil_cmp(min, max) >= 0)
        return false;
    years = max.year - min.year;
    if (min.month == 1 && max.month == 1 && c->distinct <= (uint64_t)years + 1)
        return false;
    return c->distinct <= (uint64_t)(12 * years + max.month - min.month + 1);
}

/* "2024-06-01" */
static bool put_day(struct buf *b, const struct phrasing *x,
                    const struct schema_column *c, struct str cell)
{
    struct civil at;

    if (cell.n != DAY_BYTES || !civil_read(cell, &at))
        return false;
    sentence_day(b, x->language, at,
                 c && at.day == 1 && is_of_months(c) ? GRAIN_MONTH : GRAIN_DAY);
    return true;
}

/* "2024-06", "2024-Q2" */
static bool put_month(struct buf *b, enum language language, struct str cell)
{
    const bool quarter = cell.n == MONTH_BYTES && cell.p[5] == 'Q';
    char day[DAY_BYTES + 1];
    struct civil at;

    if (cell.n != MONTH_BYTES || cell.p[4] != '-')
        return false;
    (void)snprintf(day, sizeof(day), "%.4s-%.2s-01", cell.p,
                   quarter ? "01" : cell.p + 5);
    if (!civil_read(str_from(day), &at))
        return false;
    if (quarter)
        put(b, language, at, WORDING_QUARTER_OF, cell.p[6] - '0');
    else
        sentence_day(b, language, at, GRAIN_MONTH);
    return true;
}

bool sentence_date(struct buf *b, const struct phrasing *x,
                   const struct spec_group *g, struct str cell)
{
    const struct schema_column *c = phrasing_column(x, g->column);

    switch (g->grain) {
    case GRAIN_DAY:
    case GRAIN_WEEK: return put_day(b, x, NULL, cell);
    case GRAIN_MONTH:
    case GRAIN_QUARTER: return put_month(b, x->language, cell);
    case GRAIN_NONE:
        return c && c->kind == COLUMN_DATE &&
               (put_day(b, x, c, cell) || put_month(b, x->language, cell));
    default: return false;
    }
}
