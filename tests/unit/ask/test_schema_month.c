#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "orders_fixture.h"

/* A text column with the name and the values, all that there are. */
#define WORDS_COLUMN(name, values)                         \
    "{\"name\":\"" name "\",\"inferred_type\":\"string\"," \
    "\"non_null_count\":180,\"distinct_estimate\":6,"      \
    "\"dictionary\":{\"complete\":true,\"values\":[" values "]}}"

#define NUMBER_COLUMN(name)                                                 \
    "{\"name\":\"" name "\",\"inferred_type\":\"decimal\","                 \
    "\"non_null_count\":180,\"distinct_estimate\":180,\"min\":1.5,\"max\":" \
    "900.25}"

#define TABLE(columns) "{\"row_count\":180,\"columns\":[" columns "]}"

#define MONTHS_EN                                                              \
    TABLE(WORDS_COLUMN("bank", "\"Northgate\",\"Meridian\"") "," WORDS_COLUMN( \
        "month",                                                               \
        "\"2022-11\",\"2023-01\",\"2024-05\"") "," NUMBER_COLUMN("deposits"))
#define MONTHS_ES                                                      \
    TABLE(WORDS_COLUMN("banco", "\"Norte\",\"Sur\"") "," WORDS_COLUMN( \
        "periodo", "\"nov 2022\",\"ene 2023\",\"mayo de "              \
                   "2024\"") "," NUMBER_COLUMN("ventas"))
#define MONTHS_ZH                                                     \
    TABLE(WORDS_COLUMN("银行", "\"江南\",\"华信\"") "," WORDS_COLUMN( \
        "月份",                                                       \
        "\"2022年11月\",\"2023年1月\",\"2024年5月\"") "," NUMBER_COLUMN("存款"))
#define QUARTERS                                                      \
    TABLE(WORDS_COLUMN("shop", "\"Oslo\",\"Lima\"") "," WORDS_COLUMN( \
        "quarter",                                                    \
        "\"Q4 2022\",\"Q1 2023\",\"Q2 2024\"") "," NUMBER_COLUMN("sales"))

#define SHORT                                                          \
    TABLE(WORDS_COLUMN("fund", "\"Roof\",\"Choir\"") "," WORDS_COLUMN( \
        "period",                                                      \
        "\"Nov-22\",\"Dec-22\",\"Feb-23\",\"Mar-23\"") "," NUMBER_COLUMN("gifts"))

#define BRIEF                                                                       \
    "make_date((try_cast(regexp_extract(\"period\", '[0-9]{2}') AS INTEGER) + 31) " \
    "% 100 + 1969, "                                                                \
    "(list_position(['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', "      \
    "'sep', 'oct', 'nov', 'dec', 'ene', 'feb', 'mar', 'abr', 'may', 'jun', "        \
    "'jul', 'ago', 'sep', 'oct', 'nov', 'dic'], "                                   \
    "lower(regexp_extract(\"period\", '[A-Za-z]{3}'))) - 1) % 12 + 1, 1)"
#define EN                                                                    \
    "CAST(try_strptime(\"month\", ['%Y-%m', '%Y/%m', '%Y.%m', '%Y年%m月', " \
    "'%m-%Y', '%m/%Y', '%m.%Y']) AS DATE)"
#define ZH                                                                     \
    "CAST(try_strptime(\"月份\", ['%Y-%m', '%Y/%m', '%Y.%m', '%Y年%m月', " \
    "'%m-%Y', '%m/%Y', '%m.%Y']) AS DATE)"
#define ES                                                                     \
    "make_date(try_cast(regexp_extract(\"periodo\", '[0-9]{4}') AS INTEGER), " \
    "(list_position(['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', " \
    "'sep', 'oct', 'nov', 'dec', 'ene', 'feb', 'mar', 'abr', 'may', 'jun', "   \
    "'jul', 'ago', 'sep', 'oct', 'nov', 'dic'], "                              \
    "lower(regexp_extract(\"periodo\", '[A-Za-z]{3}'))) - 1) % 12 + 1, 1)"

static const struct schema_column *column_of(const char *profile, size_t i,
                                             struct arena *a)
{
    return &schema_of(profile, "x.csv", a)->tables[0].columns[i];
}

