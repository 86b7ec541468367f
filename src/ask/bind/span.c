/*
 * How long something took: the days, hours or minutes from one column of dates
 * to another. The two are those that the question names by what happened ("from
 * issue to payment", "to close", 从投递到入职), or the only two of the table,
 * the earlier one first. "How long" beside a column of numbers asks for that.
 */
#include "ask/bind/derived_columns.h"
#include "ask/bind/event.h"
#include "ask/link/duration_unit.h"
#include "ask/link/time.h"

/* Two events and the words that say them. */
struct span {
    const struct schema_column *of[2];
    size_t from; /* words; from == to: the columns were not named */
    size_t to;
};

/* "From issue to payment": both events, joined. */
static bool range_at(const struct binder *b, size_t at, struct span *out)
{
    const struct words *w = &b->l->words;
    bool between = bind_says(w, at, &words_bind_span_between);
    bool lead = between || bind_says(w, at, &words_bind_span_from);
    size_t to = bind_skip_articles(w, at + lead);
    size_t n;

    *out = (struct span){.from = at, .of = {bind_event_at(b, to, &n), NULL}};
    to += n;
    if (!out->of[0] || !(bind_says(w, to, &words_bind_span_to) ||
                         (between && bind_says(w, to, &words_bind_span_and))))
        return false;
    to = bind_skip_articles(w, to + 1);
    out->of[1] = bind_event_at(b, to, &n);
    out->to = to + n;
    return out->of[1] && out->of[1] != out->of[0];
}

/* The only two columns of dates, the earlier one first. */
static bool only_two(const struct binder *b, struct span *out)
{
    size_t n = 0;
    size_t i;

    *out = (struct span){.from = 0};
    for (i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (!bind_is_day(c))
            continue;
        if (n < 2)
            out->of[n] = c;
        n++;
    }
    if (n != 2 || !out->of[0]->min.n || !out->of[1]->min.n)
        return false;
    if (str_cmp(out->of[1]->min, out->of[0]->min) < 0) {
        const struct schema_column *first = out->of[1];

        out->of[1] = out->of[0];
        out->of[0] = first;
    }
    return true;
}

/* "7 days to close", "en cobrar": the end alone, of the only two. */
static bool end_at(const struct binder *b, size_t at, struct span *out)
{
    const struct words *w = &b->l->words;
    const struct schema_column *end;
    size_t n;

    if (!bind_says(w, at, &words_bind_span_end))
        return false;
    end = bind_event_at(b, bind_skip_articles(w, at + 1), &n);
    if (!end || !only_two(b, out) || out->of[1] != end)
        return false;
    out->from = at;
    out->to = bind_skip_articles(w, at + 1) + n;
    return true;
}

/* The unit that was said, at link *at; false if we do not know the unit. */
static bool unit_of(const struct binder *b, enum span_unit *unit, size_t *at)
{
    size_t i;

    *at = b->l->n;
    *unit = SPAN_DAYS;
    for (i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);
        bool day = bind_is(l, CONCEPT_GRAIN) && l->entry->param == GRAIN_DAY;

        if (bind_is(l, CONCEPT_GRAIN) && !day && i &&
            bind_at(b, i - 1)->kind == LINK_NUMBER)
            return false; /* over 2 months */
        if ((!day && !bind_is(l, CONCEPT_SPAN)) || *at < b->l->n ||
            (i && bind_is(bind_at(b, i - 1), CONCEPT_BY)))
            continue;
        *at = i;
        *unit = day ? SPAN_DAYS : (enum span_unit)l->entry->param;
    }
    return true;
}

static size_t find(const struct binder *b, enum concept_kind kind)
{
    size_t i;

    for (i = 0; i < b->l->n && !bind_is(bind_at(b, i), kind);)
        i++;
    return i;
}

/* A column of numbers is asked for: waiting minutes, a fee. */
static bool has_number(const struct binder *b)
{
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);

        if (l->kind == LINK_COLUMN && bind_fits(l, TAKES_NUMBER))
            return true;
    }
    return false;
}

/* The columns that are meant; false when nothing asks for a span. */
static bool find_span(const struct binder *b, bool unit, bool duration,
                      struct span *out)
{
    size_t at;

    for (at = 0; at < b->l->words.n; at++) {
        if (range_at(b, at, out))
            return true;
    }
    for (at = 0; at < b->l->words.n; at++) {
        if (end_at(b, at, out))
            return true;
    }
    (void)unit;
    return duration && !has_number(b) && only_two(b, out);
}

/* Words of taking time, which the span says. */
static bool is_verb(const struct words *w, const struct link *l)
{
    return l->to == l->from + 1 && bind_says(w, l->from, &words_bind_span_verb);
}

