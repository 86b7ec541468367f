/*
 * Words that are a value or a flag in another form: "cancellations" of
 * Cancelled, "the escalation rate" of escalated, "unpaid" of paid. Each is said
 * once more where the answer tells how it was read; of two columns that fit
 * equally well the rest of the binding asks.
 */
#include "ask/link/link.h"

#include "ask/vocabulary/term_lists.h"

#include <string.h>

#define MIN_BASE      4  /* shorter ones meet by chance */
#define LEAST_FLAGGED 5  /* rows of which 0 and 1 are yes and no */
#define MAX_VALUES    24 /* a status has few */
#define SCORE         0.7

/* Is `said` the base with an ending that makes a noun or a verb of it? */
static bool has_ending(struct str said, struct str base)
{
    static const char *const ends[] = {
        "",      "s",      "e",    "es",   "ed",  "ing", "ings",
        "ation", "ations", "ion",  "ions", "al",  "als", "ment",
        "ments", "ure",    "ures", "y",    "ies", "er",  "ers"};

    return base.n >= MIN_BASE && str_starts(said, base) &&
           STR_IN(str_slice(said, base.n, said.n), ends);
}

bool link_is_derived(struct str said, struct str done)
{
    struct str base;

    if (!str_ends(done, STR("ed")) || str_eq(said, done))
        return false;
    base = str_slice(done, 0, done.n - 2);
    if (has_ending(said, base))
        return true; /* rejection of rejected */
    if (base.n > MIN_BASE && base.p[base.n - 1] == base.p[base.n - 2] &&
        has_ending(said, str_slice(base, 0, base.n - 1)))
        return true; /* cancel of cancelled */
    return base.n > MIN_BASE && base.p[base.n - 1] == 'i' &&
           has_ending(said, str_slice(base, 0, base.n - 1));
}

/* May a value begin as the word does? Of 80,000 values of a wide table, hardly
 * any is worth being cut into words, which would be half of what linking takes. */
static bool may_begin(struct str value, struct str said)
{
    for (size_t i = 0; i < MIN_BASE; i++) {
        char c = i < value.n ? value.p[i] : '\0';
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

        if (!is_letter && i < value.n)
            return true; /* only cutting tells */
        if ((c | ' ') != said.p[i])
            return false;
    }
    return true;
}

/* The word of a value that is one word, folded; empty for any other. */
static struct str only_word(const struct schema_column *c, size_t i,
                            struct words *w, struct arena *a)
{
    struct error ignored;

    if (words_cut(c->values[i], WORDS_TEXT, a, w, &ignored) || w->n != 1)
        return (struct str){0};
    return w->word[0].fold;
}

bool link_is_flag(const struct schema_column *c)
{
    return c->kind == COLUMN_BOOL ||
           (c->kind == COLUMN_NUMBER && c->whole && c->distinct == 2 &&
            c->non_null >= LEAST_FLAGGED && str_is(c->min, "0") &&
            str_is(c->max, "1"));
}

/* What is kept of one word's hits. */
struct hits {
    struct link values;
    struct link flags;
};

static void put_value(struct linker *l, struct hits *h,
                      const struct schema_column *c, size_t i)
{
    struct link *v = &h->values;

    if (v->n_hits == LINK_MAX_HITS ||
        (v->n_hits && v->hits[v->n_hits - 1].column == c))
        return;
    (void)l;
    v->hits[v->n_hits++] = (struct link_hit){.column = c,
                                             .score = SCORE,
                                             .values = &c->values[i],
                                             .n_values = 1,
                                             .whole = true,
                                             .synonym = true};
}

static void put_flag(struct hits *h, const struct schema_column *c)
{
    if (h->flags.n_hits < LINK_MAX_HITS)
        h->flags.hits[h->flags.n_hits++] =
            (struct link_hit){.column = c, .score = SCORE, .synonym = true};
}

/* Values of few, and flags, that the word is a form of; `same` where it may be
 * the very word, as after un- it is. */
static void find(struct linker *l, struct str said, bool same, struct hits *h)
{
    for (size_t i = 0; i < l->table->n_columns; i++) {
        const struct schema_column *c = &l->table->columns[i];

        for (size_t k = 0; link_is_flag(c) && k < c->words.n; k++) {
            if (link_is_derived(said, c->words.word[k].fold) ||
                (same && str_eq(said, c->words.word[k].fold))) {
                put_flag(h, c);
                break;
            }
        }
        for (size_t k = 0; c->kind == COLUMN_TEXT && c->complete &&
                           c->n_values <= MAX_VALUES && k < c->n_values;
             k++) {
            struct words w;
            struct str value = {0};

            if (may_begin(c->values[k], said))
                value = only_word(c, k, &w, l->a);
            if (value.n &&
                (link_is_derived(said, value) || (same && str_eq(said, value))))
                put_value(l, h, c, k);
        }
    }
}

