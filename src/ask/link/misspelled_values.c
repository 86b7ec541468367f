#include "ask/link/misspelled_values.h"

#include "ask/link/word_filter.h"
#include "base/text/distance.h"
#include "store/value_index/dictionary.h"

#define MAX_NEAR 16

/* A value that words may be, with the slips in them. */
struct slip {
    const struct schema_column *column;
    struct str value;
    size_t from; /* words [from, to) */
    size_t to;
    unsigned edits;
};

struct slips {
    const struct linker *l;
    const bool *unknown; /* unknown[words] */
    struct slip list[MAX_NEAR];
    size_t n;
    bool many; /* more than fit: none is sure */
};

unsigned link_slips(struct str fold)
{
    return fold.n > 7 ? 2 : 1;
}

static bool has_word(const struct words *name, struct str stem)
{
    for (size_t i = 0; i < name->n; i++) {
        if (str_eq(name->word[i].stem, stem))
            return true;
    }
    return false;
}

static bool is_alias(const struct schema_column *c, struct str stem)
{
    for (size_t i = 0; i < c->n_aliases; i++) {
        if (has_word(&c->aliases[i].words, stem))
            return true;
    }
    return false;
}

bool link_is_unknown(const struct schema_table *t, const struct words *w,
                     const struct schema_noun *nouns, size_t at)
{
    const struct word *word = &w->word[at];
    size_t n;

    if (word->kind != WORD_LETTERS || word->fold.n < LINK_SLIP_BYTES ||
        question_words_find(w, at, &n) || nouns[at].words ||
        has_word(&t->words, word->stem))
        return false;
    for (size_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];

        if (has_word(&c->words, word->stem) || is_alias(c, word->stem) ||
            word_filter_column_has(c, word->stem) ||
            (c->dictionary && dictionary_word(c->dictionary, word->stem)))
            return false;
    }
    return true;
}

/* The next word of a line of keys; false at its end. */
static bool next_word(struct str keys, size_t *at, struct str *word)
{
    size_t from = *at;

    if (from >= keys.n || keys.p[from] == '\n')
        return false;
    while (*at < keys.n && keys.p[*at] != ' ')
        ++*at;
    *word = str_slice(keys, from, *at);
    ++*at;
    return true;
}

static bool has_digit(struct str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] >= '0' && s.p[i] <= '9')
            return true;
    }
    return false;
}

/* Edits from what was said to a word of a value; 0 for the same, over what is
 * allowed for another. */
static unsigned edits_to(const struct slips *x, size_t at, struct str word)
{
    const struct word *said = &x->l->words->word[at];
    const unsigned limit = link_slips(said->fold);

    if (str_eq(said->stem, word))
        return 0;
    if (!x->unknown[at] || has_digit(word) || word.n < LINK_SLIP_BYTES - 1)
        return limit + 1;
    return text_distance(said->stem, word, limit);
}

static void put(struct slips *x, struct slip s)
{
    for (size_t i = 0; i < x->n; i++) {
        if (x->list[i].column == s.column && x->list[i].from == s.from &&
            str_eq(x->list[i].value, s.value))
            return;
    }
    if (x->n == MAX_NEAR)
        x->many = true;
    else
        x->list[x->n++] = s;
}

/* Is the value whose line begins at `at` the words from `from` on? */
static void compare(struct slips *x, const struct schema_column *c, size_t at,
                    size_t from)
{
    const struct words *w = x->l->words;
    struct slip s = {.column = c, .from = from, .to = from};
    size_t line = at;
    size_t same = 0;
    struct str word;

    while (next_word(c->keys, &at, &word)) {
        unsigned edits;

        if (s.to == w->n)
            return;
        edits = edits_to(x, s.to, word);
        if (edits > link_slips(w->word[s.to].fold))
            return;
        same += edits == 0;
        s.edits += edits;
        s.to++;
    }
    if (same == 0 || s.edits == 0)
        return;
    s.value = c->values[schema_value_at(c, line)];
    put(x, s);
}

