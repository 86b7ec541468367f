#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/ingest/totals.h"

#include <math.h>

#define NO NAN

static struct totals t;

/* Rows of two numbers and of how many cells they have; 0 cells: no more. */
struct drawn {
    double value[2];
    size_t filled;
};

static void look(const struct drawn *rows, size_t columns)
{
    totals_init(&t, columns);
    for (; rows->filled; rows++)
        totals_add(&t, &(struct totals_row){rows->value, rows->filled});
    totals_end(&t);
}

static void assert_rows(const uint64_t *rows, size_t n)
{
    assert_int_equal(t.found, n);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(t.list[i].row, rows[i]);
}

#define ASSERT_ROWS(...)                         \
    assert_rows((const uint64_t[]){__VA_ARGS__}, \
                sizeof((const uint64_t[]){__VA_ARGS__}) / 8)

static void the_last_row_is_the_sum_of_the_others(void **state)
{
    (void)state;
    look(
        (const struct drawn[]){
            {{10}, 2}, {{20}, 2}, {{30}, 2}, {{60}, 2}, {{0}, 0}},
        1);
    ASSERT_ROWS(4);
    assert_int_equal(t.mask, 1);
    assert_float_equal(totals_share(&t), 0.5, 1e-12);
}

static void a_row_that_adds_up_by_chance_is_none(void **state)
{
    (void)state;
    /* two rows above */
    look((const struct drawn[]){{{1}, 2}, {{2}, 2}, {{3}, 2}, {{0}, 0}}, 1);
    assert_int_equal(t.found, 0);
    /* rows follow */
    look(
        (const struct drawn[]){
            {{1}, 2}, {{2}, 2}, {{4}, 2}, {{7}, 2}, {{5}, 2}, {{0}, 0}},
        1);
    assert_int_equal(t.found, 0);
    /* another column does not add up */
    look(
        (const struct drawn[]){
            {{1, 9}, 2}, {{2, 8}, 2}, {{4, 7}, 2}, {{7, 6}, 2}, {{0}, 0}},
        2);
    assert_int_equal(t.found, 0);
    /* numbered rows, the last one with an empty cell */
    look((const struct drawn[]){{{1}, 3}, {{2}, 3}, {{3}, 2}, {{0}, 0}}, 1);
    assert_int_equal(t.found, 0);
    look((const struct drawn[]){{{150}, 3}, {{70}, 3}, {{220}, 2}, {{0}, 0}},
         1);
    ASSERT_ROWS(3);
    /* hardly any numbers but 0 */
    look(
        (const struct drawn[]){
            {{0}, 2}, {{0}, 2}, {{1}, 2}, {{1}, 2}, {{0}, 0}},
        1);
    assert_int_equal(t.found, 0);
}

static void groups_have_subtotals(void **state)
{
    (void)state;
    look((const struct drawn[]){{{1, 10}, 4},
                                {{2, 20}, 4},
                                {{3, 30}, 3},
                                {{4, 5}, 4},
                                {{5, 6}, 4},
                                {{9, 11}, 3},
                                {{12, 41}, 3},
                                {{0}, 0}},
         2);
    ASSERT_ROWS(3, 6, 7);
    assert_float_equal(totals_share(&t), 2.0 / 3, 1e-12);
}

static void subtotals_of_full_rows_need_large_numbers_in_two_columns(
    void **state)
{
    (void)state;
    look((const struct drawn[]){{{100, 10}, 3},
                                {{200, 20}, 3},
                                {{300, 30}, 3},
                                {{600, 60}, 3},
                                {{400, 5}, 3},
                                {{500, 6}, 3},
                                {{100, 9}, 3},
                                {{1000, 20}, 3},
                                {{0}, 0}},
         2);
    ASSERT_ROWS(4, 8);
}

static void a_group_of_one_row_has_a_subtotal_beside_others(void **state)
{
    (void)state;
    look((const struct drawn[]){{{10}, 3},
                                {{20}, 3},
                                {{30}, 2},
                                {{7}, 3},
                                {{7}, 2},
                                {{37}, 2},
                                {{0}, 0}},
         1);
    ASSERT_ROWS(3, 5, 6);
}

