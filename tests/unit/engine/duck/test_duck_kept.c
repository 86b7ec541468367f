/* test_duck_kept.c - statements that stay prepared, and ranges of rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/duck/duck.h"

#include <stdio.h>
#include <stdlib.h>

static struct duck *duck;
static struct error err;

static int set_up(void **state)
{
    struct duck_options o = {.threads = 2};

    (void)state;
    err = (struct error){0};
    return duck_open(&o, &duck, &err) == OK &&
                   duck_exec(duck,
                             "CREATE TABLE t AS SELECT i, i::VARCHAR AS s"
                             " FROM range(5000) r(i)",
                             &err) == OK
               ? 0
               : -1;
}

static int tear_down(void **state)
{
    (void)state;
    duck_close(duck);
    return 0;
}

/* The sum of the first column over all rows, read to the end. */
static enum err sum_of(const char *sql, int64_t *sum)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {1, 0, NULL};
    enum err rc = duck_query_kept(duck, str_from(sql), &r, &err);

    *sum = 0;
    while (rc == OK && c.rows) {
        rc = duck_result_next(r, &c, &err);
        for (size_t i = 0; rc == OK && i < c.rows; i++)
            *sum += (int64_t)duck_int(&c.vectors[0], i);
    }
    duck_result_close(r);
    return rc;
}

static void assert_sum(const char *sql, int64_t expected)
{
    int64_t sum;

    if (sum_of(sql, &sum) != OK)
        fail_msg("%s: %s", sql, err.msg);
    assert_int_equal(sum, expected);
}

static void a_kept_statement_sees_what_the_table_holds_now(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        assert_sum("SELECT count(*) FROM t", 5000);
    assert_int_equal(duck_exec(duck, "DELETE FROM t WHERE i < 1000", &err), OK);
    assert_sum("SELECT count(*) FROM t", 4000);
}

static void a_name_stands_for_something_else_after_it_was_forgotten(
    void **state)
{
    (void)state;
    assert_int_equal(duck_exec(duck, "CREATE VIEW v AS SELECT 1 AS x", &err),
                     OK);
    assert_sum("SELECT x FROM v", 1);
    assert_int_equal(
        duck_exec(duck, "CREATE OR REPLACE VIEW v AS SELECT 2 AS x, 's' AS y",
                  &err),
        OK);
    duck_forget(duck);
    assert_sum("SELECT x FROM v", 2);
}

static void a_statement_that_failed_can_be_asked_again(void **state)
{
    int64_t sum;

    (void)state;
    for (int i = 0; i < 3; i++)
        assert_int_equal(
            sum_of("SELECT CAST(s || 'x' AS INTEGER) FROM t", &sum),
            ERR_VALIDATION_FAILED);
    assert_sum("SELECT count(*) FROM t", 5000);
    assert_int_equal(sum_of("SELECT nothing FROM t", &sum),
                     ERR_VALIDATION_FAILED);
}

static void a_result_closed_early_begins_anew(void **state)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};

    (void)state;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(
            duck_query_kept(duck, STR("SELECT i FROM t ORDER BY i"), &r, &err),
            OK);
        assert_int_equal(duck_result_next(r, &c, &err), OK);
        assert_int_equal((int)duck_int(&c.vectors[0], 0), 0);
        duck_result_close(r);
    }
}

static void more_statements_than_are_kept_all_answer(void **state)
{
    char sql[64];

    (void)state;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 40; i++) {
            (void)snprintf(sql, sizeof(sql), "SELECT %d + count(*) FROM t", i);
            assert_sum(sql, 5000 + i);
        }
    }
}

static void a_statement_answers_on_any_number_of_threads(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 6; n++) {
        assert_int_equal(duck_use_threads(duck, 1 + n % 2, &err), OK);
        assert_sum("SELECT sum(i)::BIGINT FROM t", 12497500);
    }
}

static void one_statement_serves_any_range_of_rows(void **state)
{
    (void)state;
    srand(7);
    for (int i = 0; i < 200; i++) {
        uint64_t from = (uint64_t)rand() % 5100;
        uint64_t to = from + (uint64_t)rand() % 60;
        int64_t expected = 0;

        for (uint64_t k = from; k < to && k < 5000; k++)
            expected += (int64_t)k;
        duck_set_row_range(duck, from, to);
        assert_sum("SELECT i FROM t WHERE " DUCK_ROW_IN_RANGE "(rowid)",
                   expected);
    }
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        T(a_kept_statement_sees_what_the_table_holds_now),
        T(a_name_stands_for_something_else_after_it_was_forgotten),
        T(a_statement_that_failed_can_be_asked_again),
        T(a_result_closed_early_begins_anew),
        T(more_statements_than_are_kept_all_answer),
        T(a_statement_answers_on_any_number_of_threads),
        T(one_statement_serves_any_range_of_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
