#include "base/text/year_month.h"

#include "base/text/month.h"

#include <string.h>

#define FIRST_YEAR  1900
#define LAST_YEAR   2199
#define FIRST_SHORT 69
#define LONGEST     32u
#define NAME_PREFIX 3u

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Up to `most` digits at the front; how many they are. */
static size_t take_digits(struct str *s, size_t most, int *value)
{
    size_t n = 0;

    *value = 0;
    for (; n < most && n < s->n && is_digit(s->p[n]); n++)
        *value = *value * 10 + (s->p[n] - '0');
    *s = str_slice(*s, n, s->n);
    return n;
}

static bool take(struct str *s, const char *word)
{
    struct str w = str_from(word);

    if (!str_starts(*s, w))
        return false;
    *s = str_slice(*s, w.n, s->n);
    return true;
}

static bool take_year(struct str *s, int *year)
{
    return take_digits(s, 4, year) == 4 && *year >= FIRST_YEAR &&
           *year <= LAST_YEAR;
}

/* 2024-05, 2024/5, 2024年5月 */
static bool year_first(struct str s, struct year_month *out)
{
    size_t digits;
    bool han;

    if (!take_year(&s, &out->year) || s.n < 2)
        return false;
    han = take(&s, "年");
    if (!han && !take(&s, "-") && !take(&s, "/") && !take(&s, "."))
        return false;
    digits = take_digits(&s, 2, &out->month);
    if (!digits || (han && !take(&s, "月")))
        return false;
    out->sorts = digits == 2;
    out->season = !han && out->month == (out->year + 1) % 100;
    return s.n == 0;
}

/* 05/2024 */
static bool year_last(struct str s, struct year_month *out)
{
    return take_digits(&s, 2, &out->month) &&
           (take(&s, "-") || take(&s, "/") || take(&s, ".")) &&
           take_year(&s, &out->year) && s.n == 0;
}

static bool is_numbers(struct str s, struct year_month *out)
{
    if (!year_first(s, out)) {
        *out = (struct year_month){0};
        if (!year_last(s, out))
            return false;
    }
    out->form = YEAR_MONTH_NUMBER;
    return out->month >= 1 && out->month <= 12;
}

/* The name of a month in English or Spanish. */
static bool take_name(struct str *s, int *month)
{
    static const char prefixes[] = "janfebmaraprmayjunjulaugsepoctnovdec"
                                   "enefebmarabrmayjunjulagosepoctnovdic";
    char said[NAME_PREFIX];
    unsigned found = 0;
    size_t n = month_parse(*s, &found);
    const char *en;

    if (n < NAME_PREFIX)
        return false;
    for (size_t i = 0; i < NAME_PREFIX; i++)
        said[i] = (char)(s->p[i] | 0x20);
    en = prefixes + (found - 1) * (size_t)NAME_PREFIX;
    if (memcmp(en, said, NAME_PREFIX) != 0 &&
        memcmp(en + 12 * (size_t)NAME_PREFIX, said, NAME_PREFIX) != 0)
        return false;
    *month = (int)found;
    *s = str_slice(*s, n, s->n);
    return true;
}

static void skip_between(struct str *s)
{
    while (take(s, " ") || take(s, "-") || take(s, "/") || take(s, ",") ||
           take(s, "."))
        ;
}

/* May 2024, mayo de 2024, 2024-May */
static bool is_name(struct str s, struct year_month *out)
{
    out->form = YEAR_MONTH_NAME;
    if (take_name(&s, &out->month)) {
        if (!take(&s, " de ") && !take(&s, " del "))
            skip_between(&s);
        return take_year(&s, &out->year) && s.n == 0;
    }
    if (!take_year(&s, &out->year))
        return false;
    skip_between(&s);
    return take_name(&s, &out->month) && s.n == 0;
}

/* Apr-23, abr. 23, Sep'23: 69 to 99 are 19.., as in dates (date.h). */
static bool is_short(struct str s, struct year_month *out)
{
    int year = 0;

    out->form = YEAR_MONTH_SHORT;
    if (!take_name(&s, &out->month))
        return false;
    skip_between(&s);
    (void)take(&s, "'");
    if (take_digits(&s, 2, &year) != 2 || s.n)
        return false;
    out->year = year + (year >= FIRST_SHORT ? 1900 : 2000);
    return true;
}

/* Q1, T1, 1Q, 1T, 第一季度, 1季度 */
static bool take_quarter(struct str *s, int *month)
{
    static const char *const numerals[] = {"一", "二", "三", "四"};
    bool letter = take(s, "Q") || take(s, "T") || take(s, "q") || take(s, "t");
    int quarter = 0;

    if (!letter)
        (void)take(s, "第");
    if (!take_digits(s, 1, &quarter)) {
        for (int i = 0; i < 4 && !quarter; i++)
            quarter = take(s, numerals[i]) ? i + 1 : 0;
    }
    *month = quarter * 3 - 2;
    if (quarter < 1 || quarter > 4)
        return false;
    return letter || take(s, "季度") || take(s, "Q") || take(s, "T") ||
           take(s, "q") || take(s, "t");
}

static bool is_quarter(struct str s, struct year_month *out)
{
    struct str whole = s;

    out->form = YEAR_MONTH_QUARTER;
    if (take_year(&s, &out->year)) {
        if (!take(&s, "年"))
            skip_between(&s);
        out->sorts = true;
        return take_quarter(&s, &out->month) && s.n == 0;
    }
    s = whole;
    if (!take_quarter(&s, &out->month))
        return false;
    skip_between(&s);
    return take_year(&s, &out->year) && s.n == 0;
}

bool year_month_read(struct str s, struct year_month *out)
{
    static bool (*const forms[])(struct str, struct year_month *) = {
        is_numbers, is_name, is_quarter, is_short};

    for (size_t i = 0; s.n <= LONGEST && i < sizeof(forms) / sizeof(forms[0]);
         i++) {
        *out = (struct year_month){0};
        if (forms[i](s, out))
            return true;
    }
    *out = (struct year_month){0};
    return false;
}