static void one_row_between_others_must_be_surer(void **state)
{
    (void)state;
    look(
        (const struct drawn[]){
            {{10}, 3}, {{20}, 3}, {{30}, 2}, {{7}, 3}, {{8}, 3}, {{0}, 0}},
        1);
    assert_int_equal(t.found, 0);
    look((const struct drawn[]){{{10}, 3},
                                {{20}, 3},
                                {{5}, 3},
                                {{35}, 2},
                                {{7}, 3},
                                {{8}, 3},
                                {{0}, 0}},
         1);
    ASSERT_ROWS(4);
}

static void a_mean_beside_a_sum_is_one_of_its_numbers(void **state)
{
    (void)state;
    look(
        (const struct drawn[]){
            {{10, 2}, 4}, {{20, 4}, 4}, {{30, 3}, 4}, {{60, 3}, 3}, {{0}, 0}},
        2);
    ASSERT_ROWS(4);
    assert_int_equal(t.mask, 1);
}

static void the_first_row_may_be_the_total(void **state)
{
    (void)state;
    look((const struct drawn[]){{{1000}, 2},
                                {{100}, 2},
                                {{200}, 2},
                                {{300}, 2},
                                {{400}, 2},
                                {{0}, 0}},
         1);
    ASSERT_ROWS(1);
}

static void totals_above_their_groups_are_recognised_by_the_last_row(
    void **state)
{
    (void)state;
    look((const struct drawn[]){{{170}, 2},
                                {{100}, 2},
                                {{70}, 2},
                                {{110}, 2},
                                {{40}, 2},
                                {{70}, 2},
                                {{280}, 2},
                                {{0}, 0}},
         1);
    ASSERT_ROWS(7);
}

static void sums_of_two_rows_are_totals_when_the_last_row_says_so(void **state)
{
    const struct drawn rows[] = {
        {{1000, 990}, 3}, {{50, 45}, 3},  {{1050, 1035}, 3}, {{20, 22}, 3},
        {{80, 70}, 3},    {{100, 92}, 3}, {{1150, 1127}, 3}, {{0}, 0}};

    (void)state;
    look(rows, 2);
    ASSERT_ROWS(7);
    assert_true(t.halved);
    totals_init_again(&t, 2);
    for (size_t i = 0; rows[i].filled; i++)
        totals_add(&t, &(struct totals_row){rows[i].value, rows[i].filled});
    totals_end(&t);
    ASSERT_ROWS(3, 6, 7);
    assert_true(t.closed);
}

static void numbers_that_are_half_of_a_sum_by_chance_are_none(void **state)
{
    (void)state;
    look((const struct drawn[]){{{1, 1}, 2},
                                {{2, 2}, 2},
                                {{3, 3}, 2},
                                {{4, 4}, 2},
                                {{5, 5}, 2},
                                {{0}, 0}},
         2);
    assert_int_equal(t.found, 0);
}

static void rows_without_numbers_behind_it_change_nothing(void **state)
{
    (void)state;
    look(
        (const struct drawn[]){
            {{10}, 2}, {{20}, 2}, {{30}, 2}, {{60}, 2}, {{NO}, 1}, {{0}, 0}},
        1);
    ASSERT_ROWS(4);
}

static void decimals_are_as_near_as_doubles_are(void **state)
{
    (void)state;
    look(
        (const struct drawn[]){
            {{0.1}, 2}, {{0.2}, 2}, {{0.3}, 2}, {{0.6}, 2}, {{0}, 0}},
        1);
    ASSERT_ROWS(4);
}

static void many_totals_are_counted_and_the_first_are_named(void **state)
{
    double value[1];

    (void)state;
    totals_init(&t, 1);
    for (unsigned i = 0; i < 300; i++) {
        value[0] = i % 3 < 2 ? 10 + i : 2 * (10 + i) - 3;
        totals_add(&t, &(struct totals_row){value, i % 3 < 2 ? 3 : 2});
    }
    totals_end(&t);
    assert_int_equal(t.found, 100);
    assert_int_equal(t.list[TOTALS_SHOWN - 1].row, 3 * TOTALS_SHOWN);
}

