#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text/date.h"

#include <stdio.h>

#define DAY_MICROS (INT64_C(86400) * 1000000)

static struct date_shape scan(const char *s)
{
    struct date_shape shape;

    (void)date_scan(str_from(s), &shape);
    return shape;
}

static void check_orders(const char *s, unsigned orders)
{
    struct date_shape shape;
    bool is = date_scan(str_from(s), &shape);

    if (shape.orders != orders || is != (orders != 0))
        fail_msg("'%s' has orders %u", s, shape.orders);
}

static void check_days(const char *s, enum date_order order, int days)
{
    struct date_value v = {0};

    assert_true(date_read(str_from(s), order, &v));
    if (v.days != days)
        fail_msg("'%s' is day %d", s, v.days);
}

static int64_t micros(const char *s)
{
    struct date_value v = {0};

    assert_true(date_read(str_from(s), DATE_YMD, &v));
    return v.micros;
}

static void a_year_first_is_iso_order(void **state)
{
    (void)state;
    check_orders("2024-01-31", DATE_YMD);
    check_orders("2024/1/5", DATE_YMD);
    check_orders("2024.12.01", DATE_YMD);
    assert_int_equal(scan("2024/1/5").separator, '/');
}

static void a_year_last_leaves_one_order_or_two(void **state)
{
    (void)state;
    check_orders("31/01/2024", DATE_DMY);
    check_orders("01/31/2024", DATE_MDY);
    check_orders("03/04/2024", DATE_DMY | DATE_MDY);
    check_orders("3.4.2024", DATE_DMY | DATE_MDY);
    check_orders("29-2-2023", 0);
    check_orders("29-2-2024", DATE_DMY);
}

static void days_no_calendar_has_are_no_dates(void **state)
{
    static const char *const wrong[] = {
        "2023-02-29", "2024-13-01", "2024-00-10", "2024-01-00", "2024-04-31",
        "0000-01-01", "1900-02-29", "32/01/2024", "13/13/2024"};

    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        check_orders(wrong[i], 0);
    check_orders("2000-02-29", DATE_YMD);
}

static void other_shapes_are_no_dates(void **state)
{
    static const char *const wrong[] = {"",
                                        "2024-01",
                                        "24-01-2",
                                        "2024-01/02",
                                        "2024 01 02",
                                        "20240102",
                                        "2024-01-02x",
                                        "2024-001-02",
                                        "-1-2-2024",
                                        "10.0.0.1",
                                        "2024-01-02-3",
                                        "1/2/3",
                                        "2024-01-02 ",
                                        "12345-01-02"};

    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        check_orders(wrong[i], 0);
}

static void times_stand_alone_or_behind_a_date(void **state)
{
    struct date_shape shape;

    (void)state;
    assert_true(date_scan(STR("1:00"), &shape) && shape.time && !shape.orders);
    assert_true(date_scan(STR("23:59:59.5"), &shape) && shape.time);
    assert_true(date_scan(STR("2024-01-02T03:04"), &shape) && shape.time &&
                shape.orders == DATE_YMD && !shape.zone);
    assert_true(date_scan(STR("01/02/2024 03:04:05"), &shape) && shape.time);
    assert_true(date_scan(STR("2024-01-02 03:04:05Z"), &shape) && shape.zone);
    assert_true(date_scan(STR("2024-01-02T03:04:05-0730"), &shape) &&
                shape.zone);
}

static void halves_of_a_day_are_written_in_several_ways(void **state)
{
    static const char *const same[] = {"2024-01-06 15:05",
                                       "2024-01-06 3:05 PM",
                                       "2024-01-06 3:05 p. m.",
                                       "2024-01-06 03:05 p.m.",
                                       "2024-01-06 3:05 p.\xc2\xa0m.",
                                       "2024-01-06 3:05\u202fp.\xc2\xa0m.",
                                       "2024-01-06 下午 3:05",
                                       "2024年1月6日下午3:05",
                                       "2024-01-06 下午 15:05"};
    struct date_value value;

    (void)state;
    for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++) {
        assert_true(date_read(str_from(same[i]), DATE_YMD, &value));
        assert_int_equal(value.micros, (INT64_C(15) * 60 + 5) * 60 * 1000000);
    }
    assert_true(date_read(STR("上午 12:30"), DATE_YMD, &value));
    assert_int_equal(value.micros, INT64_C(30) * 60 * 1000000);
    assert_true(date_read(STR("12:30 a. m."), DATE_YMD, &value));
    assert_int_equal(value.micros, INT64_C(30) * 60 * 1000000);
    assert_false(date_read(STR("上午 15:05"), DATE_YMD, &value));
    assert_false(date_read(STR("3:05 p. x."), DATE_YMD, &value));
}