static void a_column_of_months_is_one_of_dates_to_the_end_of_the_last(
    void **state)
{
    struct arena a;
    const struct schema_column *c;

    (void)state;
    arena_init(&a, 1 << 22);
    c = column_of(MONTHS_EN, 1, &a);
    assert_int_equal(c->kind, COLUMN_DATE);
    assert_int_equal(c->view, VIEW_MONTH);
    assert_true(c->sorts);
    assert_true(str_is(c->min, "2022-11-01"));
    assert_true(str_is(c->max, "2024-05-31"));
    c = column_of(MONTHS_ES, 1, &a);
    assert_int_equal(c->view, VIEW_NAMED_MONTH);
    assert_false(c->sorts);
    assert_true(str_is(c->min, "2022-11-01"));
    c = column_of(QUARTERS, 1, &a);
    assert_int_equal(c->view, VIEW_QUARTER);
    assert_true(str_is(c->min, "2022-10-01"));
    assert_true(str_is(c->max, "2024-06-30"));
    arena_release(&a);
}

static void years_of_two_digits_are_years_where_months_follow_each_other(
    void **state)
{
    struct arena a;
    const struct schema_column *c;

    (void)state;
    arena_init(&a, 1 << 22);
    c = column_of(SHORT, 1, &a);
    assert_int_equal(c->kind, COLUMN_DATE);
    assert_int_equal(c->view, VIEW_SHORT_MONTH);
    assert_true(str_is(c->min, "2022-11-01"));
    assert_true(str_is(c->max, "2023-03-31"));
    arena_release(&a);
    check_sql_of(
        SHORT, "total gifts in 2023",
        "SELECT sum(\"gifts\") AS \"sum_gifts\" FROM \"data\" WHERE " BRIEF
        " >= DATE '2023-01-01' AND " BRIEF " < DATE '2024-01-01'");
    check_sql_of(
        SHORT, "total gifts in Dec-22",
        "SELECT sum(\"gifts\") AS \"sum_gifts\" FROM \"data\" WHERE " BRIEF
        " >= DATE '2022-12-01' AND " BRIEF " < DATE '2023-01-01'");
}

#define DAYS(label, values)                                             \
    "{\"row_count\":180,\"map\":{\"fidelity\":{\"total_rows_count\":1," \
    "\"columns\":[{\"name\":\"day\",\"total_label\":\"" label           \
    "\"}]}},\"columns\":[" WORDS_COLUMN("day", values) "]}"

static void a_column_of_days_and_a_word_in_the_row_of_totals_is_one_of_dates(
    void **state)
{
    struct arena a;
    const struct schema_column *c;

    (void)state;
    arena_init(&a, 1 << 22);
    c = column_of(DAYS("合计", "\"2024/5/9\",\"2024/5/10\",\"合计\""), 0, &a);
    assert_int_equal(c->kind, COLUMN_DATE);
    assert_int_equal(c->view, VIEW_WHOLE_DAY);
    assert_true(str_is(c->total_label, "合计"));
    assert_true(str_is(c->min, "2024-05-09"));
    assert_true(str_is(c->max, "2024-05-10"));
    c = column_of(DAYS("Total", "\"31.05.2024\",\"01.06.2024\",\"Total\""), 0,
                  &a);
    assert_true(str_is(c->min, "2024-05-31"));
    c = column_of(DAYS("2024/5/10", "\"2024/5/9\",\"2024/5/10\",\"later\""), 0,
                  &a);
    assert_int_equal(c->kind, COLUMN_TEXT);
    c = column_of(
        DAYS("never", "\"2024/5/9\",\"2024/5/10\",\"later\",\"never\""), 0, &a);
    assert_int_equal(c->kind, COLUMN_TEXT);
    c = column_of(DAYS("Total", "\"2024/5/9\",\"10.5.2024\",\"Total\""), 0, &a);
    assert_int_equal(c->kind, COLUMN_TEXT);
    arena_release(&a);
}

