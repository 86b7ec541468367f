#include "cli/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct cli cli;

static int set_up(void **state)
{
    (void)state;
    cli = (struct cli){0};
    arena_init(&cli.arena, 1 << 20);
    buf_init(&cli.out, 1 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    buf_release(&cli.out);
    arena_release(&cli.arena);
    return 0;
}

static struct json *parse(const char *text)
{
    struct json *j = NULL;
    struct error e = {0};

    assert_int_equal(
        json_parse(str_from(text), &json_default_limits, &cli.arena, &j, &e),
        OK);
    return j;
}

static void a_result_becomes_a_grid(void **state)
{
    struct error e = {0};
    struct grid g;

    (void)state;
    assert_int_equal(
        view_of_result(parse("{\"columns\":[\"a\",\"n\"],"
                             "\"column_types\":[\"string\",\"decimal\"],"
                             "\"rows\":[[\"x\",1.50],[null,-2]]}"),
                       &cli.arena, &g, &e),
        OK);
    assert_int_equal(g.n, 2);
    assert_int_equal(g.rows, 2);
    assert_false(g.columns[0].right);
    assert_true(g.columns[1].right);
    assert_true(str_is(g.cells[1], "1.50"));
    assert_null(g.cells[2].p);
}

static void a_row_of_another_width_is_an_error(void **state)
{
    struct error e = {0};
    struct grid g;

    (void)state;
    assert_int_equal(
        view_of_result(parse("{\"columns\":[\"a\"],\"column_types\":[\"string\""
                             "],\"rows\":[[1,2]]}"),
                       &cli.arena, &g, &e),
        ERR_INTERNAL);
    assert_int_equal(view_of_result(parse("{\"rows\":[]}"), &cli.arena, &g, &e),
                     ERR_INTERNAL);
}

static void objects_become_rows_and_lists_show_their_items(void **state)
{
    static const struct view_field fields[] = {{"n", "name"}, {"v", "values"}};
    const struct view_form form = {.fields = fields, .n = 2};
    struct json *list = parse("[{\"n\":1,\"v\":[\"a\",\"b\"]},"
                              "{\"v\":[{\"value\":\"x\",\"count\":3}]},"
                              "{\"n\":2,\"v\":[1,2,3,4,5,6]}]");
    struct error e = {0};
    struct grid g;

    (void)state;
    assert_int_equal(view_of_objects(list->first, &form, &cli.arena, &g, &e),
                     OK);
    assert_int_equal(g.rows, 3);
    assert_true(g.columns[0].right);
    assert_true(str_is(g.cells[1], "a, b"));
    assert_null(g.cells[2].p);
    assert_true(str_is(g.cells[3], "x (3)"));
    assert_true(str_is(g.cells[5], "1, 2, 3, 4, 5, …"));
}

static void csv_quotes_what_needs_it_and_tells_null_from_empty(void **state)
{
    struct error e = {0};
    struct grid g;

    (void)state;
    cli.args.set = OPT_BIT(CSV);
    assert_int_equal(
        view_of_result(parse("{\"columns\":[\"a,b\",\"c\"],\"column_types\":["
                             "\"string\",\"string\"],\"rows\":[[\"x\\\"y\","
                             "null],[\"\",\"line\\nend\"]]}"),
                       &cli.arena, &g, &e),
        OK);
    assert_int_equal(view_print(&cli, &g, &e), OK);
    assert_string_equal(cli.out.p, "\"a,b\",c\n"
                                   "\"x\"\"y\",\n"
                                   "\"\",\"line\nend\"\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_result_becomes_a_grid, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_row_of_another_width_is_an_error,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            objects_become_rows_and_lists_show_their_items, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            csv_quotes_what_needs_it_and_tells_null_from_empty, set_up,
            tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
