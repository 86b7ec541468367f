/*
 * Every word of the question is looked up once a column; from each that is
 * there the run is followed as far as the values go on (dictionary.h). Of the
 * shorter runs only those count that may be a part of a value: a million
 * addresses hold "street", and whoever says it alone means none of them. So
 * many are taken as tell that there are many.
 *
 * A word that no value of the column has may be a slip. Its near words stand
 * in for it, alone for the clarifying question (nearest.h), and in a run with
 * others for misspelled_values.h, whose rules then decide as for columns with
 * few values.
 */
#include "ask/link/recall.h"

#include "ask/link/misspelled_values.h"
#include "ask/link/word_filter.h"
#include "store/value_index/dictionary.h"

#include <stdlib.h>
#include <string.h>

#define MAX_RUN    16
#define MAX_FOUND  2048 /* values of a column that a question gets */
#define MAX_OF_RUN (LINK_MAX_VALUES + 1)
#define MAX_NEAR   4    /* values of one near word */
#define MAX_STEPS  2000 /* words that runs with slips look up */
#define KEYS_BYTES ((size_t)4 << 20)

/* A word of the question in one column. */
struct heard {
    uint32_t word;                /* DICTIONARY_END: no value has it */
    struct dictionary_near *near; /* near[n_near], then */
    size_t n_near;
};

struct recall {
    struct dictionary_column *d;
    const struct words *w;
    const bool *unknown; /* unknown[w->n]: it may be a slip */
    struct heard *heard; /* heard[w->n] */
    uint32_t found[MAX_FOUND];
    size_t n;
    bool cut; /* there are more */
    unsigned steps;
    struct arena *a;
};

/* Up to `max` values of a range but those of a part of it. */
static void take(struct recall *x, struct dictionary_range r,
                 struct dictionary_range but, uint64_t max)
{
    uint64_t taken = 0;

    for (uint64_t i = r.from; i < r.to && !x->d->damaged; i++) {
        if (i >= but.from && i < but.to) {
            i = but.to - 1;
            continue;
        }
        if (taken++ == max || x->n == MAX_FOUND) {
            x->cut = true;
            return;
        }
        x->found[x->n++] = dictionary_value(x->d, r, i - r.from);
    }
}

/* The values that are exactly the words of a range. */
static void take_whole(struct recall *x, struct dictionary_range r,
                       uint64_t max)
{
    const struct dictionary_range none = {0};

    if (r.order == DICTIONARY_FIRST)
        take(x, dictionary_narrow(x->d, r, DICTIONARY_END), none, max);
}

/* The runs that begin at a word, the longest first. */
static void recall_runs(struct recall *x, size_t at, enum dictionary_part order)
{
    struct dictionary_range r[MAX_RUN + 1];
    struct dictionary_range deeper = {0};
    size_t n = 0;

    r[0] = dictionary_all(x->d, order);
    while (n < MAX_RUN && at + n < x->w->n && x->heard[at + n].word) {
        r[n + 1] = dictionary_narrow(x->d, r[n], x->heard[at + n].word);
        if (r[n + 1].from == r[n + 1].to)
            break;
        n++;
    }
    for (; n > 0; n--) {
        take_whole(x, r[n], MAX_OF_RUN);
        if (link_may_be_part(x->w, at, n))
            take(x, r[n], deeper, MAX_OF_RUN);
        deeper = r[n];
    }
}

/* Values that are a run of the words with slips, each as it may be meant. */
/* NOLINTNEXTLINE(misc-no-recursion): up to MAX_RUN words deep */
static void recall_slips(struct recall *x, size_t at, struct dictionary_range r,
                         bool slipped)
{
    const struct heard *h = &x->heard[at];

    if (r.from == r.to || x->steps > MAX_STEPS || x->d->damaged)
        return;
    if (slipped && r.words > 1)
        take_whole(x, r, MAX_NEAR);
    if (at == x->w->n || r.words == MAX_RUN)
        return;
    x->steps += 1 + (unsigned)h->n_near;
    if (h->word)
        recall_slips(x, at + 1, dictionary_narrow(x->d, r, h->word), slipped);
    for (size_t i = 0; i < h->n_near; i++)
        recall_slips(x, at + 1, dictionary_narrow(x->d, r, h->near[i].word),
                     true);
}

