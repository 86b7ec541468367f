/*
 * "No-show rate", "cancellation rate by carrier", 超时率, "tasa de devolución": of
 * all rows, or those of each group, the percent of which something is true.
 * What is true is a flag or an outcome (a status, a stage, a result) of the
 * same root as the word before; where two columns would do it needs clarification.
 */
#include "ask/bind/rate.h"
#include "ask/bind/column_name.h"
#include "ask/bind/compose.h"
#include "ask/bind/event.h"
#include "ask/vocabulary/term_lists.h"

#include <string.h>

/* The most values of a column of outcomes. */
#define MAX_OUTCOMES 16

/* The longest word of CJK before 率, and the shortest. */
#define LONGEST_HAN  4
#define SHORTEST_HAN 2

/* The condition whose share is asked for. */
struct rate {
    struct spec_filter filter;
    size_t found; /* columns that would do */
    size_t from;  /* words that said it */
    size_t to;
};

bool bind_is_outcome(const struct schema_column *c)
{
    if (c->kind != COLUMN_TEXT || !c->complete || c->n_values > MAX_OUTCOMES)
        return false;
    return bind_is_called(c, &words_bind_outcome) ||
           term_list_ends(&words_bind_outcome_ending_chinese, c->name);
}

/* Words of the question, folded and with nothing between, of one script. */
static bool is_said(const struct binder *b, const struct rate *r,
                    struct str name)
{
    const struct words *w = &b->l->words;
    const struct word *first = &w->word[r->from];
    const struct word *last = &w->word[r->to - 1];
    struct str said = {first->raw.p,
                       last->offset + last->raw.n - first->offset};
    size_t i;

    if (str_eq_nocase(said, name))
        return true;
    for (i = 0; i < words_bind_flag_sign.n; i++) {
        if (str_starts(name, str_from(words_bind_flag_sign.word[i])) &&
            str_eq(said, str_slice(name, strlen(words_bind_flag_sign.word[i]),
                                   name.n)))
            return true;
    }
    return false;
}

/* Is a word of the column's name of the root that was said? */
static bool names(const struct binder *b, const struct rate *r,
                  const struct schema_column *c)
{
    struct str said = b->l->words.word[r->to - 1].fold;
    size_t i;

    if (b->l->words.word[r->from].kind == WORD_CJK)
        return is_said(b, r, c->name);
    for (i = 0; r->to == r->from + 1 && i < c->words.n; i++) {
        if (bind_is_root(said, c->words.word[i].fold))
            return true;
    }
    return false;
}

/* As names() for a value: all of it, or its root where it is one word. */
static bool is_value(const struct binder *b, const struct rate *r,
                     struct str value)
{
    const struct word *first = &b->l->words.word[r->from];

    if (is_said(b, r, value))
        return true;
    return first->kind != WORD_CJK && r->to == r->from + 1 &&
           first->fold.n > EVENT_ROOT && value.n > EVENT_ROOT &&
           str_find_char(value, ' ') == value.n &&
           str_eq_nocase(str_slice(first->raw, 0, EVENT_ROOT + 1),
                         str_slice(value, 0, EVENT_ROOT + 1));
}

static enum err look_at_column(struct binder *b, const struct schema_column *c,
                               struct rate *r, struct error *e)
{
    struct spec_filter flag;
    size_t i;

    if (names(b, r, c)) {
        if (bind_truth_of(b, c, &flag, e))
            return e->code;
        if (flag.n) {
            r->filter = flag;
            r->found++;
            return OK;
        }
    }
    for (i = 0; bind_is_outcome(c) && i < c->n_values; i++) {
        if (!is_value(b, r, c->values[i]))
            continue;
        r->filter = (struct spec_filter){.column = c->name, .op = FILTER_EQ};
        r->found++;
        if (bind_values(b, &r->filter, &c->values[i], 1, e))
            return e->code;
    }
    return OK;
}

static enum err look_at_words(struct binder *b, size_t from, size_t to,
                              struct rate *r, struct error *e)
{
    size_t i;

    *r = (struct rate){.from = from, .to = to};
    for (i = 0; i < b->t->n_columns; i++) {
        if (look_at_column(b, &b->t->columns[i], r, e))
            return e->code;
    }
    return OK;
}

