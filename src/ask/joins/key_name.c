#include "ask/joins/key_name.h"

#include "ask/vocabulary/term_lists.h"

/* A shorter word is short for too much. */
#define MIN_SHORT_BYTES 3

/* More words beside the noun are another name. */
#define MAX_ROLE_WORDS 2

static bool is_key_word(const struct word *w)
{
    return term_list_has(&words_joins_key, w->fold);
}

/* A word of a table's name that says nothing of its rows. */
static bool is_table_word(const struct word *w)
{
    return w->kind == WORD_NUMBER || term_list_has(&words_joins_table, w->fold);
}

/* "of" between a key and its noun: id de cliente. */
static bool is_joint(const struct word *w)
{
    return term_list_has(&words_joins_key_of, w->fold);
}

struct key_name key_name_of(const struct words *name)
{
    struct key_name k = {.rest = *name};
    struct words *rest = &k.rest;

    while (rest->n && is_key_word(&rest->word[rest->n - 1])) {
        rest->n--;
        k.says_key = true;
    }
    while (rest->n && (is_key_word(&rest->word[0]) ||
                       (k.says_key && is_joint(&rest->word[0])))) {
        rest->word++;
        rest->n--;
        k.says_key = true;
    }
    return k;
}

struct words key_name_noun(const struct words *table)
{
    struct words noun = *table;

    while (noun.n && is_table_word(&noun.word[0])) {
        noun.word++;
        noun.n--;
    }
    while (noun.n && is_table_word(&noun.word[noun.n - 1]))
        noun.n--;
    return noun.n ? noun : *table;
}

bool key_name_same(const struct words *a, const struct words *b)
{
    if (a->n != b->n || a->n == 0)
        return false;
    for (size_t i = 0; i < a->n; i++) {
        if (!str_eq(a->word[i].stem, b->word[i].stem))
            return false;
    }
    return true;
}

bool key_name_ends(const struct words *name, const struct words *of,
                   struct words *role)
{
    size_t more = name->n > of->n ? name->n - of->n : 0;
    struct words behind = {.word = name->word + more, .n = of->n};
    struct words before = {.word = name->word, .n = of->n};

    if (more == 0 || more > MAX_ROLE_WORDS)
        return false;
    if (key_name_same(&behind, of)) {
        *role = (struct words){.word = name->word, .n = more};
        return true;
    }
    *role = (struct words){.word = name->word + of->n, .n = more};
    return key_name_same(&before, of);
}

bool key_name_short(const struct words *name, const struct words *of)
{
    struct str s, whole;
    size_t k = 0;

    if (name->n != 1 || of->n != 1 || name->word[0].kind != WORD_LETTERS)
        return false;
    s = name->word[0].fold;
    whole = of->word[0].stem;
    if (s.n < MIN_SHORT_BYTES || s.n >= whole.n || s.p[0] != whole.p[0])
        return false;
    for (size_t i = 0; i < whole.n && k < s.n; i++)
        k += whole.p[i] == s.p[k];
    return k == s.n;
}
