#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/utf8.h"
#include "orders_fixture.h"

#define STAFF                                                                  \
    "{\"row_count\":30,\"columns\":[{\"name\":\"employee\",\"inferred_type\":" \
    "\"string\",\"non_null_count\":30,\"distinct_estimate\":30,"               \
    "\"dictionary\":{\"complete\":true,\"values\":[\"Ann\",\"Bob\"]}},{"       \
    "\"name\":\"salary\",\"inferred_type\":\"decimal\",\"non_null_count\":30," \
    "\"distinct_estimate\":29,\"min\":10,\"max\":90}]}"

static void add(struct ask_schema *s, const char *profile, const char *name,
                const char *sql, struct arena *a)
{
    struct json *j = NULL;
    struct error e = {0};

    assert_int_equal(
        json_parse(str_from(profile), &json_default_limits, a, &j, &e), OK);
    assert_int_equal(schema_add(s, str_from(name), str_from(sql), j, a, &e),
                     OK);
}

static void the_table_that_explains_the_question_is_asked(void **state)
{
    struct arena a;
    struct ask_schema *s;
    struct ask_result r;
    struct error e = {0};

    (void)state;
    arena_init(&a, 1 << 25);
    s = schema_of(ORDERS, "orders.csv", &a);
    add(s, STAFF, "staff.csv", "staff", &a);
    assert_int_equal(ask_question(s, STR("average salary"), &a, &r, &e), OK);
    assert_int_equal(r.outcome, ASK_ANSWERABLE);
    assert_int_equal(r.table, 1);
    assert_true(str_is(r.sql, "SELECT round(avg(\"salary\"), 6) AS "
                              "\"avg_salary\" FROM \"staff\""));
    assert_int_equal(ask_question(s, STR("sales in Madrid"), &a, &r, &e), OK);
    assert_int_equal(r.table, 0);
    arena_release(&a);
}

static void two_tables_that_fit_equally_are_asked_back(void **state)
{
    struct arena a;
    struct ask_schema *s;
    struct ask_result r;
    struct error e = {0};

    (void)state;
    arena_init(&a, 1 << 25);
    s = schema_of(STAFF, "one.csv", &a);
    add(s, STAFF, "two.csv", "two", &a);
    assert_int_equal(ask_question(s, STR("average salary"), &a, &r, &e), OK);
    assert_int_equal(r.outcome, ASK_CLARIFY);
    assert_int_equal(r.n_candidates, 2);
    assert_int_equal(r.candidates[0].kind, CANDIDATE_TABLE);
    assert_true(str_is(r.candidates[1].text, "two.csv"));
    arena_release(&a);
}

static void readings_are_said_in_the_language_of_the_question(void **state)
{
    struct arena a;
    struct ask_result r;
    struct error e = {0};

    (void)state;
    arena_init(&a, 1 << 25);
    assert_int_equal(ask_question(schema_of(ORDERS, "orders.csv", &a),
                                  STR("ventas de Madrid"), &a, &r, &e),
                     OK);
    assert_int_equal(r.language, LANGUAGE_ES);
    assert_int_equal(r.n_notes, 1);
    assert_true(str_is(r.notes[0], "\"ventas\" se ha le\xc3\xad"
                                   "do como la columna total_amount"));
    arena_release(&a);
}

static void a_name_that_fits_two_columns_has_both_as_candidates(void **state)
{
    struct arena a;
    struct ask_result r;
    struct error e = {0};

    (void)state;
    arena_init(&a, 1 << 25);
    assert_int_equal(ask_question(schema_of(ORDERS, "orders.csv", &a),
                                  STR("sales in Paris"), &a, &r, &e),
                     OK);
    assert_int_equal(r.outcome, ASK_CLARIFY);
    assert_int_equal(r.n_candidates, 2);
    assert_int_equal(r.candidates[0].kind, CANDIDATE_VALUE);
    assert_true(str_is(r.candidates[0].column, "city"));
    assert_true(str_is(r.candidates[1].column, "Ship To"));
    arena_release(&a);
}

static void verbs_truths_and_ages_name_their_columns(void **state)
{
    static const char people[] =
        "{\"row_count\":30,\"columns\":[{\"name\":\"Employee "
        "Name\",\"inferred_type\":\"string\",\"non_null_count\":30,"
        "\"distinct_estimate\":30},{\"name\":\"Hire "
        "Date\",\"inferred_type\":\"date\",\"min\":\"2019-01-01\",\"max\":"
        "\"2023-05-05\"},{\"name\":\"Age\",\"inferred_type\":\"integer\","
        "\"min\":20,\"max\":60},{\"name\":\"Remote\",\"inferred_type\":"
        "\"boolean\"}]}";
    static const char *const pairs[][2] = {
        {"employees older than 40",
         "SELECT \"Employee Name\" AS \"Employee Name\" FROM \"data\" WHERE "
         "\"Age\" > 40 GROUP BY 1 ORDER BY 1 ASC NULLS LAST"},
        {"remote employees hired after 2020",
         "SELECT \"Employee Name\" AS \"Employee Name\" FROM \"data\" WHERE "
         "\"Hire Date\" >= DATE '2021-01-01' AND \"Remote\" = TRUE GROUP BY 1 "
         "ORDER BY 1 ASC NULLS LAST"},
        {"who is the youngest",
         "SELECT \"Employee Name\" AS \"Employee Name\", min(\"Age\") AS "
         "\"min_Age\" FROM \"data\" GROUP BY 1 QUALIFY rank() OVER (ORDER BY "
         "min(\"Age\") ASC NULLS LAST) = 1 ORDER BY 2 ASC NULLS LAST, 1 ASC "
         "NULLS LAST"}};
    struct arena a;
    struct ask_schema *s;
    size_t i;

    (void)state;
    arena_init(&a, 1 << 26);
    s = schema_of(people, "people.csv", &a);
    for (i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        struct ask_result r;
        struct error e = {0};

        assert_int_equal(ask_question(s, str_from(pairs[i][0]), &a, &r, &e),
                         OK);
        if (!str_is(r.sql, pairs[i][1]))
            fail_msg("%s\n is  %.*s %.*s", pairs[i][0], STR_FMT(r.sql),
                     STR_FMT(r.message));
    }
    arena_release(&a);
}

