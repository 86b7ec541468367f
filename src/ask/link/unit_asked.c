#include "ask/link/unit_asked.h"

#include "ask/link/link.h"
#include "ask/vocabulary/term_lists.h"
#include "ask/vocabulary/unit.h"

#include <string.h>

#define HOUR_SECONDS 3600 /* from days on time is of calendars */
#define NUMBER_WORDS 4    /* of a number in words before a unit */
#define UNITS        4    /* of a question */

/* A unit in the words of a question or a name. */
struct said_unit {
    struct unit unit;
    struct str text;   /* as it is written */
    struct str number; /* that stands before it; empty: it is asked for */
    size_t at;         /* its first word */
};

/* Words [at, at + n) as they are written. */
static struct str written(const struct words *w, size_t at, size_t n)
{
    const struct word *first = &w->word[at];
    const struct word *last = &w->word[at + n - 1];

    return str_slice(w->text, first->offset, last->offset + last->raw.n);
}

static bool may_convert(const struct unit *u)
{
    return u->factor > 0 && (!u->of_time || u->factor <= HOUR_SECONDS);
}

/* Is a word a part of what is written as one: Wh of kWh? */
static bool is_glued(const struct words *w, size_t at)
{
    return at && w->word[at].kind != WORD_CJK &&
           w->word[at - 1].offset + w->word[at - 1].raw.n == w->word[at].offset;
}

/* The unit at the end of a column's name, which is all of it or stands after more. */
static bool unit_of_name(const struct schema_column *c, struct said_unit *out)
{
    const struct words *w = &c->words;

    for (size_t n = UNIT_WORDS; n > 0; n--)
        if (n <= w->n && !is_glued(w, w->n - n) &&
            unit_find(w, w->n - n, &out->unit) == n) {
            out->at = w->n - n;
            out->text = written(w, out->at, n);
            return true;
        }
    return false;
}

/* Does a number in words end before a word: "ten" of "ten kilos"? */
static bool is_numbered(const struct words *q, size_t at)
{
    unsigned long long ignored;

    for (size_t n = 1; n <= NUMBER_WORDS && n <= at; n++)
        if (link_words_number(q, at - n, &ignored) == n)
            return true;
    return false;
}

/* Is it asked for, and no rate ("per hour"), no other word (the second one), and no
 * letter that may stand for anything? */
static bool is_asked(const struct words *q, size_t at, size_t n)
{
    const bool named =
        at && term_list_has(&words_link_unit_named, q->word[at - 1].fold);
    const struct question_word *entry;
    size_t words;

    if (named)
        return true;
    if ((at &&
         (term_list_has(&words_link_unit_of_rate, q->word[at - 1].fold) ||
          str_ends(str_slice(q->text, 0, q->word[at].offset), STR("/")))) ||
        (n == 1 && q->word[at].raw.n == 1))
        return false;
    entry = question_words_find_within(q, at, n, &words);
    return !entry || (entry->kind != CONCEPT_ORDINAL &&
                      entry->kind != CONCEPT_AGG && entry->kind != CONCEPT_TOP);
}

/* The units of a question that are asked for, or said of a number. */
static size_t find_units(const struct words *q, struct said_unit list[UNITS])
{
    size_t n = 0;

    for (size_t i = 0; i < q->n && n < UNITS; i++) {
        struct said_unit one = {.at = i};
        const size_t words = unit_find(q, i, &one.unit);

        if (!words || is_glued(q, i))
            continue;
        one.text = written(q, i, words);
        if (i && q->word[i - 1].kind == WORD_NUMBER)
            one.number = q->word[i - 1].raw;
        if (may_convert(&one.unit) && !is_numbered(q, i) &&
            (one.number.n || is_asked(q, i, words)))
            list[n++] = one;
        i += words - 1;
    }
    return n;
}

/* Is a unit said by another column, which may be meant? */
static bool is_of_another(const struct schema_table *t,
                          const struct schema_column *but,
                          const struct unit *unit)
{
    for (size_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];

        for (size_t k = 0; c != but && k < c->words.n; k++) {
            struct unit u;

            if (unit_find(&c->words, k, &u) && unit_eq(&u, unit))
                return true;
        }
    }
    return false;
}

struct asking {
    const struct schema_table *table;
    struct said_unit unit[UNITS];
    size_t n;
    struct str number; /* that figures are held against; empty: none */
    struct query_spec *spec;
    struct arena *a;
};

