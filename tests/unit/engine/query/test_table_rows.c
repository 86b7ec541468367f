#include "table_fixture.h"

#include "engine/query/table_rows.h"

static enum err read(uint64_t start, uint64_t count)
{
    struct rows_request r = {.row_start = start, .row_count = count};

    return rows_run(duck, catalog, &r, &arena, begin_answer(), &err);
}

static enum err read_columns(const struct str *names, size_t n)
{
    struct rows_request r = {
        .row_start = 1, .row_count = 1, .columns = names, .n_columns = n};

    return rows_run(duck, catalog, &r, &arena, begin_answer(), &err);
}

static void make_numbers(void)
{
    make_and_open("CREATE TABLE src.data AS SELECT i AS id, 2 * i AS twice"
                  " FROM range(300000) r(i)");
}

static void rows_come_by_their_number_from_1(void **state)
{
    (void)state;
    make_numbers();
    assert_int_equal(read(1, 2), OK);
    assert_answer("{\"columns\":[\"id\",\"twice\"],\"column_types\":[\"integer"
                  "\",\"integer\"],\"rows\":[[0,0],[1,2]],\"row_start\":1,"
                  "\"row_count\":2,\"total_rows\":300000,\"has_more\":true,"
                  "\"cut_by_budget\":false}");
}

static void rows_of_every_row_group_are_found(void **state)
{
    static const uint64_t starts[] = {2048,   2049,   122880, 122881,
                                      245760, 245761, 299998};
    char text[80];

    (void)state;
    make_numbers();
    for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++) {
        uint64_t n = starts[i] - 1;

        assert_int_equal(read(starts[i], 2), OK);
        (void)snprintf(text, sizeof(text), "\"rows\":[[%d,%d],[%d,%d]]", (int)n,
                       (int)(2 * n), (int)n + 1, (int)(2 * n + 2));
        assert_holds(text);
    }
}

/* Windows anywhere, across blocks and after the end, in any order. */
static void any_window_has_its_rows_and_no_others(void **state)
{
    char text[80];

    (void)state;
    make_numbers();
    srand(11);
    for (int i = 0; i < 300; i++) {
        uint64_t start = 1 + (uint64_t)rand() % 300000;
        uint64_t count = 1 + (uint64_t)rand() % 4 * ((uint64_t)rand() % 9000);
        uint64_t last = start + count - 1 < 300000 ? start + count - 1 : 300000;

        assert_int_equal(read(start, count), OK);
        (void)snprintf(text, sizeof(text), "\"rows\":[[%d,%d]", (int)start - 1,
                       (int)(2 * (start - 1)));
        assert_holds(text);
        (void)snprintf(text, sizeof(text),
                       "[%d,%d]],\"row_start\":%d,\"row_count\":%d,",
                       (int)last - 1, (int)(2 * (last - 1)), (int)start,
                       (int)(last - start + 1));
        assert_holds(text);
    }
}

static void the_last_rows_have_no_more(void **state)
{
    (void)state;
    make_numbers();
    assert_int_equal(read(299999, 5), OK);
    assert_holds("\"rows\":[[299998,599996],[299999,599998]]");
    assert_holds("\"row_count\":2,\"total_rows\":300000,\"has_more\":false");
}

static void a_start_behind_the_end_gives_no_rows(void **state)
{
    (void)state;
    make_numbers();
    assert_int_equal(read(300001, 5), OK);
    assert_holds("\"rows\":[],\"row_start\":300001,\"row_count\":0,"
                 "\"total_rows\":300000,\"has_more\":false");
    assert_int_equal(read(UINT64_MAX, UINT64_MAX), OK);
    assert_holds("\"rows\":[],\"row_start\":18446744073709551615");
    assert_holds("\"has_more\":false");
}

static void no_rows_asked_are_no_rows(void **state)
{
    (void)state;
    make_numbers();
    assert_int_equal(read(7, 0), OK);
    assert_holds("\"columns\":[\"id\",\"twice\"]");
    assert_holds("\"rows\":[],\"row_start\":7,\"row_count\":0");
    assert_holds("\"has_more\":true");
}

