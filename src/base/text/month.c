#include "base/text/month.h"

#include <string.h>

#define SHORTEST 3u
#define LONGEST  10u

/* Whole names; any that is cut to three letters or more is known by it. */
static const struct {
    const char *name;
    unsigned month;
} months[] = {
    {"january", 1},
    {"february", 2},
    {"march", 3},
    {"april", 4},
    {"may", 5},
    {"june", 6},
    {"july", 7},
    {"august", 8},
    {"september", 9},
    {"october", 10},
    {"november", 11},
    {"december", 12},
    {"enero", 1},
    {"febrero", 2},
    {"marzo", 3},
    {"abril", 4},
    {"mayo", 5},
    {"junio", 6},
    {"julio", 7},
    {"agosto", 8},
    {"septiembre", 9},
    {"setiembre", 9},
    {"octubre", 10},
    {"noviembre", 11},
    {"diciembre", 12},
    {"janvier", 1},
    {"f\xc3\xa9vrier", 2},
    {"fevrier", 2},
    {"mars", 3},
    {"avril", 4},
    {"mai", 5},
    {"juin", 6},
    {"juillet", 7},
    {"ao\xc3\xbbt", 8},
    {"aout", 8},
    {"septembre", 9},
    {"octobre", 10},
    {"novembre", 11},
    {"d\xc3\xa9"
     "cembre",
     12},
    {"decembre", 12},
    {"januar", 1},
    {"februar", 2},
    {"m\xc3\xa4rz", 3},
    {"maerz", 3},
    {"juni", 6},
    {"juli", 7},
    {"oktober", 10},
    {"dezember", 12},
    {"janeiro", 1},
    {"fevereiro", 2},
    {"mar\xc3\xa7o", 3},
    {"marco", 3},
    {"maio", 5},
    {"junho", 6},
    {"julho", 7},
    {"setembro", 9},
    {"outubro", 10},
    {"novembro", 11},
    {"dezembro", 12},
    {"gennaio", 1},
    {"febbraio", 2},
    {"aprile", 4},
    {"maggio", 5},
    {"giugno", 6},
    {"luglio", 7},
    {"settembre", 9},
    {"ottobre", 10},
    {"dicembre", 12},
};

/* The letters that names begin with: few words of a table are months, and
 * each of its cells is asked. */
static uint8_t initials[256];

__attribute__((constructor)) static void mark_initials(void)
{
    for (size_t i = 0; i < COUNT_OF(months); i++) {
        BUG_ON(strlen(months[i].name) > LONGEST);
        str_mark_nocase(initials, months[i].name[0], 1);
    }
}

static bool is_letter(char c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

static size_t letters(struct str s)
{
    size_t n = 0;

    while (n < s.n && (is_letter(s.p[n]) || s.p[n] < 0))
        n++;
    return n;
}

size_t month_parse(struct str s, unsigned *month)
{
    size_t n = s.n && initials[(unsigned char)s.p[0]] ? letters(s) : 0;
    struct str word = str_slice(s, 0, n);

    if (n < SHORTEST || n > LONGEST ||
        str_eq_nocase(word, STR("jui"))) /* juin or juillet */
        return 0;
    for (size_t i = 0; i < sizeof(months) / sizeof(months[0]); i++) {
        struct str name;

        if ((s.p[0] | 0x20) != months[i].name[0])
            continue;
        name = str_from(months[i].name);
        if (n > name.n || !str_eq_nocase(word, str_slice(name, 0, n)))
            continue;
        if (n < name.n && n > 4)
            continue; /* cut to three or four, or whole */
        *month = months[i].month;
        return n + (n < s.n && s.p[n] == '.');
    }
    return 0;
}