static void hours_no_clock_has_are_no_times(void **state)
{
    static const char *const wrong[] = {"24:00",
                                        "12:60",
                                        "12:00:60",
                                        "1:2",
                                        "12:00:00.",
                                        "12:00Z",
                                        "12:00:00.1234567",
                                        "12:",
                                        "123:00",
                                        "2024-01-02  03:04",
                                        "2024-01-02T",
                                        "2024-01-02 03:04+15",
                                        "2024-01-02 03:04+1",
                                        "2024-01-02 03:04z",
                                        "2024-01-02 03:04+01:60",
                                        "13:00 PM"};
    struct date_shape shape;

    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        assert_false(date_scan(str_from(wrong[i]), &shape));
}

static void months_can_be_words(void **state)
{
    static const char *const same[] = {
        "5 Jan 2024",  "Jan 5, 2024",    "5-ene-24",      "5 de enero de 2024",
        "2024-Jan-05", "5. Januar 2024", "January 5 2024"};
    struct date_shape shape;
    struct date_value value;

    (void)state;
    for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++) {
        assert_true(date_scan(str_from(same[i]), &shape));
        assert_true(shape.month_name);
        assert_true(date_read(str_from(same[i]), (enum date_order)shape.orders,
                              &value));
        assert_int_equal(value.days, 19727);
    }
    assert_false(date_scan(STR("31 Feb 2024"), &shape));
    assert_false(date_scan(STR("5 Jui 2024"), &shape));
}

static void hours_can_be_of_a_half_day(void **state)
{
    struct date_value value;

    (void)state;
    assert_true(date_read(STR("12:30 AM"), DATE_YMD, &value));
    assert_int_equal(value.micros, INT64_C(1800) * 1000000);
    assert_true(date_read(STR("1:00 p.m."), DATE_YMD, &value));
    assert_int_equal(value.micros, INT64_C(46800) * 1000000);
}

static void days_are_counted_from_1970(void **state)
{
    (void)state;
    check_days("1970-01-01", DATE_YMD, 0);
    check_days("1969-12-31", DATE_YMD, -1);
    check_days("2000-03-01", DATE_YMD, 11017);
    check_days("0001-01-01", DATE_YMD, -719162);
    check_days("9999-12-31", DATE_YMD, 2932896);
    check_days("02/01/1970", DATE_DMY, 1);
    check_days("02/01/1970", DATE_MDY, 31);
}

static void every_day_of_four_hundred_years_follows_the_last(void **state)
{
    static const int lengths[] = {31, 28, 31, 30, 31, 30,
                                  31, 31, 30, 31, 30, 31};
    struct date_value v;
    char text[48];
    int day = 0;

    (void)state;
    for (int y = 1970; y < 2370; y++) {
        bool leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;

        for (int m = 1; m <= 12; m++) {
            int last = lengths[m - 1] + (m == 2 && leap);

            for (int d = 1; d <= last; d++, day++) {
                (void)snprintf(text, sizeof(text), "%d-%d-%d", y, m, d);
                assert_true(date_read(str_from(text), DATE_YMD, &v));
                assert_int_equal(v.days, day);
            }
            (void)snprintf(text, sizeof(text), "%d-%d-%d", y, m, last + 1);
            assert_false(date_read(str_from(text), DATE_YMD, &v));
        }
    }
}

static void a_clock_counts_microseconds(void **state)
{
    (void)state;
    assert_int_equal(micros("00:00:00.000001"), 1);
    assert_int_equal(micros("1:00"), DAY_MICROS / 24);
    assert_int_equal(micros("23:59:59.9"), DAY_MICROS - 100000);
}

static void zones_are_moved_to_utc(void **state)
{
    (void)state;
    assert_int_equal(micros("2024-01-01T02:00:00+02:00"), 0);
    assert_int_equal(micros("2024-01-01T00:00+0130"), -DAY_MICROS / 16);
    assert_int_equal(micros("2024-01-01 23:00:00-02"),
                     DAY_MICROS + DAY_MICROS / 24);
}