/* A few values of what a word may be a slip for. */
static void recall_near(struct recall *x, const struct heard *h)
{
    const bool cut = x->cut; /* nobody counts these */

    for (size_t i = 0; i < h->n_near; i++) {
        struct dictionary_range first = dictionary_narrow(
            x->d, dictionary_all(x->d, DICTIONARY_FIRST), h->near[i].word);
        struct dictionary_range inner = dictionary_narrow(
            x->d, dictionary_all(x->d, DICTIONARY_INNER), h->near[i].word);

        take(x, first, (struct dictionary_range){0}, MAX_NEAR);
        take(x, inner, (struct dictionary_range){0}, MAX_NEAR);
    }
    x->cut = cut;
}

static enum err read_words(struct recall *x, struct error *e)
{
    for (size_t at = 0; at < x->w->n; at++) {
        struct heard *h = &x->heard[at];
        const struct word *word = &x->w->word[at];

        h->word = word->stem.n ? dictionary_word(x->d, word->stem) : 0;
        if (!x->unknown[at])
            continue;
        h->near = arena_alloc_array(x->a, DICTIONARY_NEAR, sizeof(*h->near), e);
        if (!h->near)
            return e->code;
        h->n_near = dictionary_find_near(x->d, word->stem,
                                         link_slips(word->fold), h->near);
    }
    return OK;
}

/* The value that has these words and no others. */
static void recall_value(struct recall *x, const struct str *stem, size_t n)
{
    struct dictionary_range r = dictionary_all(x->d, DICTIONARY_FIRST);

    for (size_t k = 0; k < n && r.from < r.to; k++) {
        uint32_t word = dictionary_word(x->d, stem[k]);

        r = dictionary_narrow(x->d, r, word);
        if (!word)
            r.to = r.from;
    }
    take_whole(x, r, 1);
}

/* What is a row of totals, whatever is asked (ask/bind/finish.c): by its usual names, and
 * as the reader saw that it is called. */
static enum err recall_totals(struct recall *x, struct str called,
                              struct error *e)
{
    static const char *const totals[][2] = {
        {"total", ""}, {"grand", "total"}, {"合", "计"}, {"总", "计"}};
    struct str stem[MAX_RUN];
    struct words w;

    for (size_t i = 0; i < sizeof(totals) / sizeof(totals[0]); i++) {
        stem[0] = str_from(totals[i][0]);
        stem[1] = str_from(totals[i][1]);
        recall_value(x, stem, stem[1].n ? 2 : 1);
    }
    if (words_cut(called, WORDS_TEXT, x->a, &w, e))
        return e->code;
    for (size_t i = 0; i < w.n && i < MAX_RUN; i++)
        stem[i] = w.word[i].stem;
    if (w.n > 0 && w.n <= MAX_RUN)
        recall_value(x, stem, w.n);
    return OK;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* What was found becomes the values of the column. */
static enum err keep(struct recall *x, struct schema_column *c,
                     struct buf *keys, struct error *e)
{
    c->n_values = 0;
    c->values = arena_alloc_array(x->a, x->n + 1, sizeof(*c->values), e);
    c->key_at = arena_alloc_array(x->a, x->n + 1, sizeof(*c->key_at), e);
    if (!c->values || !c->key_at)
        return e->code;
    qsort(x->found, x->n, sizeof(x->found[0]), by_number);
    for (size_t i = 0; i < x->n; i++) {
        if (i && x->found[i] == x->found[i - 1])
            continue;
        c->key_at[c->n_values] = (uint32_t)keys->n;
        buf_put_char(keys, '\n');
        dictionary_put_words(x->d, x->found[i], keys);
        if (str_dup(dictionary_text(x->d, x->found[i]), x->a,
                    &c->values[c->n_values++], e))
            return e->code;
    }
    buf_put_char(keys, '\n');
    c->recalled = !x->cut;
    x->d->damaged |= keys->overflow; /* no honest ones are so long */
    if (x->d->damaged)
        return OK;
    if (buf_dup(keys, x->a, &c->keys, e))
        return e->code;
    return word_filter_make(c->keys, x->a, &c->known, e);
}

static enum err recall_column(struct recall *x, struct schema_column *c,
                              struct error *e)
{
    struct buf keys;
    enum err rc;

