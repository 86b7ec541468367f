/* lex_names.c - values by their names, and the category that those of a column share. */
#include "ask/lexicon/lex_names.h"

#define CATEGORIES    256 /* that are counted; a column's values are of a few */
#define CATEGORIES_OF 4   /* of one value: state-province, state-of-us */
#define BROADER       4
#define ROUNDS        2 /* places of states, and those of one country */

void lex_names_add(struct lex_names *out, const struct lex_sense *s)
{
    const uint8_t bit = (uint8_t)(1U << s->language);

    for (size_t i = 0; i < out->n; i++)
        if (out->state[i] == s->concept_id) {
            out->language[i] |= bit;
            return;
        }
    if (out->n == LEX_NAMES_MAX)
        return;
    out->state[out->n] = s->concept_id;
    out->language[out->n++] = bit;
}

static void add_states(const struct lex *x, struct lex_senses s,
                       struct lex_names *out)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.sense[i].role == LEX_WORD || s.sense[i].role == LEX_CODE)
            if (lex_concept(x, s.sense[i].concept_id).kind == LEX_STATE)
                lex_names_add(out, &s.sense[i]);
}

void lex_names_of(const struct lex *x, const struct lex_text *text, size_t from,
                  size_t n, struct lex_names *out)
{
    out->n = 0;
    if (n == 0 || n > LEX_MAX_WORDS)
        return;
    add_states(x, lex_find(x, text, from, n), out);
    if (out->n > 0)
        return;
    for (unsigned l = LEX_EN; l <= LEX_ES; l++)
        if (text->stem[l])
            add_states(
                x, lex_find_stems(x, text, from, n, (enum lex_language)l), out);
}

static bool is_of(const struct lex *x, uint16_t state, uint16_t category)
{
    uint16_t of[CATEGORIES_OF];
    const size_t n = lex_related(x, state, LEX_OF, of, CATEGORIES_OF);

    for (size_t i = 0; i < n; i++)
        if (of[i] == category)
            return true;
    return false;
}

static bool has_category(const struct lex *x, const struct lex_names *names,
                         uint16_t category)
{
    for (size_t i = 0; i < names->n; i++)
        if (is_of(x, names->state[i], category))
            return true;
    return false;
}

/* Does a column's name say this category, itself or by a narrower one? */
static bool is_named(const struct lex *x, const struct lex_column *column,
                     uint16_t category)
{
    for (size_t i = 0; i < column->n_also; i++)
        if (column->also[i] == category)
            return true;
    for (size_t i = 0; i < column->n; i++) {
        uint16_t broader[BROADER];
        const uint16_t id = column->found[i].concept_id;
        const size_t n = lex_related(x, id, LEX_BROADER, broader, BROADER);

        if (id == category)
            return true;
        for (size_t k = 0; k < n; k++)
            if (broader[k] == category)
                return true;
    }
    return false;
}

struct tally {
    uint16_t category[CATEGORIES];
    bool used[CATEGORIES];
    size_t n;
};

static void count_categories(const struct lex *x, uint16_t state,
                             struct tally *t)
{
    uint16_t of[CATEGORIES_OF];
    const size_t n = lex_related(x, state, LEX_OF, of, CATEGORIES_OF);

    for (size_t i = 0; i < n; i++) {
        size_t at = 0;

        while (at < t->n && t->category[at] != of[i])
            at++;
        if (at == t->n && t->n < CATEGORIES)
            t->category[t->n++] = of[i];
    }
}

/* The categories that occur. */
static void gather(const struct lex *x, const struct lex_names *names, size_t n,
                   struct tally *t)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < names[i].n; k++)
            count_categories(x, names[i].state[k], t);
}

/* The category, not yet used, that most values share; one that the column's name says
 * goes before all. t->n: there is none. */
static size_t best_category(const struct lex *x,
                            const struct lex_column *column,
                            const struct lex_names *names, size_t n,
                            const struct tally *t)
{
    size_t best = t->n;
    size_t most = 1; /* one value alone is no agreement */

    for (size_t c = 0; c < t->n; c++) {
        size_t count = 0;

        for (size_t i = 0; i < n; i++)
            count += has_category(x, &names[i], t->category[c]);
        if (count > 0 && is_named(x, column, t->category[c]))
            count += n;
        if (!t->used[c] && count > most) {
            most = count;
            best = c;
        }
    }
    return best;
}

/* Keep those of the states that are to be kept; of none others stay. */
static void keep(struct lex_names *names, uint64_t which)
{
    size_t kept = 0;

    for (size_t i = 0; which && i < names->n; i++) {
        if (!(which >> i & 1))
            continue;
        names->state[kept] = names->state[i];
        names->language[kept++] = names->language[i];
    }
    if (which)
        names->n = kept;
}

/* The states of a category, those that one of the languages says. */
static uint64_t of_category(const struct lex *x, const struct lex_names *names,
                            uint16_t category, unsigned languages)
{
    uint64_t which = 0;

    for (size_t i = 0; i < names->n; i++)
        if (names->language[i] & languages &&
            is_of(x, names->state[i], category))
            which |= UINT64_C(1) << i;
    return which;
}

/* The languages that say all values of the category, else all languages: codes W, L and D
 * are English, and none of them is what a D is in Spanish. */
static unsigned languages_of(const struct lex *x, const struct lex_names *names,
                             size_t n, uint16_t category)
{
    const unsigned any = (1U << LEX_LANGUAGES) - 1;
    unsigned all = 0;

    for (unsigned l = 0; l < LEX_LANGUAGES; l++) {
        bool says = true;

        for (size_t i = 0; i < n && says; i++)
            says = of_category(x, &names[i], category, 1U << l) ||
                   !of_category(x, &names[i], category, any);
        all |= (unsigned)says << l;
    }
    return all ? all : any;
}

void lex_names_agree(const struct lex *x, const struct lex_column *column,
                     struct lex_names *names, size_t n)
{
    struct tally t = {.n = 0};
    unsigned languages;

    gather(x, names, n, &t);
    for (unsigned round = 0; round < ROUNDS; round++) {
        const size_t best = best_category(x, column, names, n, &t);

        if (best == t.n)
            return;
        t.used[best] = true;
        languages = languages_of(x, names, n, t.category[best]);
        for (size_t i = 0; i < n; i++)
            keep(&names[i],
                 of_category(x, &names[i], t.category[best], languages));
    }
}
