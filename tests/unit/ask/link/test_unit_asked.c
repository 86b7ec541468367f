#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/link/unit_asked.h"

#include <stdio.h>

/* What the sum of a column is of, by a question; and its formula. */
static const char *asked(const char *column, const char *other,
                         const char *question, const char **formula)
{
    static char name[64];
    static char text[64];
    struct schema_column columns[2] = {
        {.name = str_from(column), .kind = COLUMN_NUMBER},
        {.name = str_from(other), .kind = COLUMN_NUMBER}};
    const struct schema_table t = {.columns = columns, .n_columns = 2};
    struct query_spec s = {
        .measures = {{.agg = AGG_SUM, .column = columns[0].name}},
        .n_measures = 1};
    struct words q;
    struct arena a;
    struct error e;

    arena_init(&a, 1 << 20);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(
            words_cut(columns[i].name, WORDS_NAME, &a, &columns[i].words, &e),
            OK);
    assert_int_equal(words_cut(str_from(question), WORDS_TEXT, &a, &q, &e), OK);
    assert_int_equal(unit_asked_apply(&t, &q, &a, &s, &e), OK);
    assert_int_equal(s.n_derived, s.measures[0].round);
    (void)snprintf(name, sizeof(name), "%.*s", (int)s.measures[0].column.n,
                   s.measures[0].column.p);
    (void)snprintf(text, sizeof(text), "%.*s", (int)s.derived[0].formula.n,
                   s.n_derived ? s.derived[0].formula.p : "");
    arena_release(&a);
    *formula = text;
    return name;
}

#define ASKED(column, other, question, want) \
    assert_string_equal(asked((column), (other), (question), &formula), want)

static void a_measure_is_in_the_unit_that_is_asked_for(void **state)
{
    const char *formula;

    (void)state;
    ASKED("Minutes", "Age", "total volunteer hours", "hours");
    assert_string_equal(formula, "\"Minutes\" / 60");
    ASKED("Distance (m)", "Age", "total de kilómetros",
          "Distance (kilómetros)");
    assert_string_equal(formula, "\"Distance (m)\" / 1000");
    ASKED("length_m", "Age", "total length in cm", "length (cm)");
    assert_string_equal(formula, "\"length_m\" * 100");
    ASKED("重量(克)", "Age", "总重量是多少公斤", "重量 (公斤)");
    assert_string_equal(formula, "\"重量(克)\" / 1000");
}

static void another_dimension_or_the_same_unit_changes_nothing(void **state)
{
    const char *formula;

    (void)state;
    ASKED("Minutes", "Age", "total minutes", "Minutes");
    ASKED("Minutes", "Age", "total kilos", "Minutes");
    ASKED("Cost", "Age", "total cost in hours", "Cost");
    ASKED("Days", "Age", "total hours", "Days");
    ASKED("kWh", "Age", "energy dispensed, kWh", "kWh");
    ASKED("Energy (kWh)", "Age", "total energy in kWh", "Energy (kWh)");
}

static void numbers_rates_and_other_words_ask_for_no_unit(void **state)
{
    const char *formula;

    (void)state;
    ASKED("Minutes", "Age", "total of the sessions over 2 hours", "Minutes");
    ASKED("Minutes", "Age", "total of the sessions over two hours", "Minutes");
    ASKED("Minutes", "Age", "total minutes per hour", "Minutes");
    ASKED("Hours", "Age", "the second largest total", "Hours");
    ASKED("Minutes", "Age", "total in hours and seconds", "Minutes");
}

static void a_column_that_has_the_unit_may_be_meant(void **state)
{
    const char *formula;

    (void)state;
    ASKED("Minutes", "Hours billed", "total hours", "Minutes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_measure_is_in_the_unit_that_is_asked_for),
        cmocka_unit_test(another_dimension_or_the_same_unit_changes_nothing),
        cmocka_unit_test(numbers_rates_and_other_words_ask_for_no_unit),
        cmocka_unit_test(a_column_that_has_the_unit_may_be_meant),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