static void what_may_be_other_than_months_stays_text(void **state)
{
    static const char *const profiles[] = {
        TABLE(WORDS_COLUMN("m", "\"2024-05\",\"2024-13\"")),
        TABLE(WORDS_COLUMN("m", "\"2024-05\",\"later\"")),
        TABLE(WORDS_COLUMN("m", "\"2024-05\",\"May 2024\"")),
        TABLE(WORDS_COLUMN("day", "\"Apr-23\",\"Apr-24\",\"Apr-29\"")),
        TABLE(WORDS_COLUMN("day", "\"Apr-23\",\"May-23\"")),
        TABLE(WORDS_COLUMN("season", "\"2009/10\",\"2010/11\"")),
        TABLE(WORDS_COLUMN("m", "")),
        TABLE("{\"name\":\"m\",\"inferred_type\":\"string\",\"dictionary\":{"
              "\"complete\":false,\"values\":[\"2024-05\"]}}"),
        TABLE(WORDS_COLUMN(
            "m",
            "\"2024-05\"") ",{\"name\":\"hired\",\"inferred_type\":\"date\"}"),
    };
    struct arena a;
    size_t i;

    (void)state;
    for (i = 0; i < sizeof(profiles) / sizeof(profiles[0]); i++) {
        arena_init(&a, 1 << 22);
        assert_int_equal(column_of(profiles[i], 0, &a)->kind, COLUMN_TEXT);
        arena_release(&a);
    }
}

static void a_month_a_quarter_and_a_year_are_periods_of_months(void **state)
{
    (void)state;
    check_sql_of(MONTHS_EN, "total deposits in November 2022",
                 "SELECT sum(\"deposits\") AS \"sum_deposits\" FROM \"data\" "
                 "WHERE " EN " >= DATE '2022-11-01' AND " EN
                 " < DATE '2022-12-01'");
    check_sql_of(MONTHS_ES, "total de ventas en el primer trimestre de 2023",
                 "SELECT sum(\"ventas\") AS \"sum_ventas\" FROM \"data\" "
                 "WHERE " ES " >= DATE '2023-01-01' AND " ES
                 " < DATE '2023-04-01'");
    check_sql_of(MONTHS_ZH, "2023年存款总和",
                 "SELECT sum(\"存款\") AS \"sum_存款\" FROM \"data\" "
                 "WHERE " ZH " >= DATE '2023-01-01' AND " ZH
                 " < DATE '2024-01-01'");
}

static void the_last_months_are_whole_ones(void **state)
{
    (void)state;
    check_sql_of(MONTHS_EN, "total deposits of the last 3 months",
                 "SELECT sum(\"deposits\") AS \"sum_deposits\" FROM \"data\" "
                 "WHERE " EN " >= DATE '2024-03-01'");
    check_sql_of(MONTHS_ES, "total de ventas de los últimos 6 meses",
                 "SELECT sum(\"ventas\") AS \"sum_ventas\" FROM \"data\" "
                 "WHERE " ES " >= DATE '2023-12-01'");
    check_sql_of(MONTHS_ZH, "最近三个月的存款总和",
                 "SELECT sum(\"存款\") AS \"sum_存款\" FROM \"data\" "
                 "WHERE " ZH " >= DATE '2024-03-01'");
}

static void months_between_two_are_a_range(void **state)
{
    (void)state;
    check_sql_of(MONTHS_EN, "total deposits between January and May 2023",
                 "SELECT sum(\"deposits\") AS \"sum_deposits\" FROM \"data\" "
                 "WHERE " EN " >= DATE '2023-01-01' AND " EN
                 " < DATE '2023-06-01'");
    check_sql_of(MONTHS_ES, "total de ventas entre enero y mayo de 2023",
                 "SELECT sum(\"ventas\") AS \"sum_ventas\" FROM \"data\" "
                 "WHERE " ES " >= DATE '2023-01-01' AND " ES
                 " < DATE '2023-06-01'");
    check_sql_of(MONTHS_ZH, "2023年1月到5月的存款总和",
                 "SELECT sum(\"存款\") AS \"sum_存款\" FROM \"data\" "
                 "WHERE " ZH " >= DATE '2023-01-01' AND " ZH
                 " < DATE '2023-06-01'");
}