/* "Membership" of members.csv, beside its length. */
static bool is_of_table(const struct binder *b, const struct link *l)
{
    const struct words *t = &b->t->words;

    return l->kind == LINK_UNKNOWN && t->n &&
           t->word[t->n - 1].stem.n > EVENT_ROOT &&
           str_starts(b->l->words.word[l->from].fold, t->word[t->n - 1].stem);
}

/* Is the link said by the span? */
static bool is_said(const struct binder *b, size_t i, const struct span *s)
{
    const struct link *l = bind_at(b, i);
    const struct link *before = i ? bind_at(b, i - 1) : NULL;
    const struct link *next = bind_at(b, i + 1);

    if (bind_is(l, CONCEPT_DURATION) || (l->from < s->to && s->from < l->to))
        return true;
    if (bind_is(l, CONCEPT_LAST))
        return !bind_is(next, CONCEPT_GRAIN) &&
               !(next && next->kind == LINK_NUMBER);
    if (l->kind == LINK_COLUMN && l->n_hits == 1 &&
        (l->hits[0].column == s->of[0] || l->hits[0].column == s->of[1]))
        return !bind_is(before, CONCEPT_BY) && !bind_is(before, CONCEPT_WHICH);
    return (l->kind != LINK_COLUMN && l->kind != LINK_VALUE &&
            is_verb(&b->l->words, l)) ||
           is_of_table(b, l);
}

/* Where the comparison with the number before link `i` begins. */
static size_t comparison_before(const struct binder *b, size_t i)
{
    if (i && bind_at(b, i - 1)->kind == LINK_NUMBER)
        i--;
    else
        return i;
    if (i >= 2 && (bind_is(bind_at(b, i - 1), CONCEPT_AND) ||
                   bind_is(bind_at(b, i - 1), CONCEPT_TO)))
        i -= 2;
    if (i && (bind_is(bind_at(b, i - 1), CONCEPT_CMP) ||
              bind_is(bind_at(b, i - 1), CONCEPT_BETWEEN)))
        i--;
    return i;
}

static enum err make(struct binder *b, const struct span *s,
                     enum span_unit unit, const struct schema_column **out,
                     struct error *e)
{
    static const char *const formulas[] = {"days(\"$1\", \"$2\")",
                                           "hours(\"$1\", \"$2\")",
                                           "minutes(\"$1\", \"$2\")"};
    static const char *const names[][3] = {
        {"days from $1 to $2", "días de $1 a $2", "$1 到 $2 的天数"},
        {"hours from $1 to $2", "horas de $1 a $2", "$1 到 $2 的小时数"},
        {"minutes from $1 to $2", "minutos de $1 a $2", "$1 到 $2 的分钟数"}};
    const struct bind_making m = {.of = {s->of[0], s->of[1]},
                                  .formula = formulas[unit],
                                  .name = names[unit][b->language]};

    return bind_make(b, &m, out, e);
}

/* Where the column goes: before the number that it is compared with, else
 * after the aggregate that takes it, else where the unit stood. */
static size_t place_of(const struct binder *b, size_t at)
{
    size_t place = comparison_before(b, at);
    size_t agg = find(b, CONCEPT_AGG);

    return place == at && agg < b->l->n ? agg + 1 : place;
}

/* The links of the span, with its column among them. */
static void put_span(struct binder *b, const struct span *s, size_t unit,
                     const struct schema_column *c)
{
    size_t at = unit < b->l->n ? unit : find(b, CONCEPT_DURATION);
    const struct link said = *bind_at(b, at);
    bool many = at && bind_is(bind_at(b, at - 1), CONCEPT_MANY);
    size_t place = place_of(b, at);
    size_t i;

    for (i = b->l->n; i-- > 0;) {
        if (i != at && !(many && i + 1 == at) && !is_said(b, i, s))
            continue;
        bind_drop_link(b, i);
        place -= i < place;
    }
    bind_put_derived(b, place, said.from, said.to, c);
}

enum err bind_spans(struct binder *b, struct error *e)
{
    const struct schema_column *c;
    enum span_unit unit;
    struct span s;
    size_t at;
    bool duration = find(b, CONCEPT_DURATION) < b->l->n;

    if (!unit_of(b, &unit, &at) || (at == b->l->n && !duration) ||
        !find_span(b, at < b->l->n, duration, &s))
        return OK;
    if (at == b->l->n)
        unit = duration_unit(s.of[0], s.of[1]);
    if (make(b, &s, unit, &c, e))
        return e->code;
    if (c)
        put_span(b, &s, at, c);
    return OK;
}
