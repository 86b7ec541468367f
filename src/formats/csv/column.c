/*
 * Types by narrowing.
 *
 * Each cell has one family (cell.h). A column is typed when all its cells are
 * of one family, and inside the family at least one convention (numbers) or
 * order and separator (dates) fits every cell: sets of candidates, as bits,
 * are cut down by AND. Nothing is sampled, so one odd cell in five million
 * rows makes the column text, and its row is kept as the reason.
 *
 * Families are counted rather than struck out, because the report must tell a
 * column of text from a column of numbers with a few strays.
 *
 * Exactness: integers are BIGINT, past 64 bits HUGEINT; numbers with a decimal
 * mark DECIMAL with the largest scale seen, stored in 64 bits (18 digits) or
 * 128 (38). The width is not the smallest that fits, so that arithmetic on
 * the column does not overflow at once. DOUBLE only where a cell has an
 * exponent or is nan or infinite, and a double gives back the digits of every
 * cell.
 */
#include "formats/csv/column.h"
#include "formats/csv/column_mark.h"

#include "base/text/year_month.h"

#include <string.h>

#define DECIMAL_SHORT_DIGITS 18u
#define MIN_PLAIN_DATES      3u
#define DAYS_VARY            8u /* at least, where 01-10-24 is to be read */
#define MAX_PLAIN_SPACED     6u /* digits: "123 456" is no telephone number */

void column_begin(struct column_evidence *ev)
{
    memset(ev, 0, sizeof(*ev));
    ev->conventions = NUMBER_POINT | NUMBER_COMMA;
    ev->orders = DATE_YMD | DATE_DMY | DATE_MDY;
    ev->pairs = UINT32_MAX;
}

static void widen(struct number_digits *most, struct number_digits d)
{
    most->whole = d.whole > most->whole ? d.whole : most->whole;
    most->scale = d.scale > most->scale ? d.scale : most->scale;
}

/* Rule out candidates; `lost[i]` is the row that ruled out bit i. */
static void narrow(uint8_t *left, unsigned allowed, uint64_t *lost,
                   uint64_t row)
{
    unsigned out = *left & ~allowed;

    *left &= (uint8_t)allowed;
    for (; out; out &= out - 1)
        lost[__builtin_ctz(out)] = row;
}

/* The first row of which something is true. */
static inline void note_row(uint64_t *first, bool is, uint64_t row)
{
    if (is && !*first)
        *first = row;
}

static inline void add_number(struct column_evidence *ev,
                              const struct number_shape *s, uint64_t row)
{
    ev->specials += s->special;
    ev->over_i64 |= s->over_i64;
    ev->exponent |= s->exponent;
    note_row(&ev->special_row, s->special, row);
    note_row(&ev->exponent_row, s->exponent, row);
    note_row(&ev->no_double_row, s->no_double, row);
    widen(&ev->digits[0], s->digits[0]);
    widen(&ev->digits[1], s->digits[1]);
    ev->unmarked += !s->marked && !s->special;
    if (!s->marked)
        return;
    ev->marked = true;
    ev->grouped[0] |= s->grouped[0];
    ev->grouped[1] |= s->grouped[1];
    narrow(&ev->conventions, s->conventions, ev->convention_lost, row);
}

/* What a number wears, if anything. */
static void add_dress(struct column_evidence *ev, const struct cell_shape *s,
                      uint64_t row)
{
    const struct number_affix *d = &s->dress;

    note_row(&ev->first_plain, !s->dressed || !d->percent, row);
    if (!s->dressed)
        return;
    ev->dressed++;
    ev->percents += d->percent;
    note_row(&ev->first_percent, d->percent, row);
    if (d->unit[0] && !ev->unit[0])
        memcpy(ev->unit, d->unit, sizeof(ev->unit));
    ev->units += d->unit[0] != '\0';
    note_row(&ev->unit_lost, d->unit[0] && strcmp(d->unit, ev->unit) != 0, row);
    if (!d->spaced)
        return;
    if (ev->spaced++ == 0 || d->digits < ev->least_spaced)
        ev->least_spaced = d->digits;
    if (d->digits > ev->most_spaced)
        ev->most_spaced = d->digits;
}