static void another_order_does_not_read(void **state)
{
    struct date_value v;

    (void)state;
    assert_false(date_read(STR("31/01/2024"), DATE_MDY, &v));
    assert_false(date_read(STR("31/01/2024"), DATE_YMD, &v));
    assert_false(date_read(STR("2024-01-31"), DATE_DMY, &v));
    assert_false(date_read(STR("soon"), DATE_YMD, &v));
    assert_true(date_read(STR("10:00"), DATE_MDY, &v));
}

static void chinese_dates_are_dates_with_or_without_spaces(void **state)
{
    (void)state;
    check_orders("2024年3月5日", DATE_YMD);
    check_orders("2024年03月05日", DATE_YMD);
    check_orders("2024年3月5号", DATE_YMD);
    check_orders("2024 年 3 月 5 日", DATE_YMD);
    check_days("2024年3月5日", DATE_YMD, 19787);
    assert_int_equal(scan("2024年3月5日").separator, DATE_HAN);
    assert_true(scan("2024年3月5日 14:30").time);
    assert_true(scan("2024年3月5日14:30:15").time);
    assert_true(micros("2024年3月5日 00:00:01") == 1000000);
}

static void other_chinese_shapes_are_no_dates(void **state)
{
    static const char *const bad[] = {
        "2024年3月",      "3月5日",        "24年3月5日",   "2024年13月1日",
        "2023年2月29日",  "2024年3月5",    "2024年3日5月", "0024年3月5日",
        "2024年3月5日x",  "2024年3月5日T", "2024年3月5月", "年月日",
        "2024年3月5日 x", "2024年",        "2024å",        "2024å¹",
    };
    struct date_shape shape;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        if (date_scan(str_from(bad[i]), &shape))
            fail_msg("'%s' is a date", bad[i]);
    }
}

static void a_month_and_its_year_are_no_day(void **state)
{
    struct date_shape shape;

    (void)state;
    assert_false(date_scan(STR("May 2024"), &shape));
    assert_false(date_scan(STR("ene-2023"), &shape));
    assert_false(date_scan(STR("Jan. 1999"), &shape));
    assert_false(date_scan(STR("2024-05"), &shape));
    assert_true(date_scan(STR("May 20 24"), &shape));
}

static void formats_have_the_names_people_use(void **state)
{
    char name[DATE_NAME_BYTES];

    (void)state;
    date_format_name(DATE_YMD, '-', name);
    assert_string_equal(name, "Y-M-D");
    date_format_name(DATE_DMY, '/', name);
    assert_string_equal(name, "D/M/Y");
    date_format_name(DATE_MDY, '.', name);
    assert_string_equal(name, "M.D.Y");
    date_format_name(DATE_YMD, DATE_HAN, name);
    assert_string_equal(name, "Y年M月D日");
}

static void eight_digits_are_a_day_of_the_calendar(void **state)
{
    struct date_value v;

    (void)state;
    assert_true(date_read_plain(STR("20240305"), &v));
    assert_int_equal(v.days, 19787);
    assert_false(date_read_plain(STR("20230229"), &v));
    assert_false(date_read_plain(STR("18991231"), &v));
    assert_false(date_read_plain(STR("21000101"), &v));
    assert_false(date_read_plain(STR("2024030"), &v));
    assert_false(date_read_plain(STR("2024o305"), &v));
    assert_false(date_read_plain(STR(""), &v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_digits_are_a_day_of_the_calendar),
        cmocka_unit_test(a_year_first_is_iso_order),
        cmocka_unit_test(a_year_last_leaves_one_order_or_two),
        cmocka_unit_test(days_no_calendar_has_are_no_dates),
        cmocka_unit_test(other_shapes_are_no_dates),
        cmocka_unit_test(times_stand_alone_or_behind_a_date),
        cmocka_unit_test(halves_of_a_day_are_written_in_several_ways),
        cmocka_unit_test(hours_no_clock_has_are_no_times),
        cmocka_unit_test(months_can_be_words),
        cmocka_unit_test(hours_can_be_of_a_half_day),
        cmocka_unit_test(days_are_counted_from_1970),
        cmocka_unit_test(every_day_of_four_hundred_years_follows_the_last),
        cmocka_unit_test(a_clock_counts_microseconds),
        cmocka_unit_test(zones_are_moved_to_utc),
        cmocka_unit_test(another_order_does_not_read),
        cmocka_unit_test(chinese_dates_are_dates_with_or_without_spaces),
        cmocka_unit_test(other_chinese_shapes_are_no_dates),
        cmocka_unit_test(a_month_and_its_year_are_no_day),
        cmocka_unit_test(formats_have_the_names_people_use),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
