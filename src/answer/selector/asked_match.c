/*
 * All keys of a question, of its own words and of others, lie in one sorted array: the
 * keys of a word are looked for there once. Texts repeat their words, so what was found
 * is kept, in as many places as a few passages have words.
 */
#include "answer/selector/asked_match.h"

#include "base/hash.h"
#include "base/text/distance.h"

#include <stdlib.h>

#define SEEN       2048 /* a power of two */
#define NEAR_BYTES 6    /* a word so long may be misspelled by one letter */
#define KIN_BYTES  4    /* words that begin alike do for so long */

struct asked_seen {
    struct str text; /* empty: nothing was seen here */
    struct asked_found found;
};

enum err asked_matcher_init(const struct asked *q, struct analyzer *z,
                            struct arena *a, struct asked_matcher *out,
                            struct error *e)
{
    *out = (struct asked_matcher){.q = q, .z = z};
    out->seen = arena_alloc_array(a, SEEN, sizeof(*out->seen), e);
    return out->seen ? OK : e->code;
}

static int by_text(const void *text, const void *key)
{
    return str_cmp(*(const struct str *)text,
                   ((const struct asked_key *)key)->text);
}

static void add_key(const struct asked *q, struct str text,
                    struct asked_found *out)
{
    const struct asked_key *key =
        bsearch(&text, q->key, q->n_keys, sizeof(*q->key), by_text);

    if (!key)
        return;
    out->has |= key->terms;
    out->kin |= key->kin;
    out->keys.bits[(key - q->key) / 64] |= UINT64_C(1) << (key - q->key) % 64;
    out->has_keys = true;
}

/* One letter more, less or another, in long words alone. */
static bool is_near(struct str a, struct str b)
{
    return a.n >= NEAR_BYTES && b.n >= NEAR_BYTES && a.p[0] == b.p[0] &&
           text_distance(a, b, 1) <= 1;
}

/* Do they begin alike, for at least half of the longer one? */
static bool is_kin(struct str a, struct str b)
{
    const size_t longer = a.n > b.n ? a.n : b.n;
    size_t n = 0;

    while (n < a.n && n < b.n && a.p[n] == b.p[n])
        n++;
    return n >= KIN_BYTES && 2 * n >= longer;
}

static void add_alike(const struct asked *q, const struct word *w,
                      struct asked_found *out)
{
    for (size_t i = 0; i < q->n; i++) {
        const struct asked_term *t = &q->term[i];

        if (t->is_cjk || t->is_number)
            continue;
        if (is_near(t->text, w->fold))
            out->has |= UINT64_C(1) << i;
        if (is_kin(t->text, w->fold))
            out->kin |= UINT64_C(1) << i;
    }
}

/* A character goes together with the one right behind it. */
static size_t pair_bytes(const struct words *w, size_t at)
{
    const struct word *x = &w->word[at];

    if (x->kind != WORD_CJK || at + 1 == w->n ||
        w->word[at + 1].kind != WORD_CJK || w->word[at + 1].gap)
        return 0;
    return x->raw.n + w->word[at + 1].raw.n;
}

static enum err look_up(struct asked_matcher *m, const struct words *w,
                        size_t at, struct asked_found *out, struct error *e)
{
    const struct word *x = &w->word[at];
    const struct token t = {.raw = x->raw,
                            .is_cjk = x->kind == WORD_CJK,
                            .pair_n = pair_bytes(w, at)};
    struct keys keys;

    *out = (struct asked_found){0};
    if (x->kind == WORD_SYMBOL) {
        add_key(m->q, x->fold, out);
        return OK;
    }
    if (analyzer_keys(m->z, &t, LANG_ANY, &keys, e))
        return e->code;
    for (size_t i = 0; i < keys.n; i++) {
        const struct str bytes = keys.key[i].bytes;

        if (bytes.p[0] == KEY_STEM)
            add_key(m->q, str_slice(bytes, 1, bytes.n), out);
    }
    if (x->kind == WORD_LETTERS)
        add_alike(m->q, x, out);
    return OK;
}

enum err asked_match(struct asked_matcher *m, const struct words *w, size_t at,
                     const struct asked_found **out, struct error *e)
{
    const struct word *x = &w->word[at];
    const size_t n = pair_bytes(w, at);
    const struct str text = {x->raw.p, n ? n : x->raw.n};
    struct asked_seen *seen = &m->seen[hash_bytes(text.p, text.n) & (SEEN - 1)];

    *out = &seen->found;
    if (seen->text.n && str_eq(seen->text, text))
        return OK;
    seen->text = text;
    return look_up(m, w, at, &seen->found, e);
}

void asked_keys_add(struct asked_keys *keys, const struct asked_found *x)
{
    for (size_t i = 0; x->has_keys && i < COUNT_OF(keys->bits); i++)
        keys->bits[i] |= x->keys.bits[i];
}