static void add_word(struct column_evidence *ev, const struct boolean_word *w)
{
    ev->pairs &= w->pairs;
    ev->truths[w->value] = true;
}

/* 01-10-24: which of its ends varies tells where the year is. */
static void add_dashed(struct column_evidence *ev, const struct date_shape *s)
{
    for (size_t i = 0; i < 2; i++) {
        const uint8_t end = s->ends[i];

        if (ev->dashed == 0 || end < ev->least[i])
            ev->least[i] = end;
        if (ev->dashed == 0 || end > ev->most[i])
            ev->most[i] = end;
    }
    ev->dashed++;
}

static inline void add_date(struct column_evidence *ev,
                            const struct date_shape *s, uint64_t row)
{
    if (s->short_year && s->separator == '-' && !s->month_name)
        add_dashed(ev, s);
    narrow(&ev->orders, s->orders, ev->order_lost, row);
    ev->short_year |= s->short_year;
    ev->month_name |= s->month_name;
    if (!ev->separator)
        ev->separator = s->separator;
    else if (ev->separator != s->separator && !ev->separator_lost)
        ev->separator_lost = row;
}

/* Only where all numbers before it were days, so that numbers cost nothing. */
static inline void add_plain_date(struct column_evidence *ev, struct str s)
{
    struct date_value day;

    if (ev->plain_dates + 1 == ev->fits[CELL_NUMBER] &&
        date_read_plain(s, &day))
        ev->plain_dates++;
}

/* Until a second word comes, so that words cost nothing. */
static inline void add_mark(struct column_evidence *ev, struct str s)
{
    struct column_mark *m = &ev->mark;

    if (ev->mark_lost)
        return;
    if (m->n) {
        ev->mark_lost = s.n != m->n || memcmp(s.p, m->word, s.n) != 0;
        return;
    }
    ev->mark_lost = s.n > sizeof(m->word);
    for (size_t i = 0; i < s.n && !ev->mark_lost; i++)
        ev->mark_lost = s.p[i] >= '0' && s.p[i] <= '9';
    if (ev->mark_lost)
        return;
    memcpy(m->word, s.p, s.n);
    m->n = (uint8_t)s.n;
}

/* Only where all text before it was a month, so that words cost nothing. */
static inline void add_text(struct column_evidence *ev, struct str s)
{
    struct year_month month;

    if (ev->months + 1 == ev->fits[CELL_TEXT] && year_month_read(s, &month) &&
        month.form != YEAR_MONTH_SHORT)
        ev->months++;
}

static bool has_date(enum cell_family family)
{
    return family == CELL_DATE || family == CELL_TIMESTAMP ||
           family == CELL_TIMESTAMPTZ;
}

void column_add(struct column_evidence *ev, const struct csv_cell *cells,
                size_t stride, size_t rows, uint64_t first_row)
{
    for (size_t i = 0; i < rows; i++) {
        const struct csv_cell *cell = &cells[i * stride];
        struct str s = cell_trim((struct str){cell->p, cell->n});
        struct cell_shape shape;

        if (s.n == 0)
            continue;
        cell_look(s, &shape);
        ev->values++;
        ev->last_row = first_row + i;
        if (ev->fits[shape.family]++ == 0)
            ev->first_row[shape.family] = first_row + i;
        if (shape.family == CELL_TEXT) {
            add_mark(ev, s);
            add_text(ev, s);
        } else if (shape.family == CELL_NUMBER) {
            add_number(ev, &shape.number, first_row + i);
            add_plain_date(ev, s);
            if (shape.dressed || ev->dressed || !ev->first_plain)
                add_dress(ev, &shape, first_row + i);
        } else if (shape.family == CELL_BOOLEAN) {
            add_word(ev, &shape.word);
        } else if (has_date(shape.family)) {
            add_date(ev, &shape.date, first_row + i);
        }
    }
}

/* The earlier of two rows, where 0 is "never". */
static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a && (!b || a < b) ? a : b;
}

/* The first row of any family but `except`; 0 when there is none. */
static uint64_t first_row_without(const struct column_evidence *ev,
                                  enum cell_family except)
{
    uint64_t row = 0;

