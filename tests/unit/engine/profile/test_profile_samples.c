#include "profile_fixture.h"

static void samples_are_the_first_different_values(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT unnest(['b', NULL, 'b', 'a',"
               " '', 'c', 'a', 'd', 'e']) AS s");
    assert_member(0, "sample_values", "[\"b\",\"a\",\"\",\"c\",\"d\"]");
}

static void samples_are_found_behind_the_first_rows(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT"
               " CASE WHEN i < 200000 THEN NULL ELSE i % 3 END AS a,"
               " CASE i WHEN 7 THEN 'x' WHEN 150000 THEN 'y' WHEN 299999 THEN"
               " 'z' ELSE 'w' END AS b,"
               " CASE WHEN i >= 299998 THEN i::DOUBLE ELSE 1.5 END AS c,"
               " i < 250000 AS d FROM range(300000) r(i)");
    assert_member(0, "sample_values", "[2,0,1]");
    assert_member(1, "sample_values", "[\"w\",\"x\",\"y\",\"z\"]");
    assert_member(2, "sample_values", "[1.5,299998,299999]");
    assert_member(3, "sample_values", "[true,false]");
}

static void five_are_enough(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT i / 1000 AS a"
               " FROM (SELECT i::BIGINT // 1000 * 1000 AS i FROM"
               " range(20000) r(i))");
    assert_member(0, "sample_values", "[0,1,2,3,4]");
}

static void nan_is_one_value(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT CASE WHEN i < 5000 THEN"
               " 'nan'::DOUBLE ELSE i % 2 END AS a FROM range(9000) r(i)");
    assert_member(0, "sample_values", "[\"NaN\",0,1]");
}

static void texts_that_are_cut_to_the_same_are_one_sample(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT repeat('x', 300) || i AS a"
               " FROM range(3000) r(i)");
    assert_int_equal(member(0, "sample_values")->count, 1);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(samples_are_the_first_different_values),
        TEST(samples_are_found_behind_the_first_rows),
        TEST(five_are_enough),
        TEST(nan_is_one_value),
        TEST(texts_that_are_cut_to_the_same_are_one_sample),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
