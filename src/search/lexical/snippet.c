/*
 * Every word of the passage that the query asks for is a match with a value:
 * the weight of its key in the plan over how frequent it is. Two marks run
 * over the matches; a key counts once in a window, so that three different
 * words beat one word three times.
 */
#include "search/lexical/snippet.h"

#include <math.h>

struct match {
    size_t from;
    size_t to;
    size_t list; /* of the plan */
};

struct finder {
    const struct plan *plan;
    struct match *match; /* match[0..n) */
    size_t n;
    unsigned *inside; /* how often each list is in the window */
    double value;     /* of the window */
};

/* What a key is worth: rare ones more. */
static double value_of(const struct plan *p, size_t list)
{
    return p->list[list].weight / log(2 + (double)p->list[list].df);
}

/* The best list of the plan that one of the keys is in; n_lists: none. */
static size_t find_list(const struct plan *p, const struct keys *k, size_t *key)
{
    size_t best = p->n_lists;

    for (size_t i = 0; i < k->n; i++) {
        for (size_t l = 0; l < p->n_lists; l++) {
            if (!str_eq(p->list[l].key, k->key[i].bytes) ||
                (best < p->n_lists && value_of(p, l) <= value_of(p, best)))
                continue;
            best = l;
            *key = i;
        }
    }
    return best;
}

static enum err find_matches(struct finder *f, struct str text,
                             struct analyzer *z, struct arena *a,
                             struct error *e)
{
    struct token_scanner s = {str_slice(text, 0, SNIPPET_MAX_TEXT), 0};
    struct keys *keys = arena_alloc(a, sizeof(*keys), e);
    struct token t;

    f->match = arena_alloc_array(a, s.text.n + 1, sizeof(*f->match), e);
    if (!keys || !f->match)
        return e->code;
    while (token_next(&s, &t)) {
        size_t key = 0;
        size_t list;
        size_t len = t.raw.n;

        if (analyzer_keys(z, &t, LANG_ANY, keys, e))
            return e->code;
        list = find_list(f->plan, keys, &key);
        if (list == f->plan->n_lists)
            continue;
        if (keys->key[key].role == ROLE_PAIR)
            len = t.pair_n;
        f->match[f->n++] = (struct match){t.offset, t.offset + len, list};
    }
    return OK;
}

static void enter(struct finder *f, size_t i)
{
    size_t list = f->match[i].list;

    if (f->inside[list]++ == 0)
        f->value += value_of(f->plan, list);
}

static void leave(struct finder *f, size_t i)
{
    size_t list = f->match[i].list;

    if (--f->inside[list] == 0)
        f->value -= value_of(f->plan, list);
}

/* The matches [*first, *last) of the best window. */
static void best_window(struct finder *f, size_t max_bytes, size_t *first,
                        size_t *last)
{
    double best = 0;
    size_t from = 0;

    *first = *last = 0;
    for (size_t to = 0; to < f->n; to++) {
        enter(f, to);
        while (from < to && f->match[to].to - f->match[from].from > max_bytes)
            leave(f, from++);
        if (f->value > best + 1e-9) {
            best = f->value;
            *first = from;
            *last = to + 1;
        }
    }
}

static bool is_line_end_between(struct str text, const struct match *a,
                                const struct match *b)
{
    struct str between = str_slice(text, a->to, b->from);

    return str_find_char(between, '\n') < between.n;
}

/* Where the first match of the best line is; 0 without any. */
static size_t best_line(struct finder *f, struct str text)
{
    double best = 0;
    size_t from = 0;
    size_t line = 0;

    for (size_t i = 0; i < f->n; i++) {
        if (i > 0 && is_line_end_between(text, &f->match[i - 1], &f->match[i]))
            while (from < i)
                leave(f, from++);
        enter(f, i);
        if (f->value > best + 1e-9) {
            best = f->value;
            line = f->match[from].from;
        }
    }
    while (from < f->n)
        leave(f, from++);
    f->value = 0;
    return line;
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool inside_char(struct str s, size_t at)
{
    return at < s.n && ((unsigned char)s.p[at] & 0xC0) == 0x80;
}

/* Fill the room around the matches, most of it after them; end at spaces,
 * or, where there are none, between characters. */
static void widen(struct str text, size_t max_bytes, struct snippet *out)
{
    size_t used = out->to - out->from;
    size_t room = max_bytes > used ? max_bytes - used : 0;
    size_t from = out->from > room / 3 ? out->from - room / 3 : 0;
    size_t to = text.n - from < max_bytes ? text.n : from + max_bytes;
    size_t at;

    for (at = from; from && at < out->from && !is_space(text.p[at - 1]); at++)
        ;
    from = at < out->from || (at && is_space(text.p[at - 1])) ? at : from;
    for (at = to; to < text.n && at > out->to && !is_space(text.p[at]); at--)
        ;
    to = at > out->to || (at < text.n && is_space(text.p[at])) ? at : to;
    while (inside_char(text, from))
        from++;
    while (inside_char(text, to))
        to--;
    out->from = from;
    out->to = to;
}

/* Matches that touch become one mark: the pairs of a Chinese word. */
static enum err add_marks(const struct finder *f, struct snippet *out,
                          struct arena *a, struct error *e)
{
    out->mark = arena_alloc_array(a, SNIPPET_MAX_MARKS, sizeof(*out->mark), e);
    if (!out->mark)
        return e->code;
    for (size_t i = 0; i < f->n && out->n < SNIPPET_MAX_MARKS; i++) {
        const struct match *m = &f->match[i];
        struct snippet_mark *last = &out->mark[out->n ? out->n - 1 : 0];

        if (m->from < out->from || m->to > out->to)
            continue;
        if (out->n && m->from <= last->to)
            last->to = m->to > last->to ? m->to : last->to;
        else
            out->mark[out->n++] = (struct snippet_mark){m->from, m->to};
    }
    return OK;
}

enum err snippet_make(const struct snippet_request *r, struct analyzer *z,
                      struct arena *a, struct snippet *out, struct error *e)
{
    struct finder f = {.plan = r->plan};
    size_t first;
    size_t last;

    *out = (struct snippet){0};
    f.inside = arena_alloc_array(a, r->plan->n_lists + 1, sizeof(*f.inside), e);
    if (!f.inside || find_matches(&f, r->text, z, a, e))
        return e->code;
    out->line = best_line(&f, r->text);
    best_window(&f, r->max_bytes, &first, &last);
    if (last > first) {
        out->from = f.match[first].from;
        out->to = f.match[last - 1].to;
        if (out->to - out->from > r->max_bytes) /* one word, longer than that */
            out->to = out->from + r->max_bytes;
    }
    widen(r->text, r->max_bytes, out);
    return add_marks(&f, out, a, e);
}
