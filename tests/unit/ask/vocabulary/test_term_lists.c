#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/vocabulary/term_lists.h"

#include <cmocka.h>

static void a_list_has_the_words_of_its_languages(void **state)
{
    (void)state;
    assert_true(term_list_has(&words_route_rule, STR("have to")));
    assert_true(term_list_has(&words_route_rule, STR("tengo que")));
    assert_false(term_list_has(&words_route_rule, STR("have")));
}

static void an_entry_can_have_a_value(void **state)
{
    (void)state;
    assert_true(str_is(
        term_list_value(&words_candidates_irregular, STR("went")), "go"));
    assert_int_equal(term_list_value(&words_candidates_irregular, STR("wen")).n,
                     0);
    assert_int_equal(term_list_value(&words_candidates_irregular, STR("")).n,
                     0);
}

static void a_value_can_be_a_number(void **state)
{
    uint64_t n = 0;

    (void)state;
    assert_true(term_list_number(&words_link_chinese_digit, STR("三"), &n));
    assert_int_equal(n, 3);
    assert_false(term_list_number(&words_link_chinese_digit, STR("十"), &n));
    assert_false(
        term_list_number(&words_candidates_irregular, STR("went"), &n));
}

static void entries_occur_in_texts_and_end_them(void **state)
{
    (void)state;
    assert_true(
        term_list_within(&words_bind_returned_chinese, STR("退货数量")));
    assert_false(term_list_within(&words_bind_returned_chinese, STR("数量")));
    assert_true(
        term_list_ends(&words_bind_outcome_ending_chinese, STR("订单状态")));
    assert_false(
        term_list_ends(&words_bind_outcome_ending_chinese, STR("状态码")));
}

static void an_ending_is_cut_off_where_enough_is_left(void **state)
{
    const struct term_list *ends = &words_link_english_verb_ending;

    (void)state;
    assert_true(
        str_is(term_list_without_ending(ends, STR("bookings"), 4), "book"));
    assert_int_equal(term_list_without_ending(ends, STR("wings"), 4).n, 0);
    assert_int_equal(term_list_without_ending(ends, STR("book"), 4).n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_has_the_words_of_its_languages),
        cmocka_unit_test(an_entry_can_have_a_value),
        cmocka_unit_test(a_value_can_be_a_number),
        cmocka_unit_test(entries_occur_in_texts_and_end_them),
        cmocka_unit_test(an_ending_is_cut_off_where_enough_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
