#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/link/word_filter.h"

#include <cmocka.h>

static void a_word_that_is_there_is_never_denied(void **state)
{
    struct error e = {0};
    struct word_filter k;
    struct arena a;
    struct buf keys;
    size_t denied = 0;

    (void)state;
    arena_init(&a, 1 << 22);
    buf_init(&keys, 1 << 20);
    for (int i = 0; i < 2000; i++)
        buf_printf(&keys, "\n word%d town ", i);
    buf_puts(&keys, "\n");
    assert_int_equal(word_filter_make(buf_str(&keys), &a, &k, &e), OK);
    for (int i = 0; i < 4000; i++) {
        struct str word = {0};
        bool there;

        assert_int_equal(str_printf(&a, &word, &e, "word%d", i), OK);
        there = word_filter_may_have(&k, word);
        assert_true(i >= 2000 || there);
        denied += !there;
    }
    assert_true(word_filter_may_have(&k, STR("town")));
    assert_in_range(denied, 1700, 2000); /* few others pass */
    buf_release(&keys);
    arena_release(&a);
}

static void no_values_know_no_word(void **state)
{
    struct error e = {0};
    struct word_filter k;
    struct arena a;

    (void)state;
    arena_init(&a, 1 << 16);
    assert_int_equal(word_filter_make(STR("\n"), &a, &k, &e), OK);
    assert_false(word_filter_may_have(&k, STR("town")));
    arena_release(&a);
}

/* A column by its name alone. */
static struct schema_column column(const char *name, struct arena *a)
{
    struct schema_column c = {.name = str_from(name)};
    struct error e = {0};

    assert_int_equal(schema_name_column(&c, a, &e), OK);
    return c;
}

static bool may_name(const struct schema_column *c, const char *said,
                     struct arena *a)
{
    struct schema_noun *nouns;
    struct error e = {0};
    struct words w;

    assert_int_equal(words_cut(str_from(said), WORDS_TEXT, a, &w, &e), OK);
    nouns = schema_nouns(&w, a, &e);
    assert_non_null(nouns);
    return word_filter_may_name(c, &w.word[0], nouns[0].groups);
}

static void a_column_is_passed_over_only_by_other_words(void **state)
{
    struct arena a;
    struct schema_column date, amount, code;

    (void)state;
    arena_init(&a, 1 << 18);
    date = column("hire_date", &a);
    amount = column("total_sales", &a);
    code = column("c5", &a);
    assert_true(may_name(&date, "hired", &a));
    assert_true(may_name(&amount, "revenue", &a));
    assert_true(may_name(&amount, "importe", &a));
    assert_true(may_name(&code, "c5", &a));
    assert_false(may_name(&date, "zebra", &a));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_word_that_is_there_is_never_denied),
        cmocka_unit_test(no_values_know_no_word),
        cmocka_unit_test(a_column_is_passed_over_only_by_other_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
