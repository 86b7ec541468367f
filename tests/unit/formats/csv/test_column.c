#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/csv/column_mark.h"

#include <string.h>

#define CELLS_MAX   16
#define COLUMNS_MAX 4

/* Evidence of a column whose cells are given, up to NULL. */
static struct column_evidence look(const char *const cells[])
{
    struct csv_cell made[CELLS_MAX];
    struct column_evidence ev;
    size_t n = 0;

    for (; cells[n]; n++)
        made[n] =
            (struct csv_cell){.p = cells[n], .n = (uint32_t)strlen(cells[n])};
    column_begin(&ev);
    column_add(&ev, made, 1, n, 1);
    return ev;
}

#define LOOK(...) look((const char *const[]){__VA_ARGS__, NULL})

static struct column_type decide(struct column_evidence ev, char delimiter)
{
    struct column_type t;

    columns_decide(&ev, 1, delimiter, &t);
    return t;
}

#define DECIDE(...) decide(LOOK(__VA_ARGS__), ',')

static void check_text(struct column_type t, uint64_t row, const char *why)
{
    assert_int_equal(t.kind, COLUMN_TEXT);
    assert_int_equal(t.kept_row, row);
    if (why)
        assert_string_equal(t.kept_as_text, why);
    else
        assert_null(t.kept_as_text);
}

static void one_family_is_one_type(void **state)
{
    (void)state;
    assert_int_equal(DECIDE("1", "-2", "").kind, COLUMN_BIGINT);
    assert_int_equal(DECIDE("true", "False").kind, COLUMN_BOOLEAN);
    assert_int_equal(DECIDE("2024-01-01").kind, COLUMN_DATE);
    assert_int_equal(DECIDE("10:00", "9:30:01").kind, COLUMN_TIME);
    assert_int_equal(DECIDE("2024-01-01 10:00").kind, COLUMN_TIMESTAMP);
    assert_int_equal(DECIDE("2024-01-01 10:00Z").kind, COLUMN_TIMESTAMPTZ);
    check_text(DECIDE("a", "b"), 0, NULL);
    check_text(DECIDE("", " "), 0, NULL);
}

static void one_odd_cell_makes_text_and_is_named(void **state)
{
    (void)state;
    check_text(DECIDE("1", "", "2", "n/x"), 4, "is not a number");
    check_text(DECIDE("2024-01-01", "soon"), 2, "is not a date");
    check_text(DECIDE("true", "true", "maybe"), 3, "is not true or false");
    check_text(DECIDE("10:00", "10:00", "x"), 3, "is not a time");
    check_text(DECIDE("a", "b", "3"), 0, NULL);
}

static void numbers_take_off_what_all_of_them_wear(void **state)
{
    struct column_type t = DECIDE("$1,234.50", "-$3", "($4.25)", "7");

    (void)state;
    assert_int_equal(t.kind, COLUMN_DECIMAL);
    assert_string_equal(t.unit, "$");
    assert_int_equal(t.scale, 2);
    check_text(DECIDE("$1", "€2"), 2, "is in another currency");
    t = DECIDE("12.5%", "3 %");
    assert_int_equal(t.kind, COLUMN_DECIMAL);
    assert_int_equal(t.scale, 3);
    assert_true(t.percent);
    check_text(DECIDE("12%", "3"), 2,
               "has a percent sign or lacks it, unlike others");
    assert_int_equal(DECIDE("1 234,5", "12 345 678,25").kind, COLUMN_DECIMAL);
    assert_int_equal(DECIDE("1'234", "12'345").kind, COLUMN_BIGINT);
    assert_int_equal(DECIDE("934 567 890", "912 345 678").kind, COLUMN_TEXT);
}

static void words_for_null_are_null_among_values_only(void **state)
{
    struct column_type t = DECIDE("1", "n/a", "2", "-");

    (void)state;
    assert_int_equal(t.kind, COLUMN_BIGINT);
    assert_int_equal(t.null_words, 2);
    assert_true(column_is_null(&t, STR("N/A")));
    check_text(DECIDE("n/a", "-"), 0, NULL);
    check_text(DECIDE("a", "-"), 0, NULL);
}

static void booleans_are_of_one_pair_of_words(void **state)
{
    (void)state;
    assert_int_equal(DECIDE("yes", "no").kind, COLUMN_BOOLEAN);
    assert_int_equal(DECIDE("Sí", "No").kind, COLUMN_BOOLEAN);
    assert_int_equal(DECIDE("true", "true").kind, COLUMN_BOOLEAN);
    check_text(DECIDE("no", "no"), 0, NULL);
    check_text(DECIDE("yes", "non"), 0, NULL);
}

