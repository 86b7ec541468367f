#include "base/text/number_affix.h"

#include <string.h>

/* Signs and codes of money, the longer before what they begin with. */
static const struct str units[] = {
    {"US$", 3}, {"CA$", 3}, {"NT$", 3}, {"HK$", 3}, {"MX$", 3}, {"A$", 2},
    {"C$", 2},  {"R$", 2},  {"S/", 2},  {"$", 1},   {"€", 3},   {"£", 2},
    {"¥", 2},   {"￥", 3},  {"₹", 3},   {"₽", 3}, {"₩", 3},   {"₺", 3},
    {"₴", 3},   {"₫", 3},   {"฿", 3},   {"zł", 3},  {"Kč", 3},  {"kr.", 3},
    {"kr", 2},  {"Ft", 2},  {"lei", 3}, {"Bs", 2},  {"USD", 3}, {"EUR", 3},
    {"GBP", 3}, {"JPY", 3}, {"CHF", 3}, {"MXN", 3}, {"ARS", 3}, {"CLP", 3},
    {"COP", 3}, {"PEN", 3}, {"BRL", 3}, {"CAD", 3}, {"AUD", 3}, {"CNY", 3},
    {"INR", 3}, {"SEK", 3}, {"NOK", 3}, {"DKK", 3}, {"PLN", 3}, {"CZK", 3},
    {"HUF", 3}, {"RUB", 3}, {"TRY", 3}, {"ZAR", 3}, {"UYU", 3}, {"Rs", 2},
};

static const struct str spaces[] = {
    {" ", 1}, {"\xc2\xa0", 2},    {"\xe2\x80\xaf", 3}, {"\xe2\x80\x89", 3},
    {"'", 1}, {"\xe2\x80\x99", 3}};

struct undresser {
    struct str s;
    struct number_affix *dress;
    bool negative;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* One byte is compared before all are: it settles nearly every cell. */
static bool take_start(struct undresser *u, struct str s)
{
    if (u->s.n == 0 || u->s.p[0] != s.p[0] || !str_starts(u->s, s))
        return false;
    u->s = str_slice(u->s, s.n, u->s.n);
    return true;
}

static bool take_end(struct undresser *u, struct str s)
{
    if (u->s.n == 0 || u->s.p[u->s.n - 1] != s.p[s.n - 1] || !str_ends(u->s, s))
        return false;
    u->s.n -= s.n;
    return true;
}

/* White space inside: plain, no-break or thin. */
static void trim(struct undresser *u)
{
    bool any = true;

    while (any) {
        any = false;
        for (size_t i = 0; i < 4; i++)
            any |= take_start(u, spaces[i]) || take_end(u, spaces[i]);
    }
}

static bool take_minus(struct undresser *u)
{
    bool taken = !u->negative && (take_start(u, STR("-")) ||
                                  take_start(u, STR("\xe2\x88\x92")));

    u->negative |= taken;
    if (taken)
        trim(u);
    return taken;
}

static void take_unit(struct undresser *u)
{
    bool before = u->s.n && !is_digit(u->s.p[0]);
    bool after = u->s.n && !is_digit(u->s.p[u->s.n - 1]);

    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        struct str unit = units[i];

        if (!(before && take_start(u, unit)) && !(after && take_end(u, unit)))
            continue;
        memcpy(u->dress->unit, unit.p, unit.n);
        trim(u);
        return;
    }
}

/* Take off all that is around the digits; false: nothing was. */
static bool strip(struct undresser *u)
{
    size_t before = u->s.n;

    if (take_start(u, STR("("))) {
        u->negative = true;
        if (!take_end(u, STR(")")))
            return false;
        trim(u);
    }
    (void)take_minus(u);
    take_unit(u);
    if (u->dress->unit[0] == '\0' && take_end(u, STR("%"))) {
        u->dress->percent = true;
        trim(u);
    }
    if (!take_minus(u) && !u->negative && take_end(u, STR("-"))) {
        u->negative = true;
        trim(u);
    }
    return u->s.n < before || memchr(u->s.p, ' ', u->s.n) ||
           memchr(u->s.p, '\'', u->s.n) || memchr(u->s.p, 0xC2, u->s.n) ||
           memchr(u->s.p, 0xE2, u->s.n);
}

static size_t space_at(struct str s)
{
    for (size_t i = 0; i < sizeof(spaces) / sizeof(spaces[0]); i++) {
        if (str_starts(s, spaces[i]))
            return spaces[i].n;
    }
    return 0;
}

/* Digits with spaces between groups of three, without the spaces. */
static bool close_groups(struct undresser *u, char *out, size_t *n)
{
    struct str s = u->s;
    size_t run = 0;
    bool marked = false;

    while (s.n) {
        size_t space = marked ? 0 : space_at(s);
        char c = s.p[0];

        if (space) {
            if (run == 0 || run > 3 || (u->dress->spaced && run != 3))
                return false;
            u->dress->spaced = true;
            run = 0;
            s = str_slice(s, space, s.n);
            continue;
        }
        if (!is_digit(c) && c != '.' && c != ',')
            return false;
        if (!is_digit(c) && u->dress->spaced && run != 3)
            return false;
        marked |= !is_digit(c);
        run += is_digit(c);
        u->dress->digits += is_digit(c) && !marked;
        if (*n + 1 >= NUMBER_PLAIN_BYTES)
            return false;
        out[(*n)++] = c;
        s = str_slice(s, 1, s.n);
    }
    return *n > 0 && (marked || !u->dress->spaced || run == 3);
}

bool number_undress(struct str s, char out[NUMBER_PLAIN_BYTES],
                    struct str *plain, struct number_affix *dress)
{
    struct undresser u = {s, dress, false};
    size_t n = 0;

    *dress = (struct number_affix){0};
    if (s.n < 2 || s.n >= NUMBER_PLAIN_BYTES || !strip(&u))
        return false;
    if (u.negative)
        out[n++] = '-';
    if (!close_groups(&u, out, &n) || n == u.negative)
        return false;
    *plain = (struct str){out, n};
    return true;
}
