#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wordings_tables.h"

#define EN(from, to) \
    "sum(turnover_eur) WHERE shipDate >= '" from "' AND shipDate < '" to "'"
#define ES(from, to)                               \
    "sum(Noches) WHERE Fecha de entrada >= '" from \
    "' AND Fecha de entrada < '" to "'"
#define ZH(from, to) \
    "sum(销售额) WHERE 报名日期 >= '" from "' AND 报名日期 < '" to "'"

static void halves_and_quarters_have_many_names(void **state)
{
    static const struct wording es[] = {
        {"total de noches del 1er trimestre de 2024",
         ES("2024-01-01", "2024-04-01")},
        {"total de noches del 2º trimestre de 2024",
         ES("2024-04-01", "2024-07-01")},
        {"total de noches del T2 2024", ES("2024-04-01", "2024-07-01")},
        {"total de noches del 2T24", ES("2024-04-01", "2024-07-01")},
        {"total de noches del primer semestre de 2024",
         ES("2024-01-01", "2024-07-01")},
        {"total de noches del segundo semestre del año 2023",
         ES("2023-07-01", "2024-01-01")},
        {"total de noches de la primera mitad de 2024",
         ES("2024-01-01", "2024-07-01")},
    };
    static const struct wording zh[] = {
        {"2023年第1季度销售额", ZH("2023-01-01", "2023-04-01")},
        {"2023年Q2销售额", ZH("2023-04-01", "2023-07-01")},
        {"2023年二季度销售额", ZH("2023-04-01", "2023-07-01")},
        {"2023年上半年销售额", ZH("2023-01-01", "2023-07-01")},
        {"2023下半年的销售额", ZH("2023-07-01", "2024-01-01")},
    };
    static const struct wording en[] = {
        {"turnover in 2024-Q1", EN("2024-01-01", "2024-04-01")},
        {"turnover in 1Q24", EN("2024-01-01", "2024-04-01")},
        {"turnover in 2024Q1", EN("2024-01-01", "2024-04-01")},
        {"turnover in Q1'24", EN("2024-01-01", "2024-04-01")},
        {"turnover in the 1st quarter of 2024", EN("2024-01-01", "2024-04-01")},
        {"turnover in quarter 3 of 2023", EN("2023-07-01", "2023-10-01")},
    };

    (void)state;
    CHECK_WORDINGS(RESERVAS, "reservas.csv", es);
    CHECK_WORDINGS(COURSES, "课程.csv", zh);
    CHECK_WORDINGS(SHIPMENTS, "shipments.csv", en);
}

static void parts_of_a_period_are_counted_from_its_ends(void **state)
{
    static const struct wording es[] = {
        {"total de noches del último trimestre de 2023",
         ES("2023-10-01", "2024-01-01")},
        {"total de noches de los primeros tres meses de 2024",
         ES("2024-01-01", "2024-04-01")},
        {"total de noches de los dos últimos meses de 2023",
         ES("2023-11-01", "2024-01-01")},
    };
    static const struct wording zh[] = {
        {"2023年前三个月的销售额", ZH("2023-01-01", "2023-04-01")},
        {"2023年最后一个季度的销售额", ZH("2023-10-01", "2024-01-01")},
    };
    static const struct wording en[] = {
        {"turnover in the last quarter of 2023",
         EN("2023-10-01", "2024-01-01")},
        {"turnover in the first 3 months of 2024",
         EN("2024-01-01", "2024-04-01")},
        {"turnover in the first ten days of March 2024",
         EN("2024-03-01", "2024-03-11")},
        {"turnover in the last two months of 2023",
         EN("2023-11-01", "2024-01-01")},
        {"turnover in the last week of March 2024",
         EN("2024-03-25", "2024-04-01")},
        {"turnover in the last week of April 2024",
         EN("2024-04-24", "2024-05-01")},
    };

    (void)state;
    CHECK_WORDINGS(RESERVAS, "reservas.csv", es);
    CHECK_WORDINGS(COURSES, "课程.csv", zh);
    CHECK_WORDINGS(SHIPMENTS, "shipments.csv", en);
}

static void weeks_are_those_of_the_calendar(void **state)
{
    static const struct wording es[] = {
        {"total de noches de la semana 12 de 2024",
         ES("2024-03-18", "2024-03-25")},
    };
    static const struct wording zh[] = {
        {"2024年第12周的销售额", ZH("2024-03-18", "2024-03-25")},
    };
    static const struct wording en[] = {
        {"turnover in week 12 of 2024", EN("2024-03-18", "2024-03-25")},
        {"turnover in 2024 week 1", EN("2024-01-01", "2024-01-08")},
        {"turnover in 2023-W01", EN("2023-01-02", "2023-01-09")},
        {"turnover in week 12", "?"},
    };

    (void)state;
    CHECK_WORDINGS(RESERVAS, "reservas.csv", es);
    CHECK_WORDINGS(COURSES, "课程.csv", zh);
    CHECK_WORDINGS(SHIPMENTS, "shipments.csv", en);
}