static void dates_with_names_and_short_years_are_dates(void **state)
{
    struct column_type t = DECIDE("5 Jan 2024", "12 feb 2024");

    (void)state;
    assert_int_equal(t.kind, COLUMN_DATE);
    assert_true(t.month_name && !t.order_ambiguous);
    t = DECIDE("31/12/99", "01/02/24");
    assert_int_equal(t.kind, COLUMN_DATE);
    assert_true(t.short_year);
    assert_int_equal(t.order, DATE_DMY);
    check_text(DECIDE("1.2.15", "1.2.16"), 0, NULL);
}

/* A word beside amounts or dates says that there is none; beside counts it may be one of
 * a category, and once it may be the label of a row. */
static void one_word_among_amounts_is_no_value(void **state)
{
    struct column_type t = DECIDE("1.5", "2.5", "absent", "3.5", "4.5",
                                  "absent", "5.5", "6.5", "7.5", "8.5", "NA");

    (void)state;
    assert_int_equal(t.kind, COLUMN_DECIMAL);
    assert_int_equal(t.null_words, 3);
    assert_true(column_is_null(&t, STR("absent")));
    assert_true(column_is_null(&t, STR("n/a")));
    assert_false(column_is_null(&t, STR("1.5")));
    check_text(
        DECIDE("1.5", "2.5", "total", "3.5", "4.5", "5.5", "6.5", "7.5", "8.5"),
        3, "is not a number");
    check_text(DECIDE("1", "2", "G", "3", "4", "G", "5", "6", "7", "8"), 3,
               "is not a number");
    check_text(DECIDE("1.5", "2.5", "absent", "3.5", "late", "absent", "5.5",
                      "6.5", "7.5", "8.5", "9.5"),
               3, "is not a number");
    t = DECIDE("2024-01-02", "open", "2024-01-03", "2024-01-04", "open",
               "2024-01-05", "2024-01-06", "2024-01-07", "2024-01-08",
               "2024-01-09");
    assert_int_equal(t.kind, COLUMN_DATE);
    assert_true(column_is_null(&t, STR("open")));
}

/* "Total" below the days of a report, beside figures; below numbers only where its row has
 * a cell less, as the last of 1, 2, 3, more is one of them. */
static void the_label_of_the_last_row_is_no_value(void **state)
{
    struct column_evidence ev[3] = {
        LOOK("01/02/24", "01/03/24", "01/14/24", "Total"),
        LOOK("dry", "wet", "dry", ""), LOOK("4", "5", "6", "15")};
    struct column_type t[3];

    (void)state;
    columns_decide(ev, 3, ',', t);
    assert_int_equal(t[0].kind, COLUMN_DATE);
    assert_int_equal(t[0].order, DATE_MDY);
    assert_int_equal(t[0].null_words, 1);
    assert_true(column_is_null(&t[0], STR("Total")));
    columns_decide(ev, 2, ',', t); /* no figure below */
    check_text(t[0], 4, "is not a date");
    ev[0] = LOOK("11", "12", "13", "14", "15", "16", "17", "18", "Total");
    ev[2] = LOOK("4", "5", "6", "4", "5", "6", "4", "5", "39");
    ev[1] = LOOK("a", "b", "c", "d", "e", "f", "g", "h", "");
    columns_decide(ev, 3, ',', t);
    assert_int_equal(t[0].kind, COLUMN_BIGINT);
    assert_int_equal(column_no_values(ev, 3, 0), 1);
    ev[1] = LOOK("a", "b", "c", "d", "e", "f", "g", "h", "i");
    columns_decide(ev, 3, ',', t);
    check_text(t[0], 9, "is not a number");
}

/* The end that varies little is the year. */
static void short_years_between_dashes_are_at_either_end(void **state)
{
    struct column_type t = DECIDE("01-10-24", "15-11-24", "31-12-24");

    (void)state;
    assert_int_equal(t.kind, COLUMN_DATE);
    assert_int_equal(t.order, DATE_DMY);
    assert_true(t.short_year);
    t = DECIDE("23-12-31", "24-01-02", "24-02-20");
    assert_int_equal(t.kind, COLUMN_DATE);
    assert_int_equal(t.order, DATE_YMD);
    check_text(DECIDE("24-10-01", "25-10-02"), 0,
               "nothing tells at which end of its dates the year is");
    check_text(DECIDE("01-10-24", "2024-10-02"), 0,
               "is a date of another format");
}

static void a_leading_zero_keeps_the_column_text(void **state)
{
    (void)state;
    check_text(DECIDE("007", "008"), 1, "has a leading zero");
    check_text(DECIDE("28001", "28002", "08001"), 3, "has a leading zero");
}