    for (unsigned f = 0; f < CELL_NULL_WORD; f++)
        row = f == except ? row : earlier(row, ev->first_row[f]);
    return row;
}

static void keep_text(struct column_type *t, uint64_t row, const char *why)
{
    t->kind = COLUMN_TEXT;
    t->kept_row = row;
    t->kept_as_text = why;
}

/* The last of the rows that ruled out a candidate left none. */
static uint64_t latest(const uint64_t *lost, unsigned n)
{
    uint64_t row = 0;

    for (unsigned i = 0; i < n; i++)
        row = lost[i] > row ? lost[i] : row;
    return row;
}

/* The storage of numbers once the convention is known. */
static void decide_number_kind(const struct column_evidence *ev,
                               struct column_type *t)
{
    struct number_digits most = ev->digits[t->convention - 1];
    unsigned digits;

    if (t->percent) { /* a hundredth */
        most.scale += 2;
        most.whole = most.whole > 2 ? most.whole - 2 : 1;
    }
    digits = (unsigned)most.whole + most.scale;
    t->grouped = ev->grouped[t->convention - 1];
    if (ev->exponent || ev->specials) {
        t->kind = COLUMN_DOUBLE;
        t->odd_row = earlier(ev->exponent_row, ev->special_row);
        if (ev->no_double_row)
            keep_text(t, ev->no_double_row,
                      "has digits that a float does not keep");
    } else if (digits > NUMBER_MAX_DIGITS) {
        keep_text(t, 0, "numbers that need over 38 digits");
    } else if (most.scale) {
        t->kind = COLUMN_DECIMAL;
        t->scale = (uint8_t)most.scale;
        t->width = digits <= DECIMAL_SHORT_DIGITS ? DECIMAL_SHORT_DIGITS
                                                  : NUMBER_MAX_DIGITS;
    } else {
        t->kind = ev->over_i64 ? COLUMN_HUGEINT : COLUMN_BIGINT;
    }
}

/* Do all numbers wear the same, so that it can be taken off? */
static bool may_undress(const struct column_evidence *ev, struct column_type *t)
{
    bool phones = ev->spaced && ev->spaced == ev->fits[CELL_NUMBER] &&
                  !ev->units && ev->least_spaced == ev->most_spaced &&
                  ev->least_spaced > MAX_PLAIN_SPACED && !ev->marked;

    if (ev->percents && ev->percents != ev->fits[CELL_NUMBER]) {
        keep_text(t,
                  ev->first_plain > ev->first_percent ? ev->first_plain
                                                      : ev->first_percent,
                  "has a percent sign or lacks it, unlike others");
    } else if (ev->percents && (ev->exponent || ev->specials)) {
        keep_text(t, ev->first_percent, "is a percentage with an exponent");
    } else if (ev->unit_lost) {
        keep_text(t, ev->unit_lost, "is in another currency");
    } else if (phones) {
        keep_text(t, ev->first_row[CELL_NUMBER],
                  "has the digits and spaces of all others, as telephone "
                  "numbers do");
    } else {
        t->dressed = ev->dressed > 0;
        t->percent = ev->percents > 0;
        t->spaced = ev->spaced > 0;
        memcpy(t->unit, ev->unit, sizeof(t->unit));
        return true;
    }
    return false;
}

static void decide_number(const struct column_evidence *ev,
                          struct column_type *t)
{
    t->convention = NUMBER_POINT;
    if (ev->specials == ev->fits[CELL_NUMBER])
        return; /* only nan and inf: words, not numbers */
    if (!may_undress(ev, t))
        return;
    if (!ev->conventions) {
        keep_text(t, latest(ev->convention_lost, 2),
                  "is a number of another convention");
        return;
    }
    if (ev->conventions == NUMBER_COMMA)
        t->convention = NUMBER_COMMA;
    t->convention_ambiguous =
        ev->marked && ev->conventions == (NUMBER_POINT | NUMBER_COMMA);
    decide_number_kind(ev, t);
}

/* The orders of 01-10-24, whose year is at the end that varies little beside the other;
 * 0: nothing tells. */
