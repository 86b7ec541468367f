#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/spec/spec.h"

#include <cmocka.h>

/* A spec in JSON reads and writes back to the same bytes. */
static void check_same(const char *json)
{
    struct arena a;
    struct buf b;
    struct jsonw w;
    struct json *j = NULL;
    struct query_spec s;
    struct error e = {0};

    arena_init(&a, 1 << 18);
    buf_init(&b, 1 << 16);
    assert_int_equal(
        json_parse(str_from(json), &json_default_limits, &a, &j, &e), OK);
    assert_int_equal(spec_read(j, &a, &s, &e), OK);
    jsonw_init(&w, &b);
    spec_write(&s, &w);
    if (!str_is(buf_str(&b), json))
        fail_msg("%s\nis written\n%.*s", json, STR_FMT(buf_str(&b)));
    buf_release(&b);
    arena_release(&a);
}

static void a_spec_reads_back_as_it_was_written(void **state)
{
    (void)state;
    check_same("{\"kind\":\"aggregate\",\"table\":\"data\",\"measures\":[{"
               "\"agg\":\"sum\",\"column\":\"x\",\"round\":false},{\"agg\":"
               "\"count\",\"column\":null,\"round\":false}],\"group_by\":[{"
               "\"column\":\"d\",\"grain\":\"month\"}],\"filters\":[{"
               "\"column\":\"d\",\"op\":\"period\",\"type\":\"text\","
               "\"values\":[\"2024-01-01\",\"\"],\"part\":true}],\"having\":{"
               "\"agg\":\"avg\",\"column\":\"y\",\"round\":true,\"op\":\">=\","
               "\"number\":\"5\"},\"order\":{\"by\":\"measure\",\"column\":"
               "null,\"descending\":true},\"limit\":10,\"share\":true,"
               "\"window\":{\"column\":\"d\",\"unit\":\"month\",\"count\":3,"
               "\"newest\":\"2024-12-31\"}}");
    check_same("{\"kind\":\"rows\",\"table\":\"data\",\"measures\":[],"
               "\"group_by\":[],\"filters\":[],\"having\":null,\"order\":null,"
               "\"limit\":null,\"share\":false,\"window\":null}");
}

static void joins_read_back_as_they_were_written(void **state)
{
    (void)state;
    check_same("{\"kind\":\"aggregate\",\"table\":\"orders\",\"joins\":[{"
               "\"table\":\"customers\",\"name\":\"buyers\",\"left\":"
               "\"orders\",\"left_column\":\"customer_id\",\"column\":\"id\","
               "\"brings\":[{\"name\":\"buyers.city\",\"column\":\"city\"}]}],"
               "\"measures\":[],\"group_by\":[],\"filters\":[],\"having\":"
               "null,\"order\":null,\"limit\":null,\"share\":false,"
               "\"window\":null}");
}

static void a_join_by_several_columns_reads_back_as_it_was_written(void **state)
{
    (void)state;
    check_same("{\"kind\":\"aggregate\",\"table\":\"orders\",\"joins\":[{"
               "\"table\":\"customers\",\"name\":\"buyers\",\"left\":"
               "\"orders\",\"left_column\":\"customer_id\",\"column\":\"id\","
               "\"also\":[{\"left_column\":\"branch\",\"column\":\"of\"}],"
               "\"brings\":[{\"name\":\"buyers.city\",\"column\":\"city\"}]}],"
               "\"measures\":[],\"group_by\":[],\"filters\":[],\"having\":"
               "null,\"order\":null,\"limit\":null,\"share\":false,"
               "\"window\":null}");
}

static void what_a_join_counts_reads_back_as_it_was_written(void **state)
{
    (void)state;
    check_same(
        "{\"kind\":\"aggregate\",\"table\":\"customers\",\"joins\":[{"
        "\"table\":\"orders\",\"name\":\"orders\",\"left\":\"customers\","
        "\"left_column\":\"id\",\"column\":\"customer_id\",\"brings\":[{"
        "\"name\":\"orders\",\"column\":\"count\"}],\"counts\":{\"kind\":"
        "\"aggregate\",\"table\":\"orders\",\"measures\":[],\"group_by\":[],"
        "\"filters\":[],\"having\":null,\"order\":null,\"limit\":null,"
        "\"share\":false,\"window\":null},\"counts_one\":false}],"
        "\"measures\":[],\"group_by\":[],\"filters\":[],\"having\":null,"
        "\"order\":null,\"limit\":null,\"share\":false,\"window\":null}");
}

/* A spec in JSON is refused. */
static void check_refused(const char *json)
{
    struct arena a;
    struct json *j = NULL;
    struct query_spec s;
    struct error e = {0};

    arena_init(&a, 1 << 18);
    assert_int_equal(
        json_parse(str_from(json), &json_default_limits, &a, &j, &e), OK);
    assert_int_equal(spec_read(j, &a, &s, &e), ERR_VALIDATION_FAILED);
    arena_release(&a);
}

static void formulas_read_back_as_they_were_written(void **state)
{
    struct query_spec s = {.table = STR("data"), .n_measures = 1};
    struct query_spec got;
    struct error e = {0};
    struct arena a;
    struct buf b;
    struct jsonw w;
    struct json *j;

    (void)state;
    arena_init(&a, 1 << 20);
    buf_init(&b, 1 << 16);
    jsonw_init(&w, &b);
    s.derived[s.n_derived++] =
        (struct spec_derived){.name = STR("X"), .formula = STR("a / b")};
    s.measures[0] = (struct spec_measure){
        .agg = AGG_FORMULA, .column = STR("Y"), .formula = STR("sum(a)")};
    spec_write(&s, &w);
    assert_int_equal(json_parse(buf_str(&b), &json_default_limits, &a, &j, &e),
                     OK);
    assert_int_equal(spec_read(j, &a, &got, &e), OK);
    assert_int_equal(got.n_derived, 1);
    assert_true(str_is(got.derived[0].name, "X"));
    assert_true(str_is(got.derived[0].formula, "a / b"));
    assert_int_equal(got.measures[0].agg, AGG_FORMULA);
    assert_true(str_is(got.measures[0].formula, "sum(a)"));
    buf_release(&b);
    arena_release(&a);
}

static void unknown_words_and_too_many_parts_are_refused(void **state)
{
    (void)state;
    check_refused("{\"kind\":\"drop\"}");
    check_refused("{\"kind\":\"rows\",\"measures\":[{\"agg\":\"evil\"}]}");
    check_refused("{\"kind\":\"rows\",\"limit\":-1}");
    check_refused("{\"kind\":\"rows\",\"group_by\":[1,2,3,4,5,6,7,8,9]}");
    check_refused("{\"kind\":\"rows\",\"filters\":[{\"op\":\"~\"}]}");
}

static void aggregates_and_grains_have_names(void **state)
{
    (void)state;
    assert_string_equal(agg_name(AGG_MEDIAN), "median");
    assert_string_equal(grain_name(GRAIN_QUARTER), "quarter");
    assert_null(grain_name(GRAIN_NONE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spec_reads_back_as_it_was_written),
        cmocka_unit_test(joins_read_back_as_they_were_written),
        cmocka_unit_test(
            a_join_by_several_columns_reads_back_as_it_was_written),
        cmocka_unit_test(what_a_join_counts_reads_back_as_it_was_written),
        cmocka_unit_test(formulas_read_back_as_they_were_written),
        cmocka_unit_test(unknown_words_and_too_many_parts_are_refused),
        cmocka_unit_test(aggregates_and_grains_have_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