    x->heard = arena_alloc_array(x->a, x->w->n + 1, sizeof(*x->heard), e);
    if (!x->heard || read_words(x, e))
        return e->code;
    for (size_t at = 0; at < x->w->n; at++) {
        recall_runs(x, at, DICTIONARY_FIRST);
        recall_runs(x, at, DICTIONARY_INNER);
        recall_near(x, &x->heard[at]);
        recall_slips(x, at, dictionary_all(x->d, DICTIONARY_FIRST), false);
    }
    if (recall_totals(x, c->total_word, e))
        return e->code;
    buf_init(&keys, KEYS_BYTES);
    rc = keep(x, c, &keys, e);
    buf_release(&keys);
    if (!rc && x->d->damaged) {
        c->n_values = 0;
        c->keys = (struct str){0};
        c->known = (struct word_filter){0};
        c->recalled = false;
        rc = page_map_damaged(x->d->map, e);
    }
    return rc;
}

static bool has_dictionary(const struct schema_table *t)
{
    for (size_t i = 0; i < t->n_columns; i++) {
        if (t->columns[i].dictionary)
            return true;
    }
    return false;
}

static enum err recall_table(struct recall *x, struct schema_table *t,
                             const struct schema_noun *nouns, struct error *e)
{
    bool *unknown = arena_alloc_array(x->a, x->w->n + 1, sizeof(bool), e);

    if (!unknown)
        return e->code;
    for (size_t at = 0; at < x->w->n; at++)
        unknown[at] = link_is_unknown(t, x->w, nouns, at);
    for (size_t i = 0; i < t->n_columns; i++) {
        struct schema_column *c = &t->columns[i];

        if (!c->dictionary)
            continue;
        *x = (struct recall){
            .d = c->dictionary, .w = x->w, .a = x->a, .unknown = unknown};
        if (recall_column(x, c, e))
            return e->code;
    }
    return OK;
}

enum err schema_recall(struct ask_schema *s, const struct words *w,
                       struct arena *a, struct error *e)
{
    struct schema_noun *nouns = NULL;
    struct recall *x = NULL;

    for (size_t i = 0; i < s->n_tables; i++) {
        if (!has_dictionary(&s->tables[i]))
            continue;
        if (!x) {
            x = arena_alloc(a, sizeof(*x), e);
            nouns = x ? schema_nouns(w, a, e) : NULL;
        }
        if (!nouns)
            return e->code;
        x->w = w;
        x->a = a;
        if (recall_table(x, &s->tables[i], nouns, e))
            return e->code;
    }
    return OK;
}

static enum err look_up(const struct schema_column *c, struct str value,
                        struct arena *a, struct str *out, struct error *e)
{
    struct dictionary_range r = dictionary_all(c->dictionary, DICTIONARY_FIRST);
    struct words w;

    if (words_cut(value, WORDS_TEXT, a, &w, e))
        return e->code;
    for (size_t i = 0; i < w.n && r.from < r.to; i++) {
        uint32_t word = dictionary_word(c->dictionary, w.word[i].stem);

        if (!word)
            return OK;
        r = dictionary_narrow(c->dictionary, r, word);
    }
    r = dictionary_narrow(c->dictionary, r, DICTIONARY_END);
    for (uint64_t i = r.from; i < r.to; i++) {
        struct str text = dictionary_text(
            c->dictionary, dictionary_value(c->dictionary, r, i - r.from));

        if (str_eq(text, value) || (out->n == 0 && str_eq_nocase(text, value)))
            *out = text;
        if (str_eq(text, value))
            break;
    }
    return out->n ? str_dup(*out, a, out, e) : OK;
}

bool schema_knows_all(const struct schema_column *c)
{
    return c->complete || (c->dictionary && c->dictionary->complete);
}

enum err schema_find_value(const struct schema_column *c, struct str value,
                           struct arena *a, struct str *out, struct error *e)
{
    *out = (struct str){0};
    if (c->dictionary)
        return look_up(c, value, a, out, e);
    for (size_t i = 0; i < c->n_values; i++) {
        if (str_eq(c->values[i], value)) {
            *out = c->values[i];
            return OK;
        }
        if (out->n == 0 && str_eq_nocase(c->values[i], value))
            *out = c->values[i];
    }
    return OK;
}
