#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/followup/spec_merge.h"

static const struct str spain[] = {{"Spain", 5}};
static const struct str france[] = {{"France", 6}};
static const struct str year_2023[] = {{"2023-01-01", 10}, {"2024-01-01", 10}};
static const struct str year_2024[] = {{"2024-01-01", 10}, {"2025-01-01", 10}};

/* Sum of sales by customer, 2024, the ten largest. */
static struct query_spec ranking(void)
{
    struct query_spec s = {.table = STR("data")};

    s.measures[s.n_measures++] =
        (struct spec_measure){.agg = AGG_SUM, .column = STR("sales")};
    s.groups[s.n_groups++] = (struct spec_group){.column = STR("customer")};
    s.filters[s.n_filters++] = (struct spec_filter){
        .column = STR("day"), .op = FILTER_PERIOD, .values = year_2024, .n = 2};
    s.order = ORDER_MEASURE;
    s.descending = true;
    s.limit = 10;
    return s;
}

static struct spec_filter country(const struct str *value)
{
    return (struct spec_filter){
        .column = STR("country"), .op = FILTER_EQ, .values = value, .n = 1};
}

static void a_period_takes_the_place_of_a_period(void **state)
{
    struct query_spec s = ranking();
    struct query_spec from = {.n_filters = 1};

    (void)state;
    from.filters[0] = s.filters[0];
    from.filters[0].values = year_2023;
    assert_true(merge_conditions(&s, &from));
    assert_int_equal(s.n_filters, 1);
    assert_true(str_is(s.filters[0].values[0], "2023-01-01"));
    assert_int_equal(s.limit, 10);
}

static void a_value_comes_beside_and_the_next_takes_its_place(void **state)
{
    struct query_spec s = ranking();
    struct query_spec from = {.n_filters = 1};

    (void)state;
    from.filters[0] = country(spain);
    assert_true(merge_conditions(&s, &from));
    assert_int_equal(s.n_filters, 2);
    from.filters[0] = country(france);
    assert_true(merge_conditions(&s, &from));
    assert_int_equal(s.n_filters, 2);
    assert_true(str_is(s.filters[1].values[0], "France"));
}

static void a_series_is_not_cut_and_a_ranking_is(void **state)
{
    struct query_spec s = ranking();
    struct query_spec from = {.n_groups = 1};

    (void)state;
    from.groups[0] = (struct spec_group){.column = STR("country")};
    assert_true(merge_conditions(&s, &from));
    assert_true(str_is(s.groups[0].column, "country"));
    assert_int_equal(s.limit, 10);
    from.groups[0] =
        (struct spec_group){.column = STR("day"), .grain = GRAIN_MONTH};
    assert_true(merge_conditions(&s, &from));
    assert_int_equal(s.n_groups, 1);
    assert_int_equal(s.limit, 0);
    assert_int_equal(s.order, ORDER_NONE);
}

static void listed_rows_are_counted_by_group(void **state)
{
    struct query_spec s = {.kind = SPEC_ROWS, .limit = 5};
    struct query_spec from = {.n_groups = 1};

    (void)state;
    from.groups[0] = (struct spec_group){.column = STR("country")};
    assert_true(merge_conditions(&s, &from));
    assert_int_equal(s.kind, SPEC_AGGREGATE);
    assert_int_equal(s.measures[0].agg, AGG_COUNT);
    assert_int_equal(s.limit, 0);
}

static void measures_and_limits_take_their_places(void **state)
{
    struct query_spec s = ranking();
    struct query_spec from = {.n_measures = 1};

    (void)state;
    from.measures[0] =
        (struct spec_measure){.agg = AGG_AVG, .column = STR("price")};
    assert_true(merge_measures(&s, &from));
    assert_int_equal(s.measures[0].agg, AGG_AVG);
    assert_true(str_is(s.groups[0].column, "customer"));
    from.order = ORDER_MEASURE;
    from.limit = 3;
    assert_true(merge_limit(&s, &from));
    assert_int_equal(s.limit, 3);
    assert_false(s.descending);
}

static void too_many_conditions_change_nothing(void **state)
{
    struct query_spec s = ranking();
    struct query_spec from = {.n_filters = 1};

    (void)state;
    for (; s.n_filters < SPEC_MAX_FILTERS; s.n_filters++) {
        s.filters[s.n_filters] = country(spain);
        s.filters[s.n_filters].column = STR("other");
    }
    from.filters[0] = country(france);
    assert_false(merge_conditions(&s, &from));
    assert_int_equal(s.n_filters, SPEC_MAX_FILTERS);
    assert_true(str_is(s.filters[1].values[0], "Spain"));
}