static void add(struct linker *l, size_t at, struct hits *h, bool negated)
{
    struct link *both[2] = {&h->values, &h->flags};

    for (size_t i = 0; i < 2; i++) {
        if (!both[i]->n_hits)
            continue;
        both[i]->kind = i ? LINK_COLUMN : LINK_VALUE;
        both[i]->from = at;
        both[i]->to = at + 1;
        both[i]->score = SCORE;
        both[i]->negated = negated;
        linker_add(l, both[i]);
    }
}

size_t link_negating_prefix(struct str said)
{
    static const char *const prefixes[] = {"un", "in", "non", "dis"};

    for (size_t i = 0; i < 4; i++) {
        size_t n = strlen(prefixes[i]);

        if (str_starts(said, str_from(prefixes[i])) && said.n >= n + MIN_BASE)
            return n;
    }
    return 0;
}

/* A candidate from `from` on says more of the word. */
static bool is_known(const struct linker *l, size_t from)
{
    for (size_t i = from; i < l->n; i++) {
        const struct link *c = &l->candidate[i];

        if (c->kind == LINK_VALUE && c->hits[0].whole)
            return true;
        if (c->kind == LINK_COLUMN && !c->hits[0].synonym)
            return true; /* refunds of refund_amount */
    }
    return false;
}

/* What a column of yes and no is about: 通过 of 是否通过; the name itself where
 * nothing is around it. */
static struct str matter_of(struct str name)
{
    for (size_t i = 0; i < words_link_flag_sign.n; i++) {
        struct str before = str_from(words_link_flag_sign.word[i]);

        if (str_starts(name, before) && name.n > before.n)
            return str_slice(name, before.n, name.n);
    }
    return name;
}

/* How many words from `at` are this text, to the letter; 0: they are not. */
static size_t words_of(const struct words *w, size_t at, struct str text)
{
    size_t n = 0;

    while (text.n && at + n < w->n && str_starts(text, w->word[at + n].raw)) {
        text = str_slice(text, w->word[at + n].raw.n, text.n);
        n++;
    }
    return text.n ? 0 : n;
}

/* 通过 is also "by way of": it says what became of a row at the end of a clause,
 * after a no, or before what may follow a verb of one. */
static bool ends_clause(const struct words *w, size_t to)
{
    return to == w->n || w->word[to].kind != WORD_CJK ||
           term_list_has(&words_link_after_flag, w->word[to].raw);
}

/* 没有通过, 未通过, 不通过 and 通过 of 是否通过. */
static void chinese_flags_at(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    struct link c = {.kind = LINK_COLUMN, .from = at, .score = 1};
    size_t n = 0;

    for (size_t i = 0; i < words_link_flag_negation.n && !n; i++)
        n = words_of(w, at, str_from(words_link_flag_negation.word[i]));
    c.negated = n > 0;
    for (size_t i = 0; i < l->table->n_columns; i++) {
        const struct schema_column *column = &l->table->columns[i];
        size_t said = link_is_flag(column)
                          ? words_of(w, at + n, matter_of(column->name))
                          : 0;

        if (said < 2 || (c.to && at + n + said < c.to) ||
            (!n && !ends_clause(w, at + said)))
            continue;
        if (at + n + said > c.to)
            c.n_hits = 0;
        c.to = at + n + said;
        if (c.n_hits < LINK_MAX_HITS)
            c.hits[c.n_hits++] =
                (struct link_hit){.column = column, .score = 1};
    }
    if (c.n_hits)
        linker_add(l, &c);
}

void link_derived_at(struct linker *l, size_t at, size_t from)
{
    struct str said = l->words->word[at].fold;
    struct hits h = {0};
    size_t n = link_negating_prefix(said);

    if (l->words->word[at].kind == WORD_CJK)
        chinese_flags_at(l, at);
    if (l->language != LANGUAGE_EN || l->words->word[at].kind != WORD_LETTERS ||
        is_known(l, from))
        return;
    if (said.n <= MIN_BASE)
        return;
    find(l, said, false, &h);
    if (h.values.n_hits || h.flags.n_hits) {
        add(l, at, &h, false);
        return;
    }
    if (n) {
        find(l, str_slice(said, n, said.n), true, &h);
        add(l, at, &h, true);
    }
}
