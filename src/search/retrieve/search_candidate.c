#include "search/retrieve/search_candidate.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

#define SHINGLE        3   /* words that are compared together */
#define SAME_SHARE     0.9 /* of the shingles of both: nearly the same */
#define MAX_WORDS      4000
#define PER_DOCUMENT   5
#define MAX_CANDIDATES RANK_MAX_CANDIDATES

/* Documents that were looked up already. */
struct known {
    struct str key;
    const struct document *document; /* NULL: it is gone */
};
struct lookup {
    const struct base *base;
    struct arena *a;
    struct known *list; /* list[n] */
    size_t n;
};

static enum err look_up(const struct lookup *l, struct str key,
                        const struct document **out, struct error *e)
{
    struct document *d = arena_alloc(l->a, sizeof(*d), e);
    struct error why;
    enum err rc;

    *out = NULL;
    if (!d)
        return e->code;
    rc = document_find(l->base, key, l->a, d, &why);
    if (!rc && str_eq(d->key, key))
        *out = d;
    if (!rc || rc == ERR_NOT_FOUND || rc == ERR_VALIDATION_FAILED)
        return OK;
    *e = why;
    return rc;
}

static enum err find_document(struct lookup *l, struct str key,
                              const struct document **out, struct error *e)
{
    enum err rc;

    for (size_t i = 0; i < l->n; i++) {
        if (str_eq(l->list[i].key, key)) {
            *out = l->list[i].document;
            return OK;
        }
    }
    rc = look_up(l, key, out, e);
    l->list[l->n++] = (struct known){key, *out};
    return rc;
}

enum err candidates_load(const struct base *b,
                         const struct segments_snapshot *s,
                         const struct rank_hits *hits, struct arena *a,
                         struct candidates *out, struct error *e)
{
    struct lookup l = {.base = b, .a = a};
    enum err rc = OK;

    l.list = arena_alloc_array(a, hits->n, sizeof(*l.list), e);
    out->n = 0;
    out->at =
        l.list ? arena_alloc_array(a, hits->n, sizeof(*out->at), e) : NULL;
    if (!out->at)
        return e->code;
    for (size_t i = 0; i < hits->n && !rc; i++) {
        struct candidate *c = &out->at[out->n];
        struct str stored;

        *c = (struct candidate){.hit = hits->hit[i]};
        rc = segment_stored(s->words.at[c->hit.segment].segment, c->hit.doc,
                            &stored, e);
        if (!rc)
            rc = passage_read(stored, a, &c->passage, e);
        if (!rc)
            rc = find_document(&l, c->passage.document, &c->document, e);
        out->n += !rc && c->document != NULL;
    }
    return rc;
}

/* The hashes of all runs of SHINGLE words, each once, ascending. */
struct sketch {
    uint64_t *at;
    size_t n;
};

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* What is no letter, digit or part of a character of several bytes. */
static bool is_gap(char c)
{
    unsigned char u = (unsigned char)c;

    return u < '0' || (u > '9' && u < 'A') || (u > 'Z' && u < 'a') ||
           (u > 'z' && u < 0x80);
}

static size_t hash_words(struct str text, uint64_t *out, size_t max)
{
    size_t n = 0;
    size_t i = 0;

    while (i < text.n && n < max) {
        size_t from = i;

        while (i < text.n && !is_gap(text.p[i]))
            i++;
        if (i > from)
            out[n++] = hash_sum(text.p + from, i - from, 0);
        i += i < text.n;
    }
    return n;
}

static enum err sketch_make(struct str text, struct arena *a,
                            struct sketch *out, struct error *e)
{
    size_t max = text.n / 2 + 1 < MAX_WORDS ? text.n / 2 + 1 : MAX_WORDS;
    uint64_t *words = arena_alloc_array(a, max, sizeof(*words), e);
    size_t n, kept;

    if (!words)
        return e->code;
    n = hash_words(text, words, max);
    for (size_t i = 0; i + SHINGLE <= n; i++)
        words[i] = hash_sum(&words[i], SHINGLE * sizeof(*words), 1);
    if (n >= SHINGLE)
        n -= SHINGLE - 1;
    qsort(words, n, sizeof(*words), ascending);
    kept = n > 0;
    for (size_t i = 1; i < n; i++) {
        if (words[i] != words[kept - 1])
            words[kept++] = words[i];
    }
    *out = (struct sketch){words, kept};
    return OK;
}

/* The share of what either has that both have. */
static bool is_same(const struct sketch *x, const struct sketch *y)
{
    size_t i = 0;
    size_t k = 0;
    size_t both = 0;

    while (i < x->n && k < y->n) {
        if (x->at[i] < y->at[k]) {
            i++;
        } else if (x->at[i] > y->at[k]) {
            k++;
        } else {
            both++;
            i++;
            k++;
        }
    }
    return both > 0 &&
           (double)both >= SAME_SHARE * (double)(x->n + y->n - both);
}

static void fold_into(struct candidate *first, struct candidate *c)
{
    while (first->same)
        first = first->same;
    first->same = c;
}

enum err candidates_fold(struct candidates *c, struct arena *a, struct error *e)
{
    struct sketch *sketch = arena_alloc_array(a, c->n, sizeof(*sketch), e);
    struct candidate *all = arena_alloc_array(a, c->n, sizeof(*all), e);
    size_t kept = 0;

    if (!sketch || !all)
        return e->code;
    for (size_t i = 0; i < c->n; i++) {
        size_t k = 0;

        if (sketch_make(c->at[i].passage.text, a, &sketch[kept], e))
            return e->code;
        while (k < kept && !is_same(&sketch[k], &sketch[kept]))
            k++;
        all[i] = c->at[i];
        if (k < kept)
            fold_into(&c->at[k], &all[i]);
        else
            c->at[kept++] = all[i];
    }
    c->n = kept;
    return OK;
}

/* How many of the chosen ones have the same text. */
static size_t count_of(const struct candidates *c, const bool *chosen,
                       size_t at)
{
    size_t n = 0;

    for (size_t i = 0; i < at; i++)
        n += chosen[i] && c->at[i].document == c->at[at].document;
    return n;
}

static bool is_text(const struct candidate *c)
{
    return c->passage.first_line > 0;
}

void candidates_choose(struct candidates *c, size_t k)
{
    bool chosen[MAX_CANDIDATES] = {false};
    size_t n = 0;
    size_t kept = 0;

    BUG_ON(c->n > MAX_CANDIDATES);
    for (size_t i = 0; i < c->n && n < k; i++) {
        chosen[i] =
            !is_text(&c->at[i]) || count_of(c, chosen, i) < PER_DOCUMENT;
        n += chosen[i];
    }
    for (size_t i = 0; i < c->n && n < k; i++) {
        n += !chosen[i];
        chosen[i] = true;
    }
    for (size_t i = 0; i < c->n; i++) {
        if (chosen[i])
            c->at[kept++] = c->at[i];
    }
    c->n = kept;
}
