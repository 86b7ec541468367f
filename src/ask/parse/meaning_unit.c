#include "ask/parse/meaning_unit.h"

#include "ask/link/duration_unit.h"
#include "ask/parse/cell_number.h"
#include "ask/vocabulary/term_lists.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_BYTES 40
#define SPAN_DATES   3    /* of which each pair may be a duration */
#define PART_WORDS   4    /* of "three quarters of an" */
#define BEYOND       50.0 /* times the largest: the column counts in thousands */
#define SURELY       0.75 /* the concept is the head of the column's name */

/* Is there a number behind, as that of m 2 and q 1? */
static bool is_numbered(const struct words *w, size_t at)
{
    return at < w->n && w->word[at].kind == WORD_NUMBER;
}

/* The unit that a name says, its last: "weight_kg", "hours (h)". */
static struct unit unit_of(const struct words *w)
{
    struct unit found = {0};

    for (size_t i = 0; i < w->n; i++) {
        struct unit one;
        const size_t n = unit_find(w, i, &one);

        if (n == 0 || is_numbered(w, i + n))
            continue;
        found = one;
        i += n - 1;
    }
    return found;
}

/* Its name says a unit, or what it is has a dimension. */
static void find_unit(struct meanings *m, size_t column, struct unit *out)
{
    const struct lex_column *of = &m->concepts->column[column];

    *out = unit_of(&m->table->columns[column].words);
    for (size_t i = 0; i < of->n && !out->dimension; i++) {
        const struct lex_concept c =
            lex_concept(m->concepts->lex, of->found[i].concept_id);

        if (c.dimension[0] && of->found[i].strength >= SURELY)
            out->dimension = c.dimension;
    }
}

enum err meanings_units(struct meanings *m, struct error *e)
{
    struct unit *unit =
        arena_alloc_array(m->a, m->table->n_columns + 1, sizeof(*unit), e);

    if (!unit)
        return e->code;
    for (size_t i = 0; i < m->table->n_columns; i++)
        if (m->table->columns[i].kind == COLUMN_NUMBER &&
            nature_is_measure(m->nature[i]) && !m->table->columns[i].empty)
            find_unit(m, i, &unit[i]);
    m->unit = unit;
    return OK;
}

bool meanings_measures(const struct meanings *m, size_t column,
                       const struct lex_concept *c)
{
    const struct unit *of = &m->unit[column];

    return c->kind == LEX_DURATION
               ? of->of_time
               : of->dimension && strcmp(c->dimension, of->dimension) == 0;
}

/* So many units of a column; the link is that of what was said, with another number. */
static enum err in_unit(struct meanings *m, const struct meaning *said,
                        double times, struct meaning *out, struct error *e)
{
    const struct str number = said->link->number;
    struct link *link = arena_alloc(m->a, sizeof(*link), e);
    char text[NUMBER_BYTES];

    if (!link)
        return e->code;
    *link = *said->link;
    memcpy(text, number.p, number.n);
    text[number.n] = '\0';
    if (str_printf(m->a, &link->number, e, "%.10g", strtod(text, NULL) * times))
        return e->code;
    *out = *said;
    out->link = link;
    out->of_column = true;
    return OK;
}

/* A number and its unit, in that of each column that has another. */
static enum err in_all_units(struct meanings *m, const struct meaning *said,
                             size_t words, const struct unit *unit,
                             struct error *e)
{
    const bool is_whole = str_find_char(said->link->number, '.') ==
                          said->link->number.n; /* and stands by itself */

    for (size_t i = 0; i < m->table->n_columns; i++) {
        const struct unit *of = &m->unit[i];
        struct meaning x = *said;

        if (of->factor <= 0 || (of->factor == unit->factor && is_whole) ||
            strcmp(of->dimension, unit->dimension) != 0)
            continue;
        if (in_unit(m, said, unit->factor / of->factor, &x, e))
            return e->code;
        x.to = (uint16_t)(x.to + words);
        x.column = (uint16_t)i;
        meanings_add(m, &x);
    }
    return OK;
}

/* The dates of the table's own that durations may be between; with times of day where
 * these are counted. */
static size_t span_dates(const struct meanings *m, enum span_unit unit,
                         uint16_t dates[SPAN_DATES])
{
    size_t n = 0;

    for (size_t i = 0; i < m->table->n_columns && n < SPAN_DATES; i++) {
        const struct schema_column *c = &m->table->columns[i];

        if (c->kind == COLUMN_DATE && c->view == VIEW_CELL && !c->empty &&
            meanings_is_own(m, i) && (unit == SPAN_DAYS || c->clock))
            dates[n++] = (uint16_t)i;
    }
    return n;
}

/* Does a column of its own say how long something took? */
static bool has_durations(const struct meanings *m)
{
    for (size_t i = 0; i < m->table->n_columns; i++)
        if (m->unit[i].of_time && meanings_is_own(m, i))
            return true;
    return false;
}

/* So many days, hours or minutes from one date of a row to another. */
static enum err in_all_spans(struct meanings *m, const struct meaning *said,
                             size_t words, const struct unit *unit,
                             struct error *e)
{
    static const double seconds[] = {
        [SPAN_DAYS] = 86400, [SPAN_HOURS] = 3600, [SPAN_MINUTES] = 60};
    const enum span_unit span = unit->factor >= seconds[SPAN_DAYS] ? SPAN_DAYS
                                : unit->factor >= seconds[SPAN_HOURS]
                                    ? SPAN_HOURS
                                    : SPAN_MINUTES;
    uint16_t dates[SPAN_DATES];
    const size_t n = unit->of_time && unit->factor >= seconds[SPAN_MINUTES] &&
                             !has_durations(m)
                         ? span_dates(m, span, dates)
                         : 0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) {
            struct meaning x;

            if (in_unit(m, said, unit->factor / seconds[span], &x, e))
                return e->code;
            x.to = (uint16_t)(x.to + words);
            x.column = dates[i];
            x.than = dates[k];
            x.span = (uint8_t)(span + 1);
            meanings_add(m, &x);
        }
    return OK;
}