/* Every value that has a word near to the unknown one at `at`. */
static void search(struct slips *x, const struct schema_column *c, size_t at)
{
    size_t line = 0; /* where the words of the value begin */
    size_t before = 0;
    size_t from = 0;

    for (size_t i = 0; i < c->keys.n; i++) {
        if (c->keys.p[i] == '\n') {
            line = i + 2;
            before = 0;
        } else if (c->keys.p[i] == ' ') {
            struct str word = str_slice(c->keys, from, i);

            if (from >= line && word.n && before <= at &&
                edits_to(x, at, word) <= link_slips(x->l->words->word[at].fold))
                compare(x, c, line, at - before);
            before += from >= line && word.n;
        } else {
            continue;
        }
        from = i + 1;
    }
}

/* May the column have the word beside a slip as it was written? A run of two
 * kinds of words has a place where they meet. */
static bool has_beside(const struct slips *x, const struct schema_column *c,
                       size_t at)
{
    const struct words *w = x->l->words;

    return (at > 0 && !x->unknown[at - 1] &&
            word_filter_may_have(&c->known, w->word[at - 1].stem)) ||
           (at + 1 < w->n && !x->unknown[at + 1] &&
            word_filter_may_have(&c->known, w->word[at + 1].stem));
}

/* What these words are surely a slip for: one value, however many columns have
 * it; of several the one with the fewest edits. */
static const struct slip *best_of(const struct slips *x, const struct slip *s)
{
    const struct slip *best = s;
    bool several = false;

    for (size_t i = 0; i < x->n; i++) {
        const struct slip *o = &x->list[i];

        if (o->from != s->from || o->to != s->to)
            continue;
        if (o->edits < best->edits) {
            best = o;
            several = false;
        } else if (o->edits == best->edits && !str_eq(o->value, best->value)) {
            several = true;
        }
    }
    return several ? NULL : best;
}

static enum err add_hit(struct linker *l, struct link *link,
                        const struct slip *s, struct error *e)
{
    struct str *value;

    if (link->n_hits == LINK_MAX_HITS)
        return OK;
    value = arena_alloc(l->a, sizeof(*value), e);
    if (!value)
        return e->code;
    *value = s->value;
    link->hits[link->n_hits++] =
        (struct link_hit){.column = s->column,
                          .score = LINK_MISSPELLED_SCORE,
                          .values = value,
                          .n_values = 1,
                          .whole = true,
                          .slip = true};
    link->score = LINK_MISSPELLED_SCORE;
    return OK;
}

/* A link of the i-th, where it is the first of its words. */
static enum err keep(struct linker *l, const struct slips *x, size_t i,
                     struct error *e)
{
    const struct slip *s = &x->list[i];
    const struct slip *best = best_of(x, s);
    struct link link = {.kind = LINK_VALUE, .from = s->from, .to = s->to};

    for (size_t k = 0; k < i; k++) {
        if (x->list[k].from == s->from && x->list[k].to == s->to)
            return OK;
    }
    for (size_t k = 0; best && k < x->n; k++) {
        const struct slip *o = &x->list[k];

        if (o->from == s->from && o->to == s->to && o->edits == best->edits &&
            add_hit(l, &link, o, e))
            return e->code;
    }
    if (best)
        l->near[l->n_near++] = link;
    return OK;
}

enum err link_misspelled_values(struct linker *l, struct error *e)
{
    bool *unknown = arena_alloc_array(l->a, l->words->n + 1, sizeof(bool), e);
    struct slips x = {.l = l, .unknown = unknown};

    if (!unknown)
        return e->code;
    for (size_t at = 0; at < l->words->n; at++)
        unknown[at] = link_is_unknown(l->table, l->words, l->nouns, at);
    for (size_t at = 0; at < l->words->n; at++) {
        for (size_t i = 0; unknown[at] && i < l->table->n_columns; i++) {
            if (has_beside(&x, &l->table->columns[i], at))
                search(&x, &l->table->columns[i], at);
        }
    }
    if (x.n == 0 || x.many)
        return OK;
    l->near = arena_alloc_array(l->a, x.n, sizeof(*l->near), e);
    for (size_t i = 0; l->near && i < x.n; i++) {
        if (keep(l, &x, i, e))
            return e->code;
    }
    return l->near ? OK : e->code;
}

void link_misspelled_values_at(struct linker *l, size_t at)
{
    for (size_t i = 0; i < l->n_near; i++) {
        if (l->near[i].from == at)
            linker_add(l, &l->near[i]);
    }
}