static void empty_and_endless_questions_are_refused(void **state)
{
    static char endless[9000];
    struct arena a;
    struct ask_schema *s;
    struct ask_result r;
    struct error e = {0};
    size_t i;

    (void)state;
    arena_init(&a, 1 << 25);
    s = schema_of(ORDERS, "orders.csv", &a);
    for (i = 0; i < sizeof(endless); i++)
        endless[i] = 'a';
    assert_int_equal(ask_question(s, STR("  "), &a, &r, &e),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(
        ask_question(s, (struct str){endless, sizeof(endless)}, &a, &r, &e),
        ERR_VALIDATION_FAILED);
    arena_release(&a);
}

static void any_bytes_have_an_outcome(void **state)
{
    static const char *const odd[] = {"\xff\xfe\x01",
                                      "???",
                                      "'; DROP TABLE data; --",
                                      "\"",
                                      "%%%s%n$1$2$3",
                                      "select * from data",
                                      "0",
                                      "-",
                                      "不",
                                      "a\xcc\x81\xcc\x81",
                                      "top top top 10 10",
                                      "not not not Madrid",
                                      "between and between",
                                      "by by by",
                                      "how many how many how many",
                                      "2024 2024 2024 2024",
                                      "over over 5 5",
                                      "and or and or"};
    struct arena a;
    struct ask_schema *s;
    size_t i;

    (void)state;
    arena_init(&a, 1 << 27);
    s = schema_of(ORDERS, "orders.csv", &a);
    for (i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
        struct ask_result r;
        struct error e = {0};

        assert_int_equal(ask_question(s, str_from(odd[i]), &a, &r, &e), OK);
        assert_int_equal(
            r.outcome == ASK_CLARIFY ? r.message.n == 0 : r.sql.n == 0, 0);
    }
    arena_release(&a);
}

static void the_same_question_has_the_same_bytes(void **state)
{
    struct arena a;
    struct arena b;
    int i;

    (void)state;
    for (i = 0; i < 5; i++) {
        arena_init(&a, 1 << 25);
        arena_init(&b, 1 << 25);
        assert_true(
            str_eq(asked_of(ORDERS, "top 3 customers by sales in 2024", &a),
                   asked_of(ORDERS, "top 3 customers by sales in 2024", &b)));
        arena_release(&a);
        arena_release(&b);
    }
}

static void a_better_table_asks_back_before_a_worse_one_answers(void **state)
{
    static const char two[] =
        "{\"row_count\":9,\"columns\":[{\"name\":\"net sales\","
        "\"inferred_type\":\"integer\"},{\"name\":\"gross sales\","
        "\"inferred_type\":\"integer\"}]}";
    static const char other[] = "{\"row_count\":9,\"columns\":[{\"name\":"
                                "\"amount\",\"inferred_type\":\"integer\"}]}";
    struct arena a;
    struct ask_schema *s;
    struct ask_result r;
    struct error e = {0};

    (void)state;
    arena_init(&a, 1 << 25);
    s = schema_of(other, "other.csv", &a);
    add(s, two, "two.csv", "two", &a);
    assert_int_equal(ask_question(s, STR("total sales"), &a, &r, &e), OK);
    assert_int_equal(r.outcome, ASK_CLARIFY);
    assert_int_equal(r.n_candidates, 2);
    assert_true(str_is(r.candidates[0].text, "net sales"));
    arena_release(&a);
}

static void long_names_are_cut_between_characters(void **state)
{
    static const char profile[] =
        "{\"row_count\":9,\"columns\":["
        "{\"name\":\"x销售额销售额销售额销售额销售额销售额销售额销售额销售额销"
        "售额甲\",\"inferred_type\":\"integer\"},"
        "{\"name\":\"x销售额销售额销售额销售额销售额销售额销售额销售额销售额销"
        "售额乙\",\"inferred_type\":\"integer\"}]}";
    struct arena a;
    struct str got;

    (void)state;
    arena_init(&a, 1 << 25);
    got = asked_of(profile, "average", &a);
    assert_true(str_starts(got, STR("? What should be measured: x")));
    assert_int_equal(utf8_valid_prefix(got), got.n);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_that_explains_the_question_is_asked),
        cmocka_unit_test(two_tables_that_fit_equally_are_asked_back),
        cmocka_unit_test(readings_are_said_in_the_language_of_the_question),
        cmocka_unit_test(a_name_that_fits_two_columns_has_both_as_candidates),
        cmocka_unit_test(verbs_truths_and_ages_name_their_columns),
        cmocka_unit_test(empty_and_endless_questions_are_refused),
        cmocka_unit_test(any_bytes_have_an_outcome),
        cmocka_unit_test(the_same_question_has_the_same_bytes),
        cmocka_unit_test(a_better_table_asks_back_before_a_worse_one_answers),
        cmocka_unit_test(long_names_are_cut_between_characters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
