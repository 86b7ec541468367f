#include "catalog_fixture.h"

#include "store/catalog/document_state.h"
#include "store/catalog/hotness.h"
#include "store/catalog/index_job.h"

#define WEEK  HOTNESS_HALF_LIFE_S
#define NOW_S INT64_C(1800000000)

static void touch(int64_t id, double weight, int64_t now_s)
{
    assert_ok(hotness_touch(&base, &id, 1, weight, now_s, &err));
}

static void assert_hotness(int64_t id, double expected)
{
    double hotness = document_of(id).hotness;

    if (hotness < expected - 1e-9 || hotness > expected + 1e-9)
        fail_msg("%.9f instead of %.9f", hotness, expected);
}

static void half_is_forgotten_every_seven_days(void **state)
{
    (void)state;
    assert_true(hotness_at(4, NOW_S, NOW_S) == 4);
    assert_true(hotness_at(4, NOW_S, NOW_S + WEEK) == 2);
    assert_true(hotness_at(4, NOW_S, NOW_S + 3 * WEEK) == 0.5);
    assert_true(hotness_at(0, 0, NOW_S) == 0);
    assert_true(hotness_at(4, 0, INT64_MAX) == 0);
}

static void a_clock_that_was_set_back_makes_nothing_hotter(void **state)
{
    int64_t id = put_file("a.md", NULL);

    (void)state;
    assert_true(hotness_at(4, NOW_S, NOW_S - WEEK) == 4);
    touch(id, HOTNESS_READ, NOW_S);
    touch(id, HOTNESS_READ, NOW_S - WEEK);
    assert_hotness(id, 4);
    assert_int_equal(document_of(id).hot_at, NOW_S);
}

static void a_touch_adds_to_what_is_left(void **state)
{
    int64_t id = put_file("a.md", NULL);

    (void)state;
    assert_hotness(id, 0);
    touch(id, HOTNESS_READ, NOW_S);
    touch(id, HOTNESS_SEARCH_HIT, NOW_S + WEEK);
    assert_hotness(id, 2);
    assert_int_equal(document_of(id).hot_at, NOW_S + WEEK);
}

static void one_read_is_hot_for_a_week_and_a_pin_for_ever(void **state)
{
    int64_t id = put_file("a.md", NULL);
    int64_t hot, all;
    struct document d;

    (void)state;
    put_file("b.md", NULL);
    touch(id, HOTNESS_READ, NOW_S);
    d = document_of(id);
    assert_true(hotness_is_hot(&d, NOW_S + WEEK));
    assert_false(hotness_is_hot(&d, NOW_S + WEEK + 1));
    assert_ok(hotness_count(&base, NOW_S + WEEK, &hot, &all, &err));
    assert_int_equal(hot, 1);
    assert_int_equal(all, 2);
    assert_ok(hotness_count(&base, NOW_S + WEEK + 1, &hot, &all, &err));
    assert_int_equal(hot, 0);
    assert_ok(db_begin_write(base.db, &err));
    assert_ok(db_end(base.db, document_pin(&base, id, &err), &err));
    d = document_of(id);
    assert_true(hotness_is_hot(&d, NOW_S + 99 * WEEK));
    assert_ok(hotness_count(&base, NOW_S + 99 * WEEK, &hot, &all, &err));
    assert_int_equal(hot, 1);
}

static void a_base_without_documents_has_none_that_is_hot(void **state)
{
    int64_t hot, all;

    (void)state;
    assert_ok(hotness_count(&base, NOW_S, &hot, &all, &err));
    assert_int_equal(hot, 0);
    assert_int_equal(all, 0);
}

static void a_job_that_waits_moves_forward_when_its_document_is_used(
    void **state)
{
    int64_t first = put_file("a.md", NULL);
    int64_t second = put_file("b.md", NULL);
    struct index_job job = {0};
    bool found;

    (void)state;
    touch(second, HOTNESS_SEARCH_HIT, NOW_S);
    assert_ok(index_job_next(&base, INT64_MAX, &arena, &job, &found, &err));
    assert_int_equal(job.document, second);
    /* less by now, though it was more then */
    touch(second, 3, NOW_S);
    touch(first, 3, NOW_S + 2 * WEEK);
    assert_ok(index_job_next(&base, INT64_MAX, &arena, &job, &found, &err));
    assert_int_equal(job.document, first);
}

static void a_document_that_is_gone_is_passed_over(void **state)
{
    int64_t id = put_file("a.md", NULL);
    const int64_t ids[] = {id + 7, id};

    (void)state;
    assert_ok(hotness_touch(&base, ids, 2, HOTNESS_READ, NOW_S, &err));
    assert_hotness(id, 2);
    assert_ok(hotness_touch(&base, NULL, 0, HOTNESS_READ, NOW_S, &err));
}

static void while_another_writes_it_is_let_be(void **state)
{
    int64_t id = put_file("a.md", NULL);
    struct base other = BASE_NONE;

    (void)state;
    assert_ok(base_open(&home, STR("b"), &arena, &other, &err));
    assert_ok(db_begin_write(other.db, &err));
    touch(id, HOTNESS_READ, NOW_S);
    assert_ok(db_end(other.db, OK, &err));
    base_close(&other);
    assert_hotness(id, 0);
    touch(id, HOTNESS_READ, NOW_S);
    assert_hotness(id, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASE_TEST(half_is_forgotten_every_seven_days),
        BASE_TEST(a_clock_that_was_set_back_makes_nothing_hotter),
        BASE_TEST(a_touch_adds_to_what_is_left),
        BASE_TEST(one_read_is_hot_for_a_week_and_a_pin_for_ever),
        BASE_TEST(a_base_without_documents_has_none_that_is_hot),
        BASE_TEST(a_job_that_waits_moves_forward_when_its_document_is_used),
        BASE_TEST(a_document_that_is_gone_is_passed_over),
        BASE_TEST(while_another_writes_it_is_let_be),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
