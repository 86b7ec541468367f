#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/xlsx/number_format.h"

static void check(const char *code, enum format_class format)
{
    if (format_classify(str_from(code)) != format)
        fail_msg("'%s' is class %d", code,
                 (int)format_classify(str_from(code)));
}

static void days_make_a_date_and_hours_a_time(void **state)
{
    (void)state;
    check("yyyy-mm-dd", FORMAT_DATE);
    check("mmm", FORMAT_DATE);
    check("[$-409]d-mmm-yy;@", FORMAT_DATE);
    check("d\\.m\\.yyyy", FORMAT_DATE);
    check("ggge\"年\"m\"月\"d\"日\"", FORMAT_DATE);
    check("m/d/yy h:mm", FORMAT_DATETIME);
    check("yyyy-mm-dd\"T\"hh:mm:ss.000", FORMAT_DATETIME);
    check("h:mm AM/PM", FORMAT_TIME);
    check("mm:ss.0", FORMAT_TIME);
}

static void brackets_of_hours_make_a_duration(void **state)
{
    (void)state;
    check("[h]:mm", FORMAT_DURATION);
    check("[mm]:ss", FORMAT_DURATION);
    check("[Red]0.00", FORMAT_NUMBER);
    check("[>=100]0", FORMAT_NUMBER);
}

static void letters_in_literals_are_no_date(void **state)
{
    (void)state;
    check("General", FORMAT_NUMBER);
    check("", FORMAT_NUMBER);
    check("0 \"days\"", FORMAT_NUMBER);
    check("0.00E+00", FORMAT_NUMBER);
    check("#,##0_);(#,##0)", FORMAT_NUMBER);
    check("0\\d", FORMAT_NUMBER);
    check("0;yyyy", FORMAT_NUMBER);
    check("\"unclosed yyyy", FORMAT_NUMBER);
    check("[unclosed", FORMAT_NUMBER);
    check("0\\", FORMAT_NUMBER);
}

static void signs_of_money_and_percent(void **state)
{
    (void)state;
    check("0.00%", FORMAT_PERCENT);
    check("\"%\"0", FORMAT_NUMBER);
    check("$#,##0", FORMAT_CURRENCY);
    check("#,##0.00 €", FORMAT_CURRENCY);
    check("#,##0 [$€-407]", FORMAT_CURRENCY);
    check("[$-407]0", FORMAT_NUMBER);
    check("_-\"£\"* #,##0", FORMAT_CURRENCY);
    check("0 \"EUR\"", FORMAT_CURRENCY);
    check("\\¥0", FORMAT_CURRENCY);
}

static void check_money(const char *code, const char *money)
{
    struct str found = format_money(str_from(code));

    if (!str_is(found, money))
        fail_msg("'%s' is in '%.*s'", code, STR_FMT(found));
}

static void an_amount_says_its_currency(void **state)
{
    (void)state;
    check_money("\"$\"#,##0", "$");
    check_money("[$$-409]#,##0.00", "$");
    check_money("#,##0 [$€-407]", "€");
    check_money("[$€-2] #,##0;[Red]\"$\"0", "€");
    check_money("0 \"EUR\"", "EUR");
    check_money("[$CHF] 0", "CHF");
    check_money("\\¥0", "¥");
    check_money("0.00%", "");
    check_money("", "");
}

static void ids_without_a_code_have_one(void **state)
{
    (void)state;
    assert_int_equal(format_classify(format_builtin(14)), FORMAT_DATE);
    assert_int_equal(format_classify(format_builtin(22)), FORMAT_DATETIME);
    assert_int_equal(format_classify(format_builtin(46)), FORMAT_DURATION);
    assert_int_equal(format_classify(format_builtin(9)), FORMAT_PERCENT);
    assert_int_equal(format_classify(format_builtin(44)), FORMAT_CURRENCY);
    assert_int_equal(format_classify(format_builtin(57)), FORMAT_DATE);
    assert_int_equal(format_builtin(0).n, 0);
    assert_int_equal(format_builtin(UINT32_MAX).n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_make_a_date_and_hours_a_time),
        cmocka_unit_test(brackets_of_hours_make_a_duration),
        cmocka_unit_test(letters_in_literals_are_no_date),
        cmocka_unit_test(signs_of_money_and_percent),
        cmocka_unit_test(an_amount_says_its_currency),
        cmocka_unit_test(ids_without_a_code_have_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
