/*
 * union_names.c - net and gross share all but one word, and qty and quantity share none.
 *
 * The words that both have are put aside. What is left on one side alone makes a name
 * longer (amount, total amount); what is left on both sides tells the columns apart
 * (order date, ship date), unless it says nothing that the type does not (order id, order
 * no). Else the lexicon decides: the concepts that both names can mean, as a share of those
 * that either can. Single concepts prove nothing, as price and cost have some in common.
 */
#include "answer/union_names.h"

#include "answer/sentence/lex_words.h"

#define MAX_NAME     16u /* words of a name that is compared */
#define WHOLE_LEAST  0.9 /* strength of a concept that the whole name means */
#define MEANS_ONE    0.2 /* share of the concepts; tests/asking/series */
#define SHORT_LEAST  3u  /* bytes of a shortened word */
#define SHORT_MOST   2u  /* a shortened word is at most 1/2 of the whole */
#define SHARED_SIGNS 2u  /* Chinese signs in common that make names alike */
#define PARTICLE     2u  /* bytes of "of", "de", "at" */

struct compared {
    const struct schema_column *column[2];
    bool left[2][MAX_NAME]; /* words that the other does not have */
    size_t n_left[2];
    size_t shared; /* words; of signs, pairs */
};

/* ---- words ---- */

/* Has `whole` the letters of `part` in their order, from its first on? */
static bool has_letters(struct str whole, struct str part)
{
    size_t at = 0;

    if (whole.p[0] != part.p[0])
        return false;
    for (size_t i = 0; i < whole.n && at < part.n; i++)
        at += whole.p[i] == part.p[at];
    return at == part.n;
}

/* qty is quantity, emp employee. */
static bool is_short_for(const struct word *a, const struct word *b)
{
    const struct str part = a->fold.n < b->fold.n ? a->fold : b->fold;
    const struct str whole = a->fold.n < b->fold.n ? b->fold : a->fold;

    return a->kind == WORD_LETTERS && b->kind == WORD_LETTERS &&
           part.n >= SHORT_LEAST && part.n * SHORT_MOST <= whole.n &&
           has_letters(whole, part);
}

static bool is_same_word(const struct word *a, const struct word *b)
{
    return str_eq(a->fold, b->fold) || str_eq(a->stem, b->stem) ||
           is_short_for(a, b);
}

static void put_aside(struct compared *x)
{
    const struct words *a = &x->column[0]->words;
    const struct words *b = &x->column[1]->words;
    size_t signs = 0;

    for (size_t i = 0; i < a->n; i++)
        x->left[0][i] = true;
    for (size_t i = 0; i < b->n; i++)
        x->left[1][i] = true;
    for (size_t i = 0; i < a->n; i++) {
        size_t k = 0;

        while (k < b->n &&
               (!x->left[1][k] || !is_same_word(&a->word[i], &b->word[k])))
            k++;
        if (k == b->n)
            continue;
        x->left[0][i] = x->left[1][k] = false;
        signs += a->word[i].kind == WORD_CJK;
        x->shared += a->word[i].kind != WORD_CJK;
    }
    x->shared += signs / SHARED_SIGNS;
    for (size_t i = 0; i < a->n; i++)
        x->n_left[0] += x->left[0][i];
    for (size_t i = 0; i < b->n; i++)
        x->n_left[1] += x->left[1][i];
}

/* ---- what the type says already ---- */

static bool is_said_by(enum lex_kind kind, enum column_kind type)
{
    if (type == COLUMN_DATE)
        return kind == LEX_DATE || kind == LEX_TIME || kind == LEX_PERIOD;
    return type == COLUMN_ID && kind == LEX_CODE_KIND;
}

static bool names_type(const struct lex *lex, struct lex_senses senses,
                       enum column_kind type)
{
    for (size_t i = 0; i < senses.n; i++) {
        const struct lex_sense *s = &senses.sense[i];

        if ((s->role == LEX_NOUN || s->role == LEX_HEADER) &&
            is_said_by(lex_concept(lex, s->concept_id).kind, type))
            return true;
    }
    return false;
}

