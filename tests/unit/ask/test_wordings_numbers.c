#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wordings_tables.h"

#define OVER(n) "count(*) WHERE turnover_eur > " n
#define MAS(n)  "count(*) WHERE Tarifa (USD) > " n
#define GAO(n)  "count(*) WHERE 销售额 > " n

static void numbers_in_english_words_are_numbers(void **state)
{
    static const struct wording en[] = {
        {"how many rows with turnover above 10k", OVER("10000")},
        {"how many rows with turnover above 10 k", OVER("10000")},
        {"how many rows with turnover above €10,000", OVER("10000")},
        {"how many rows with turnover above 0.01 million", OVER("10000")},
        {"how many rows with turnover above a thousand", OVER("1000")},
        {"how many rows with turnover above two thousand five hundred",
         OVER("2500")},
        {"how many rows with turnover above twenty-five hundred", OVER("2500")},
        {"how many rows with turnover above two hundred and fifty",
         OVER("250")},
        {"how many rows with turnover above half a million", OVER("500000")},
        {"how many rows with turnover between one hundred and two hundred",
         "count(*) WHERE turnover_eur BETWEEN 100 AND 200"},
    };

    (void)state;
    CHECK_WORDINGS(SHIPMENTS, "parcels.csv", en);
}

static void numbers_in_spanish_words_are_numbers(void **state)
{
    static const struct wording es[] = {
        {"cuántas filas con tarifa mayor que mil", MAS("1000")},
        {"cuántas filas con tarifa mayor que mil quinientos", MAS("1500")},
        {"cuántas filas con tarifa mayor que ciento veinte", MAS("120")},
        {"cuántas filas con tarifa mayor que treinta y cinco", MAS("35")},
        {"cuántas filas con tarifa mayor que 1,5 mil", MAS("1500")},
        {"cuántas filas con tarifa mayor que 99,5", MAS("99.5")},
        /* Spain and Mexico */
        {"cuántas filas con tarifa mayor que 1.500", MAS("1500")},
        {"cuántas filas con tarifa mayor que 1,500", MAS("1500")},
        {"cuántas filas con descuento de más del 10 por ciento",
         "count(*) WHERE Descuento % > 10"},
    };

    (void)state;
    CHECK_WORDINGS(RESERVAS, "hotel.csv", es);
}

static void numbers_in_chinese_words_are_numbers(void **state)
{
    static const struct wording zh[] = {
        {"销售额超过1万的有多少行", GAO("10000")},
        {"销售额超过1.5万元的有几行", GAO("15000")},
        {"销售额超过一万五千的有多少行", GAO("15000")},
        {"销售额超过一万五的有多少行", GAO("15000")},
        {"销售额超过两千的有多少行", GAO("2000")},
        {"销售额超过一千零五十的有多少行", GAO("1050")},
        {"销售额超过１０００的有多少行", GAO("1000")},
    };

    (void)state;
    CHECK_WORDINGS(COURSES, "表.csv", zh);
}

static void a_dash_between_numbers_is_a_range(void **state)
{
    static const struct wording es[] = {
        {"cuántas filas con total 500-1000",
         "count(*) WHERE Total USD BETWEEN 500 AND 1000"},
    };
    static const struct wording zh[] = {
        {"销售额500-1000元的有多少行",
         "count(*) WHERE 销售额 BETWEEN 500 AND 1000"},
        {"销售额500～1000的有几行",
         "count(*) WHERE 销售额 BETWEEN 500 AND 1000"},
    };
    static const struct wording en[] = {
        {"how many rows with delay of 5–10 days",
         "count(*) WHERE delay_days BETWEEN 5 AND 10"},
        {"how many rows with delay 10-5", "?"},
    };

    (void)state;
    CHECK_WORDINGS(RESERVAS, "hotel.csv", es);
    CHECK_WORDINGS(COURSES, "表.csv", zh);
    CHECK_WORDINGS(SHIPMENTS, "parcels.csv", en);
}

static void a_comparison_may_stand_behind_its_number(void **state)
{
    static const struct wording es[] = {
        {"cuántas filas con 3 noches como mínimo",
         "count(*) WHERE Noches >= 3"},
        {"cuántas filas con 3 noches o menos", "count(*) WHERE Noches <= 3"},
        {"cuántas filas con un total de hasta 500 dólares",
         "count(*) WHERE Total USD <= 500"},
    };
    static const struct wording zh[] = {
        {"课时数20以上的有多少行", "count(*) WHERE 课时数 >= 20"},
        {"课时数20以下的有多少行", "count(*) WHERE 课时数 <= 20"},
        {"课时数20以内的有多少行", "count(*) WHERE 课时数 <= 20"},
        {"课时数不到20的有多少行", "count(*) WHERE 课时数 < 20"},
    };

    (void)state;
    CHECK_WORDINGS(RESERVAS, "hotel.csv", es);
    CHECK_WORDINGS(COURSES, "表.csv", zh);
}

static void a_unit_is_that_of_its_column_or_names_it(void **state)
{
    static const struct wording en[] = {
        {"how many rows over 50 kg", "count(*) WHERE weight_kg > 50"},
        {"how many rows with weight over 50 kg",
         "count(*) WHERE weight_kg > 50"},
        {"how many rows with delay over 5 days",
         "count(*) WHERE delay_days > 5"},
        {"how many rows with turnover over 50 kg", "?"},
    };

    (void)state;
    CHECK_WORDINGS(SHIPMENTS, "parcels.csv", en);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_in_english_words_are_numbers),
        cmocka_unit_test(numbers_in_spanish_words_are_numbers),
        cmocka_unit_test(numbers_in_chinese_words_are_numbers),
        cmocka_unit_test(a_dash_between_numbers_is_a_range),
        cmocka_unit_test(a_comparison_may_stand_behind_its_number),
        cmocka_unit_test(a_unit_is_that_of_its_column_or_names_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
