#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "answer/selector/closeness.h"

/* Three terms of the same weight. */
static struct asked q = {
    .term = {{.full = 0.25}, {.full = 0.25}, {.full = 0.5}}, .n = 3};

static void put(struct closeness *c, size_t at, uint64_t terms, bool is_value)
{
    closeness_add(c, (struct close_word){at, terms, is_value});
}

static void only_what_stands_around_a_value_is_close_to_it(void **state)
{
    struct closeness c = {.n = 0};

    (void)state;
    put(&c, 0, 1, false);
    put(&c, 20, 0, true);
    put(&c, 24, 2, false);
    put(&c, 40, 4, false);
    assert_int_equal(closeness_of_value(&c, &q), 2);
    put(&c, 44, 0, true);
    assert_int_equal(closeness_of_value(&c, &q), 4);
}

static void a_row_has_the_words_of_many_things(void **state)
{
    struct closeness c = {.n = 0};

    (void)state;
    put(&c, 0, 1, false);
    put(&c, 50, 2, false);
    put(&c, 52, 4, false);
    put(&c, 90, 1, false);
    assert_int_equal(closeness_of_terms(&c, &q), 6);
}

static void characters_are_half_as_far_apart(void **state)
{
    struct closeness c = {.n = 0};

    (void)state;
    put(&c, 0, 1, false);
    put(&c, 12, 0, true);
    assert_int_equal(closeness_of_value(&c, &q), 0);
    q.is_cjk = true;
    assert_int_equal(closeness_of_value(&c, &q), 1);
    q.is_cjk = false;
}

static void words_that_are_neither_take_no_room(void **state)
{
    struct closeness c = {.n = 0};

    (void)state;
    for (size_t i = 0; i < 2 * CLOSENESS_MAX; i++)
        put(&c, i, 0, false);
    assert_int_equal(c.n, 0);
    for (size_t i = 0; i < 2 * CLOSENESS_MAX; i++)
        put(&c, i, 1, true);
    assert_int_equal(c.n, CLOSENESS_MAX);
    assert_int_equal(closeness_of_terms(&c, &q), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_stands_around_a_value_is_close_to_it),
        cmocka_unit_test(a_row_has_the_words_of_many_things),
        cmocka_unit_test(characters_are_half_as_far_apart),
        cmocka_unit_test(words_that_are_neither_take_no_room),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