/* The one unit that is asked of a column, or that a number is said in; NULL: none, or
 * several. */
static const struct said_unit *wanted(const struct asking *x,
                                      const struct unit *of)
{
    const struct said_unit *found = NULL;

    for (size_t i = 0; i < x->n; i++) {
        const struct said_unit *one = &x->unit[i];

        if (strcmp(one->unit.dimension, of->dimension) != 0 ||
            (one->number.n && !str_eq(one->number, x->number)))
            continue;
        if (found && found->unit.factor != one->unit.factor)
            return NULL;
        found = one;
    }
    return found;
}

/* "Distance (m)" in km is "Distance (km)"; minutes are hours. */
static enum err name_in(const struct schema_column *c,
                        const struct said_unit *of, struct str unit,
                        struct arena *a, struct str *out, struct error *e)
{
    struct str base = of->at
                          ? str_slice(c->name, 0, c->words.word[of->at].offset)
                          : (struct str){0};

    while (base.n && strchr(" _-([", base.p[base.n - 1]))
        base.n--;
    if (str_ends(base, STR("（")))
        base.n -= strlen("（");
    if (!base.n)
        return str_dup(unit, a, out, e);
    return str_printf(a, out, e, "%.*s (%.*s)", (int)base.n, base.p,
                      (int)unit.n, unit.p);
}

static bool may_measure(const struct spec_measure *m)
{
    switch (m->agg) {
    case AGG_SUM:
    case AGG_AVG:
    case AGG_MEDIAN:
    case AGG_MIN:
    case AGG_MAX:
    case AGG_RANGE:
    case AGG_STDDEV: return true;
    default: return false;
    }
}

/* The derived column, once each. */
static enum err derive(const struct asking *x, const struct schema_column *c,
                       struct str name, double times, struct error *e)
{
    struct query_spec *s = x->spec;
    struct spec_derived *d;

    for (size_t i = 0; i < s->n_derived; i++)
        if (str_eq(s->derived[i].name, name))
            return OK;
    d = &s->derived[s->n_derived++];
    *d = (struct spec_derived){.name = name, .exact = true};
    return times < 1 ? str_printf(x->a, &d->formula, e, "\"%.*s\" / %.10g",
                                  (int)c->name.n, c->name.p, 1 / times)
                     : str_printf(x->a, &d->formula, e, "\"%.*s\" * %.10g",
                                  (int)c->name.n, c->name.p, times);
}

/* Can numbers of a column be those of another one? Names with quotes have no formula. */
static bool may_derive(const struct asking *x, const struct schema_column *c)
{
    return c && c->kind == COLUMN_NUMBER && !c->formula.n &&
           x->spec->n_derived < SPEC_MAX_DERIVED &&
           str_find_char(c->name, '"') == c->name.n;
}

/* A measure in the unit that is asked of its column. */
static enum err convert(const struct asking *x, struct spec_measure *m,
                        struct error *e)
{
    const struct schema_column *c = schema_find_column(x->table, m->column);
    const struct said_unit *unit;
    struct said_unit of;
    struct str name;

    if (!may_measure(m) || !may_derive(x, c) || !unit_of_name(c, &of) ||
        !may_convert(&of.unit))
        return OK;
    unit = wanted(x, &of.unit);
    if (!unit || unit_eq(&unit->unit, &of.unit) ||
        is_of_another(x->table, c, &unit->unit))
        return OK;
    if (name_in(c, &of, unit->text, x->a, &name, e))
        return e->code;
    if (schema_find_column(x->table, name))
        return OK;
    m->column = name;
    m->round = true;
    return derive(x, c, name, of.unit.factor / unit->unit.factor, e);
}

enum err unit_asked_apply(const struct schema_table *t, const struct words *q,
                          struct arena *a, struct query_spec *s,
                          struct error *e)
{
    struct asking x = {.table = t,
                       .number =
                           s->has_having ? s->having.number : (struct str){0},
                       .spec = s,
                       .a = a};

    x.n = find_units(q, x.unit);
    if (!x.n || s->n_joins)
        return OK;
    for (size_t i = 0; i < s->n_measures; i++)
        if (convert(&x, &s->measures[i], e))
            return e->code;
    return s->has_having ? convert(&x, &s->having.measure, e) : OK;
}
