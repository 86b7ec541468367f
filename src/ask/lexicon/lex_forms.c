/*
 * lex_forms.c - regular comparatives and superlatives are made here, since a stemmer
 * leaves "hottest" as it is; plurals, tenses and genders are left to stems.
 */
#include "ask/lexicon/lex_forms.h"

#include <string.h>

/* How an adjective of a language becomes a comparative: the first rule whose ending
 * fits. C is a consonant, V a vowel, any other letter itself. */
struct ending {
    const char *pattern;
    size_t cut;            /* letters that go */
    bool doubled;          /* its last letter comes again */
    const char *suffix[2]; /* comparative, superlative */
};

/* source   any grammar of English: large, heavy, hot, cold */
static const struct ending english_table[] = {
    {"e", 1, false, {"er", "est"}},
    {"Cy", 1, false, {"ier", "iest"}},
    {"CVC", 0, true, {"er", "est"}},
    {"", 0, false, {"er", "est"}},
};

static bool is_vowel(char c)
{
    return memchr("aeiou", c, 5) != NULL;
}

/* w, x and y are not doubled: low, lax. */
static bool fits_letter(char pattern, char c)
{
    if (pattern == 'V')
        return is_vowel(c);
    if (pattern == 'C')
        return !is_vowel(c) && !memchr("wxy", c, 3);
    return c == pattern;
}

static bool fits(const char *pattern, struct str word)
{
    const size_t n = strlen(pattern);

    for (size_t i = 0; i < n; i++)
        if (word.n < n || !fits_letter(pattern[i], word.p[word.n - n + i]))
            return false;
    return true;
}

static void put(struct lex_forms *out, struct str text, enum lex_form form)
{
    if (text.n == 0 || out->n == LEX_MAX_FORMS)
        return;
    out->text[out->n] = text;
    out->form[out->n++] = form;
}

/* hotter, hottest of hot. */
static enum err compare_regularly(struct str word, struct arena *a,
                                  struct lex_forms *out, struct error *e)
{
    const struct ending *rule = english_table;

    while (!fits(rule->pattern, word))
        rule++;
    for (size_t i = 0; i < COUNT_OF(rule->suffix); i++) {
        const struct str stem = str_slice(word, 0, word.n - rule->cut);
        const struct str last = rule->doubled
                                    ? str_slice(word, word.n - 1, word.n)
                                    : (struct str){0};
        struct str made;
        enum err rc = str_printf(a, &made, e, "%.*s%.*s%s", STR_FMT(stem),
                                 STR_FMT(last), rule->suffix[i]);

        if (rc)
            return rc;
        put(out, made, i ? LEX_SUPERLATIVE : LEX_COMPARATIVE);
    }
    return OK;
}

static bool is_adjective(const struct source_word *w)
{
    return w->role == LEX_HIGH || w->role == LEX_LOW;
}

enum err lex_forms_of(const struct source_word *w, struct arena *a,
                      struct lex_forms *out, struct error *e)
{
    struct str rest = w->text;
    const size_t end = str_find_char(rest, '/');

    *out = (struct lex_forms){0};
    put(out, str_trim(str_slice(rest, 0, end)), LEX_BASE);
    for (size_t i = end; i < rest.n;) {
        const struct str more = str_slice(rest, i + 1, rest.n);
        const size_t n = str_find_char(more, '/');
        enum lex_form form = LEX_BASE;

        if (is_adjective(w))
            form = out->n == 1 ? LEX_COMPARATIVE : LEX_SUPERLATIVE;
        put(out, str_trim(str_slice(more, 0, n)), form);
        i += n + 1;
    }
    if (out->n == 1 && is_adjective(w) && w->language == LEX_EN &&
        str_find_char(w->text, ' ') == w->text.n)
        return compare_regularly(out->text[0], a, out, e);
    return OK;
}
