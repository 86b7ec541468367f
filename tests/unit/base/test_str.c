#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/str.h"

static const struct str nothing; /* p is NULL */

static void equality_is_by_bytes_and_length(void **state)
{
    (void)state;
    assert_true(str_eq(STR("ab"), STR("ab")));
    assert_false(str_eq(STR("ab"), STR("abc")));
    assert_false(str_eq(STR("a\0b"), STR("a\0c")));
    assert_true(str_eq(nothing, STR("")));
    assert_true(str_is(nothing, ""));
    assert_true(str_is(STR("ab"), "ab"));
    assert_false(str_is(STR("ab"), "a"));
}

static void only_ascii_letters_fold_case(void **state)
{
    uint8_t set[256] = {0};

    (void)state;
    assert_true(str_eq_nocase(STR("SUM(x)"), STR("sum(X)")));
    assert_false(str_eq_nocase(STR("a"), STR("ab")));
    assert_false(str_eq_nocase(STR("["), STR("{")));
    str_mark_nocase(set, 'x', 1);
    str_mark_nocase(set, 'X', 2);
    str_mark_nocase(set, '[', 4);
    assert_int_equal(set['x'], 3);
    assert_int_equal(set['X'], 3);
    assert_int_equal(set['['], 4);
    assert_int_equal(set['{'], 0);
    assert_true(str_eq_nocase(nothing, nothing));
}

static void words_are_found_whole_and_in_any_case(void **state)
{
    (void)state;
    assert_true(str_has_word(STR("SELECT \"price\""), STR("Price")));
    assert_false(str_has_word(STR("SELECT unit_price"), STR("price")));
    assert_false(str_has_word(STR("SELECT pricé"), STR("pric")));
    assert_true(str_has_word(STR("unit_price, price"), STR("price")));
    assert_false(str_has_word(STR("SELECT 1"), STR("")));
}

static void the_order_is_unsigned_and_the_prefix_first(void **state)
{
    (void)state;
    assert_true(str_cmp(STR("a"), STR("b")) < 0);
    assert_true(str_cmp(STR("a"), STR("ab")) < 0);
    assert_true(str_cmp(STR("\xff"), STR("a")) > 0);
    assert_true(str_cmp(STR("x"), STR("x")) == 0);
    assert_true(str_cmp(nothing, STR("x")) < 0);
    assert_true(str_cmp(nothing, nothing) == 0);
}

static void beginnings_and_ends_are_recognised(void **state)
{
    (void)state;
    assert_true(str_starts(STR("table"), STR("tab")));
    assert_false(str_starts(STR("ta"), STR("tab")));
    assert_true(str_ends(STR("a.csv"), STR(".csv")));
    assert_false(str_ends(STR("csv"), STR(".csv")));
    assert_true(str_starts(nothing, nothing));
    assert_true(str_ends(STR("x"), STR("")));
}

static void a_slice_is_clipped(void **state)
{
    (void)state;
    assert_true(str_is(str_slice(STR("abcdef"), 1, 3), "bc"));
    assert_true(str_is(str_slice(STR("abc"), 1, 99), "bc"));
    assert_int_equal(str_slice(STR("abc"), 3, 1).n, 0);
    assert_int_equal(str_slice(STR("abc"), 9, 12).n, 0);
    assert_null(str_slice(nothing, 1, 2).p);
}

static void white_space_is_trimmed_at_both_ends(void **state)
{
    (void)state;
    assert_true(str_is(str_trim(STR(" \t\r\n\v\fa b ")), "a b"));
    assert_int_equal(str_trim(STR("   ")).n, 0);
    assert_int_equal(str_trim(nothing).n, 0);
    assert_true(str_is(str_trim(STR("\xc2\xa0x")), "\xc2\xa0x"));
}

static void a_search_without_a_hit_gives_the_length(void **state)
{
    (void)state;
    assert_int_equal(str_find_char(STR("a,b,c"), ','), 1);
    assert_int_equal(str_find_char(STR("abc"), ','), 3);
    assert_int_equal(str_find_char(nothing, ','), 0);
    assert_int_equal(str_find(STR("aab"), STR("ab")), 1);
    assert_int_equal(str_find(STR("aab"), STR("x")), 3);
    assert_int_equal(str_find(STR("aab"), STR("")), 0);
    assert_int_equal(str_find(nothing, STR("x")), 0);
}

