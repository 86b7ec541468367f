/*
 * Each condition becomes a set of passages; the sets are intersected. A phrase
 * is walked by its rarest place: the others are moved to the same passage, and
 * only then are positions read.
 */
#include "search/lexical/allow.h"

#include "search/lexical/filter.h"
#include "search/lexical/postings.h"

#include <string.h>

#define MAX_POSITIONS 65536

struct allow {
    const struct search_segment *s;
    struct arena *a;
    size_t words;  /* of a set */
    uint64_t *all; /* what is allowed so far */
    uint64_t *one; /* of the condition under way */
};

static void set_bit(uint64_t *set, uint32_t doc)
{
    set[doc / 64] |= UINT64_C(1) << doc % 64;
}

/* Everything but what is deleted or out of scope. */
static enum err allow_init(struct allow *w, const struct search_segment *s,
                           struct arena *a, struct error *e)
{
    uint32_t docs = segment_docs(s->segment);

    *w = (struct allow){.s = s, .a = a, .words = ((size_t)docs + 63) / 64};
    w->all = arena_alloc_array(a, w->words, sizeof(*w->all), e);
    w->one = arena_alloc_array(a, w->words, sizeof(*w->one), e);
    if (!w->all || !w->one)
        return e->code;
    for (size_t i = 0; i < w->words; i++) {
        w->all[i] = s->deleted ? ~s->deleted[i] : ~UINT64_C(0);
        w->all[i] &= s->among ? s->among[i] : ~UINT64_C(0);
    }
    return OK;
}

static void intersect(struct allow *w, bool excluded)
{
    for (size_t i = 0; i < w->words; i++)
        w->all[i] &= excluded ? ~w->one[i] : w->one[i];
    memset(w->one, 0, w->words * sizeof(*w->one));
}

/* Every passage of a posting list joins the set. */
static enum err add_list(struct allow *w, const struct posting_list *list,
                         struct error *e)
{
    struct postings p;

    if (postings_open(&p, w->s->segment, list, e))
        return e->code;
    for (uint32_t b = 0; b < p.n_blocks; b++) {
        if (postings_load(&p, b, e))
            return e->code;
        for (uint32_t i = 0; i < p.n; i++)
            set_bit(w->one, p.doc[i]);
    }
    return OK;
}

/* Every key that begins with `from` and, after it, holds `part`. */
static enum err add_range(struct allow *w, struct str from, struct str part,
                          struct error *e)
{
    struct dict_cursor c;
    bool found;

    if (dict_seek(&c, w->s->segment, from, &found, e))
        return e->code;
    while (found) {
        struct str key = {c.key, c.key_n};
        struct str rest = str_slice(key, from.n, key.n);

        if (!str_starts(key, from))
            return OK;
        if ((part.n == 0 || str_find(rest, part) < rest.n) &&
            add_list(w, &c.list, e))
            return e->code;
        if (dict_next(&c, &found, e))
            return e->code;
    }
    return OK;
}

static enum err apply_filter(struct allow *w, const struct query_filter *f,
                             struct error *e)
{
    char bytes[MAX_KEY_BYTES];
    struct posting_list list;
    bool found = false;
    enum err rc;

    if (f->is_part) {
        struct str key = filter_key(f->key, (struct str){0}, bytes);

        rc = key.n ? add_range(w, key, f->value, e) : OK;
    } else {
        rc = filter_find(w->s->segment, f->key, f->value, &found, &list, e);
        if (found)
            rc = add_list(w, &list, e);
    }
    intersect(w, false);
    return rc;
}

static enum err apply_prefix(struct allow *w, const struct plan_prefix *p,
                             struct error *e)
{
    static const char spaces[] = {KEY_STEM, KEY_EXACT};
    char *bytes = arena_alloc(w->a, p->text.n + 1, e);

    if (!bytes)
        return e->code;
    memcpy(bytes + 1, p->text.p, p->text.n);
    for (size_t i = 0; i < sizeof(spaces); i++) {
        bytes[0] = spaces[i];
        if (add_range(w, (struct str){bytes, p->text.n + 1}, (struct str){0},
                      e))
            return e->code;
    }
    intersect(w, p->occur == QUERY_MUST_NOT);
    return OK;
}

/* A place of a phrase in this segment. */
struct place {
    struct postings alt[PLAN_MAX_ALTS];
    size_t n;
    uint64_t df;
    uint32_t delta;
    uint32_t *position; /* in the current passage, ascending if n == 1 */
    size_t n_positions;
};

static enum err open_place(struct allow *w, const struct plan_slot *slot,
                           struct place *p, struct error *e)
{
    p->delta = slot->delta;
    for (size_t i = 0; i < slot->n; i++) {
        struct posting_list list;
        bool found;

        if (segment_find(w->s->segment, slot->alt[i], &found, &list, e))
            return e->code;
        if (!found)
            continue;
        if (postings_open(&p->alt[p->n], w->s->segment, &list, e))
            return e->code;
        p->df += list.df;
        p->n++;
    }
    return OK;
}

