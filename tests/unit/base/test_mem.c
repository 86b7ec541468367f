#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/principal.h"

#include <pthread.h>

#define MIB    ((size_t)1 << 20)
#define BUDGET (64 * MIB)

static struct error e;

static int set_up(void **state)
{
    (void)state;
    e = (struct error){0};
    mem_set_budget(BUDGET);
    return mem_held() == 0 ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    mem_set_budget(0);
    (void)mem_set_reserve(false);
    principal_set(PRINCIPAL_NONE);
    return mem_held() == 0 ? 0 : -1; /* all that was counted came back */
}

static void what_is_large_counts_until_it_is_given_back(void **state)
{
    void *small = mem_new(MEM_COUNTED_BYTES / 2, &e);
    void *large = mem_new(2 * MIB, &e);
    void *larger;

    (void)state;
    assert_in_range(mem_held(), 2 * MIB, 3 * MIB);
    larger = mem_resize(large, 4 * MIB);
    assert_non_null(larger);
    assert_in_range(mem_held(), 4 * MIB, 5 * MIB);
    larger = mem_resize(larger, MIB);
    assert_in_range(mem_held(), MIB, 2 * MIB);
    larger = mem_resize(larger, 10);
    assert_int_equal(mem_held(), 0);
    larger = mem_resize(larger, MIB);
    assert_in_range(mem_held(), MIB, 2 * MIB);
    mem_free(larger);
    mem_free(small);
    assert_int_equal(mem_held(), 0);
}

static void small_allocations_go_on_when_the_budget_is_held(void **state)
{
    void *all = mem_new(BUDGET / 4 * 3 - MIB, &e);
    void *more = mem_new(2 * MIB, &e);
    void *small = mem_new(MEM_COUNTED_BYTES / 2, &e);

    (void)state;
    assert_non_null(all);
    assert_null(more);
    assert_int_equal(e.code, ERR_RATE_LIMITED);
    assert_non_null(small);
    mem_free(all);
    more = mem_new(2 * MIB, &e);
    assert_non_null(more);
    mem_free(more);
    mem_free(small);
}

static void what_can_never_fit_is_over_a_limit(void **state)
{
    (void)state;
    assert_null(mem_new(BUDGET, &e));
    assert_int_equal(e.code, ERR_LIMIT);
}

static void work_for(uint64_t key, bool is_anonymous)
{
    principal_set((struct principal){.key = key, .is_anonymous = is_anonymous});
}

static void a_quarter_is_kept_for_jobs(void **state)
{
    void *all = mem_new(BUDGET / 4 * 3 - MIB, &e);
    void *more;

    (void)state;
    assert_null(mem_new(8 * MIB, &e));
    assert_false(mem_set_reserve(true));
    more = mem_new(8 * MIB, &e);
    assert_non_null(more);
    assert_int_equal(mem_share(), BUDGET / 2);
    assert_true(mem_set_reserve(false));
    work_for(1, false);
    assert_int_equal(mem_share(), BUDGET / 2);
    mem_free(all);
    mem_free(more);
}

/* All that this principal can have, a MiB at a time, in blocks[n]. */
static size_t take_all(void *blocks[])
{
    size_t n = 0;

    while ((blocks[n] = mem_new(MIB, &e)))
        n++;
    assert_int_equal(e.code, ERR_RATE_LIMITED);
    return n;
}

static void give_all(void *blocks[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        mem_free(blocks[i]);
}

static void a_quarter_is_kept_for_requests(void **state)
{
    void *jobs[2][BUDGET / MIB];
    void *request;
    size_t n[2];

    (void)state;
    (void)mem_set_reserve(true);
    for (unsigned i = 0; i < 2; i++) {
        work_for(1 + i, false);
        n[i] = take_all(jobs[i]);
        assert_true(n[i] > 0);
    }
    (void)mem_set_reserve(false);
    request = mem_new(BUDGET / 8, &e);
    assert_non_null(request);
    mem_free(request);
    give_all(jobs[0], n[0]);
    give_all(jobs[1], n[1]);
}

static void one_principal_leaves_memory_to_the_next(void **state)
{
    void *blocks[3][BUDGET / MIB];
    size_t n[3];

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        work_for(1 + i, false);
        n[i] = take_all(blocks[i]);
        assert_int_equal(e.retry_s, 1); /* it is its own share */
    }
    assert_in_range(n[0], 34, 36); /* of 48, leaving a third of that */
    assert_in_range(n[1], 8, 9);
    assert_in_range(n[2], 1, 2);
    give_all(blocks[1], n[1]); /* by another than who took it */
    work_for(2, false);
    n[1] = take_all(blocks[1]);
    assert_in_range(n[1], 6, 9);
    for (unsigned i = 0; i < 3; i++)
        give_all(blocks[i], n[i]);
}