static void behind_the_last_of_a_kind_is_the_rest(void **state)
{
    (void)state;
    assert_true(str_is(str_after_last(STR("a/b/c.csv"), '/'), "c.csv"));
    assert_true(str_is(str_after_last(STR("c.csv"), '/'), "c.csv"));
    assert_true(str_is(str_after_last(STR("a/"), '/'), ""));
    assert_true(str_is(str_after_last(nothing, '/'), ""));
}

static void a_list_has_a_text_or_has_it_not(void **state)
{
    static const char *const list[] = {"a", "bc"};

    (void)state;
    assert_true(STR_IN(STR("bc"), list));
    assert_false(STR_IN(STR("b"), list));
    assert_false(STR_IN(STR("BC"), list));
    assert_false(STR_IN(nothing, list));
    assert_false(str_in(STR("bc"), list, 1));
}

static void a_number_is_read_up_to_its_maximum(void **state)
{
    struct error e = {0};
    uint64_t v = 1;

    (void)state;
    assert_int_equal(
        str_parse_u64(STR("18446744073709551615"), UINT64_MAX, &v, &e), OK);
    assert_true(v == UINT64_MAX);
    assert_int_equal(str_parse_u64(STR("0007"), 7, &v, &e), OK);
    assert_int_equal(v, 7);
    assert_int_equal(
        str_parse_u64(STR("18446744073709551616"), UINT64_MAX, &v, &e),
        ERR_VALIDATION_FAILED);
    assert_int_equal(str_parse_u64(STR("8"), 7, &v, &e), ERR_VALIDATION_FAILED);
    assert_string_equal(e.msg, "'8' is too large: the limit is 7");
    assert_int_equal(v, 7);
}

static void what_is_no_whole_number_is_refused(void **state)
{
    static const char *const bad[] = {"-1",  "+1",  " 1", "1 ",
                                      "1.0", "0x1", "a"};
    struct error e = {0};
    uint64_t v;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_int_equal(str_parse_u64(str_from(bad[i]), 100, &v, &e),
                         ERR_VALIDATION_FAILED);
    assert_int_equal(str_parse_u64(nothing, 100, &v, &e),
                     ERR_VALIDATION_FAILED);
    assert_string_equal(e.msg, "a number is missing");
}

static void copies_live_in_the_arena_and_end_with_nul(void **state)
{
    struct arena a;
    struct error e = {0};
    struct str s;

    (void)state;
    arena_init(&a, 1000);
    assert_string_equal(str_cstr(str_slice(STR("abcdef"), 1, 3), &a, &e), "bc");
    assert_string_equal(str_cstr(nothing, &a, &e), "");
    assert_int_equal(str_dup(STR("x\0y"), &a, &s, &e), OK);
    assert_true(str_eq(s, STR("x\0y")));
    assert_int_equal(str_printf(&a, &s, &e, "%d-%s", 5, "z"), OK);
    assert_string_equal(s.p, "5-z");
    assert_int_equal(s.n, 3);
    assert_int_equal(str_printf(&a, &s, &e, "%5000d", 1), ERR_LIMIT);
    assert_int_equal(s.n, 3);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equality_is_by_bytes_and_length),
        cmocka_unit_test(only_ascii_letters_fold_case),
        cmocka_unit_test(words_are_found_whole_and_in_any_case),
        cmocka_unit_test(the_order_is_unsigned_and_the_prefix_first),
        cmocka_unit_test(beginnings_and_ends_are_recognised),
        cmocka_unit_test(a_slice_is_clipped),
        cmocka_unit_test(white_space_is_trimmed_at_both_ends),
        cmocka_unit_test(a_search_without_a_hit_gives_the_length),
        cmocka_unit_test(behind_the_last_of_a_kind_is_the_rest),
        cmocka_unit_test(a_list_has_a_text_or_has_it_not),
        cmocka_unit_test(a_number_is_read_up_to_its_maximum),
        cmocka_unit_test(what_is_no_whole_number_is_refused),
        cmocka_unit_test(copies_live_in_the_arena_and_end_with_nul),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
