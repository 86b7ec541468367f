/*
 * Codes by their names: "women" is F of a column that has F and M, "Texas" is
 * TX, "the UK" is United Kingdom. A word of a question and a value that are
 * names of one thing (data/lexicon/lists/codes.txt) meet, under two conditions,
 * because two letters are a name of many things. A code in the question is
 * written in capitals, "us" is us; and a code in a cell counts in a column
 * whose values are mostly names of that kind: DE is no Germany among
 * abbreviated departments.
 */
#include "ask/link/link.h"
#include "ask/vocabulary/codes.h"

/* Longer names need no company. */
#define MAX_CODE_BYTES 3

/* Columns of more values hold no codes of these kinds. */
#define MAX_VALUES 400

/* So many of ten values are names of the kind. */
#define MOST_OF_TEN 8

/* Is the name one of those of the code? */
static bool is_name(const struct cell_code *code, const struct words *w)
{
    for (const char *rest = code->names; w->n && *rest;)
        if (question_words_spells(w, 0, cell_code_next(&rest), false) == w->n)
            return true;
    return false;
}

/* Is the value a name of anything of the kind? */
static bool is_of(enum code_domain domain, const struct words *w)
{
    const struct cell_code *all[CELL_CODES_MAX];
    size_t words;
    size_t n = w->n ? cell_codes_find(w, 0, all, &words) : 0;

    while (n-- > 0) {
        if (words == w->n && all[n]->domain == domain)
            return true;
    }
    return false;
}

/* Are the words that were said a code in capitals, or a name? */
static bool may_be_said(const struct words *w, size_t at, size_t n)
{
    struct str raw = w->word[at].raw;
    bool small = false;

    if (n > 1 || w->word[at].kind != WORD_LETTERS || raw.n > MAX_CODE_BYTES ||
        str_eq_nocase(raw, STR("man")) || str_eq_nocase(raw, STR("men")))
        return true;
    for (size_t i = 0; i < raw.n; i++) {
        if (raw.p[i] >= 'a' && raw.p[i] <= 'z')
            return false;
    }
    for (size_t i = 0; i < w->text.n; i++)
        small |= w->text.p[i] >= 'a' && w->text.p[i] <= 'z';
    return small;
}

/* The value of a column that the code is; false when none is. */
static enum err value_of(struct linker *l, const struct schema_column *c,
                         const struct cell_code *code, struct str *value,
                         struct error *e)
{
    size_t of_kind = 0;

    *value = (struct str){0};
    for (size_t i = 0; i < c->n_values; i++) {
        struct words w;

        if (words_cut(c->values[i], WORDS_TEXT, l->a, &w, e))
            return e->code;
        of_kind += is_of(code->domain, &w);
        if (value->n == 0 && is_name(code, &w))
            *value = c->values[i];
    }
    if ((value->n <= MAX_CODE_BYTES || code->domain == CODE_DIRECTION) &&
        (c->n_values < 2 || of_kind * 10 < c->n_values * MOST_OF_TEN))
        *value = (struct str){0};
    return OK;
}

/* Does a value occur there by its own name? */
static bool has_value(const struct linker *l, size_t from, size_t to)
{
    for (size_t i = from; i < l->n; i++) {
        const struct link *c = &l->candidate[i];

        if (c->kind == LINK_VALUE && c->to >= to && c->hits[0].whole)
            return true;
    }
    return false;
}

static enum err put_hit(struct linker *l, struct link *out,
                        const struct schema_column *c, struct str value,
                        struct error *e)
{
    struct str *values;

    for (size_t i = 0; i < out->n_hits; i++) {
        if (out->hits[i].column == c)
            return OK;
    }
    if (out->n_hits == LINK_MAX_HITS)
        return OK;
    values = arena_alloc_array(l->a, 1, sizeof(*values), e);
    if (!values)
        return e->code;
    values[0] = value;
    out->hits[out->n_hits++] = (struct link_hit){.column = c,
                                                 .score = 1,
                                                 .values = values,
                                                 .n_values = 1,
                                                 .whole = true,
                                                 .synonym = true};
    return OK;
}

enum err link_codes_at(struct linker *l, size_t at, size_t from,
                       struct error *e)
{
    const struct cell_code *codes[CELL_CODES_MAX];
    struct link out = {.kind = LINK_VALUE, .from = at, .score = 1};
    size_t words;
    size_t n = cell_codes_find(l->words, at, codes, &words);

    if (n == 0 || !may_be_said(l->words, at, words) ||
        has_value(l, from, at + words))
        return OK;
    for (size_t i = 0; i < l->table->n_columns; i++) {
        const struct schema_column *c = &l->table->columns[i];

        if (c->kind != COLUMN_TEXT || !c->complete || c->n_values > MAX_VALUES)
            continue;
        for (size_t k = 0; k < n; k++) {
            struct str value;

            if (value_of(l, c, codes[k], &value, e) ||
                (value.n && put_hit(l, &out, c, value, e)))
                return e->code;
        }
    }
    out.to = at + words;
    if (out.n_hits)
        linker_add(l, &out);
    return OK;
}
