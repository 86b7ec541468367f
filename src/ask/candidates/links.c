#include "ask/candidates/links.h"

#include <stdlib.h>
#include <string.h>

#define MAX_COLUMN_LINKS 48 /* of one column, before the best are kept */
#define MAX_VALUE_WORDS  40 /* longer texts are prose, no names */
#define MIN_PREFIX       5  /* letters: "nationality" is near "nation" */
#define HALF             0.5

/* Links of one column, as they are found. */
struct finder {
    const struct grid *g;
    const struct question *q;
    struct arena *a;
    uint32_t column;
    struct value_link *link; /* link[n], room for MAX_COLUMN_LINKS */
    size_t n;
};

static size_t common_prefix(struct str a, struct str b)
{
    size_t n = 0;

    while (n < a.n && n < b.n && a.p[n] == b.p[n])
        n++;
    return n;
}

/* Forms of one word, or words that begin alike to their last two letters. */
static bool are_related(const struct lexemes *l, uint32_t a, uint32_t b)
{
    struct str x = lexeme_at(l, lexeme_at(l, a)->stem)->text;
    struct str y = lexeme_at(l, lexeme_at(l, b)->stem)->text;
    size_t shorter = x.n < y.n ? x.n : y.n;
    size_t needed = shorter > MIN_PREFIX + 2 ? shorter - 2 : MIN_PREFIX;

    return lexeme_alike(l, a, b) ||
           (shorter >= MIN_PREFIX && common_prefix(x, y) >= needed);
}

static uint32_t find_related(const struct lexemes *l, const struct question *q,
                             uint32_t word)
{
    for (uint32_t i = 0; i < q->n; i++) {
        if (are_related(l, q->word[i], word))
            return i;
    }
    return QUESTION_NONE;
}

static bool is_stop(const struct lexemes *l, uint32_t word)
{
    return (lexeme_at(l, word)->flags & LEXEME_STOP) != 0;
}

/* How much of its name is said; a name of stop words only counts whole. */
static void link_column(const struct grid *g, const struct question *q,
                        const struct grid_column *c, struct column_link *out)
{
    uint32_t contents = 0, all = 0, hit = 0;

    *out = (struct column_link){.at = QUESTION_NONE};
    for (uint32_t i = 0; i < c->n_words; i++)
        contents += !is_stop(g->words, c->word[i]);
    for (uint32_t i = 0; i < c->n_words; i++) {
        uint32_t at;

        if (contents && is_stop(g->words, c->word[i]))
            continue;
        all++;
        at = find_related(g->words, q, c->word[i]);
        if (at == QUESTION_NONE)
            continue;
        hit++;
        word_set_add(&out->words, at);
        if (at < out->at)
            out->at = at;
    }
    out->score = all ? (double)hit / all : 0;
}

/* One more value that has the words [from, to). */
static enum err add_value(struct finder *f, uint32_t from, uint32_t to,
                          bool whole, uint32_t value, struct error *e)
{
    struct value_link *l = f->link;
    const struct grid_column *c = &f->g->column[f->column];

    while (l < f->link + f->n &&
           (l->from != from || l->to != to || l->whole != whole))
        l++;
    if (l == f->link + MAX_COLUMN_LINKS)
        return OK;
    if (l == f->link + f->n) {
        *l = (struct value_link){.column = f->column, .from = from, .to = to};
        l->whole = whole;
        l->values = arena_alloc_array(f->a, c->n_values, sizeof(*l->values), e);
        if (!l->values)
            return e->code;
        f->n++;
    }
    if (l->n_values == 0 || l->values[l->n_values - 1] != value)
        l->values[l->n_values++] = value;
    return OK;
}

/* The words [from, to) of the question are in a value of `n` words. */
static enum err add_run(struct finder *f, uint32_t from, uint32_t to,
                        uint32_t n, uint32_t value, struct error *e)
{
    const struct lexemes *l = f->g->words;
    bool whole = to - from == n;

    while (!whole && from < to && is_stop(l, f->q->word[from]))
        from++;
    while (!whole && from < to && is_stop(l, f->q->word[to - 1]))
        to--;
    if (from == to || (!whole && to - from == 1 &&
                       lexeme_at(l, f->q->word[from])->text.n < 2))
        return OK;
    return add_value(f, from, to, whole, value, e);
}

/* Every longest run of words that a value shares with the question. */
static enum err link_value(struct finder *f, uint32_t value, struct error *e)
{
    const struct lexemes *l = f->g->words;
    const struct grid_value *v = &f->g->column[f->column].value[value];
    const uint32_t *w = f->q->word;

    if (v->n_words > MAX_VALUE_WORDS)
        return OK;
    for (uint32_t i = 0; i < v->n_words; i++) {
        for (uint32_t k = 0; k < f->q->n; k++) {
            uint32_t n = 0;

            if (!lexeme_alike(l, v->word[i], w[k]) ||
                (i > 0 && k > 0 && lexeme_alike(l, v->word[i - 1], w[k - 1])))
                continue;
            while (i + n < v->n_words && k + n < f->q->n &&
                   lexeme_alike(l, v->word[i + n], w[k + n]))
                n++;
            if (add_run(f, k, k + n, v->n_words, value, e))
                return e->code;
        }
    }
    return OK;
}

