#include "ask/candidates/answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define ARENA_BYTES ((size_t)8 << 20)
#define MAX_ANSWERS 8

/* Answers in one text, divided by '|'. */
static struct answers split(const char *text, struct str *list)
{
    struct str left = str_from(text);
    struct answers out = {.text = list};

    while (left.n) {
        size_t end = str_find_char(left, '|');

        assert_true(out.n < MAX_ANSWERS);
        list[out.n++] = str_slice(left, 0, end);
        left = str_slice(left, end + 1, left.n);
    }
    return out;
}

static bool equal(const char *given, const char *expected)
{
    struct str lists[2][MAX_ANSWERS];
    struct answers x = split(given, lists[0]);
    struct answers y = split(expected, lists[1]);
    struct error e = {0};
    struct arena a;
    bool is_equal;

    arena_init(&a, ARENA_BYTES);
    assert_int_equal(answers_equal(&x, &y, &a, &is_equal, &e), OK);
    arena_release(&a);
    return is_equal;
}

static void texts_are_equal_without_case_accents_quotes_and_notes(void **state)
{
    (void)state;
    assert_true(equal("Hélio Castro-Neves", "helio castro-neves"));
    assert_true(equal("\"Come'n Get Me\"[2]", "comen get me."));
    assert_true(equal("a  b\nc", "a b c"));
    assert_false(equal("Ajax", "Ajax II"));
}

static void details_at_the_end_and_kinds_of_dashes_say_nothing(void **state)
{
    (void)state;
    assert_true(equal("South Kynouria (Notia Kynouria)", "South Kynouria"));
    assert_true(equal("Carlow\u2013Kilkenny", "Carlow-Kilkenny"));
    assert_true(equal("Bolt\u2020", "\u201CBolt\u201D"));
    assert_true(equal("a (b) (c)", "a"));
    assert_true(equal("(b)", "(b)"));
    assert_false(equal("(b)", ""));
    assert_false(equal("a (b) c", "a c"));
}

static void numbers_are_equal_by_their_value(void **state)
{
    (void)state;
    assert_true(equal("12467", "12,467"));
    assert_true(equal("4.0", "4"));
    assert_true(equal("$5", "5"));
    assert_false(equal("5.1", "5"));
    assert_false(equal("5 km", "5"));
}

static void dates_are_equal_by_their_day(void **state)
{
    (void)state;
    assert_true(equal("2004-10-16", "October 16, 2004"));
    assert_false(equal("2004-10-17", "October 16, 2004"));
}

static void answers_are_a_set(void **state)
{
    (void)state;
    assert_true(equal("b|a", "a|b"));
    assert_true(equal("a|b|A", "a|b"));
    assert_false(equal("a", "a|b"));
    assert_false(equal("a|c", "a|b"));
    assert_true(equal("", ""));
    assert_false(equal("", "a"));
}

static void days_are_equal_in_any_order_of_their_parts(void **state)
{
    (void)state;
    assert_true(equal("2012-09-08", "8 September 2012"));
    assert_true(equal("2012-09-08", "September 8, 2012"));
    assert_false(equal("2012-09-08", "9 August 2012"));
}

static void times_of_day_are_equal_by_their_value(void **state)
{
    (void)state;
    assert_true(equal("19:30:00", "7:30 PM"));
    assert_true(equal("03:38:33", "3:38:33"));
    assert_false(equal("19:30:00", "7:30 AM"));
}

static void per_cent_is_a_share_of_a_hundred(void **state)
{
    (void)state;
    assert_true(equal("5", "5%"));
    assert_true(equal("0.05", "5%"));
    assert_false(equal("0.05", "5"));
    assert_false(equal("0.05%", "5%"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_are_equal_in_any_order_of_their_parts),
        cmocka_unit_test(times_of_day_are_equal_by_their_value),
        cmocka_unit_test(per_cent_is_a_share_of_a_hundred),
        cmocka_unit_test(texts_are_equal_without_case_accents_quotes_and_notes),
        cmocka_unit_test(details_at_the_end_and_kinds_of_dashes_say_nothing),
        cmocka_unit_test(numbers_are_equal_by_their_value),
        cmocka_unit_test(dates_are_equal_by_their_day),
        cmocka_unit_test(answers_are_a_set),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
