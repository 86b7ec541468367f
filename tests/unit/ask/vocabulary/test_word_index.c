#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/vocabulary/word_index.h"

#include <cmocka.h>

/* A term as a person writes it: '_' stands for a space. */
static void cut(const char *text, size_t n, struct arena *a, struct words *w)
{
    struct error e = {0};
    char *copy = arena_alloc(a, n + 1, &e);

    assert_non_null(copy);
    for (size_t i = 0; i < n; i++)
        copy[i] = text[i] == '_' ? ' ' : text[i];
    assert_int_equal(words_cut((struct str){copy, n}, WORDS_TEXT, a, w, &e),
                     OK);
}

static void every_entry_is_found_by_its_own_words(void **state)
{
    struct arena a;

    (void)state;
    arena_init(&a, 1 << 24);
    for (size_t p = 0; p < QUESTION_PARTS; p++) {
        for (size_t i = 0; i < question_words_parts[p].n; i++) {
            const char *text = question_words_parts[p].entries[i].text;
            struct words w;
            size_t n = 0;

            cut(text, str_from(text).n, &a, &w);
            if (!question_words_find(&w, 0, &n) || n != w.n)
                fail_msg("'%s' is found as %zu of %zu words", text, n, w.n);
        }
    }
    arena_release(&a);
}

static void every_noun_is_found_by_its_own_words(void **state)
{
    struct arena a;

    (void)state;
    arena_init(&a, 1 << 24);
    for (size_t g = 0; g < noun_group_n; g++) {
        const struct term_list *list = noun_group_table[g].list;

        for (size_t i = 0; i < list->n; i++) {
            struct words w;
            size_t n = 0;

            cut(list->word[i], str_from(list->word[i]).n, &a, &w);
            if (!question_words_nouns(&w, 0, &n) || n != w.n)
                fail_msg("'%s' is found as %zu of %zu words", list->word[i], n,
                         w.n);
        }
    }
    arena_release(&a);
}

static void few_terms_share_a_bucket(void **state)
{
    const struct word total = {
        .kind = WORD_LETTERS, .fold = STR("total"), .stem = STR("total")};
    size_t n = 0;

    (void)state;
    for (const struct word_index_term *t = word_index_entry(&total); t;
         t = word_index_next(t))
        n++;
    assert_in_range(n, 1, 40); /* of some thousand */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_entry_is_found_by_its_own_words),
        cmocka_unit_test(every_noun_is_found_by_its_own_words),
        cmocka_unit_test(few_terms_share_a_bucket),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
