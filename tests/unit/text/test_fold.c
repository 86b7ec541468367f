#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "text/fold.h"

#include <string.h>

static void check(const char *in, const char *want)
{
    struct error e;
    struct arena a;
    struct str out = {0};

    arena_init(&a, 1 << 20);
    assert_int_equal(text_fold(str_from(in), &a, &out, &e), OK);
    if (!str_is(out, want))
        fail_msg("'%s' folds to '%.*s'", in, STR_FMT(out));
    arena_release(&a);
}

static void case_and_accents_are_no_difference(void **state)
{
    (void)state;
    check("OPERACION", "operacion");
    check("Operaci\xc3\xb3n", "operacion");
    check("Operacio\xcc\x81n", "operacion");
    check("\xc3\x91", "n");
    check("Stra\xc3\x9f"
          "e",
          "strasse");
}

static void full_width_and_ligatures_are_no_difference(void **state)
{
    (void)state;
    check("\xef\xbc\xa1\xef\xbc\x91", "a1");
    check("\xef\xac\x81n", "fin");
}

static void chinese_and_empty_stay(void **state)
{
    (void)state;
    check("\xe9\x94\x80\xe5\x94\xae", "\xe9\x94\x80\xe5\x94\xae");
    check("", "");
}

static void broken_bytes_do_not_break_it(void **state)
{
    (void)state;
    check("a\xff"
          "b",
          "a\xef\xbf\xbd"
          "b");
}

static void a_long_text_leaves_the_stack(void **state)
{
    char in[4001];
    struct error e;
    struct arena a;
    struct str out = {0};

    (void)state;
    memset(in, 'A', 4000);
    memcpy(in, "\xc3\x81", 2);
    in[4000] = '\0';
    arena_init(&a, 1 << 20);
    assert_int_equal(text_fold(str_from(in), &a, &out, &e), OK);
    assert_int_equal(out.n, 3999);
    assert_int_equal(out.p[0], 'a');
    arena_release(&a);
}

static void a_full_arena_is_a_limit(void **state)
{
    struct error e = {0};
    struct arena a;
    struct str out = {0};

    (void)state;
    arena_init(&a, 0);
    assert_int_equal(text_fold(STR("ABC"), &a, &out, &e), ERR_LIMIT);
    arena_release(&a);
}

static void letters_have_a_small_one_and_words_are_made_of_them(void **state)
{
    (void)state;
    assert_int_equal(text_lower('A'), 'a');
    assert_int_equal(text_lower(0xC9), 0xE9);   /* É */
    assert_int_equal(text_lower(0x416), 0x436); /* Ж */
    assert_int_equal(text_lower('-'), '-');
    assert_true(text_is_word('_'));
    assert_true(text_is_word(0x5B89)); /* 安 */
    assert_true(text_is_word(0x94D));  /* a mark of Devanagari */
    assert_true(text_is_word(0x0663)); /* an Arabic digit */
    assert_false(text_is_word('-'));
    assert_false(text_is_word(0xB2)); /* ² */
    assert_false(text_is_word(0xFF08));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(case_and_accents_are_no_difference),
        cmocka_unit_test(full_width_and_ligatures_are_no_difference),
        cmocka_unit_test(chinese_and_empty_stay),
        cmocka_unit_test(broken_bytes_do_not_break_it),
        cmocka_unit_test(a_long_text_leaves_the_stack),
        cmocka_unit_test(a_full_arena_is_a_limit),
        cmocka_unit_test(letters_have_a_small_one_and_words_are_made_of_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
