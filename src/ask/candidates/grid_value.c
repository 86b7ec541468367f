/* The number and the day that the words of a cell say. */
#include "ask/candidates/grid_value.h"

#include "base/text/month.h"

#include <math.h>
#include <stdlib.h>

#define MAX_DAY     31
#define MIN_SECONDS 60
#define MAX_DIGITS  32

/* A year in four digits; 0: none. */
static int32_t year_at(const struct lexemes *l, uint32_t id)
{
    const struct lexeme *x = lexeme_at(l, id);

    return lexeme_is_year(x) ? (int32_t)x->number : 0;
}

static unsigned month_at(const struct lexemes *l, uint32_t id)
{
    struct str text = lexeme_at(l, id)->text;
    unsigned month = 0;

    return month_parse(text, &month) == text.n ? month : 0;
}

/* A day of a month; 0: none. */
static int32_t day_at(const struct lexemes *l, uint32_t id)
{
    const struct lexeme *x = lexeme_at(l, id);

    if (!x->is_number || x->number < 1 || x->number > MAX_DAY ||
        x->number != floor(x->number))
        return 0;
    return (int32_t)x->number;
}

/* Three numbers that '-' joins: 2004-10-16. */
static int32_t iso_day(const struct lexemes *l, const struct words *w,
                       const uint32_t *ids)
{
    int32_t month, day;

    if (w->n < 3 || w->word[1].gap != '-' || w->word[2].gap != '-' ||
        !year_at(l, ids[0]))
        return 0;
    month = day_at(l, ids[1]);
    day = day_at(l, ids[2]);
    return month && month <= 12 && day
               ? year_at(l, ids[0]) * 10000 + month * 100 + day
               : 0;
}

/* A date whose month is the word `at`. */
static int32_t named_day(const struct lexemes *l, const struct words *w,
                         const uint32_t *ids, size_t at)
{
    int32_t month = (int32_t)month_at(l, ids[at]) * 100;
    int32_t day = at > 0 ? day_at(l, ids[at - 1]) : 0;
    size_t next = at + 1;

    if (!day && next < w->n && (day = day_at(l, ids[next])))
        next++;
    if (next < w->n && year_at(l, ids[next]))
        return year_at(l, ids[next]) * 10000 + month + day;
    return day || w->n == 1 ? month + day : 0;
}

int32_t grid_read_day(const struct lexemes *l, const struct words *words,
                      const uint32_t *ids)
{
    int32_t found = iso_day(l, words, ids);

    for (size_t i = 0; i < words->n && !found; i++) {
        if (month_at(l, ids[i]))
            found = named_day(l, words, ids, i);
    }
    for (size_t i = 0; i < words->n && !found; i++)
        found = year_at(l, ids[i]) * 10000;
    return found;
}

/* "4:19.84" and "1:02:03" in seconds; NAN if it is not one. */
static double seconds_of(const struct lexemes *l, const struct words *w,
                         const uint32_t *ids)
{
    double sum;

    if (w->n < 2 || w->n > 3)
        return NAN;
    sum = lexeme_at(l, ids[0])->number;
    for (size_t i = 1; i < w->n; i++) {
        if (w->word[i].gap != ':')
            return NAN;
        sum = sum * MIN_SECONDS + lexeme_at(l, ids[i])->number;
    }
    return sum; /* NAN when a part is */
}

/* The number of a word, or that with which it begins: 27 of "27thq". */
static double leading_number(const struct lexeme *x)
{
    char digits[MAX_DIGITS];
    bool point = false;
    size_t n = 0;

    if (x->is_number)
        return x->number;
    for (; n < x->text.n && n < sizeof(digits) - 1; n++) {
        char c = x->text.p[n];
        bool digit = c >= '0' && c <= '9';

        if (!digit && (c != '.' || point || n == 0 || n + 1 == x->text.n ||
                       x->text.p[n + 1] < '0' || x->text.p[n + 1] > '9'))
            break;
        point |= c == '.';
        digits[n] = c;
    }
    digits[n] = '\0';
    return n ? strtod(digits, NULL) : (double)NAN;
}

double grid_read_number(const struct lexemes *l, const struct words *words,
                        const uint32_t *ids)
{
    double number = seconds_of(l, words, ids);

    for (size_t i = 0; i < words->n && isnan(number); i++) {
        number = leading_number(lexeme_at(l, ids[i]));
        if (words->word[i].gap == '-' && i == 0)
            number = -number;
    }
    return number;
}
