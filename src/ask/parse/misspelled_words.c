#include "ask/parse/misspelled_words.h"

#include "ask/lexicon/lex_spell.h"
#include "ask/link/misspelled_values.h"
#include "base/text/distance.h"

#define SPELLINGS 8
#define KEYS_BYTES \
    ((size_t)1 << 16) /* of a column's values that are compared */

/* The nearest text so far. */
struct nearest_text {
    struct str said;
    struct str text;
    unsigned limit;
    unsigned edits; /* limit + 1: there is none */
};

static void compare(struct nearest_text *x, struct str text)
{
    unsigned edits;

    if (text.n < LINK_SLIP_BYTES - 1 || text.p[0] != x->said.p[0])
        return;
    edits = text_distance(x->said, text, x->limit);
    if (edits < x->edits) {
        x->edits = edits;
        x->text = text;
    }
}

static void compare_values(struct nearest_text *x,
                           const struct schema_column *c)
{
    size_t from = 0;

    if (c->keys.n > KEYS_BYTES)
        return;
    for (size_t i = 0; i < c->keys.n; i++) {
        if (c->keys.p[i] != ' ' && c->keys.p[i] != '\n')
            continue;
        compare(x, str_slice(c->keys, from, i));
        from = i + 1;
    }
}

/* Words of columns and of values. */
static void compare_table(struct nearest_text *x, const struct schema_table *t)
{
    for (size_t i = 0; i < t->words.n; i++)
        compare(x, t->words.word[i].fold);
    for (size_t i = 0; i < t->n_columns; i++)
        for (size_t k = 0; k < t->columns[i].words.n; k++)
            compare(x, t->columns[i].words.word[k].fold);
    for (size_t i = 0; i < t->n_columns; i++)
        compare_values(x, &t->columns[i]);
}

/* Words of questions that stand alone. */
static void compare_vocabulary(struct nearest_text *x, enum language language)
{
    const struct question_words_part *p = &question_words_parts[language];

    for (size_t i = 0; i < p->n; i++) {
        const struct str text = str_from(p->entries[i].text);

        if (str_find_char(text, ' ') == text.n &&
            str_find_char(text, '_') == text.n)
            compare(x, text);
    }
}

/* Is a sense of something that the table has, or an operation? */
static bool is_of_table(const struct table_concepts *c,
                        const struct lex_sense *s)
{
    if (s->role == LEX_OPERATION_WORD)
        return true;
    for (size_t i = 0; i < c->n_rows; i++)
        if (c->row[i] == s->concept_id)
            return true;
    for (size_t i = 0; i < c->n_values; i++)
        if (c->value[i].concept_id == s->concept_id)
            return true;
    return false;
}

static bool is_of_column(const struct meanings *m, const struct lex_sense *s)
{
    for (size_t i = 0; i < m->table->n_columns; i++) {
        const struct lex_column *of = &m->concepts->column[i];

        for (size_t k = 0; k < of->n; k++)
            if (of->found[k].concept_id == s->concept_id)
                return true;
    }
    return false;
}

static bool is_about(const struct meanings *m, struct lex_senses s)
{
    for (size_t i = 0; i < s.n; i++)
        if (is_of_table(m->concepts, &s.sense[i]) ||
            is_of_column(m, &s.sense[i]))
            return true;
    return false;
}

static enum lex_language lex_language_of(enum language language)
{
    return language == LANGUAGE_ES   ? LEX_ES
           : language == LANGUAGE_ZH ? LEX_ZH
                                     : LEX_EN;
}

/* A word of the lexicon that the table has something of. */
static enum err find_in_lexicon(const struct meanings *m, struct str word,
                                struct str *out, struct error *e)
{
    const enum lex_language language = lex_language_of(m->language);
    struct lex_spellings found;

    if (lex_spell(m->concepts->lex, word, language, m->a, &found, e))
        return e->code;
    for (size_t i = 0; i < found.n && !out->n; i++) {
        struct words w;
        struct lex_text text;

        if (words_cut(found.text[i], WORDS_TEXT, m->a, &w, e) ||
            lex_text_make(&w, m->a, &text, e))
            return e->code;
        if (is_about(m, lex_find(m->concepts->lex, &text, 0, 1)) ||
            is_about(m,
                     lex_find_stems(m->concepts->lex, &text, 0, 1, language)))
            *out = found.text[i];
    }
    return OK;
}

/* Is nothing known of the word, in the table or elsewhere? */
static bool is_unknown(const struct meanings *m,
                       const struct schema_noun *nouns, size_t at)
{
    if (!link_is_unknown(m->table, m->words, nouns, at) ||
        lex_find(m->concepts->lex, &m->text, at, 1).n)
        return false;
    for (unsigned l = LEX_EN; l <= LEX_ES; l++)
        if (lex_find_stems(m->concepts->lex, &m->text, at, 1,
                           (enum lex_language)l)
                .n)
            return false;
    return true;
}

/* What an unknown word was to be; empty: nobody knows. */
static enum err mend(const struct meanings *m, const struct word *w,
                     struct str *out, struct error *e)
{
    struct nearest_text x = {.said = w->fold, .limit = link_slips(w->fold)};

    *out = (struct str){0};
    x.edits = x.limit + 1;
    compare_vocabulary(&x, m->language);
    compare_table(&x, m->table);
    if (x.edits > 1 && find_in_lexicon(m, w->fold, out, e))
        return e->code;
    if (!out->n && x.edits <= x.limit)
        *out = x.text;
    return OK;
}

enum err misspelled_words_mend(const struct meanings *m, struct words *out,
                               bool **mended, struct error *e)
{
    const struct words *w = m->words;
    const struct schema_noun *nouns = NULL;

    *mended = NULL;
    *out = (struct words){.n = m->n_words, .text = w->text};
    for (size_t at = 0; at < m->n_words; at++) {
        struct str text;

        if (!nouns && !(nouns = schema_nouns(w, m->a, e)))
            return e->code;
        if (!is_unknown(m, nouns, at))
            continue;
        if (mend(m, &w->word[at], &text, e))
            return e->code;
        if (!text.n)
            continue;
        if (!*mended) {
            *mended = arena_alloc_array(m->a, m->n_words, sizeof(bool), e);
            out->word =
                arena_alloc_array(m->a, m->n_words, sizeof(*out->word), e);
            if (!*mended || !out->word)
                return e->code;
            for (size_t i = 0; i < m->n_words; i++)
                out->word[i] = w->word[i];
        }
        (*mended)[at] = true;
        out->word[at].fold = text;
        out->word[at].stem = text_stem(text);
    }
    return OK;
}
