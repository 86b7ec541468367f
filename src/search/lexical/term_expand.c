/*
 * The keys of all segments that begin with the prefix are gone through in
 * their order, equal ones together, and the best so far are kept. What is
 * deleted is only counted for a key that could be among them: without the
 * deletions its df would be at least as high. So few lists are read, and the
 * answer is that of an index without anything deleted.
 *
 * A misspelt word is looked for among the keys that begin with its first letter,
 * which hardly anybody gets wrong: a twentieth of the dictionary.
 */
#include "search/lexical/term_expand.h"

#include "base/text/distance.h"
#include "search/lexical/postings.h"

#include <string.h>

/* A word of so many bytes may have one wrong, or two. */
#define SPELL_MIN_BYTES 5
#define SPELL_TWO_BYTES 9
#define SPELL_MAX       8 /* words that one may be meant for */
#define WEIGHT_MISSPELT 0.8

struct expansion {
    char *bytes; /* MAX_KEY_BYTES */
    size_t n;
    uint64_t df;
    unsigned distance; /* from a misspelt word; 0 of a prefix */
};

struct expander {
    const struct search_view *view;
    struct dict_cursor *cursor; /* one a segment */
    bool *has;                  /* the cursor is at a key with the prefix */
    struct arena *a;
    struct str prefix;
    struct str misspelt;     /* empty: any key with the prefix will do */
    unsigned limit;          /* of the distance from it */
    char key[MAX_KEY_BYTES]; /* the one that is looked at */
    size_t key_n;
    struct expansion best[EXPAND_MAX]; /* best[0..n), best first */
    size_t n;
};

enum err expand_live_df(const struct search_segment *s,
                        const struct posting_list *list, uint64_t *df,
                        struct error *e)
{
    struct postings p;

    *df = list->df;
    if (!s->deleted)
        return OK;
    if (postings_open(&p, s->segment, list, e))
        return e->code;
    for (uint32_t b = 0; b < p.n_blocks; b++) {
        if (postings_load(&p, b, e))
            return e->code;
        for (uint32_t i = 0; i < p.n; i++)
            *df -= s->deleted[p.doc[i] / 64] >> p.doc[i] % 64 & 1;
    }
    return OK;
}

static struct str key_at(const struct expander *x, size_t segment)
{
    return (struct str){x->cursor[segment].key, x->cursor[segment].key_n};
}

static bool stands_at_key(const struct expander *x, size_t segment)
{
    return x->has[segment] &&
           str_eq(key_at(x, segment), (struct str){x->key, x->key_n});
}

/* What the df of a key must exceed to be among the best: they come in their
 * order, so of equal ones the first stays. */
static uint64_t least(const struct expander *x, unsigned distance)
{
    const struct expansion *worst = &x->best[EXPAND_MAX - 1];

    if (x->n < EXPAND_MAX || worst->distance > distance)
        return 0;
    return worst->distance == distance ? worst->df : UINT64_MAX;
}

static bool is_better(unsigned distance, uint64_t df, const struct expansion *o)
{
    return distance != o->distance ? distance < o->distance : df > o->df;
}

/* The key that is looked at is one of the best. */
static enum err take(struct expander *x, uint64_t df, unsigned distance,
                     struct error *e)
{
    size_t at = x->n < EXPAND_MAX ? x->n : EXPAND_MAX - 1;
    char *bytes = x->best[at].bytes;

    if (!bytes)
        bytes = arena_alloc(x->a, MAX_KEY_BYTES, e);
    if (!bytes)
        return e->code;
    memcpy(bytes, x->key, x->key_n);
    x->n = at + 1;
    for (; at && is_better(distance, df, &x->best[at - 1]); at--)
        x->best[at] = x->best[at - 1];
    x->best[at] = (struct expansion){bytes, x->key_n, df, distance};
    return OK;
}

static enum err look_at_key(struct expander *x, struct error *e)
{
    uint64_t most = 0;
    uint64_t live = 0;
    unsigned distance = 0;

    if (x->misspelt.n)
        distance = text_distance((struct str){x->key + 1, x->key_n - 1},
                                 x->misspelt, x->limit);
    for (size_t i = 0; i < x->view->n; i++)
        most += stands_at_key(x, i) ? x->cursor[i].list.df : 0;
    if (distance > x->limit || most <= least(x, distance))
        return OK;
    for (size_t i = 0; i < x->view->n; i++) {
        uint64_t df = 0;

        if (stands_at_key(x, i) &&
            expand_live_df(&x->view->at[i], &x->cursor[i].list, &df, e))
            return e->code;
        live += df;
    }
    return live > least(x, distance) ? take(x, live, distance, e) : OK;
}

/* The segments that are at the key go to their next. */
static enum err leave_key(struct expander *x, struct error *e)
{
    for (size_t i = 0; i < x->view->n; i++) {
        if (!stands_at_key(x, i))
            continue;
        if (dict_next(&x->cursor[i], &x->has[i], e))
            return e->code;
        x->has[i] = x->has[i] && str_starts(key_at(x, i), x->prefix);
    }
    return OK;
}

/* Copy the least key that a segment is at; false when none does. */
static bool find_key(struct expander *x)
{
    size_t first = x->view->n;

    for (size_t i = 0; i < x->view->n; i++) {
        if (x->has[i] && (first == x->view->n ||
                          str_cmp(key_at(x, i), key_at(x, first)) < 0))
            first = i;
    }
    if (first == x->view->n)
        return false;
    x->key_n = x->cursor[first].key_n;
    memcpy(x->key, x->cursor[first].key, x->key_n);
    return true;
}

