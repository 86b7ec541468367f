#include "ask/link/word_filter.h"

#include "ask/vocabulary/question_words.h"

#define BITS_A_WORD 8
#define MAX_WORDS   64
#define NEAR_BYTES  4

static uint64_t hash(struct str s)
{
    uint64_t h = 14695981039346656037U; /* FNV-1a */

    for (size_t i = 0; i < s.n; i++)
        h = (h ^ (unsigned char)s.p[i]) * 1099511628211U;
    return h ^ h >> 29;
}

/* The two bits of a word. */
static void places(const struct word_filter *k, struct str word, size_t at[2])
{
    uint64_t h = hash(word);

    at[0] = (size_t)h & (k->n_bits - 1);
    at[1] = (size_t)(h >> 32) & (k->n_bits - 1);
}

static void put(struct word_filter *k, struct str word)
{
    size_t at[2];

    places(k, word, at);
    for (size_t i = 0; i < 2; i++)
        k->bits[at[i] / 64] |= UINT64_C(1) << at[i] % 64;
}

bool word_filter_may_have(const struct word_filter *k, struct str stem)
{
    size_t at[2];

    if (k->n_bits == 0)
        return false;
    places(k, stem, at);
    return k->bits[at[0] / 64] >> at[0] % 64 &
           k->bits[at[1] / 64] >> at[1] % 64 & 1;
}

bool word_filter_column_has(const struct schema_column *c, struct str stem)
{
    struct str rest = c->keys;

    if (stem.n == 0 || !word_filter_may_have(&c->known, stem))
        return false;
    for (;;) {
        size_t at = str_find(rest, stem);

        if (at == rest.n)
            return false;
        if (at && rest.p[at - 1] == ' ' && at + stem.n < rest.n &&
            rest.p[at + stem.n] == ' ')
            return true;
        rest = str_slice(rest, at + 1, rest.n);
    }
}

enum err word_filter_make(struct str keys, struct arena *a,
                          struct word_filter *out, struct error *e)
{
    size_t from = 0;
    size_t words = 0;

    *out = (struct word_filter){0};
    for (size_t i = 0; i < keys.n; i++)
        words += keys.p[i] == ' ';
    if (words == 0)
        return OK;
    for (out->n_bits = 64; out->n_bits < words * BITS_A_WORD;)
        out->n_bits *= 2;
    out->bits = arena_alloc_array(a, out->n_bits / 64, sizeof(uint64_t), e);
    if (!out->bits)
        return e->code;
    for (size_t i = 0; i < keys.n; i++) {
        if (keys.p[i] != ' ' && keys.p[i] != '\n')
            continue;
        if (i > from)
            put(out, str_slice(keys, from, i));
        from = i + 1;
    }
    return OK;
}

static uint64_t bit_of(unsigned char first, unsigned char second)
{
    return UINT64_C(1) << ((first * 31U + second) % 64U);
}

uint64_t word_filter_start(const struct word *w)
{
    if (w->fold.n == 0)
        return 0;
    return bit_of((unsigned char)w->fold.p[0],
                  w->fold.n > 1 ? (unsigned char)w->fold.p[1] : 0);
}

uint64_t word_filter_starts(const struct words *name)
{
    uint64_t bits = 0;

    for (size_t i = 0; i < name->n; i++) {
        struct str fold = name->word[i].fold;

        bits |= word_filter_start(&name->word[i]);
        if (fold.n > 1 && fold.n <= NEAR_BYTES + 1) /* dt, pymt */
            bits |= bit_of((unsigned char)fold.p[0], 0);
    }
    return bits;
}

bool word_filter_may_name(const struct schema_column *c,
                          const struct word *said, noun_groups groups)
{
    const noun_groups family = GROUP_SALES | GROUP_AMOUNT;
    uint64_t starts = word_filter_start(said);

    if (said->fold.n) /* c5 is the words c and 5 of a name */
        starts |= bit_of((unsigned char)said->fold.p[0], 0);
    groups &= ~GROUP_NATURES;
    if (groups & family)
        groups |= family;
    return (c->starts & starts) || (c->groups & groups) ||
           c->kind == COLUMN_DATE; /* "the date", whatever its name */
}

/* Nearly one word, in any form: manage, manager, managed. */
static bool is_near(const struct word *a, const struct word *b)
{
    return str_eq(a->stem, b->stem) ||
           (a->kind == WORD_LETTERS && a->fold.n > NEAR_BYTES &&
            b->fold.n > NEAR_BYTES &&
            str_eq(str_slice(a->fold, 0, NEAR_BYTES),
                   str_slice(b->fold, 0, NEAR_BYTES)));
}

static bool has_near(const struct words *name, const struct word *said)
{
    for (size_t i = 0; i < name->n; i++) {
        if (is_near(&name->word[i], said))
            return true;
    }
    return false;
}

static bool knows(const struct schema_table *t, const struct word *said,
                  noun_groups groups)
{
    if (has_near(&t->words, said))
        return true;
    for (size_t i = 0; i < t->n_also; i++)
        if (has_near(&t->also[i], said))
            return true;
    for (size_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];

        if (c->n_aliases || word_filter_may_have(&c->known, said->stem) ||
            c->groups & groups & ~GROUP_NATURES ||
            (word_filter_may_name(c, said, 0) && has_near(&c->words, said)))
            return true;
    }
    return false;
}

uint64_t word_filter_table(const struct schema_table *t, const struct words *w,
                           const struct schema_noun *nouns)
{
    size_t n = w->n < MAX_WORDS ? w->n : MAX_WORDS;
    uint64_t known = 0;

    for (size_t at = 0; at < n; at++)
        known |= (uint64_t)knows(t, &w->word[at], nouns[at].groups) << at;
    return known;
}