static void the_ends_of_a_range_share_what_one_of_them_says(void **state)
{
    static const struct wording es[] = {
        {"total de noches del 5 al 20 de marzo de 2024",
         ES("2024-03-05", "2024-03-21")},
        {"total de noches entre el 5 y el 20 de marzo de 2024",
         ES("2024-03-05", "2024-03-21")},
        {"total de noches de mayo a julio de 2023",
         ES("2023-05-01", "2023-08-01")},
        {"total de noches desde mayo hasta julio del 2023",
         ES("2023-05-01", "2023-08-01")},
        {"total de noches 2022-2023", ES("2022-01-01", "2024-01-01")},
    };
    static const struct wording zh[] = {
        {"2023年5月到7月的销售额", ZH("2023-05-01", "2023-08-01")},
        {"2023年5至7月销售额", ZH("2023-05-01", "2023-08-01")},
        {"2023年5月-7月销售额", ZH("2023-05-01", "2023-08-01")},
        {"2024年3月5日至20日的销售额", ZH("2024-03-05", "2024-03-21")},
        {"2022～2023年的销售额", ZH("2022-01-01", "2024-01-01")},
    };
    static const struct wording en[] = {
        {"turnover from 5 to 20 March 2024", EN("2024-03-05", "2024-03-21")},
        {"turnover March 5-20, 2024", EN("2024-03-05", "2024-03-21")},
        {"turnover between March 5 and March 20, 2024",
         EN("2024-03-05", "2024-03-21")},
        {"turnover May–July 2023", EN("2023-05-01", "2023-08-01")},
        {"turnover 2024-01-05 ~ 2024-02-10", EN("2024-01-05", "2024-02-11")},
        {"turnover between May and July", "?"},
    };

    (void)state;
    CHECK_WORDINGS(RESERVAS, "reservas.csv", es);
    CHECK_WORDINGS(COURSES, "课程.csv", zh);
    CHECK_WORDINGS(SHIPMENTS, "shipments.csv", en);
}

static void open_ends_are_said_before_or_behind(void **state)
{
    static const struct wording es[] = {
        {"total de noches a partir de 2023",
         "sum(Noches) WHERE Fecha de entrada >= '2023-01-01'"},
        {"total de noches de 2023 en adelante",
         "sum(Noches) WHERE Fecha de entrada >= '2023-01-01'"},
        {"total de noches hasta marzo de 2023",
         "sum(Noches) WHERE Fecha de entrada < '2023-04-01'"},
        {"total de noches posteriores a marzo de 2024",
         "sum(Noches) WHERE Fecha de entrada >= '2024-04-01'"},
    };
    static const struct wording zh[] = {
        {"2023年6月起的销售额", "sum(销售额) WHERE 报名日期 >= '2023-06-01'"},
        {"自2023年6月以来的销售额",
         "sum(销售额) WHERE 报名日期 >= '2023-06-01'"},
        {"截至2023年6月的销售额", "sum(销售额) WHERE 报名日期 < '2023-07-01'"},
        {"2023年6月至今的销售额", "sum(销售额) WHERE 报名日期 >= '2023-06-01'"},
    };

    (void)state;
    CHECK_WORDINGS(RESERVAS, "reservas.csv", es);
    CHECK_WORDINGS(COURSES, "课程.csv", zh);
}

static void days_and_months_are_written_in_many_ways(void **state)
{
    static const struct wording es[] = {
        {"total de noches del 15/03/2024", ES("2024-03-15", "2024-03-16")},
        {"total de noches del 15.03.2024", ES("2024-03-15", "2024-03-16")},
        {"total de noches del 1º de marzo de 2024",
         ES("2024-03-01", "2024-03-02")},
        {"total de noches de mar 2024", ES("2024-03-01", "2024-04-01")},
        {"total de noches de marzo del año 2024",
         ES("2024-03-01", "2024-04-01")},
    };
    static const struct wording zh[] = {
        {"24年3月销售额", ZH("2024-03-01", "2024-04-01")},
        {"2023年三月销售额", ZH("2023-03-01", "2023-04-01")},
        {"２０２４年３月５号的销售额", ZH("2024-03-05", "2024-03-06")},
        {"2024年全年销售额", ZH("2024-01-01", "2025-01-01")},
    };
    static const struct wording en[] = {
        {"turnover in 03/2024", EN("2024-03-01", "2024-04-01")},
        {"turnover on March 5 2024", EN("2024-03-05", "2024-03-06")},
        {"turnover on the 5th of March 2024", EN("2024-03-05", "2024-03-06")},
        {"turnover on March 5", "?"},
        {"turnover on 3/4/2024", "?"},
    };

    (void)state;
    CHECK_WORDINGS(RESERVAS, "reservas.csv", es);
    CHECK_WORDINGS(COURSES, "课程.csv", zh);
    CHECK_WORDINGS(SHIPMENTS, "shipments.csv", en);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halves_and_quarters_have_many_names),
        cmocka_unit_test(parts_of_a_period_are_counted_from_its_ends),
        cmocka_unit_test(weeks_are_those_of_the_calendar),
        cmocka_unit_test(the_ends_of_a_range_share_what_one_of_them_says),
        cmocka_unit_test(open_ends_are_said_before_or_behind),
        cmocka_unit_test(days_and_months_are_written_in_many_ways),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