static void integers_grow_to_hugeint_then_to_text(void **state)
{
    (void)state;
    assert_int_equal(DECIDE("9223372036854775807").kind, COLUMN_BIGINT);
    assert_int_equal(DECIDE("1", "9223372036854775808").kind, COLUMN_HUGEINT);
    assert_int_equal(DECIDE("99999999999999999999999999999999999999").kind,
                     COLUMN_HUGEINT);
    check_text(DECIDE("100000000000000000000000000000000000000"), 0,
               "numbers that need over 38 digits");
}

static void decimals_take_the_largest_scale(void **state)
{
    struct column_type t = DECIDE("1.5", "12.25", "7");

    (void)state;
    assert_int_equal(t.kind, COLUMN_DECIMAL);
    assert_int_equal(t.width, 18);
    assert_int_equal(t.scale, 2);
    t = DECIDE("1234567890123456.125", "1.5");
    assert_int_equal(t.kind, COLUMN_DECIMAL);
    assert_int_equal(t.width, 38);
    assert_int_equal(t.scale, 3);
    check_text(
        DECIDE("12345678901234567890.5", "0.12345678901234567890123456789"), 0,
        "numbers that need over 38 digits");
}

static void a_float_only_where_it_is_exact(void **state)
{
    struct column_type t = DECIDE("1.5", "1e3", "nan");

    (void)state;
    assert_int_equal(t.kind, COLUMN_DOUBLE);
    assert_int_equal(t.odd_row, 2);
    check_text(DECIDE("1e3", "0.12345678901234567891"), 2,
               "has digits that a float does not keep");
    check_text(DECIDE("9007199254740993", "1e3"), 1,
               "has digits that a float does not keep");
    check_text(DECIDE("nan", "inf"), 0, NULL);
}

static void a_decimal_comma_is_decided_over_the_column(void **state)
{
    struct column_type t = DECIDE("1.234", "5,5");

    (void)state;
    assert_int_equal(t.kind, COLUMN_DECIMAL);
    assert_int_equal(t.convention, NUMBER_COMMA);
    assert_true(t.grouped);
    assert_false(t.convention_ambiguous);
    assert_int_equal(t.scale, 1);
    check_text(DECIDE("1.5", "1,5", "2"), 2,
               "is a number of another convention");
}

static void an_undecided_convention_follows_the_file(void **state)
{
    struct column_evidence ev[2] = {LOOK("1.234"), LOOK("0,5")};
    struct column_type t[2];

    (void)state;
    assert_int_equal(decide(ev[0], ',').convention, NUMBER_POINT);
    assert_true(decide(ev[0], ',').convention_ambiguous);
    assert_int_equal(decide(ev[0], ',').kind, COLUMN_DECIMAL);
    assert_int_equal(decide(ev[0], ';').convention, NUMBER_COMMA);
    assert_int_equal(decide(ev[0], ';').kind, COLUMN_BIGINT);
    columns_decide(ev, 2, ',', t);
    assert_int_equal(t[0].convention, NUMBER_COMMA);
    assert_true(t[0].convention_ambiguous);
    assert_false(t[1].convention_ambiguous);
}

static void a_day_over_twelve_decides_the_column(void **state)
{
    struct column_type t = DECIDE("01/02/2024", "31/01/2024");

    (void)state;
    assert_int_equal(t.order, DATE_DMY);
    assert_false(t.order_ambiguous);
    t = DECIDE("01/02/2024", "01/31/2024");
    assert_int_equal(t.order, DATE_MDY);
    check_text(DECIDE("13/01/2024", "01/13/2024"), 2,
               "is a date of another format");
    check_text(DECIDE("2024-01-01", "2024-01-02", "2024/01/03"), 3,
               "is a date of another format");
}

static void an_undecided_order_is_day_first_or_as_the_file(void **state)
{
    struct column_evidence ev[2] = {LOOK("01/02/2024"), LOOK("12/31/2024")};
    struct column_type t[2];

    (void)state;
    assert_int_equal(decide(ev[0], ',').order, DATE_DMY);
    assert_true(decide(ev[0], ',').order_ambiguous);
    columns_decide(ev, 2, ',', t);
    assert_int_equal(t[0].order, DATE_MDY);
    assert_true(t[0].order_ambiguous);
}

static void dates_with_and_without_time_stay_text(void **state)
{
    (void)state;
    check_text(DECIDE("2024-01-01", "2024-01-01", "2024-01-01 10:00"), 3,
               "has a time of day, unlike the dates");
    check_text(DECIDE("2024-01-01", "2024-01-01", "x", "2024-01-01 10:00"), 3,
               "is not a date");
}

