#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/derive.h"

#include <cmocka.h>

static struct schema_column columns[] = {
    {.name = {"a", 1}},
    {.name = {"EACH", 4}, .formula = {"a * 2", 5}},
    {.name = {"ALL", 3}, .formula = {"sum(a)", 6}, .aggregated = true}};
static const struct schema_table table = {.columns = columns, .n_columns = 3};

static const struct schema_column *derive(struct query_spec *s)
{
    const struct schema_column *misses = NULL;
    struct error e = {0};

    assert_int_equal(derive_columns(&table, s, &misses, &e), OK);
    return misses;
}

static struct query_spec measure(enum agg agg, const char *column)
{
    struct query_spec s = {.n_measures = 1};

    s.measures[0] =
        (struct spec_measure){.agg = agg, .column = str_from(column)};
    return s;
}

static void only_formulas_that_are_used_become_columns(void **state)
{
    struct query_spec plain = measure(AGG_SUM, "a");
    struct query_spec avg = measure(AGG_AVG, "EACH");
    struct query_spec filtered = measure(AGG_COUNT, "");

    (void)state;
    assert_null(derive(&plain));
    assert_int_equal(plain.n_derived, 0);
    assert_null(derive(&avg));
    assert_int_equal(avg.n_derived, 1);
    assert_true(str_is(avg.derived[0].formula, "a * 2"));
    assert_true(derive_is_there(&avg, &columns[1]));
    assert_false(derive_is_there(&plain, &columns[1]));
    assert_true(derive_is_there(&plain, &columns[0]));
    filtered.filters[filtered.n_filters++].column = STR("EACH");
    assert_null(derive(&filtered));
    assert_int_equal(filtered.n_derived, 1);
}

static void a_formula_of_aggregates_is_the_measure(void **state)
{
    struct query_spec s = measure(AGG_AVG, "ALL");

    (void)state;
    assert_null(derive(&s));
    assert_int_equal(s.n_derived, 0);
    assert_int_equal(s.measures[0].agg, AGG_FORMULA);
    assert_true(str_is(s.measures[0].formula, "sum(a)"));
}

static void where_only_a_value_of_each_row_fits_it_is_asked_back(void **state)
{
    struct query_spec extreme = measure(AGG_MAX, "ALL");
    struct query_spec grouped = measure(AGG_COUNT, "");
    struct query_spec filtered = measure(AGG_SUM, "ALL");

    (void)state;
    assert_ptr_equal(derive(&extreme), &columns[2]);
    grouped.groups[grouped.n_groups++].column = STR("ALL");
    assert_ptr_equal(derive(&grouped), &columns[2]);
    filtered.filters[filtered.n_filters++].column = STR("ALL");
    assert_ptr_equal(derive(&filtered), &columns[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_formulas_that_are_used_become_columns),
        cmocka_unit_test(a_formula_of_aggregates_is_the_measure),
        cmocka_unit_test(where_only_a_value_of_each_row_fits_it_is_asked_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