/* The first passage not below `doc` in any alternative. */
static enum err place_seek(struct place *p, uint32_t doc, uint32_t *out,
                           struct error *e)
{
    *out = NO_DOC;
    for (size_t i = 0; i < p->n; i++) {
        uint32_t at;

        if (postings_seek(&p->alt[i], doc, &at, e))
            return e->code;
        *out = at < *out ? at : *out;
    }
    return OK;
}

static enum err place_positions(struct place *p, uint32_t doc, struct arena *a,
                                struct error *e)
{
    p->n_positions = 0;
    if (!p->position)
        p->position =
            arena_alloc_array(a, MAX_POSITIONS, sizeof(*p->position), e);
    if (!p->position)
        return e->code;
    for (size_t i = 0; i < p->n; i++) {
        struct postings *l = &p->alt[i];
        size_t n;

        if (l->block == NO_DOC || l->at >= l->n || l->doc[l->at] != doc)
            continue;
        if (postings_positions(l, p->position + p->n_positions,
                               MAX_POSITIONS - p->n_positions, &n, e))
            return e->code;
        p->n_positions += n;
    }
    return OK;
}

static bool stands_at(const struct place *p, uint32_t position)
{
    for (size_t i = 0; i < p->n_positions; i++) {
        if (p->position[i] == position)
            return true;
    }
    return false;
}

/* Do the places occur in a row somewhere in the passage they are all at? */
static enum err in_a_row(struct place *p, size_t n, uint32_t doc,
                         struct arena *a, bool *yes, struct error *e)
{
    *yes = n == 1;
    for (size_t i = 0; !*yes && i < n; i++) {
        if (place_positions(&p[i], doc, a, e))
            return e->code;
    }
    for (size_t k = 0; !*yes && k < p[0].n_positions; k++) {
        uint32_t from = p[0].position[k] - p[0].delta;

        *yes = true;
        for (size_t i = 1; *yes && i < n; i++)
            *yes = stands_at(&p[i], from + p[i].delta);
    }
    return OK;
}

/* All places at the same passage, from `doc` on; *doc is it or NO_DOC. */
static enum err meet(struct place *p, size_t n, size_t first, uint32_t *doc,
                     struct error *e)
{
    size_t agree = 0;
    size_t i = first;

    while (agree < n) {
        uint32_t at;

        if (place_seek(&p[i], *doc, &at, e))
            return e->code;
        agree = at == *doc ? agree + 1 : 1;
        *doc = at;
        if (at == NO_DOC)
            return OK;
        i = (i + 1) % n;
    }
    return OK;
}

static enum err match_phrase(struct allow *w, struct place *p, size_t n,
                             struct error *e)
{
    size_t rarest = 0;
    uint32_t doc = 0;

    for (size_t i = 0; i < n; i++) {
        if (p[i].n == 0)
            return OK;
        rarest = p[i].df < p[rarest].df ? i : rarest;
    }
    for (;; doc++) {
        bool yes;

        if (meet(p, n, rarest, &doc, e))
            return e->code;
        if (doc == NO_DOC)
            return OK;
        if (in_a_row(p, n, doc, w->a, &yes, e))
            return e->code;
        if (yes)
            set_bit(w->one, doc);
    }
}

static enum err apply_phrase(struct allow *w, const struct plan_phrase *ph,
                             struct error *e)
{
    struct place *p = arena_alloc_array(w->a, ph->n, sizeof(*p), e);

    if (!p)
        return e->code;
    for (size_t i = 0; i < ph->n; i++) {
        if (open_place(w, &ph->slot[i], &p[i], e))
            return e->code;
    }
    if (match_phrase(w, p, ph->n, e))
        return e->code;
    intersect(w, ph->excluded);
    return OK;
}

enum err allow_make(const struct search_segment *s, const struct plan *p,
                    struct arena *a, const uint64_t **out, struct error *e)
{
    struct allow w;
    bool needed = s->deleted || s->among || p->n_phrases || p->n_filters;

    for (size_t i = 0; i < p->n_prefixes; i++)
        needed = needed || p->prefix[i].occur != QUERY_MAY;
    *out = NULL;
    if (!needed)
        return OK;
    if (allow_init(&w, s, a, e))
        return e->code;
    for (size_t i = 0; i < p->n_filters; i++) {
        if (apply_filter(&w, &p->filter[i], e))
            return e->code;
    }
    for (size_t i = 0; i < p->n_phrases; i++) {
        if (apply_phrase(&w, &p->phrase[i], e))
            return e->code;
    }
    for (size_t i = 0; i < p->n_prefixes; i++) {
        if (p->prefix[i].occur != QUERY_MAY &&
            apply_prefix(&w, &p->prefix[i], e))
            return e->code;
    }
    *out = w.all;
    return OK;
}
