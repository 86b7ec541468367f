#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text/distance.h"

#include <string.h>

static unsigned between(const char *a, const char *b)
{
    return text_distance(str_from(a), str_from(b), 9);
}

static void the_same_name_is_at_no_distance(void **state)
{
    (void)state;
    assert_int_equal(between("amount", "amount"), 0);
    assert_int_equal(between("", ""), 0);
}

static void each_insertion_removal_and_change_counts_one(void **state)
{
    (void)state;
    assert_int_equal(between("amount", "amont"), 1);
    assert_int_equal(between("amount", "amounts"), 1);
    assert_int_equal(between("amount", "amaunt"), 1);
    assert_int_equal(between("kitten", "sitting"), 3);
    assert_int_equal(between("", "abc"), 3);
    assert_int_equal(between("abc", ""), 3);
}

static void two_neighbours_swapped_count_one(void **state)
{
    (void)state;
    assert_int_equal(between("madird", "madrid"), 1);
    assert_int_equal(between("abcd", "badc"), 2);
    assert_int_equal(between("ca", "abc"), 3);
}

static void over_the_limit_is_one_more_than_it(void **state)
{
    (void)state;
    assert_int_equal(text_distance(STR("paris"), STR("madrid"), 2), 3);
    assert_int_equal(text_distance(STR("paris"), STR("parts"), 0), 1);
    assert_int_equal(text_distance(STR("paris"), STR("parts"), 1), 1);
    assert_int_equal(text_distance(STR(""), STR("abc"), 2), 3);
    assert_int_equal(text_distance(STR(""), STR("abc"), 3), 3);
}

static void the_distance_is_the_same_in_both_directions(void **state)
{
    (void)state;
    assert_int_equal(between("saturday", "sunday"), 3);
    assert_int_equal(between("sunday", "saturday"), 3);
}

static void a_name_too_long_is_near_to_nothing(void **state)
{
    char name[TEXT_DISTANCE_MAX_BYTES + 2];

    (void)state;
    memset(name, 'a', sizeof(name));
    name[sizeof(name) - 1] = '\0';
    assert_int_equal(between(name, name), 10);
    assert_int_equal(between(name + 1, name + 1), 0);
    assert_int_equal(between("a", name), 10);
}

static void a_part_of_a_name_is_near(void **state)
{
    (void)state;
    assert_int_equal(text_nearness(STR("amount"), STR("total amount"), 3), 1);
    assert_int_equal(text_nearness(STR("to"), STR("total"), 2), 3);
    assert_int_equal(text_nearness(STR("amuont"), STR("amount"), 3), 1);
    assert_int_equal(text_near_limit(STR("ab")), 2);
    assert_int_equal(text_near_limit(STR("abcdefghi")), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_name_is_at_no_distance),
        cmocka_unit_test(each_insertion_removal_and_change_counts_one),
        cmocka_unit_test(two_neighbours_swapped_count_one),
        cmocka_unit_test(over_the_limit_is_one_more_than_it),
        cmocka_unit_test(the_distance_is_the_same_in_both_directions),
        cmocka_unit_test(a_name_too_long_is_near_to_nothing),
        cmocka_unit_test(a_part_of_a_name_is_near),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