static void anonymous_callers_leave_memory_to_those_with_a_token(void **state)
{
    void *blocks[9][BUDGET / MIB];
    void *known;
    size_t n[9];

    (void)state;
    for (unsigned i = 0; i < 9; i++) {
        work_for(1 + i, true);
        n[i] = take_all(blocks[i]);
    }
    assert_int_equal(n[8], 0);
    assert_int_equal(e.retry_s, 0); /* others hold it */
    work_for(1, false);
    known = mem_new(BUDGET / 16, &e);
    assert_non_null(known);
    mem_free(known);
    for (unsigned i = 0; i < 9; i++)
        give_all(blocks[i], n[i]);
}

static void what_grows_on_another_thread_is_of_its_principal(void **state)
{
    void *p;

    (void)state;
    work_for(1, false);
    p = mem_new(20 * MIB, &e);
    assert_non_null(p);
    work_for(2, false);
    p = mem_resize(p, 21 * MIB);
    assert_non_null(p);
    work_for(1, false);
    assert_null(mem_new(24 * MIB, &e)); /* 45 of 48 are no share */
    mem_free(p);
    p = mem_new(30 * MIB, &e); /* it holds nothing any more */
    assert_non_null(p);
    mem_free(p);
}

static void one_arena_has_half_whatever_its_own_budget_is(void **state)
{
    struct arena a;
    size_t n = 0;

    (void)state;
    work_for(1, false);
    arena_init(&a, 4 * BUDGET);
    while (arena_alloc(&a, MIB, &e))
        n++;
    assert_in_range(n, 24, 32);
    assert_int_equal(e.code, ERR_LIMIT);
    arena_release(&a);
}

static void an_arena_says_when_others_hold_the_memory(void **state)
{
    struct arena a;
    void *all = mem_new(BUDGET / 4 * 3 - 4 * MIB, &e);

    (void)state;
    arena_init(&a, BUDGET);
    while (arena_alloc(&a, MIB / 2, &e))
        ;
    assert_int_equal(e.code, ERR_RATE_LIMITED);
    arena_release(&a);
    mem_free(all);
}

static void a_buffer_says_when_others_hold_the_memory(void **state)
{
    void *all = mem_new(BUDGET / 4 * 3 - 4 * MIB, &e);
    struct buf b;
    struct str s;

    (void)state;
    buf_init(&b, BUDGET);
    while (!b.overflow)
        buf_puts(&b, "0123456789");
    assert_int_equal(buf_finish(&b, &s, &e), ERR_RATE_LIMITED);
    buf_reset(&b);
    buf_puts(&b, "fits");
    assert_int_equal(buf_finish(&b, &s, &e), OK);
    buf_release(&b);
    mem_free(all);
}

/* 8 MiB of text, 4 Mi values of 64 bytes. */
static void a_tree_that_takes_more_than_a_share_is_over_a_limit(void **state)
{
    struct json *root;
    struct arena a;
    struct buf b;

    (void)state;
    buf_init(&b, 16 * MIB);
    buf_puts(&b, "[1");
    while (b.n < 8 * MIB)
        buf_puts(&b, ",1");
    buf_puts(&b, "]");
    arena_init(&a, SIZE_MAX);
    assert_int_equal(
        json_parse(buf_str(&b), &json_default_limits, &a, &root, &e),
        ERR_LIMIT);
    arena_release(&a);
    buf_release(&b);
}

static void *take_and_give(void *ignored)
{
    for (int i = 0; i < 50; i++) {
        struct error mine;
        void *p = mem_new(20 * MIB, &mine);

        assert_true(mem_held() <= BUDGET);
        mem_free(p);
    }
    return ignored;
}

static void threads_together_never_pass_it(void **state)
{
    pthread_t threads[4];

    (void)state;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, take_and_give, NULL),
                         0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_large_counts_until_it_is_given_back),
        TEST(small_allocations_go_on_when_the_budget_is_held),
        TEST(what_can_never_fit_is_over_a_limit),
        TEST(a_quarter_is_kept_for_jobs),
        TEST(a_quarter_is_kept_for_requests),
        TEST(one_principal_leaves_memory_to_the_next),
        TEST(anonymous_callers_leave_memory_to_those_with_a_token),
        TEST(what_grows_on_another_thread_is_of_its_principal),
        TEST(one_arena_has_half_whatever_its_own_budget_is),
        TEST(an_arena_says_when_others_hold_the_memory),
        TEST(a_buffer_says_when_others_hold_the_memory),
        TEST(a_tree_that_takes_more_than_a_share_is_over_a_limit),
        TEST(threads_together_never_pass_it),
    };

    return cmocka_run_group_tests_name("mem", tests, NULL, NULL);
}
