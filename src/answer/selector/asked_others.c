/*
 * Other words of a question's, as search found them (words_write.h): their keys are
 * sorted, so that a word of a text is looked for once among all of them.
 */
#include "answer/selector/asked.h"

#include <stdlib.h>

static int by_text(const void *a, const void *b)
{
    return str_cmp(((const struct asked_key *)a)->text,
                   ((const struct asked_key *)b)->text);
}

static void add_text(struct asked *q, struct str text)
{
    size_t at = 0;

    while (at < q->n_keys && !str_eq(q->key[at].text, text))
        at++;
    if (at == q->n_keys)
        q->key[q->n_keys++] = (struct asked_key){.text = text};
}

/* Each once, as many as there is room for; the question's own are there already. */
static void collect_keys(const struct corpus_words *c, struct asked *q)
{
    for (size_t i = 0; i < c->n_others; i++)
        for (size_t k = 0; k < c->other[i].n && q->n_keys < ASKED_MAX_KEYS; k++)
            add_text(q, c->other[i].word[k]);
    qsort(q->key, q->n_keys, sizeof(*q->key), by_text);
}

/* Is the text a key? Its bit is set then. */
static bool add_key(const struct asked *q, struct str text,
                    struct asked_keys *out)
{
    const struct asked_key wanted = {.text = text};
    const struct asked_key *key =
        bsearch(&wanted, q->key, q->n_keys, sizeof(*q->key), by_text);

    if (key)
        out->bits[(key - q->key) / 64] |= UINT64_C(1) << (key - q->key) % 64;
    return key != NULL;
}

/* The terms that are among the words that the other one stands for. */
static uint64_t terms_of(const struct asked *q, const struct corpus_other *o)
{
    uint64_t terms = 0;

    for (size_t i = 0; i < q->n; i++) {
        const struct asked_term *t = &q->term[i];

        for (size_t k = 0; k < o->n_of; k++)
            if (t->is_cjk ? str_find(o->of[k], t->text) < o->of[k].n
                          : str_eq(o->of[k], t->text))
                terms |= UINT64_C(1) << i;
    }
    return terms;
}

/* Its keys; false: there was no room for some, and those that are left would stand for
 * the terms by themselves. */
static bool read_keys(const struct asked *q, const struct corpus_other *o,
                      struct asked_keys *out)
{
    bool has_all = o->n > 0;

    for (size_t k = 0; k < o->n; k++)
        has_all &= add_key(q, o->word[k], out);
    return has_all;
}

void asked_read_others(const struct corpus_words *c, struct asked *q)
{
    collect_keys(c, q);
    for (size_t i = 0; i < c->n_others && q->n_others < ASKED_MAX_OTHERS; i++) {
        const struct corpus_other *o = &c->other[i];
        struct asked_other x = {.terms = terms_of(q, o),
                                .is_sure = o->weight >= ASKED_SURE};

        if (x.terms && read_keys(q, o, &x.keys))
            q->other[q->n_others++] = x;
    }
}

uint64_t asked_others(const struct asked *q, const struct asked_keys *keys,
                      bool sure)
{
    uint64_t terms = 0;

    for (size_t i = 0; i < q->n_others; i++) {
        const struct asked_other *o = &q->other[i];
        bool has_all = !sure || o->is_sure;

        for (size_t k = 0; k < ASKED_MAX_KEYS / 64 && has_all; k++)
            has_all = (o->keys.bits[k] & ~keys->bits[k]) == 0;
        if (has_all)
            terms |= o->terms;
    }
    return terms;
}
