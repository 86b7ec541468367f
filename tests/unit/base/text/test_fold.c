#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text/fold.h"

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

static void check_nfkc(const char *in, const char *want)
{
    struct error e;
    struct arena a;
    struct str out = {0};

    arena_init(&a, 1 << 20);
    assert_int_equal(text_nfkc(str_from(in), &a, &out, &e), OK);
    if (!str_is(out, want))
        fail_msg("'%s' normalises to '%.*s'", in, STR_FMT(out));
    arena_release(&a);
}

static void normalising_keeps_case_and_accents(void **state)
{
    (void)state;
    check_nfkc("Plain ASCII", "Plain ASCII");
    check_nfkc("", "");
    check_nfkc("\xc3\x89", "\xc3\x89");            /* composed stays */
    check_nfkc("E\xcc\x81", "\xc3\x89");           /* e and accent meet */
    check_nfkc("\xef\xbc\xa1\xef\xac\x81", "Afi"); /* width, ligature */
    check_nfkc("a\xc2\xa0z", "a z");               /* no-break space */
    check_nfkc("a\xffz\xe2\x84", "a\xef\xbf\xbdz\xef\xbf\xbd");
}

/* U+FDFA becomes 18 characters, U+2122 two: the first guess is too small. */
static void what_grows_when_normalised_is_whole(void **state)
{
    char in[300];
    struct error e;
    struct arena a;
    struct str out = {0};

    (void)state;
    for (size_t i = 0; i < 100; i++)
        memcpy(in + 3 * i, "\xef\xb7\xba", 3);
    arena_init(&a, 1 << 20);
    assert_int_equal(text_nfkc((struct str){in, 300}, &a, &out, &e), OK);
    assert_int_equal(out.n, 100 * 33);
    assert_memory_equal(out.p, "\xd8\xb5\xd9\x84\xd9\x89 ", 7);
    assert_memory_equal(out.p, out.p + 99 * 33, 33);
    arena_release(&a);
    arena_init(&a, 1000);
    assert_int_equal(text_nfkc((struct str){in, 300}, &a, &out, &e), ERR_LIMIT);
    arena_release(&a);
}

static void a_text_over_a_mebibyte_is_not_normalised(void **state)
{
    static char in[(1 << 20) + 1];
    struct error e;
    struct arena a;
    struct str out = {0};

    (void)state;
    memset(in, 'a', sizeof(in));
    in[0] = '\xff';
    arena_init(&a, 1 << 24);
    assert_int_equal(text_nfkc((struct str){in, sizeof(in)}, &a, &out, &e),
                     ERR_LIMIT);
    arena_release(&a);
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
        cmocka_unit_test(normalising_keeps_case_and_accents),
        cmocka_unit_test(what_grows_when_normalised_is_whole),
        cmocka_unit_test(a_text_over_a_mebibyte_is_not_normalised),
        cmocka_unit_test(letters_have_a_small_one_and_words_are_made_of_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