static void the_budget_cuts_what_is_asked(void **state)
{
    (void)state;
    make_numbers();
    assert_int_equal(read(1, UINT64_MAX), OK);
    assert_holds("\"row_count\":300000");
    duck_close(duck);
    duck = NULL;
    assert_int_equal(fs_remove_tree(path, "the file", &err), OK);
    make_and_open("CREATE TABLE src.data AS SELECT repeat('x', 3000000) AS x"
                  " FROM range(9)");
    assert_int_equal(read(2, 9), OK);
    assert_holds("\"row_start\":2,\"row_count\":2,\"total_rows\":9,"
                 "\"has_more\":true,\"cut_by_budget\":true");
}

static void row_0_is_refused(void **state)
{
    (void)state;
    make_numbers();
    assert_int_equal(read(0, 1), ERR_VALIDATION_FAILED);
    assert_string_equal(err.msg, "row_start counts from 1, not 0");
}

static void columns_come_in_the_order_asked_without_regard_to_case(void **state)
{
    const struct str names[] = {STR("TWICE"), STR("id"), STR("Twice")};

    (void)state;
    make_numbers();
    assert_int_equal(read_columns(names, 3), OK);
    assert_holds("\"columns\":[\"twice\",\"id\",\"twice");
    assert_holds("\"rows\":[[0,0,0]]");
}

static void assert_refused(const char *name, const char *message)
{
    struct str s = str_from(name);

    assert_int_equal(read_columns(&s, 1), ERR_VALIDATION_FAILED);
    assert_string_equal(err.msg, message);
}

static void an_unknown_column_is_refused_with_the_nearest(void **state)
{
    (void)state;
    make_and_open("CREATE TABLE src.data AS SELECT 1 AS \"Operación\","
                  " 2 AS customer_name, 3 AS amount");
    assert_refused("operacion",
                   "no column 'operacion'; the nearest is 'Operación'");
    assert_refused("ammount", "no column 'ammount'; the nearest is 'amount'");
    assert_refused("customer",
                   "no column 'customer'; the nearest is 'customer_name'");
    assert_refused("zzzzzz", "no column 'zzzzzz'; there are 'Operación',"
                             " 'customer_name', 'amount'");
    assert_refused("", "no column ''; there are 'Operación',"
                       " 'customer_name', 'amount'");
    assert_refused("\"; DROP TABLE x; --",
                   "no column '\"; DROP TABLE x; --'; there are 'Operación',"
                   " 'customer_name', 'amount'");
}

static void names_of_any_bytes_can_be_asked_for(void **state)
{
    const struct str names[] = {STR("a\"b"), STR("'; --"), STR("\n")};

    (void)state;
    make_and_open("CREATE TABLE src.\"x\"\"y\" AS SELECT"
                  " 5 AS \"a\"\"b\", 6 AS \"'; --\", 7 AS \"\n\"");
    assert_int_equal(read_columns(names, 3), OK);
    assert_holds("\"columns\":[\"a\\\"b\",\"'; --\",\"\\n\"]");
    assert_holds("\"rows\":[[5,6,7]]");
}

static void an_empty_table_has_no_rows(void **state)
{
    (void)state;
    make_and_open("CREATE TABLE src.data (a INTEGER)");
    assert_int_equal(read(1, 10), OK);
    assert_holds("\"rows\":[],\"row_start\":1,\"row_count\":0,"
                 "\"total_rows\":0,\"has_more\":false");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(rows_come_by_their_number_from_1),
        TEST(rows_of_every_row_group_are_found),
        TEST(any_window_has_its_rows_and_no_others),
        TEST(the_last_rows_have_no_more),
        TEST(a_start_behind_the_end_gives_no_rows),
        TEST(no_rows_asked_are_no_rows),
        TEST(the_budget_cuts_what_is_asked),
        TEST(row_0_is_refused),
        TEST(columns_come_in_the_order_asked_without_regard_to_case),
        TEST(an_unknown_column_is_refused_with_the_nearest),
        TEST(names_of_any_bytes_can_be_asked_for),
        TEST(an_empty_table_has_no_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