static uint8_t orders_of_dashed(const struct column_evidence *ev)
{
    const unsigned first = ev->most[0] - ev->least[0];
    const unsigned last = ev->most[1] - ev->least[1];

    if (first >= DAYS_VARY && 2 * last <= first)
        return ev->orders & (DATE_DMY | DATE_MDY);
    return last >= DAYS_VARY && 2 * first <= last ? ev->orders & DATE_YMD : 0;
}

static void decide_date(const struct column_evidence *ev, enum column_kind kind,
                        struct column_type *t)
{
    const uint64_t row = ev->orders ? 0 : latest(ev->order_lost, 3);
    uint8_t orders = ev->orders;

    if (!ev->orders || ev->separator_lost ||
        (ev->dashed && ev->dashed != ev->fits[CELL_DATE] +
                                         ev->fits[CELL_TIMESTAMP] +
                                         ev->fits[CELL_TIMESTAMPTZ])) {
        keep_text(t, earlier(row, ev->separator_lost),
                  "is a date of another format");
        return;
    }
    if (ev->dashed)
        orders = orders_of_dashed(ev);
    if (!orders) {
        keep_text(t, 0, "nothing tells at which end of its dates the year is");
        return;
    }
    t->kind = kind;
    t->separator = ev->separator;
    t->short_year = ev->short_year;
    t->month_name = ev->month_name;
    t->order = orders & DATE_YMD   ? DATE_YMD
               : orders & DATE_DMY ? DATE_DMY
                                   : DATE_MDY;
    t->order_ambiguous = orders == (DATE_DMY | DATE_MDY);
}

/* Only numbers and codes: the codes need their zeros, so all are text. */
static bool explain_codes(const struct column_evidence *ev,
                          struct column_type *t)
{
    if (!ev->fits[CELL_CODE] || ev->fits[CELL_CODE] + ev->fits[CELL_NUMBER] +
                                        ev->fits[CELL_NULL_WORD] !=
                                    ev->values)
        return false;
    keep_text(t, ev->first_row[CELL_CODE], "has a leading zero");
    return true;
}

/* Not one family: say which row is why, if most cells were of one. */
static void explain_text(const struct column_evidence *ev,
                         struct column_type *t)
{
    static const char *const not_one[CELL_FAMILIES] = {
        [CELL_BOOLEAN] = "is not true or false",
        [CELL_NUMBER] = "is not a number",
        [CELL_DATE] = "is not a date",
        [CELL_TIME] = "is not a time",
        [CELL_TIMESTAMP] = "is not a date and time without zone",
        [CELL_TIMESTAMPTZ] = "is not a date and time with zone",
    };

    if (explain_codes(ev, t))
        return;
    for (unsigned f = CELL_BOOLEAN; f < CELL_NULL_WORD; f++) {
        if (f == CELL_BOOLEAN && !(ev->pairs & BOOLEAN_TRUE_FALSE))
            continue;
        if (ev->fits[f] >= ev->values - ev->values / 2)
            keep_text(t, first_row_without(ev, f), not_one[f]);
    }
    if (t->kept_as_text == not_one[CELL_DATE] &&
        (t->kept_row == ev->first_row[CELL_TIMESTAMP] ||
         t->kept_row == ev->first_row[CELL_TIMESTAMPTZ]))
        keep_text(t, t->kept_row, "has a time of day, unlike the dates");
}

/* One pair of words, and both of them but for true and false. */
static void decide_boolean(const struct column_evidence *ev,
                           struct column_type *t)
{
    if ((ev->pairs & BOOLEAN_TRUE_FALSE) ||
        (ev->pairs && ev->truths[0] && ev->truths[1]))
        t->kind = COLUMN_BOOLEAN;
}

/* In one whose texts are a mark they are null. */
static void decide(const struct column_evidence *ev, bool marked,
                   struct column_type *t)
{
    static const enum column_kind kinds[CELL_FAMILIES] = {
        [CELL_DATE] = COLUMN_DATE,
        [CELL_TIME] = COLUMN_TIME,
        [CELL_TIMESTAMP] = COLUMN_TIMESTAMP,
        [CELL_TIMESTAMPTZ] = COLUMN_TIMESTAMPTZ,
    };
    const uint64_t nulls =
        ev->fits[CELL_NULL_WORD] + (marked ? ev->fits[CELL_TEXT] : 0);
    unsigned family = marked ? CELL_TEXT + 1 : CELL_TEXT;