/* The words before "rate" and 率, or after "tasa de". */
static enum err find_rate(struct binder *b, const struct link *l,
                          struct rate *r, struct error *e)
{
    const struct words *w = &b->l->words;
    bool han = w->word[l->from].kind == WORD_CJK;
    size_t n = han ? LONGEST_HAN : 2;
    size_t least = han ? SHORTEST_HAN : 1;

    *r = (struct rate){0};
    if (l->entry->param)
        return l->to < w->n ? look_at_words(b, l->to, l->to + 1, r, e) : OK;
    for (; n >= least && !r->found; n--) {
        if (l->from >= n && look_at_words(b, l->from - n, l->from, r, e))
            return e->code;
    }
    return OK;
}

/* "Scrap rate" where both are counted: one column in place of the words. */
static enum err put_figures(struct binder *b, size_t at, struct error *e)
{
    const struct link said = *bind_at(b, at);
    bool han = b->l->words.word[said.from].kind == WORD_CJK;
    struct bind_rate_words w = {said.to, said.to + 1};
    struct bind_making m = {.formula = ""};
    const struct schema_column *c;
    size_t n = han ? LONGEST_HAN : 1;
    size_t i;

    if (said.entry->param && said.to < b->l->words.n)
        bind_rate_figures(b, &w, &m);
    for (; !said.entry->param && n >= (han ? SHORTEST_HAN : 1) && !m.of[0];
         n--) {
        if (said.from < n)
            continue;
        w = (struct bind_rate_words){said.from - n, said.from};
        bind_rate_figures(b, &w, &m);
    }
    if (!m.of[0])
        return OK; /* the word is left, and the question needs clarification */
    if (bind_make(b, &m, &c, e) || !c)
        return e->code;
    for (i = b->l->n; i-- > 0;) {
        const struct link *l = bind_at(b, i);

        if (i != at && !bind_is(l, CONCEPT_SHARE) &&
            !(l->from < w.to && w.from < l->to))
            continue;
        bind_drop_link(b, i);
        at -= i < at;
    }
    bind_put_derived(b, at, w.from < said.from ? w.from : said.from,
                     w.to > said.to ? w.to : said.to, c);
    return OK;
}

enum err bind_rates(struct binder *b, struct error *e)
{
    struct rate r;
    size_t at;
    size_t i;

    for (at = 0; at < b->l->n && !bind_is(bind_at(b, at), CONCEPT_RATE);)
        at++;
    if (at == b->l->n)
        return OK;
    if (find_rate(b, bind_at(b, at), &r, e))
        return e->code;
    if (r.found == 0)
        return put_figures(b, at, e);
    if (r.found != 1)
        return OK; /* the word is left, and the question needs clarification */
    b->rate = r.filter;
    b->rate.part = true;
    for (i = b->l->n; i-- > 0;) {
        const struct link *l = bind_at(b, i);

        if (i == at || bind_is(l, CONCEPT_SHARE) ||
            (l->from < r.to && r.from < l->to))
            bind_drop_link(b, i);
    }
    b->roles.share = true;
    return OK;
}

enum err bind_compose_rate(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    struct roles *r = &b->roles;
    struct spec_filter *f;
    size_t kept = 0;
    size_t i;

    for (i = 0; i < r->n_targets; i++) {
        if (!bind_is_key(b, r->targets[i]))
            r->targets[kept++] = r->targets[i];
    }
    r->n_targets = kept;
    if ((r->ordered ? kept + r->n_groups != 1 || r->best_or_worst || s->place
                    : kept || s->limit) ||
        r->n_numbers || s->has_having || r->n_measures > 1 ||
        (r->n_measures && r->measures[0].agg != AGG_COUNT)) {
        bind_ask(b, ASK_PART_OR_GROUP, (struct str){0}, (struct str){0},
                 (struct str){0});
        return OK;
    }
    s->share = true;
    bind_add_measure(s, AGG_COUNT, (struct str){0});
    bind_put_groups(b, r->ordered);
    if (r->ordered) { /* the country with the highest no-show rate */
        bind_drop_empty(b);
        s->order = ORDER_MEASURE;
        s->descending = r->descending;
        s->limit = s->limit || r->sorted ? s->limit : 1;
    }
    f = bind_new_filter(b);
    if (f)
        *f = b->rate;
    return OK;
}
