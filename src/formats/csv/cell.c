#include "formats/csv/cell.h"

#include "base/text/null_word.h"

#define MAX_UNIT_LETTERS    3u
#define LONGEST_VALUE_BYTES 48u

static enum cell_family date_family(const struct date_shape *d)
{
    if (!d->time)
        return CELL_DATE;
    if (!d->orders)
        return CELL_TIME;
    return d->zone ? CELL_TIMESTAMPTZ : CELL_TIMESTAMP;
}

/* A number with currency, percent, spaces or the like? */
static bool look_undressed(struct str s, struct cell_shape *shape)
{
    char out[NUMBER_PLAIN_BYTES];
    struct str plain;

    if (!number_undress(s, out, &plain, &shape->dress) ||
        !number_scan(plain, &shape->number) || shape->number.special)
        return false;
    shape->family = CELL_NUMBER;
    shape->dressed = true;
    return true;
}

static void look_at_digits(struct str s, struct cell_shape *shape)
{
    struct date_shape date;
    bool code;

    if (number_scan(s, &shape->number)) {
        shape->family = CELL_NUMBER;
        return;
    }
    code = shape->number.leading_zero;
    if (date_scan(s, &date)) {
        shape->family = date_family(&date);
        shape->date = date;
    } else if (code) {
        shape->family = CELL_CODE;
    } else {
        (void)look_undressed(s, shape);
    }
}

static bool is_letter(char c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

/* Which words are worth a look, by the byte that they begin with. */
#define BOOLEAN_WORD 1u
#define NULL_WORD    2u
static uint8_t firsts[256];

__attribute__((constructor)) static void mark_firsts(void)
{
    boolean_mark_firsts(firsts, BOOLEAN_WORD);
    null_word_mark_firsts(firsts, NULL_WORD);
}

/* "EUR 5", "Jan 5, 2024", "5 PM": words, but a digit or M ends them. */
static bool may_hold_digits(struct str s)
{
    char last = s.p[s.n - 1];

    return !is_letter(s.p[0]) || (last >= '0' && last <= '9') ||
           (last | 0x20) == 'm';
}

/* No more than three letters before the digits, as in "EUR 5". */
static bool may_be_money(struct str s)
{
    size_t n = 0;

    while (n < s.n && is_letter(s.p[n]))
        n++;
    return n <= MAX_UNIT_LETTERS;
}

static void look_at_word(struct str s, struct cell_shape *shape)
{
    const unsigned worth = firsts[(unsigned char)s.p[0]];
    struct date_shape date;

    if ((worth & BOOLEAN_WORD) && boolean_scan(s, &shape->word)) {
        shape->family = CELL_BOOLEAN;
    } else if ((worth & NULL_WORD) && is_null_word(s)) {
        shape->family = CELL_NULL_WORD;
    } else if (may_hold_digits(s)) {
        if (may_be_money(s) && look_undressed(s, shape))
            return;
        if (!is_letter(s.p[0]) || !date_scan(s, &date))
            return;
        shape->family = date_family(&date);
        shape->date = date;
    }
}

void cell_look(struct str s, struct cell_shape *shape)
{
    shape->family = CELL_TEXT;
    shape->dressed = false;
    switch (s.p[0]) {
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': look_at_digits(s, shape); return;
    case '.':
    case ',':
    case '-':
    case 'n': /* nan, inf */
    case 'N':
    case 'i':
    case 'I':
        if (number_scan(s, &shape->number)) {
            shape->family = CELL_NUMBER;
            return;
        }
        break;
    default: break;
    }
    if (s.n <= LONGEST_VALUE_BYTES)
        look_at_word(s, shape);
}
