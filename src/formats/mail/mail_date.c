#include "formats/mail/mail_date.h"

#include <stdio.h>

/* The next word, of what is parted by blanks, commas and comments. */
static struct str next_word(struct str *rest)
{
    struct str word;
    size_t n = 0;

    while (rest->n > 0 && (rest->p[0] == ' ' || rest->p[0] == '\t' ||
                           rest->p[0] == ',' || rest->p[0] == '('))
        *rest = str_slice(*rest,
                          rest->p[0] == '(' ? str_find_char(*rest, ')') + 1 : 1,
                          rest->n);
    while (n < rest->n && rest->p[n] != ' ' && rest->p[n] != '\t' &&
           rest->p[n] != ',' && rest->p[n] != '(')
        n++;
    word = str_slice(*rest, 0, n);
    *rest = str_slice(*rest, n, rest->n);
    return word;
}

static bool read_number(struct str s, unsigned max, unsigned *out)
{
    struct error ignored;
    uint64_t n = 0;

    if (str_parse_u64(s, max, &n, &ignored) != OK)
        return false;
    *out = (unsigned)n;
    return true;
}

static unsigned month_of(struct str word)
{
    static const char months[] = "janfebmaraprmayjunjulaugsepoctnovdec";

    for (unsigned i = 0; i < 12; i++)
        if (word.n >= 3 && str_eq_nocase(str_slice(word, 0, 3),
                                         (struct str){months + 3 * i, 3}))
            return i + 1;
    return 0;
}

static bool read_time(struct str word, unsigned time[3])
{
    static const unsigned max[] = {23, 59, 60};
    int n = 0;

    while (word.n > 0 && n < 3) {
        const size_t end = str_find_char(word, ':');

        if (!read_number(str_slice(word, 0, end), max[n], &time[n]))
            return false;
        n++;
        word = str_slice(word, end + 1, word.n);
    }
    return n >= 2;
}

/* "+01:00" of "+0100" or a name that the standard lists; empty: unknown. */
static void read_zone(struct str word, char out[7])
{
    static const struct {
        const char *name, *zone;
    } known[] = {{"GMT", "+00:00"}, {"UT", "+00:00"},  {"UTC", "+00:00"},
                 {"Z", "+00:00"},   {"EST", "-05:00"}, {"EDT", "-04:00"},
                 {"CST", "-06:00"}, {"CDT", "-05:00"}, {"MST", "-07:00"},
                 {"MDT", "-06:00"}, {"PST", "-08:00"}, {"PDT", "-07:00"}};
    unsigned n = 0;

    out[0] = '\0';
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (str_eq_nocase(word, str_from(known[i].name)))
            (void)snprintf(out, 7, "%s", known[i].zone);
    if (word.n == 5 && (word.p[0] == '+' || word.p[0] == '-') &&
        read_number(str_slice(word, 1, 5), 1459, &n) && n % 100 < 60)
        (void)snprintf(out, 7, "%c%02u:%02u", word.p[0], n / 100 % 24, n % 100);
}

void mail_date(struct str value, char out[MAIL_DATE_BYTES])
{
    struct str word = next_word(&value);
    unsigned day = 0;
    unsigned year = 0;
    unsigned time[3] = {0, 0, 0};
    unsigned month;
    char zone[7];

    out[0] = '\0';
    if (!read_number(word, 31, &day)) /* the day of the week */
        word = next_word(&value);
    if (!read_number(word, 31, &day) || day == 0)
        return;
    month = month_of(next_word(&value));
    word = next_word(&value);
    if (month == 0 || !read_number(word, 9999, &year))
        return;
    if (word.n <= 3) /* section 4.3 */
        year += word.n == 2 && year < 50 ? 2000 : 1900;
    if (!read_time(next_word(&value), time)) {
        (void)snprintf(out, MAIL_DATE_BYTES, "%04u-%02u-%02u", year % 10000,
                       month, day);
        return;
    }
    read_zone(next_word(&value), zone);
    (void)snprintf(out, MAIL_DATE_BYTES, "%04u-%02u-%02uT%02u:%02u:%02u%s",
                   year % 10000, month, day, time[0], time[1], time[2], zone);
}