static void months_are_grouped_by_months_quarters_and_years(void **state)
{
    (void)state;
    check_sql_of(MONTHS_EN, "total deposits by month",
                 "SELECT \"month\" AS \"month\", sum(\"deposits\") AS "
                 "\"sum_deposits\" FROM \"data\" GROUP BY 1 ORDER BY 1 ASC "
                 "NULLS LAST");
    check_sql_of(MONTHS_ES, "total de ventas por periodo",
                 "SELECT strftime(" ES ", '%Y-%m') AS \"month\", "
                 "sum(\"ventas\") AS \"sum_ventas\" FROM \"data\" GROUP BY 1 "
                 "ORDER BY 1 ASC NULLS LAST");
    check_sql_of(MONTHS_ES, "total de ventas por año",
                 "SELECT year(" ES ") AS \"year\", sum(\"ventas\") AS "
                 "\"sum_ventas\" FROM \"data\" GROUP BY 1 ORDER BY 1 ASC NULLS "
                 "LAST");
    check_sql_of(MONTHS_ZH, "每个季度的存款总和",
                 "SELECT (year(" ZH ") || '-Q' || quarter(" ZH ")) AS "
                 "\"quarter\", sum(\"存款\") AS \"sum_存款\" FROM \"data\" "
                 "GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
}

static void a_month_of_any_year_is_taken_of_the_view(void **state)
{
    (void)state;
    check_sql_of(MONTHS_EN, "total deposits in May",
                 "SELECT sum(\"deposits\") AS \"sum_deposits\" FROM \"data\" "
                 "WHERE month(" EN ") = 5");
}

static void what_is_finer_than_the_column_is_asked_back(void **state)
{
    static const char *const en = "? Column month has only months";
    static const char *const quarters = "? Column quarter has only quarters";

    (void)state;
    check_sql_of(MONTHS_EN, "total deposits on 5 January 2023", en);
    check_sql_of(MONTHS_EN, "total deposits by day", en);
    check_sql_of(MONTHS_EN, "total deposits of the last 10 days", en);
    check_sql_of(MONTHS_ES, "total de ventas del 5 de enero de 2023",
                 "? La columna periodo solo tiene meses");
    check_sql_of(MONTHS_ES, "total de ventas por semana",
                 "? La columna periodo solo tiene meses");
    check_sql_of(MONTHS_ZH, "2023年1月5日的存款总和", "? 列 月份 只精确到月份");
    check_sql_of(QUARTERS, "total sales in February 2023", quarters);
    check_sql_of(QUARTERS, "total sales by month", quarters);
}

static void months_outside_of_the_data_are_asked_back(void **state)
{
    (void)state;
    check_sql_of(MONTHS_EN, "total deposits in 2019",
                 "? \"2019\" is outside of the data");
    check_sql_of(MONTHS_EN, "total deposits in June 2024",
                 "? \"June 2024\" is outside of the data");
}

static void quarters_answer_quarters_and_years(void **state)
{
    (void)state;
    check_sql_of(
        QUARTERS, "total sales in Q1 2023",
        "SELECT sum(\"sales\") AS \"sum_sales\" FROM \"data\" WHERE "
        "make_date(try_cast(regexp_extract(\"quarter\", '[0-9]{4}') AS INTEGER), "
        "3 * try_cast(regexp_extract(regexp_replace(translate(\"quarter\", "
        "'一二三四', '1234'), '[0-9]{4}', ''), '[1-4]') AS INTEGER) - 2, 1) >= "
        "DATE '2023-01-01' AND "
        "make_date(try_cast(regexp_extract(\"quarter\", '[0-9]{4}') AS INTEGER), "
        "3 * try_cast(regexp_extract(regexp_replace(translate(\"quarter\", "
        "'一二三四', '1234'), '[0-9]{4}', ''), '[1-4]') AS INTEGER) - 2, 1) < "
        "DATE '2023-04-01'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_column_of_months_is_one_of_dates_to_the_end_of_the_last),
        cmocka_unit_test(
            years_of_two_digits_are_years_where_months_follow_each_other),
        cmocka_unit_test(
            a_column_of_days_and_a_word_in_the_row_of_totals_is_one_of_dates),
        cmocka_unit_test(what_may_be_other_than_months_stays_text),
        cmocka_unit_test(a_month_a_quarter_and_a_year_are_periods_of_months),
        cmocka_unit_test(the_last_months_are_whole_ones),
        cmocka_unit_test(months_between_two_are_a_range),
        cmocka_unit_test(months_are_grouped_by_months_quarters_and_years),
        cmocka_unit_test(a_month_of_any_year_is_taken_of_the_view),
        cmocka_unit_test(what_is_finer_than_the_column_is_asked_back),
        cmocka_unit_test(months_outside_of_the_data_are_asked_back),
        cmocka_unit_test(quarters_answer_quarters_and_years),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
