#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena_fixture.h"
#include "engine/profile/frequent.h"

#include <stdio.h>
#include <string.h>

static struct frequent f;

static void offer(const char *text, uint64_t count)
{
    assert_int_equal(frequent_offer(&f, str_from(text), count, &err), OK);
}

static void assert_value(size_t i, const char *text, uint64_t count)
{
    assert_true(i < f.n);
    assert_true(str_is(frequent_text(&f.values[i]), text));
    assert_int_equal(f.values[i].count, count);
}

static void the_most_frequent_stay_and_ties_go_by_text(void **state)
{
    (void)state;
    frequent_init(&f, 3, &arena);
    offer("d", 5);
    offer("c", 1);
    offer("b", 5);
    offer("a", 2);
    offer("e", 5);
    offer("f", 4);
    frequent_sort(&f);
    assert_int_equal(f.n, 3);
    assert_value(0, "b", 5);
    assert_value(1, "d", 5);
    assert_value(2, "e", 5);
}

static void fewer_values_than_room_all_stay(void **state)
{
    (void)state;
    frequent_init(&f, 100, &arena);
    offer("", 1);
    offer("x", 1);
    frequent_sort(&f);
    assert_int_equal(f.n, 2);
    assert_value(0, "", 1);
    assert_value(1, "x", 1);
}

static void room_for_nothing_keeps_nothing(void **state)
{
    (void)state;
    frequent_init(&f, 0, &arena);
    offer("x", 7);
    frequent_sort(&f);
    assert_int_equal(f.n, 0);
}

/* 0 to 9,999 in an order that `step`, coprime to 10,000, gives. */
static void offer_all(unsigned step)
{
    char text[16];

    frequent_init(&f, 500, &arena);
    for (unsigned i = 0; i < 10000; i++) {
        unsigned v = (unsigned)((uint64_t)i * step % 10000);

        (void)snprintf(text, sizeof(text), "v%0*u", v % 2 ? 4 : 12, v);
        offer(text, v % 37);
    }
    frequent_sort(&f);
}

static void what_stays_does_not_depend_on_the_order(void **state)
{
    static const unsigned steps[] = {1, 9999, 7, 3333, 6007};
    struct str first[500] = {{0}};

    (void)state;
    for (size_t k = 0; k < sizeof(steps) / sizeof(*steps); k++) {
        offer_all(steps[k]);
        assert_int_equal(f.n, 500);
        for (size_t i = 0; i < f.n; i++) {
            if (k == 0)
                first[i] = frequent_text(&f.values[i]);
            assert_true(str_eq(first[i], frequent_text(&f.values[i])));
            assert_true(i == 0 || f.values[i].count <= f.values[i - 1].count);
        }
    }
    assert_int_equal(f.values[0].count, 36);
}

static void long_texts_are_cut(void **state)
{
    char text[2000];

    (void)state;
    memset(text, 'x', sizeof(text));
    frequent_init(&f, 2, &arena);
    for (uint64_t i = 1; i < 100; i++)
        assert_int_equal(
            frequent_offer(&f, (struct str){text, 20 * i}, i, &err), OK);
    assert_int_equal(f.values[0].n, FREQUENT_TEXT_BYTES);
}

static void memory_is_that_of_what_is_kept(void **state)
{
    struct arena small;
    char text[16];

    (void)state;
    arena_init(&small, 64 << 10);
    frequent_init(&f, 10, &small);
    for (unsigned i = 0; i < 100000; i++) { /* each better than all before */
        (void)snprintf(text, sizeof(text), "v%u", i);
        offer(text, i);
    }
    assert_int_equal(f.n, 10);
    arena_release(&small);
}

static void a_full_arena_is_an_error(void **state)
{
    struct arena small;
    enum err rc = OK;
    char text[100] = {0};

    (void)state;
    arena_init(&small, 8 << 10);
    frequent_init(&f, 1000, &small);
    for (unsigned i = 0; i < 1000 && !rc; i++)
        rc = frequent_offer(&f, (struct str){text, 100}, i, &err);
    assert_int_equal(rc, ERR_LIMIT);
    arena_release(&small);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(the_most_frequent_stay_and_ties_go_by_text),
        TEST(fewer_values_than_room_all_stay),
        TEST(room_for_nothing_keeps_nothing),
        TEST(what_stays_does_not_depend_on_the_order),
        TEST(long_texts_are_cut),
        TEST(memory_is_that_of_what_is_kept),
        TEST(a_full_arena_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