/* The keys of one space. */
static enum err expand_in(struct expander *x, struct error *e)
{
    for (size_t i = 0; i < x->view->n; i++) {
        if (dict_seek(&x->cursor[i], x->view->at[i].segment, x->prefix,
                      &x->has[i], e))
            return e->code;
        x->has[i] = x->has[i] && str_starts(key_at(x, i), x->prefix);
    }
    while (find_key(x)) {
        if (look_at_key(x, e) || leave_key(x, e))
            return e->code;
    }
    return OK;
}

/* The best keys of both spaces. */
static enum err expand_text(struct expander *x, struct str prefix,
                            struct error *e)
{
    static const char spaces[] = {KEY_STEM, KEY_EXACT}; /* ascending */

    x->n = 0;
    memset(x->best, 0, sizeof(x->best));
    for (size_t i = 0; i < sizeof(spaces); i++) {
        if (str_printf(x->a, &x->prefix, e, "%c%.*s", spaces[i],
                       STR_FMT(prefix)) ||
            expand_in(x, e))
            return e->code;
    }
    return OK;
}

static enum err expand_prefix(struct expander *x, struct str text,
                              uint32_t group, struct plan *p, struct error *e)
{
    if (expand_text(x, text, e))
        return e->code;
    for (size_t i = 0; i < x->n; i++) {
        const struct plan_list list = {.key = {x->best[i].bytes, x->best[i].n},
                                       .weight = 1,
                                       .group = group};

        if (!plan_add_list(p, &list))
            return OK;
    }
    return OK;
}

static struct expander *expander_new(const struct search_view *v,
                                     struct arena *a, struct error *e)
{
    struct expander *x = arena_alloc(a, sizeof(*x), e);

    if (!x)
        return NULL;
    x->view = v;
    x->a = a;
    x->cursor = arena_alloc_array(a, v->n + 1, sizeof(*x->cursor), e);
    x->has = arena_alloc_array(a, v->n + 1, sizeof(*x->has), e);
    return x->cursor && x->has ? x : NULL;
}

enum err expand_prefixes(const struct search_view *v, struct plan *p,
                         struct arena *a, struct error *e)
{
    struct expander *x;

    for (size_t i = 0; i < p->n_lists; i++) { /* of an earlier search */
        if (p->list[i].group)
            return OK;
    }
    if (!p->n_prefixes)
        return OK;
    x = expander_new(v, a, e);
    if (!x)
        return e->code;
    for (size_t i = 0; i < p->n_prefixes && p->n_lists < BM25_MAX_LISTS; i++) {
        if (p->prefix[i].occur != QUERY_MUST_NOT &&
            expand_prefix(x, p->prefix[i].text, (uint32_t)i + 1, p, e))
            return e->code;
    }
    return OK;
}

/* Does no passage have the word, in any of its stems? */
static bool is_unknown(const struct plan *p, uint32_t word)
{
    for (size_t i = 0; i < p->n_lists; i++) {
        if (p->list[i].word == word && p->list[i].df > 0)
            return false;
    }
    return true;
}

/* May it be misspelt, and by how many edits? Digits tell names apart. */
static unsigned edits_of(struct str text)
{
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] >= '0' && text.p[i] <= '9')
            return 0;
    }
    return text.n < SPELL_MIN_BYTES ? 0 : text.n < SPELL_TWO_BYTES ? 1 : 2;
}

/* The nearest words that passages have take the word's place in the plan. */
static enum err replace(struct expander *x, struct plan *p, uint32_t word,
                        struct str text, struct error *e)
{
    const uint32_t group = (uint32_t)p->n_prefixes + word;

    x->misspelt = text;
    x->limit = edits_of(text);
    if (expand_text(x, str_slice(text, 0, 1), e))
        return e->code;
    for (size_t i = 0; x->n && i < p->n_lists; i++) {
        if (p->list[i].word == word)
            p->list[i].weight = 0;
    }
    for (size_t i = 0; i < x->n && i < SPELL_MAX; i++) {
        const struct plan_list list = {.key = {x->best[i].bytes, x->best[i].n},
                                       .weight = WEIGHT_MISSPELT,
                                       .group = group,
                                       .word = word,
                                       .token = word};

        if (x->best[i].distance > x->best[0].distance ||
            !plan_add_list(p, &list))
            return OK;
    }
    return OK;
}

enum err expand_misspelt(const struct search_view *v, struct plan *p,
                         struct arena *a, bool *changed, struct error *e)
{
    const size_t n = p->n_lists;
    struct expander *x = NULL;
    uint32_t before = 0;

    *changed = false;
    for (size_t i = 0; i < n; i++) { /* of an earlier search */
        if (p->list[i].word && p->list[i].group)
            return OK;
    }
    for (size_t i = 0; i < n; i++) {
        const struct plan_list l = p->list[i];

        if (!l.word || l.word == before || l.weight < WEIGHT_MISSPELT ||
            !edits_of(l.text) || !is_unknown(p, l.word))
            continue;
        before = l.word;
        if (!x)
            x = expander_new(v, a, e);
        if (!x || replace(x, p, l.word, l.text, e))
            return e->code;
    }
    *changed = p->n_lists > n;
    return OK;
}