/* The rows of a link: those of its values. */
static void find_rows(const struct grid *g, struct value_link *l, bool *has)
{
    const struct grid_column *c = &g->column[l->column];

    memset(has, 0, c->n_values * sizeof(*has));
    for (uint32_t i = 0; i < l->n_values; i++)
        has[l->values[i]] = true;
    for (uint32_t row = 0; row < g->n_rows; row++) {
        if (c->cell[row] != GRID_NULL && has[c->cell[row]])
            rows_add(&l->rows, row);
    }
}

/* "germany" is a part of "west germany" and a value: the part means both. */
static void join_whole(struct finder *f)
{
    for (size_t i = 0; i < f->n; i++) {
        struct value_link *part = &f->link[i];

        for (size_t k = 0; k < f->n && !part->whole; k++) {
            const struct value_link *w = &f->link[k];

            if (!w->whole || w->from != part->from || w->to != part->to)
                continue;
            for (uint32_t v = 0; v < w->n_values; v++)
                part->values[part->n_values++] = w->values[v];
        }
    }
}

/* Words inside longer ones that were found in the same column say less. */
static bool is_covered(const struct finder *f, const struct value_link *l)
{
    for (size_t i = 0; i < f->n; i++) {
        const struct value_link *w = &f->link[i];

        if (w->from <= l->from && w->to >= l->to &&
            w->to - w->from > l->to - l->from && (w->whole || !l->whole))
            return true;
    }
    return false;
}

/* Better ones first: whole values, more words, fewer rows. */
static int compare_links(const void *a, const void *b)
{
    const struct value_link *x = a;
    const struct value_link *y = b;
    int32_t weight = (int32_t)(2 * y->whole + y->to - y->from) -
                     (int32_t)(2 * x->whole + x->to - x->from);

    if (weight)
        return weight;
    if (x->rows.n != y->rows.n)
        return x->rows.n < y->rows.n ? -1 : 1;
    if (x->column != y->column)
        return x->column < y->column ? -1 : 1;
    return x->from != y->from ? (x->from < y->from ? -1 : 1)
                              : (int)x->to - (int)y->to;
}

/* Keep a link among the best ones. */
static void keep(struct grid_links *out, const struct value_link *l)
{
    size_t at = out->n_values;

    while (at > 0 && compare_links(l, &out->value[at - 1]) < 0)
        at--;
    if (at == LINKS_MAX_VALUES)
        return;
    if (out->n_values < LINKS_MAX_VALUES)
        out->n_values++;
    memmove(&out->value[at + 1], &out->value[at],
            (out->n_values - at - 1) * sizeof(*l));
    out->value[at] = *l;
}

static enum err link_values(struct finder *f, bool *has, struct grid_links *out,
                            struct error *e)
{
    f->n = 0;
    for (uint32_t v = 0; v < f->g->column[f->column].n_values; v++) {
        if (link_value(f, v, e))
            return e->code;
    }
    join_whole(f);
    for (size_t i = 0; i < f->n; i++)
        find_rows(f->g, &f->link[i], has);
    for (size_t i = 0; i < f->n; i++) {
        if (!is_covered(f, &f->link[i]))
            keep(out, &f->link[i]);
    }
    return OK;
}

static void find_linked(const struct grid *g, const struct question *q,
                        struct grid_links *out)
{
    for (size_t i = 0; i < out->n_values; i++)
        out->linked = word_set_or(
            out->linked, word_set_range(out->value[i].from, out->value[i].to));
    for (uint32_t i = 0; i < g->n_columns; i++) {
        if (out->column[i].score >= HALF)
            out->linked = word_set_or(out->linked, out->column[i].words);
    }
    for (size_t i = 0; i < q->n_numbers; i++) {
        if (!q->number[i].is_word)
            word_set_add(&out->linked, q->number[i].at);
    }
}

enum err links_find(const struct grid *g, const struct question *q,
                    struct arena *a, struct grid_links *out, struct error *e)
{
    struct finder f = {.g = g, .q = q, .a = a};
    bool *has = arena_alloc_array(a, g->n_rows + 1, sizeof(*has), e);

    *out = (struct grid_links){0};
    if (!has)
        return e->code;
    out->column = arena_alloc_array(a, g->n_columns, sizeof(*out->column), e);
    if (!out->column)
        return e->code;
    f.link = arena_alloc_array(a, MAX_COLUMN_LINKS, sizeof(*f.link), e);
    if (!f.link)
        return e->code;
    for (; f.column < g->n_columns; f.column++) {
        link_column(g, q, &g->column[f.column], &out->column[f.column]);
        if (link_values(&f, has, out, e))
            return e->code;
    }
    find_linked(g, q, out);
    return OK;
}
