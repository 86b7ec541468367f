#include "answer/evaluate/table_verdict.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define ARENA_BYTES ((size_t)16 << 20)

static struct arena a;
static struct error err;

static int set_up(void **state)
{
    (void)state;
    arena_init(&a, ARENA_BYTES);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&a);
    return 0;
}

/* JSON with ' for ". */
static struct str quoted(const char *json)
{
    char *text = str_cstr(str_from(json), &a, &err);

    assert_non_null(text);
    for (char *p = text; *p; p++)
        *p = *p == '\'' ? '"' : *p;
    return str_from(text);
}

static struct table_verdict judge(const char *members, const char *answer)
{
    struct table_verdict v;
    struct table_set set;
    struct str line;

    assert_int_equal(
        str_printf(&a, &line, &err, "{'question':'q','table':'t',%s}", members),
        OK);
    assert_int_equal(table_set_read(quoted(line.p), STR("set"), &a, &set, &err),
                     OK);
    assert_int_equal(set.n, 1);
    assert_int_equal(
        table_verdict_read(quoted(answer), &set.question[0], &a, &v, &err), OK);
    return v;
}

#define ROWS(rows)                                            \
    "{'mode':'structured_query','results':{'rows':" rows "}," \
    "'confidence':0.75,'response_time_ms':1.5}"

static enum table_outcome outcome(const char *members, const char *answer)
{
    return judge(members, answer).outcome;
}

static void a_column_that_holds_the_values_is_right(void **state)
{
    (void)state;
    assert_int_equal(outcome("'answers':['Ajax']", ROWS("[['Ajax',3]]")),
                     TABLE_RIGHT);
    assert_int_equal(outcome("'answers':['3']", ROWS("[['Ajax',3]]")),
                     TABLE_RIGHT);
    assert_int_equal(
        outcome("'answers':['b','a']", ROWS("[['a'],['b'],['a'],[null]]")),
        TABLE_RIGHT);
    assert_int_equal(outcome("'answers':['12,467']", ROWS("[[12467.0]]")),
                     TABLE_RIGHT);
    assert_int_equal(outcome("'answers':['true']", ROWS("[[true]]")),
                     TABLE_RIGHT);
}

static void a_value_beside_the_expected_ones_is_wrong(void **state)
{
    (void)state;
    assert_int_equal(outcome("'answers':['a']", ROWS("[['a'],['b']]")),
                     TABLE_WRONG);
    assert_int_equal(outcome("'answers':['a','b']", ROWS("[['a']]")),
                     TABLE_WRONG);
    assert_int_equal(outcome("'answers':['a']", ROWS("[]")), TABLE_WRONG);
}

static void another_form_of_the_truth_is_right(void **state)
{
    (void)state;
    assert_int_equal(
        outcome("'answers':['12 %'],'also':[0.12]", ROWS("[[0.12]]")),
        TABLE_RIGHT);
}

static void expected_rows_are_found_in_any_order_of_rows_and_columns(
    void **state)
{
    (void)state;
    assert_int_equal(outcome("'answers':[['a',1],['b',2]]",
                             ROWS("[[2,'x','b'],[1,'y','a']]")),
                     TABLE_RIGHT);
    assert_int_equal(
        outcome("'answers':[['a',1],['b',2]]", ROWS("[[1,'b'],[2,'a']]")),
        TABLE_WRONG);
    assert_int_equal(
        outcome("'answers':[['a',1],['b',1]]", ROWS("[['a',1],['a',1]]")),
        TABLE_WRONG);
    assert_int_equal(outcome("'answers':[['a',1]]", ROWS("[['a',1],['b',2]]")),
                     TABLE_WRONG);
}

static void asking_back_is_no_answer_and_an_error_is_a_failure(void **state)
{
    static const char back[] =
        "{'mode':'clarification','results':null,'confidence':null}";

    (void)state;
    assert_int_equal(outcome("'answers':['a']", back), TABLE_REFUSED);
    assert_int_equal(outcome("'unanswerable':'why'", back), TABLE_REFUSED);
    assert_int_equal(outcome("'answers':['a']", "{'error':{'code':'LIMIT'}}"),
                     TABLE_FAILED);
}

static void an_answer_to_what_has_none_is_wrong(void **state)
{
    (void)state;
    assert_int_equal(outcome("'unanswerable':'why'", ROWS("[['a']]")),
                     TABLE_WRONG);
}

static void confidence_and_time_are_those_of_the_line(void **state)
{
    struct table_verdict v = judge("'answers':['a']", ROWS("[['a']]"));

    (void)state;
    assert_true(v.confidence == 0.75);
    assert_true(v.time_ms == 1.5);
    v = judge("'answers':['a']", "{'mode':'clarification','confidence':null}");
    assert_true(isnan(v.confidence));
}

static void the_spec_tells_whether_a_reading_answered(void **state)
{
    (void)state;
    assert_int_equal(judge("'answers':['a']", ROWS("[['a']]")).reader,
                     TABLE_BY_RULES);
    assert_int_equal(judge("'answers':['a']",
                           "{'mode':'structured_query','query_spec':{'told':"
                           "'groups'},'results':{'rows':[['a']]}}")
                         .reader,
                     TABLE_BY_READING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            the_spec_tells_whether_a_reading_answered, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_column_that_holds_the_values_is_right,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_value_beside_the_expected_ones_is_wrong, set_up, tear_down),
        cmocka_unit_test_setup_teardown(another_form_of_the_truth_is_right,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            expected_rows_are_found_in_any_order_of_rows_and_columns, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(
            asking_back_is_no_answer_and_an_error_is_a_failure, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(an_answer_to_what_has_none_is_wrong,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            confidence_and_time_are_those_of_the_line, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