/* What a number is divided by where a column counts in thousands, millions or more, as
 * it is far beyond all that the column has: 50 billion of numbers up to 256; 0: not. */
static double scale_of(const struct schema_column *c, double number)
{
    static const double scales[] = {1e3, 1e6, 1e9};
    const double least = cell_number(c->min);
    const double most = cell_number(c->max);

    if (!(most > 0) || isnan(least) || number < most * BEYOND)
        return 0;
    for (size_t i = 0; i < COUNT_OF(scales); i++)
        if (number / scales[i] <= most)
            return number / scales[i] >= least ? scales[i] : 0;
    return 0;
}

/* Do words tell its size: 50 billion, and both of 50 to 60 billion? */
static bool is_multiplied(const struct meanings *m, const struct meaning *said)
{
    const struct str raw = m->words->word[said->from].raw;
    size_t digits = 0;

    for (size_t i = 0; i < raw.n; i++)
        digits += raw.p[i] >= '0' && raw.p[i] <= '9';
    return said->to >= said->from + 2 || digits < said->link->number.n;
}

/* A number that was said in thousands or millions, in what columns count in. */
static enum err in_all_scales(struct meanings *m, const struct meaning *said,
                              struct error *e)
{
    const double number = cell_number(said->link->number);

    if (!is_multiplied(m, said) || !(number >= 1e3) || fmod(number, 1e3) != 0)
        return OK;
    for (size_t i = 0; i < m->table->n_columns; i++) {
        struct meaning x;
        double scale;

        if (m->table->columns[i].kind != COLUMN_NUMBER ||
            !nature_is_measure(m->nature[i]))
            continue;
        scale = scale_of(&m->table->columns[i], number);
        if (scale == 0)
            continue;
        if (in_unit(m, said, 1 / scale, &x, e))
            return e->code;
        x.column = (uint16_t)i;
        x.scaled = true;
        meanings_add(m, &x);
    }
    return OK;
}

/* Does a comparison end before a word: "over" of "over an hour"? */
static bool is_compared(const struct words *w, size_t at)
{
    for (size_t n = 1; n <= PART_WORDS && n <= at; n++) {
        size_t words = 0;
        const struct question_word *entry =
            question_words_find(w, at - n, &words);

        if (entry && words == n && entry->kind == CONCEPT_CMP)
            return true;
    }
    return false;
}

/* The part of a unit that words say before it, "half an": how many they are; 0: none.
 * One of it has to be compared: 14 an hour is a rate. */
static size_t part_at(const struct meanings *m, size_t at, struct str *part)
{
    struct buf b;
    size_t found = 0;

    if (at > 0 && is_numbered(m->words, at - 1))
        return 0;
    buf_init(&b, NUMBER_BYTES * PART_WORDS);
    for (size_t n = 1; n <= PART_WORDS && at + n < m->n_words; n++) {
        struct str value;

        if (n > 1 && m->words->word[at].kind != WORD_CJK)
            buf_put_char(&b, ' ');
        buf_put_str(&b, m->words->word[at + n - 1].fold);
        value =
            term_list_value(&words_link_part_of_unit, (struct str){b.p, b.n});
        if (!value.n || (str_is(value, "1") && !is_compared(m->words, at)))
            continue;
        *part = value;
        found = n;
    }
    buf_release(&b);
    return found;
}

/* "Half an hour" of a column of minutes. */
static enum err parts_at(struct meanings *m, size_t at, struct error *e)
{
    struct meaning x = {.kind = MEANING_NUMBER, .from = (uint16_t)at};
    struct str part;
    struct unit unit;
    struct link *link;
    const size_t n = part_at(m, at, &part);
    const size_t words = n ? unit_find(m->words, at + n, &unit) : 0;

    if (!words || unit.factor <= 0)
        return OK;
    link = arena_alloc(m->a, sizeof(*link), e);
    if (!link)
        return e->code;
    *link = (struct link){.kind = LINK_NUMBER,
                          .from = at,
                          .to = at + n + words,
                          .score = 1,
                          .number = part};
    x.link = link;
    x.to = (uint16_t)(at + n);
    return in_all_units(m, &x, words, &unit, e)
               ? e->code
               : in_all_spans(m, &x, words, &unit, e);
}

enum err meanings_by_unit(struct meanings *m, size_t at, struct error *e)
{
    const size_t n = m->n;

    if (parts_at(m, at, e))
        return e->code;
    for (size_t i = m->begin[at]; i < n; i++) {
        const struct meaning x = m->meaning[i];
        struct unit unit;
        size_t words;

        if (x.kind != MEANING_NUMBER || x.of_column || !x.link ||
            x.link->percent || x.link->number.n >= NUMBER_BYTES)
            continue;
        if (in_all_scales(m, &x, e))
            return e->code;
        if (x.to >= m->n_words)
            continue;
        words = unit_find(m->words, x.to, &unit);
        if (words && unit.factor > 0 &&
            (in_all_units(m, &x, words, &unit, e) ||
             in_all_spans(m, &x, words, &unit, e)))
            return e->code;
    }
    return OK;
}
