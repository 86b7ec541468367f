/*
 * What a condition applies to: after the verb or noun of what is counted it
 * applies to that ("without orders in 2024"), before it to the rows that are
 * asked for ("customers in Spain without"). There are two exceptions: a period
 * is when something happened, unless a date of the rows comes before it ("who
 * joined in 2023"); and a value that only the other rows have applies to those
 * ("without orders in Spain").
 */
#include "ask/related_marks.h"

#include <string.h>

/* ---- words ---- */

/* Where the rows are called by a word of the same meaning, their own. */
static void put_noun(const struct attempt *t, struct part *out)
{
    const struct words *noun = &t->s->joins->nouns[t->p->root];

    for (size_t i = 0; i < noun->n; i++) {
        out->at[out->n] = t->p->root_at;
        out->word[out->n++] = noun->word[i];
    }
}

/* Are the rows called as their table is? */
static bool is_called_so(const struct attempt *t)
{
    const struct words *noun = &t->s->joins->nouns[t->p->root];

    if (noun->n != t->p->root_end - t->p->root_at)
        return false;
    for (size_t i = 0; i < noun->n; i++) {
        if (!str_eq(noun->word[i].stem, t->w->word[t->p->root_at + i].stem))
            return false;
    }
    return true;
}

enum err related_part(const struct attempt *t, const char *lead,
                      const bool *marked, struct part *out, struct error *e)
{
    struct words first;
    size_t n;

    if (words_cut(str_from(lead), WORDS_TEXT, t->a, &first, e))
        return e->code;
    n = first.n + t->w->n + t->s->joins->nouns[t->p->root].n;
    out->word = arena_alloc_array(t->a, n, sizeof(*out->word), e);
    out->at = arena_alloc_array(t->a, n, sizeof(*out->at), e);
    if (!out->word || !out->at)
        return e->code;
    for (out->n = 0; out->n < first.n; out->n++)
        out->word[out->n] = first.word[out->n];
    for (size_t i = 0; i < t->w->n; i++) {
        if (!marked[i])
            continue;
        if (i >= t->p->root_at && i < t->p->root_end && !is_called_so(t)) {
            if (i == t->p->root_at)
                put_noun(t, out);
            continue;
        }
        out->at[out->n] = i;
        out->word[out->n++] = t->w->word[i];
    }
    return OK;
}

struct words related_words_of(const struct attempt *t, const struct part *part)
{
    return (struct words){part->word, part->n, t->w->text};
}

bool related_take_out(const struct attempt *t, enum concept_kind kind)
{
    bool any = false;
    size_t n;

    for (size_t i = 0; i < t->w->n; i += n) {
        const struct question_word *entry = question_words_find(t->w, i, &n);

        n = entry ? n : 1;
        if (!entry || entry->kind != kind || !t->other[i])
            continue;
        memset(t->other + i, 0, n * sizeof(bool));
        any = true;
    }
    return any;
}

/* ---- periods ---- */

static bool is_time(const struct link *l)
{
    return l->kind == LINK_PERIOD || (l->kind == LINK_NUMBER && l->year) ||
           related_is(l, CONCEPT_LAST);
}

static bool goes_on(const struct links *l, size_t i)
{
    const struct link *x = &l->link[i];

    if (is_time(x) || x->kind == LINK_NUMBER || related_is(x, CONCEPT_GRAIN))
        return true;
    return (related_is(x, CONCEPT_TO) || related_is(x, CONCEPT_AND) ||
            related_is(x, CONCEPT_OR)) &&
           i + 1 < l->n && is_time(&l->link[i + 1]);
}

static bool has_dates(const struct schema_table *t)
{
    for (size_t i = 0; i < t->n_columns; i++) {
        if (t->columns[i].kind == COLUMN_DATE)
            return true;
    }
    return false;
}

static bool is_date(const struct link *l)
{
    return l->kind == LINK_COLUMN && l->hits[0].column->kind == COLUMN_DATE;
}

/* Does the period at words [from, to) say when what is counted was? */
static bool is_when(const struct attempt *t, size_t from, size_t to)
{
    const struct related_phrase *p = t->p;

    return !has_dates(&t->s->tables[p->root]) || from >= p->to ||
           from < p->root_at ||
           (to <= p->from && p->from - to <= 1 && t->language == LANGUAGE_ZH);
}

/* Move what says when the counted rows were. */
static enum err move_periods(struct attempt *t, struct error *e)
{
    struct part part = {0};
    struct words w;
    struct links l;
    size_t end;

    if (!has_dates(&t->way.view.table))
        return OK;
    if (related_part(t, "", t->other, &part, e))
        return e->code;
    BUG_ON(!part.at);
    w = related_words_of(t, &part);
    if (link_question(&t->s->tables[t->p->root], &w, t->language, t->a, &l, e))
        return e->code;
    for (size_t i = 0; i < l.n; i = end) {
        size_t from = i;

        end = i + 1;
        if (!is_time(&l.link[i]))
            continue;
        while (end < l.n && goes_on(&l, end))
            end++;
        if (from && (related_is(&l.link[from - 1], CONCEPT_CMP) ||
                     related_is(&l.link[from - 1], CONCEPT_BETWEEN)))
            from--;
        if ((from && is_date(&l.link[from - 1])) ||
            !is_when(t, part.at[l.link[from].from],
                     part.at[l.link[end - 1].to - 1] + 1))
            continue;
        for (size_t k = l.link[from].from; k < l.link[end - 1].to; k++) {
            t->other[part.at[k]] = false;
            t->counted[part.at[k]] = true;
        }
    }
    return OK;
}

enum err related_mark(struct attempt *t, bool conditions_counted,
                      struct error *e)
{
    const struct related_phrase *p = t->p;

    t->counted = arena_alloc_array(t->a, t->w->n, sizeof(bool), e);
    t->other = arena_alloc_array(t->a, t->w->n, sizeof(bool), e);
    if (!t->counted || !t->other)
        return e->code;
    for (size_t i = 0; i < t->w->n; i++) {
        bool said = i >= p->from && i < p->to;
        bool condition = i >= p->to && i < p->end;

        t->counted[i] = condition && conditions_counted;
        t->other[i] = !said && !t->counted[i];
    }
    return move_periods(t, e);
}
