#include "answer/file_period.h"

#include "base/text/month.h"
#include "base/text/year_month.h"

#include <string.h>

#define FIRST_YEAR 1900
#define LAST_YEAR  2199
#define LONGEST    24u /* bytes of a month or quarter with its year */
#define NAME_LEAST 3u

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static char at(struct str s, size_t i)
{
    return i < s.n ? s.p[i] : '\0';
}

/* Does a new run of letters, digits or other characters begin at i? */
static bool is_border(struct str s, size_t i)
{
    if (i == 0 || i >= s.n)
        return true;
    if (((unsigned char)s.p[i] & 0xC0) == 0x80)
        return false;
    return !(is_digit(s.p[i - 1]) && is_digit(s.p[i])) &&
           !(is_letter(s.p[i - 1]) && is_letter(s.p[i]));
}

/* The number of `n` digits at i; -1: they are not. */
static int digits(struct str s, size_t i, size_t n)
{
    int value = 0;

    for (size_t k = 0; k < n; k++) {
        if (!is_digit(at(s, i + k)))
            return -1;
        value = value * 10 + (s.p[i + k] - '0');
    }
    return value;
}

static bool is_year(int year)
{
    return year >= FIRST_YEAR && year <= LAST_YEAR;
}

/* Bytes of what stands between year, month and day; of nothing 0. */
static size_t gap(struct str s, size_t i)
{
    static const char *const gaps[] = {"-", "_", ".", " ", "年", "月"};

    for (size_t k = 0; k < sizeof(gaps) / sizeof(gaps[0]); k++) {
        struct str g = str_from(gaps[k]);

        if (i <= s.n && str_starts(str_slice(s, i, s.n), g))
            return g.n;
    }
    return 0;
}

/* A number of two digits, or of one where it ends there; its length. */
static size_t two_digits(struct str s, size_t i, bool may_be_one, int *value)
{
    *value = digits(s, i, 2);
    if (*value >= 0)
        return 2;
    *value = may_be_one ? digits(s, i, 1) : -1;
    return *value >= 0 ? 1 : 0;
}

/* 2024-03-05, 20240305, 2024-03, 202403, 2024年3月 */
static size_t read_numbers(struct str s, size_t i, struct file_period *p)
{
    size_t between = gap(s, i + 4);
    size_t n, more, end;
    int day = 0;

    *p = (struct file_period){.year = digits(s, i, 4)};
    if (!is_year(p->year))
        return 0;
    n = two_digits(s, i + 4 + between, between > 0, &p->month);
    if (n == 0 || p->month < 1 || p->month > 12)
        return 0;
    end = i + 4 + between + n;
    more = gap(s, end);
    p->kind = PERIOD_MONTH;
    if ((more > 0) == (between > 0) &&
        (n = two_digits(s, end + more, more > 0, &day)) > 0 &&
        !is_digit(at(s, end + more + n)) && day >= 1 && day <= 31) {
        p->kind = PERIOD_DAY;
        p->day = day;
        return end + more + n - i;
    }
    return is_digit(at(s, end)) ? 0 : end - i;
}

/* March 2024, mayo_24, Q1 2024: what year_month_read() knows, the longest. */
static size_t read_words(struct str s, size_t i, struct file_period *p)
{
    size_t most = s.n - i < LONGEST ? s.n - i : LONGEST;

    for (size_t n = most; n > NAME_LEAST; n--) {
        char text[LONGEST];
        struct year_month m;

        if (!is_border(s, i + n))
            continue;
        memcpy(text, s.p + i, n);
        for (size_t k = 0; k < n; k++)
            text[k] = text[k] == '_' ? ' ' : text[k];
        if (!year_month_read((struct str){text, n}, &m) ||
            m.form == YEAR_MONTH_NUMBER)
            continue;
        *p = (struct file_period){.kind = m.form == YEAR_MONTH_QUARTER
                                              ? PERIOD_QUARTER
                                              : PERIOD_MONTH,
                                  .year = m.year,
                                  .month = m.month};
        return n;
    }
    return 0;
}

/* enero, Mar, 3月 */
static size_t read_name(struct str s, size_t i, struct file_period *p)
{
    unsigned month = 0;
    size_t n = month_parse(str_slice(s, i, s.n), &month);
    int number = 0;

    *p = (struct file_period){.kind = PERIOD_NAME};
    if (n >= NAME_LEAST && is_border(s, i + n) &&
        !((unsigned char)at(s, i + n) & 0x80)) {
        p->month = (int)month;
        return n;
    }
    n = two_digits(s, i, true, &number);
    p->month = number;
    return n && number >= 1 && number <= 12 &&
                   str_starts(str_slice(s, i + n, s.n), STR("月"))
               ? n + strlen("月")
               : 0;
}

static size_t read_year(struct str s, size_t i, struct file_period *p)
{
    *p = (struct file_period){.kind = PERIOD_YEAR, .year = digits(s, i, 4)};
    return is_year(p->year) && !is_digit(at(s, i + 4)) ? sizeof("2024") - 1 : 0;
}

struct file_period file_period_find(struct str name)
{
    static size_t (*const forms[])(struct str, size_t, struct file_period *) = {
        read_numbers, read_words, read_name, read_year};
    struct file_period best = {.kind = PERIOD_NONE};
    int year = 0;

    for (size_t i = 0; i < name.n; i++) {
        for (size_t k = 0; k < sizeof(forms) / sizeof(forms[0]); k++) {
            struct file_period p;
            size_t n = is_border(name, i) ? forms[k](name, i, &p) : 0;

            if (n && p.kind == PERIOD_YEAR)
                year = p.year;
            if (n == 0 || p.kind >= best.kind)
                continue;
            best = p;
            best.said = str_slice(name, i, i + n);
        }
    }
    if (best.kind == PERIOD_NAME && year) { /* "ventas 2024 (mayo)" */
        best.kind = PERIOD_MONTH;
        best.year = year;
    }
    return best;
}

enum err file_period_text(const struct file_period *p, struct arena *a,
                          struct str *out, struct error *e)
{
    switch (p->kind) {
    case PERIOD_DAY:
        return str_printf(a, out, e, "%04d-%02d-%02d", p->year, p->month,
                          p->day);
    case PERIOD_MONTH:
        return str_printf(a, out, e, "%04d-%02d", p->year, p->month);
    case PERIOD_QUARTER:
        return str_printf(a, out, e, "%04d-Q%d", p->year, (p->month + 2) / 3);
    case PERIOD_YEAR: return str_printf(a, out, e, "%04d", p->year);
    case PERIOD_NAME:
    case PERIOD_NONE: break;
    }
    *out = p->said;
    return OK;
}
