#include "profile_fixture.h"

static size_t dictionary_count(unsigned column)
{
    return json_find(member(column, "dictionary"), "values")->count;
}

static bool is_complete(unsigned column)
{
    return json_is_true(json_find(member(column, "dictionary"), "complete"));
}

static void distinct_values_are_counted_exactly(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT i AS a, i % 1000 AS b,"
               " 's' || i AS c, 's' || i % 777 AS d, (i / 2)::DOUBLE AS e,"
               " CASE WHEN i < 5 THEN DATE '2024-01-01' + (i % 3)::INT END AS f"
               " FROM range(150000) r(i)");
    assert_member(0, "distinct_estimate", "150000");
    assert_member(1, "distinct_estimate", "1000");
    assert_member(2, "distinct_estimate", "150000");
    assert_member(3, "distinct_estimate", "777");
    assert_member(4, "distinct_estimate", "150000");
    assert_member(5, "distinct_estimate", "3");
}

static void the_most_common_come_first_and_ties_go_by_value(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT unnest(['d', 'b', 'c', 'a',"
               " 'b', NULL, '', 'a', 'z', 'z', 'z', 'e', 'f', 'g', 'h', 'i',"
               " 'ñ']) AS s");
    assert_member(0, "most_common",
                  "[{\"value\":\"z\",\"count\":3},{\"value\":\"a\",\"count\":2}"
                  ",{\"value\":\"b\",\"count\":2},{\"value\":\"\",\"count\":1}"
                  ",{\"value\":\"c\",\"count\":1},{\"value\":\"d\",\"count\":1}"
                  ",{\"value\":\"e\",\"count\":1},{\"value\":\"f\",\"count\":1}"
                  ",{\"value\":\"g\",\"count\":1},{\"value\":\"h\",\"count\":1}"
                  "]");
    assert_member(0, "dictionary",
                  "{\"complete\":true,\"values\":[\"z\",\"a\",\"b\",\"\",\"c\","
                  "\"d\",\"e\",\"f\",\"g\",\"h\",\"i\",\"ñ\"]}");
}

static void many_values_leave_those_that_come_twice(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT 'v' || CASE WHEN i < 30000"
               " THEN i ELSE i % 100 END AS s FROM range(31000) r(i)");
    assert_int_equal(dictionary_count(0), 100);
    assert_false(is_complete(0));
    assert_member(0, "distinct_estimate", "30000");
}

static void a_dictionary_of_1000_is_complete_and_one_more_is_not(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT 'v' || (i % 1000) AS a,"
               " 'v' || (i % 1001) AS b FROM range(3003) r(i)");
    assert_true(is_complete(0));
    assert_int_equal(dictionary_count(0), 1000);
    assert_false(is_complete(1));
    assert_int_equal(dictionary_count(1), 1000);
}

static void long_values_are_no_entries_of_a_dictionary(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT unnest(['a', repeat('x', 200),"
               " repeat('x', 201)]) AS s");
    assert_int_equal(dictionary_count(0), 2);
    assert_false(is_complete(0));
}

static void dictionaries_have_one_budget(void **state)
{
    struct buf sql;
    struct str text;
    size_t bytes = 0;

    (void)state;
    buf_init(&sql, 1 << 16);
    buf_puts(&sql, "CREATE TABLE src.data AS SELECT");
    for (int i = 0; i < 44; i++)
        buf_printf(&sql, "%s lpad('' || i, 100, 'x') AS c%d", i ? "," : "", i);
    buf_puts(&sql, " FROM range(1000) r(i)");
    buf_put_char(&sql, '\0');
    assert_int_equal(buf_finish(&sql, &text, &err), OK);
    profile_of(text.p);
    buf_release(&sql);
    assert_false(is_complete(43));
    for (unsigned i = 0; i < 44; i++)
        bytes += 103 * dictionary_count(i);
    assert_in_range(bytes, 3 << 20, 4 << 20);
}

static void long_texts_are_shown_cut_between_characters(void **state)
{
    char expected[256] = "\"x";

    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT 'x' || repeat('ñ', 500) AS s");
    for (int i = 0; i < 99; i++)
        (void)strncat(expected, "ñ", 3);
    (void)strncat(expected, "…\"", 5);
    assert_member(0, "min", expected);
    assert_member(0, "max_length", "501");
    assert_string_equal(
        json_text(json_find(member(0, "most_common")->first, "value")).p + 199,
        "…");
}

/* More groups than a part may hold, in a worker with little memory. */
static void a_column_too_large_for_memory_is_counted_in_parts(void **state)
{
    struct duck_options o = {.memory_bytes = 48u << 20, .threads = 2};

    (void)state;
    make_file("CREATE TABLE src.data AS SELECT lpad('' || i, 60, 'x') AS s,"
              " hash(i) AS h FROM range(700000) r(i)");
    assert_int_equal(duck_open(&o, &duck, &err), OK);
    assert_int_equal(catalog_open(duck,
                                  &(struct catalog_source){.database = path}, 1,
                                  &arena, &catalog, &err),
                     OK);
    run_profile();
    assert_member(0, "distinct_estimate", "700000");
    assert_member(1, "distinct_estimate", "700000");
    assert_int_equal(member(0, "most_common")->count, 10);
}

/* What our statements call their columns may be a column's name. */
static void no_name_of_a_column_is_one_of_our_statements_names(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT * FROM (VALUES"
               " ('a', 'p', 1, 'd', 'm', 'h'), ('b', 'q', 2, 'd', 'm', 'h'),"
               " ('b', 'p', 3, 'd', 'm', 'h'))"
               " t(v, s, \"count\", data, main, \"hash\")");
    assert_member(0, "most_common",
                  "[{\"value\":\"b\",\"count\":2},"
                  "{\"value\":\"a\",\"count\":1}]");
    assert_member(1, "most_common",
                  "[{\"value\":\"p\",\"count\":2},"
                  "{\"value\":\"q\",\"count\":1}]");
    assert_member(2, "sum", "6");
    assert_member(3, "distinct_estimate", "1");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(distinct_values_are_counted_exactly),
        TEST(the_most_common_come_first_and_ties_go_by_value),
        TEST(many_values_leave_those_that_come_twice),
        TEST(a_dictionary_of_1000_is_complete_and_one_more_is_not),
        TEST(long_values_are_no_entries_of_a_dictionary),
        TEST(dictionaries_have_one_budget),
        TEST(long_texts_are_shown_cut_between_characters),
        TEST(a_column_too_large_for_memory_is_counted_in_parts),
        TEST(no_name_of_a_column_is_one_of_our_statements_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