/* Sum of sales, from 2023 to 2024. */
static struct query_spec growth(void)
{
    struct query_spec s = ranking();

    s.n_groups = 0;
    s.order = ORDER_NONE;
    s.limit = 0;
    s.filters[1] = s.filters[0];
    s.filters[0].values = year_2023;
    s.filters[0].side = 1;
    s.filters[1].side = 2;
    s.n_filters = 2;
    s.change = (struct spec_change){.kind = SPEC_CHANGE_SIDES,
                                    .names = {STR("2023"), STR("2024")}};
    return s;
}

static void a_condition_comes_beside_what_is_compared(void **state)
{
    struct query_spec s = growth();
    struct query_spec from = {.n_filters = 1};

    (void)state;
    from.filters[0] = country(spain);
    assert_true(merge_conditions(&s, &from));
    assert_int_equal(s.n_filters, 3);
    assert_int_equal(s.filters[0].side, 1);
    assert_int_equal(s.filters[1].side, 2);
    assert_int_equal(s.filters[2].side, 0);
}

static void one_of_what_is_compared_takes_no_place(void **state)
{
    struct query_spec s = growth();
    struct query_spec from = {.n_filters = 1};

    (void)state;
    from.filters[0] = ranking().filters[0];
    assert_false(merge_conditions(&s, &from));
    assert_int_equal(s.n_filters, 2);
}

static void other_sides_take_the_place_of_both(void **state)
{
    struct query_spec s = growth();
    struct query_spec from = growth();

    (void)state;
    s.change.kind = SPEC_CHANGE_DOWN;
    s.filters[2] = country(spain);
    s.n_filters = 3;
    for (size_t i = 0; i < 2; i++) {
        from.filters[i] = country(i ? spain : france);
        from.filters[i].side = (unsigned)i + 1;
        from.change.names[i] = i ? STR("Spain") : STR("France");
    }
    assert_true(merge_sides(&s, &from));
    assert_int_equal(s.n_filters, 2);
    assert_true(str_is(s.filters[0].column, "country"));
    assert_int_equal(s.change.kind, SPEC_CHANGE_DOWN);
    assert_true(str_is(s.change.names[1], "Spain"));
    s = ranking();
    assert_false(merge_sides(&s, &from));
}

static void periods_by_smaller_ones_are_a_series(void **state)
{
    const struct spec_group month = {.column = STR("day"),
                                     .grain = GRAIN_MONTH};
    const struct spec_group other = {.column = STR("sent"),
                                     .grain = GRAIN_MONTH};
    struct query_spec s = growth();
    struct str both[4];

    (void)state;
    merge_series(&s, &other, both);
    assert_int_equal(s.change.kind, SPEC_CHANGE_SIDES);
    merge_series(&s, &month, both);
    assert_int_equal(s.change.kind, SPEC_CHANGE_SERIES);
    assert_int_equal(s.n_filters, 1);
    assert_int_equal(s.filters[0].n, 4);
    assert_int_equal(s.filters[0].side, 0);
    assert_true(str_is(s.filters[0].values[0], "2023-01-01"));
    assert_true(str_is(s.filters[0].values[3], "2025-01-01"));
}

static void the_part_of_a_share_stays_its_part(void **state)
{
    struct query_spec s = ranking();
    struct query_spec from = {.n_filters = 1};

    (void)state;
    s.filters[1] = country(spain);
    s.filters[1].part = true;
    s.n_filters = 2;
    s.share = true;
    from.filters[0] = country(france);
    assert_true(merge_conditions(&s, &from));
    assert_true(str_is(s.filters[1].values[0], "France"));
    assert_true(s.filters[1].part);
    from.filters[0] = ranking().filters[0];
    assert_true(merge_conditions(&s, &from));
    assert_false(s.filters[1].part);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_period_takes_the_place_of_a_period),
        cmocka_unit_test(a_value_comes_beside_and_the_next_takes_its_place),
        cmocka_unit_test(a_series_is_not_cut_and_a_ranking_is),
        cmocka_unit_test(listed_rows_are_counted_by_group),
        cmocka_unit_test(measures_and_limits_take_their_places),
        cmocka_unit_test(too_many_conditions_change_nothing),
        cmocka_unit_test(a_condition_comes_beside_what_is_compared),
        cmocka_unit_test(one_of_what_is_compared_takes_no_place),
        cmocka_unit_test(other_sides_take_the_place_of_both),
        cmocka_unit_test(periods_by_smaller_ones_are_a_series),
        cmocka_unit_test(the_part_of_a_share_stays_its_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