/* With three digits or two columns; else it may be chance. */
static void small_numbers_of_one_column_are_not_certain(void **state)
{
    (void)state;
    look(
        (const struct drawn[]){
            {{10}, 2}, {{20}, 2}, {{30}, 2}, {{60}, 2}, {{0}, 0}},
        1);
    assert_false(totals_are_certain(&t));
    look(
        (const struct drawn[]){
            {{10}, 2}, {{20}, 2}, {{90}, 2}, {{120}, 2}, {{0}, 0}},
        1);
    assert_true(totals_are_certain(&t));
    look(
        (const struct drawn[]){
            {{1, 5}, 3}, {{2, 6}, 3}, {{3, 7}, 3}, {{6, 18}, 3}, {{0}, 0}},
        2);
    assert_true(totals_are_certain(&t));
}

/* A pivot: groups named once, each ended by its total; the first may be one by chance. */
static const struct drawn pivot[] = {{{512}, 3}, {{731}, 2},  {{1243}, 2},
                                     {{318}, 3}, {{422}, 2},  {{205}, 2},
                                     {{945}, 2}, {{2188}, 2}, {{0}, 0}};
static const struct drawn counts[] = {{{5}, 3}, {{7}, 2},  {{12}, 2},
                                      {{3}, 3}, {{4}, 2},  {{2}, 2},
                                      {{9}, 2}, {{21}, 2}, {{0}, 0}};

static void look_twice(const struct drawn *rows)
{
    struct totals before;

    look(rows, 1);
    assert_true(t.halved);
    before = t;
    totals_init_again(&t, 1);
    for (; rows->filled; rows++)
        totals_add(&t, &(struct totals_row){rows->value, rows->filled});
    totals_end(&t);
    if (!totals_are_better(&t, &before))
        t = before;
}

static void totals_of_two_groups_and_theirs_are_found(void **state)
{
    (void)state;
    look_twice(pivot);
    ASSERT_ROWS(3, 7, 8);
    look_twice(counts);
    ASSERT_ROWS(3, 7, 8);
}

/* The same numbers in rows that are all full: which may be chance. */
static void small_ones_need_an_empty_cell(void **state)
{
    struct drawn full[9];

    (void)state;
    for (size_t i = 0; i < 9; i++) {
        full[i] = counts[i];
        full[i].filled = i < 8 ? 2 : 0;
    }
    look_twice(full);
    assert_int_equal(t.found, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(totals_of_two_groups_and_theirs_are_found),
        cmocka_unit_test(small_ones_need_an_empty_cell),
        cmocka_unit_test(the_last_row_is_the_sum_of_the_others),
        cmocka_unit_test(a_row_that_adds_up_by_chance_is_none),
        cmocka_unit_test(groups_have_subtotals),
        cmocka_unit_test(
            subtotals_of_full_rows_need_large_numbers_in_two_columns),
        cmocka_unit_test(a_group_of_one_row_has_a_subtotal_beside_others),
        cmocka_unit_test(one_row_between_others_must_be_surer),
        cmocka_unit_test(a_mean_beside_a_sum_is_one_of_its_numbers),
        cmocka_unit_test(the_first_row_may_be_the_total),
        cmocka_unit_test(
            totals_above_their_groups_are_recognised_by_the_last_row),
        cmocka_unit_test(sums_of_two_rows_are_totals_when_the_last_row_says_so),
        cmocka_unit_test(numbers_that_are_half_of_a_sum_by_chance_are_none),
        cmocka_unit_test(rows_without_numbers_behind_it_change_nothing),
        cmocka_unit_test(decimals_are_as_near_as_doubles_are),
        cmocka_unit_test(small_numbers_of_one_column_are_not_certain),
        cmocka_unit_test(many_totals_are_counted_and_the_first_are_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