static void chinese_dates_are_dates_and_recognised_by_their_separator(
    void **state)
{
    struct column_type t = DECIDE("2024年3月5日", "2024年12月31日");

    (void)state;
    assert_int_equal(t.kind, COLUMN_DATE);
    assert_int_equal(t.order, DATE_YMD);
    assert_int_equal(t.separator, DATE_HAN);
    assert_false(t.order_ambiguous);
    assert_int_equal(DECIDE("2024年3月5日 14:30").kind, COLUMN_TIMESTAMP);
    check_text(DECIDE("2024年3月5日", "2024-03-06"), 2,
               "is a date of another format");
}

static void months_are_text_and_reported_where_all_cells_are(void **state)
{
    static const char *const why = "months or quarters, which are no days";

    (void)state;
    check_text(DECIDE("2024-05", "", "2024-06"), 0, why);
    check_text(DECIDE("2024/5", "2024/12"), 0, why);
    check_text(DECIDE("05/2024", "12/2024"), 0, why);
    check_text(DECIDE("May 2024", "Jun 2024"), 0, why);
    check_text(DECIDE("2024年5月"), 0, why);
    check_text(DECIDE("Q1 2024", "Q2 2024"), 0, why);
    check_text(DECIDE("2024-05", "later"), 0, NULL);
    check_text(DECIDE("later", "2024-05"), 0, NULL);
    check_text(DECIDE("2024-05", "2024-13"), 0, NULL);
}

static void a_stride_walks_one_column_of_a_batch(void **state)
{
    const struct csv_cell cells[] = {{.p = "a", .n = 1},
                                     {.p = "1", .n = 1},
                                     {.p = "b", .n = 1},
                                     {.p = "x", .n = 1}};
    struct column_evidence ev;

    (void)state;
    column_begin(&ev);
    column_add(&ev, cells + 1, 2, 2, 501);
    check_text(decide(ev, ','), 502, "is not a number");
}

static void days_of_eight_digits_are_dates_where_all_are(void **state)
{
    struct column_type t = DECIDE("20240305", "20231231", "", "20240229");

    (void)state;
    assert_int_equal(t.kind, COLUMN_DATE);
    assert_int_equal(t.separator, DATE_PLAIN);
    assert_int_equal(DECIDE("20240305", "20231231").kind, COLUMN_BIGINT);
    assert_int_equal(DECIDE("20240305", "20231231", "20230229").kind,
                     COLUMN_BIGINT);
    assert_int_equal(DECIDE("20240305", "20231231", "18991231").kind,
                     COLUMN_BIGINT);
    assert_int_equal(DECIDE("20240305", "20231231", "20240101", "7").kind,
                     COLUMN_BIGINT);
}

static void numbers_of_json_stay_numbers(void **state)
{
    struct column_evidence ev = LOOK("20240305", "20231231", "20240229");
    struct column_type t;

    (void)state;
    column_decide_number(&ev, 1, 0, &t);
    assert_int_equal(t.kind, COLUMN_BIGINT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_of_eight_digits_are_dates_where_all_are),
        cmocka_unit_test(numbers_of_json_stay_numbers),
        cmocka_unit_test(one_family_is_one_type),
        cmocka_unit_test(one_odd_cell_makes_text_and_is_named),
        cmocka_unit_test(numbers_take_off_what_all_of_them_wear),
        cmocka_unit_test(words_for_null_are_null_among_values_only),
        cmocka_unit_test(booleans_are_of_one_pair_of_words),
        cmocka_unit_test(dates_with_names_and_short_years_are_dates),
        cmocka_unit_test(one_word_among_amounts_is_no_value),
        cmocka_unit_test(the_label_of_the_last_row_is_no_value),
        cmocka_unit_test(short_years_between_dashes_are_at_either_end),
        cmocka_unit_test(a_leading_zero_keeps_the_column_text),
        cmocka_unit_test(integers_grow_to_hugeint_then_to_text),
        cmocka_unit_test(decimals_take_the_largest_scale),
        cmocka_unit_test(a_float_only_where_it_is_exact),
        cmocka_unit_test(a_decimal_comma_is_decided_over_the_column),
        cmocka_unit_test(an_undecided_convention_follows_the_file),
        cmocka_unit_test(a_day_over_twelve_decides_the_column),
        cmocka_unit_test(an_undecided_order_is_day_first_or_as_the_file),
        cmocka_unit_test(dates_with_and_without_time_stay_text),
        cmocka_unit_test(
            chinese_dates_are_dates_and_recognised_by_their_separator),
        cmocka_unit_test(months_are_text_and_reported_where_all_cells_are),
        cmocka_unit_test(a_stride_walks_one_column_of_a_batch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
