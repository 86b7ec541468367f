/*
 * "Scrap rate", "tasa de rechazo", 退货率, where both are counted: a figure over
 * that of which it is a part. The part is the one column of numbers that is
 * called by the word; the whole is the one other column that counts the same
 * things: that shares the word that is left of the name (scrap_qty, made_qty;
 * 退货单数, 订单数), or says that it counts all. Where the other column has only
 * what was good, the whole is both together.
 */
#include "ask/bind/column_name.h"
#include "ask/bind/event.h"
#include "ask/bind/rate.h"
#include "ask/vocabulary/term_lists.h"

#include <string.h>

#define TWO_HAN ((size_t)6) /* bytes: 单数 of 退货单数 and 订单数 */

static bool is_han(const struct binder *b, const struct bind_rate_words *r)
{
    return b->l->words.word[r->from].kind == WORD_CJK;
}

/* What was said, as it stands in the question. */
static struct str said(const struct binder *b, const struct bind_rate_words *r)
{
    const struct word *first = &b->l->words.word[r->from];
    const struct word *last = &b->l->words.word[r->to - 1];

    return (struct str){first->raw.p,
                        last->offset + last->raw.n - first->offset};
}

static bool is_figure(const struct schema_column *c)
{
    return c->kind == COLUMN_NUMBER && !c->formula.n && !c->empty &&
           !link_is_flag(c) &&
           !(link_column_groups(c) & (GROUP_RATE | GROUP_YEAR | GROUP_AGE));
}

/* Which word of a name was said: its number from 1; 0 for none. */
static size_t word_said(const struct binder *b, const struct bind_rate_words *r,
                        const struct schema_column *c)
{
    const struct word *w = &b->l->words.word[r->to - 1];

    for (size_t i = 0; i < c->words.n; i++) {
        const struct word *has = &c->words.word[i];

        if (str_eq(w->stem, has->stem) || bind_is_root(w->fold, has->fold) ||
            link_is_short(has->fold, w->fold))
            return i + 1;
    }
    return 0;
}

/* The columns that the words name. */
static const struct schema_column *find_part(const struct binder *b,
                                             const struct bind_rate_words *r,
                                             size_t *n)
{
    const struct schema_column *only = NULL;

    *n = 0;
    for (size_t i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];
        bool named = is_han(b, r)
                         ? str_find(c->name, said(b, r)) < c->name.n
                         : r->to == r->from + 1 && word_said(b, r, c) > 0;

        if (!is_figure(c) || !named)
            continue;
        only = c;
        *n += 1;
    }
    return only;
}

/* The last bytes of a name, without what is in brackets. */
static struct str tail_of(struct str name, size_t bytes)
{
    size_t n = str_find(name, STR("("));

    if (n == name.n)
        n = str_find(name, STR("（"));
    return str_slice(name, n >= bytes ? n - bytes : 0, n);
}

/* Does the column count what the part counts some of? */
static bool counts_alike(const struct binder *b,
                         const struct bind_rate_words *r,
                         const struct schema_column *part,
                         const struct schema_column *c, size_t tail)
{
    size_t at;

    if (is_han(b, r))
        return str_eq(tail_of(part->name, tail), tail_of(c->name, tail));
    at = word_said(b, r, part);
    for (size_t i = 0; i < part->words.n; i++) {
        for (size_t k = 0; i + 1 != at && k < c->words.n; k++) {
            if (str_eq(part->words.word[i].stem, c->words.word[k].stem))
                return true;
        }
    }
    return part->words.n == 1 && bind_is_called(c, &words_bind_produced);
}

static bool may_be_larger(const struct schema_column *whole,
                          const struct schema_column *part)
{
    struct json most = {.type = JSON_NUMBER, .text = whole->max};
    struct json least = {.type = JSON_NUMBER, .text = part->max};

    return whole->max.n && part->max.n &&
           json_double(&most) >= json_double(&least);
}

static const struct schema_column *find_whole(const struct binder *b,
                                              const struct bind_rate_words *r,
                                              const struct schema_column *part,
                                              size_t tail)
{
    const struct schema_column *only = NULL;

    for (size_t i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (c == part || !is_figure(c) || c->owner != part->owner ||
            bind_is_money(c) != bind_is_money(part) ||
            !counts_alike(b, r, part, c, tail))
            continue;
        if (only)
            return NULL;
        only = c;
    }
    return only && may_be_larger(only, part) ? only : NULL;
}

/* Has the column only what passed: good_qty, 合格数? */
static bool is_rest(const struct schema_column *c)
{
    return bind_is_called(c, &words_bind_passed) ||
           str_find(c->name, STR("合格")) < c->name.n ||
           str_find(c->name, STR("良品")) < c->name.n;
}

void bind_rate_figures(const struct binder *b, const struct bind_rate_words *r,
                       struct bind_making *out)
{
    size_t n;
    const struct schema_column *part = find_part(b, r, &n);
    const struct schema_column *whole =
        n == 1 ? find_whole(b, r, part, TWO_HAN) : NULL;
    bool rest;

    *out = (struct bind_making){.formula = ""};
    if (n == 1 && !whole && is_han(b, r))
        whole = find_whole(b, r, part, TWO_HAN / 2);
    if (!whole)
        return;
    rest = is_rest(whole) && !is_rest(part);
    *out = (struct bind_making){
        .of = {part, whole},
        .aggregated = true,
        .formula = rest ? "100 * sum(\"$1\") / (sum(\"$1\") + sum(\"$2\"))"
                        : "100 * sum(\"$1\") / sum(\"$2\")",
        .name = rest ? "$1 / ($1 + $2) (%)" : "$1 / $2 (%)"};
}
