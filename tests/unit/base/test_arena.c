#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"

#include <stdalign.h>
#include <string.h>

static void allocations_are_zeroed_aligned_and_apart(void **state)
{
    struct arena a;
    struct error e;
    unsigned char *before = NULL;

    (void)state;
    arena_init(&a, 1 << 20);
    for (size_t n = 0; n < 100; n++) {
        unsigned char *p = arena_alloc(&a, n, &e);

        assert_non_null(p);
        assert_int_equal((uintptr_t)p % alignof(max_align_t), 0);
        assert_ptr_not_equal(p, before);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(p[i], 0);
        memset(p, 0xff, n);
        before = p;
    }
    arena_release(&a);
}

static void an_allocation_larger_than_a_block_is_served(void **state)
{
    struct arena a;
    struct error e;
    char *p;

    (void)state;
    arena_init(&a, 10 << 20);
    p = arena_alloc(&a, 5 << 20, &e);
    assert_non_null(p);
    p[(5 << 20) - 1] = 1;
    arena_release(&a);
}

static void the_budget_is_a_typed_limit_and_the_arena_lives(void **state)
{
    struct arena a;
    struct error e = {0};

    (void)state;
    arena_init(&a, 1000);
    assert_non_null(arena_alloc(&a, 900, &e));
    assert_null(arena_alloc(&a, 200, &e));
    assert_int_equal(e.code, ERR_LIMIT);
    assert_string_equal(e.msg, "needs more than 1000 bytes of memory");
    assert_non_null(arena_alloc(&a, 16, &e));
    arena_release(&a);
}

static void sizes_that_overflow_are_refused(void **state)
{
    struct arena a;
    struct error e = {0};

    (void)state;
    arena_init(&a, SIZE_MAX);
    assert_null(arena_alloc_array(&a, SIZE_MAX / 2, 3, &e));
    assert_int_equal(e.code, ERR_LIMIT);
    arena_release(&a);
    arena_init(&a, 1 << 20);
    assert_null(arena_alloc(&a, SIZE_MAX, &e));
    assert_null(arena_alloc(&a, SIZE_MAX - 8, &e));
    assert_non_null(arena_alloc_array(&a, 0, 8, &e));
    assert_non_null(arena_alloc_array(&a, 8, 0, &e));
    arena_release(&a);
}

static void an_address_space_too_large_is_a_limit_not_a_crash(void **state)
{
    struct arena a;
    struct error e = {0};

    (void)state;
    arena_init(&a, SIZE_MAX);
    assert_null(arena_alloc(&a, SIZE_MAX - 4096, &e));
    assert_int_equal(e.code, ERR_LIMIT);
    e.code = OK;
    assert_null(arena_alloc(&a, SIZE_MAX, &e));
    assert_int_equal(e.code, ERR_LIMIT);
    arena_release(&a);
}

static void a_reset_arena_hands_out_zeroed_memory_again(void **state)
{
    struct arena a;
    struct error e;

    (void)state;
    arena_init(&a, 200000);
    for (int round = 0; round < 50; round++) {
        for (int i = 0; i < 10; i++) {
            unsigned char *p = arena_alloc(&a, 15000, &e);

            assert_non_null(p);
            assert_int_equal(p[0] | p[7000] | p[14999], 0);
            memset(p, 0xee, 15000);
        }
        arena_reset(&a);
        assert_int_equal(a.used_bytes, 0);
    }
    arena_release(&a);
}

static void an_empty_arena_may_be_reset_and_released(void **state)
{
    struct arena a;
    struct error e;

    (void)state;
    arena_init(&a, 100);
    arena_reset(&a);
    arena_release(&a);
    arena_release(&a);
    assert_non_null(arena_alloc(&a, 50, &e)); /* usable after a release */
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocations_are_zeroed_aligned_and_apart),
        cmocka_unit_test(an_allocation_larger_than_a_block_is_served),
        cmocka_unit_test(the_budget_is_a_typed_limit_and_the_arena_lives),
        cmocka_unit_test(sizes_that_overflow_are_refused),
        cmocka_unit_test(an_address_space_too_large_is_a_limit_not_a_crash),
        cmocka_unit_test(a_reset_arena_hands_out_zeroed_memory_again),
        cmocka_unit_test(an_empty_arena_may_be_reset_and_released),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