/* Does what is left of a name say only that it is a date, or a code? A particle says
 * nothing. */
static bool is_left_type(const struct compared *x, size_t side)
{
    const struct schema_column *c = x->column[side];
    bool says = false;
    struct lex_words w;

    if (!lex_words_init(&w, c->name) || w.words.n != c->words.n) {
        lex_words_release(&w);
        return false;
    }
    for (size_t i = 0; i < c->words.n; i++) {
        size_t n = 0;

        while (i + n < c->words.n && x->left[side][i + n])
            n++;
        if (n == 0)
            continue;
        says = names_type(w.lex, lex_find(w.lex, &w.text, i, n), c->kind) ||
               (c->kind == COLUMN_DATE && n == 1 &&
                c->words.word[i].fold.n <= PARTICLE);
        if (!says)
            break;
        i += n;
    }
    lex_words_release(&w);
    return says;
}

/* ---- concepts ---- */

static void concepts_of(const struct schema_column *c, struct lex_column *out)
{
    static const enum lex_column_type types[] = {
        [COLUMN_TEXT] = LEX_COLUMN_TEXT, [COLUMN_NUMBER] = LEX_COLUMN_NUMBER,
        [COLUMN_DATE] = LEX_COLUMN_DATE, [COLUMN_BOOL] = LEX_COLUMN_BOOL,
        [COLUMN_ID] = LEX_COLUMN_NUMBER, [COLUMN_OTHER] = LEX_COLUMN_TEXT};
    struct lex_words w;
    size_t n = 0;

    out->n = 0;
    if (lex_words_init(&w, c->name))
        lex_column_of(w.lex, &w.text, types[c->kind], out);
    while (n < out->n && out->found[n].strength >= WHOLE_LEAST)
        n++;
    out->n = n;
    lex_words_release(&w);
}

static bool is_in(const struct lex_column *c, uint16_t id)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->found[i].concept_id == id)
            return true;
    return false;
}

static bool are_opposite(const struct lex_column *a, const struct lex_column *b)
{
    const struct lex *lex = lex_shared();
    uint16_t related[LEX_COLUMN_MAX];

    for (size_t i = 0; i < a->n && lex; i++) {
        size_t n = lex_related(lex, a->found[i].concept_id, LEX_NOT, related,
                               LEX_COLUMN_MAX);

        for (size_t k = 0; k < n; k++)
            if (is_in(b, related[k]))
                return true;
    }
    return false;
}

/* The share of what either can mean that both can. */
static double meant_by_both(const struct lex_column *a,
                            const struct lex_column *b)
{
    size_t both = 0;

    for (size_t i = 0; i < a->n; i++)
        both += is_in(b, a->found[i].concept_id);
    return both ? (double)both / (double)(a->n + b->n - both) : 0;
}

enum union_naming union_names(const struct schema_column *a,
                              const struct schema_column *b)
{
    struct compared x = {.column = {a, b}};
    struct lex_column of[2];
    double both;

    if (a->words.n == 0 || b->words.n == 0 || a->words.n > MAX_NAME ||
        b->words.n > MAX_NAME)
        return NAMES_UNKNOWN;
    put_aside(&x);
    if (x.shared && x.n_left[0] && x.n_left[1])
        return is_left_type(&x, 0) && is_left_type(&x, 1) ? NAMES_NEAR
                                                          : NAMES_DIFFER;
    concepts_of(a, &of[0]);
    concepts_of(b, &of[1]);
    both = meant_by_both(&of[0], &of[1]);
    if (are_opposite(&of[0], &of[1]))
        return NAMES_DIFFER;
    if (both >= MEANS_ONE)
        return NAMES_MEAN_ONE;
    if (x.shared)
        return of[0].n && of[1].n && both <= 0 ? NAMES_LONGER : NAMES_NEAR;
    return of[0].n && of[1].n && both <= 0 ? NAMES_DIFFER : NAMES_UNKNOWN;
}