    *t = (struct column_type){.kind = COLUMN_TEXT};
    if (ev->values == 0)
        return;
    while (family < CELL_NULL_WORD && ev->fits[family] + nulls != ev->values)
        family++;
    if (ev->fits[CELL_NULL_WORD] == ev->values)
        return; /* words for null and nothing else are words */
    if (family == CELL_TEXT) {
        if (ev->months == ev->fits[CELL_TEXT])
            keep_text(t, 0, "months or quarters, which are no days");
        return;
    }
    t->null_words = nulls;
    if (marked)
        t->mark = ev->mark;
    if (family == CELL_NULL_WORD || family == CELL_CODE)
        explain_text(ev, t);
    else if (family == CELL_BOOLEAN)
        decide_boolean(ev, t);
    else if (family == CELL_NUMBER)
        decide_number(ev, t);
    else if (has_date(family))
        decide_date(ev, kinds[family], t);
    else
        t->kind = kinds[family];
    if (t->kind == COLUMN_TEXT)
        t->null_words = 0;
}

/* Numbers that are all days as 20240305. */
static void decide_plain_date(const struct column_evidence *ev,
                              struct column_type *t)
{
    if (t->kind != COLUMN_BIGINT || ev->plain_dates < MIN_PLAIN_DATES ||
        ev->plain_dates != ev->fits[CELL_NUMBER])
        return;
    t->kind = COLUMN_DATE;
    t->order = DATE_YMD;
    t->separator = DATE_PLAIN;
}

/* Which conventions the columns that tell have, as bits; several: they do not
   agree. */
static unsigned conventions_of(const struct column_type *types,
                               const struct column_evidence *ev, size_t n)
{
    unsigned conventions = 0;

    for (size_t i = 0; i < n; i++) {
        if (ev[i].marked && !types[i].convention_ambiguous)
            conventions |= ev[i].conventions;
    }
    return conventions;
}

/* Which orders of day and month the dates that tell have, as bits, those with
   this separator, or with any. */
static unsigned orders_of(const struct column_type *types, size_t n,
                          char separator, bool any)
{
    unsigned orders = 0;

    for (size_t i = 0; i < n; i++) {
        const struct column_type *t = &types[i];

        if (t->order && t->order != DATE_YMD && !t->order_ambiguous &&
            (any || t->separator == separator))
            orders |= (unsigned)t->order;
    }
    return orders;
}

/* The order of the other columns, of those with the same separator first. With
   dots nobody writes the month before the day. */
static bool is_month_first(const struct column_type *types, size_t n,
                           char separator)
{
    unsigned orders = orders_of(types, n, separator, false);

    if (!orders && separator != '.')
        orders = orders_of(types, n, separator, true);
    return orders == DATE_MDY;
}

void columns_decide(const struct column_evidence *ev, size_t n, char delimiter,
                    struct column_type *types)
{
    unsigned conventions;

    for (size_t i = 0; i < n; i++)
        decide(&ev[i], column_is_marked(ev, n, i), &types[i]);
    conventions = conventions_of(types, ev, n);
    for (size_t i = 0; i < n; i++) {
        struct column_type *t = &types[i];

        if (t->order_ambiguous && is_month_first(types, n, t->separator))
            t->order = DATE_MDY;
        if (!t->convention_ambiguous)
            continue;
        if (conventions == NUMBER_COMMA ||
            (conventions == 0 && delimiter == ';'))
            t->convention = NUMBER_COMMA;
        decide_number_kind(&ev[i], t);
    }
    for (size_t i = 0; i < n; i++)
        decide_plain_date(&ev[i], &types[i]);
}

void column_decide_number(const struct column_evidence *ev, size_t n, size_t at,
                          struct column_type *t)
{
    decide(&ev[at], column_is_marked(ev, n, at), t);
    t->convention = NUMBER_POINT;
    t->convention_ambiguous = false;
    t->grouped = false;
}
