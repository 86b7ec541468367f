#include "table_fixture.h"

#include "base/nightly.h"
#include "engine/query/result_window.h"

#define LONG_LIST "list_resize([12345678], 1300000, 12345678)"

/* The whole result of a query after a window. */
static enum err show(const char *sql, struct window *win)
{
    struct duck_result *r = NULL;
    struct jsonw *w = begin_answer();
    enum err rc;

    if (!duck)
        assert_int_equal(duck_open(&(struct duck_options){0}, &duck, &err), OK);
    rc = duck_query(duck, str_from(sql), &r, &err);
    assert_int_equal(rc, OK);
    jsonw_begin_object(w);
    rc = window_write(r, win, w, &err);
    jsonw_end_object(w);
    duck_result_close(r);
    return rc;
}

static void rows_outside_the_window_are_only_counted(void **state)
{
    struct window win = {.rows = 2, .offset = 4999};

    (void)state;
    assert_int_equal(
        show("SELECT i AS a, 'x' AS b FROM range(10000) r(i)", &win), OK);
    assert_answer("{\"columns\":[\"a\",\"b\"],\"column_types\":[\"integer\","
                  "\"string\"],\"rows\":[[4999,\"x\"],[5000,\"x\"]]}");
    assert_int_equal(win.shown, 2);
    assert_int_equal(win.total, 10000);
    assert_true(window_has_more(&win));
    assert_false(win.cut);
}

static void a_window_may_lie_across_chunks(void **state)
{
    struct window win = {.rows = 3000, .offset = 2047};

    (void)state;
    assert_int_equal(show("FROM range(6000)", &win), OK);
    assert_int_equal(win.shown, 3000);
    assert_holds("\"rows\":[[2047],[2048],");
    assert_holds(",[5045],[5046]]");
}

static void a_window_at_the_end_has_no_more(void **state)
{
    struct window win = {.rows = 10, .offset = 5};

    (void)state;
    assert_int_equal(show("FROM range(15)", &win), OK);
    assert_int_equal(win.shown, 10);
    assert_false(window_has_more(&win));
    win.offset = 6;
    assert_int_equal(show("FROM range(15)", &win), OK);
    assert_int_equal(win.shown, 9);
    assert_false(window_has_more(&win));
}

static void a_window_behind_the_end_is_empty(void **state)
{
    struct window win = {.rows = 10, .offset = UINT64_MAX};

    (void)state;
    assert_int_equal(show("FROM range(15)", &win), OK);
    assert_int_equal(win.shown, 0);
    assert_int_equal(win.total, 15);
    assert_false(window_has_more(&win));
    assert_holds("\"rows\":[]");
}

static void a_window_of_no_rows_counts(void **state)
{
    struct window win = {.rows = 0, .offset = 3};

    (void)state;
    assert_int_equal(show("FROM range(15)", &win), OK);
    assert_int_equal(win.shown, 0);
    assert_int_equal(win.total, 15);
    assert_true(window_has_more(&win));
}

static void the_greatest_window_shows_all(void **state)
{
    struct window win = {.rows = UINT64_MAX, .offset = 0};

    (void)state;
    assert_int_equal(show("FROM range(5000)", &win), OK);
    assert_int_equal(win.shown, 5000);
    assert_false(window_has_more(&win));
}

static void an_empty_result_still_has_columns(void **state)
{
    struct window win = {.rows = 5};

    (void)state;
    assert_int_equal(show("SELECT 1 AS a, 2 AS a WHERE false", &win), OK);
    assert_answer("{\"columns\":[\"a\",\"a\"],\"column_types\":[\"integer\","
                  "\"integer\"],\"rows\":[]}");
    assert_false(window_has_more(&win));
}

static void the_budget_cuts_the_window_and_the_count_stays_exact(void **state)
{
    struct window win = {.rows = 100};

    (void)state;
    assert_int_equal(show("SELECT repeat('x', 1000000) FROM range(50)", &win),
                     OK);
    assert_true(win.cut);
    assert_int_equal(win.shown, 8);
    assert_int_equal(win.total, 50);
    assert_true(window_has_more(&win));
    assert_true(answer.n <= WINDOW_RESPONSE_BYTES - WINDOW_TAIL_BYTES + 2);
}

static void one_row_over_the_budget_is_an_error_with_advice(void **state)
{
    /* The last are lists again, slow under sanitizers. */
    static const char *const sql[] = {
        "SELECT repeat('x', 9000000) FROM range(2)",
        "SELECT repeat(chr(1), 2000000)", /* six bytes each as JSON */
        "SELECT [repeat('x', 9000000)]",
        "SELECT repeat('x', 5000000), repeat('y', 5000000)",
        "SELECT repeat('x', 5000000)::BLOB",
        "SELECT map_from_entries([(1, " LONG_LIST ")])",
        "SELECT " LONG_LIST,
        "SELECT list_resize([7], 5000000, 7)",
        "SELECT {'a': " LONG_LIST "}",
    };
    const size_t n = sizeof(sql) / sizeof(*sql) - (nightly() ? 0 : 5);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        struct window win = {.rows = 10};

        assert_int_equal(show(sql[i], &win), ERR_LIMIT);
        assert_non_null(strstr(err.msg, "row 1 of the result"));
        assert_non_null(strstr(err.msg, "fewer columns"));
    }
}

static void a_row_over_the_budget_outside_the_window_does_not_matter(
    void **state)
{
    struct window win = {.rows = 1};

    (void)state;
    assert_int_equal(show("SELECT repeat('x', CASE i WHEN 1 THEN 9000000 ELSE 1"
                          " END) FROM range(3) r(i)",
                          &win),
                     OK);
    assert_false(win.cut);
    assert_int_equal(win.total, 3);
}

static void an_error_among_later_rows_is_an_error(void **state)
{
    struct window win = {.rows = 1};

    (void)state;
    assert_int_equal(show("SELECT CASE WHEN i = 900000 THEN 'x' ELSE '1' END"
                          "::INTEGER FROM range(1000000) r(i)",
                          &win),
                     ERR_VALIDATION_FAILED);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(rows_outside_the_window_are_only_counted),
        TEST(a_window_may_lie_across_chunks),
        TEST(a_window_at_the_end_has_no_more),
        TEST(a_window_behind_the_end_is_empty),
        TEST(a_window_of_no_rows_counts),
        TEST(the_greatest_window_shows_all),
        TEST(an_empty_result_still_has_columns),
        TEST(the_budget_cuts_the_window_and_the_count_stays_exact),
        TEST(one_row_over_the_budget_is_an_error_with_advice),
        TEST(a_row_over_the_budget_outside_the_window_does_not_matter),
        TEST(an_error_among_later_rows_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
