#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/link/link.h"
#include "orders_fixture.h"

/* The longest period or number that begins the text, as y/m/d/q or text. */
static void check(const char *text, enum language language, const char *want)
{
    struct arena a;
    struct words w = {0};
    struct error e = {0};
    struct link candidates[32];
    struct linker l = {.words = &w,
                       .language = language,
                       .a = &a,
                       .candidate = candidates,
                       .cap = 32};
    const struct link *best = NULL;
    struct str got = STR("none");
    size_t i;

    arena_init(&a, 1 << 18);
    assert_int_equal(words_cut(str_from(text), WORDS_TEXT, &a, &w, &e), OK);
    assert_int_equal(link_times_at(&l, 0, &e), OK);
    for (i = 0; i < l.n; i++) {
        if (!best || candidates[i].to > best->to ||
            (candidates[i].to == best->to && candidates[i].kind == LINK_PERIOD))
            best = &candidates[i];
    }
    if (best && best->kind == LINK_NUMBER)
        got = best->number;
    else if (best)
        assert_int_equal(
            str_printf(&a, &got, &e, "%d/%d/%d/%d%s", best->period.day.year,
                       best->period.day.month, best->period.day.day,
                       best->period.quarter, best->period.decade ? "s" : ""),
            OK);
    if (!str_is(got, want))
        fail_msg("'%s' is %.*s, not %s", text, STR_FMT(got), want);
    arena_release(&a);
}

static void dates_are_read_as_people_write_them(void **state)
{
    (void)state;
    check("2024-03-15", LANGUAGE_EN, "2024/3/15/0");
    check("2024/3", LANGUAGE_EN, "2024/3/0/0");
    check("15/03/2024", LANGUAGE_EN, "2024/3/15/0");
    check("03/04/2024", LANGUAGE_ES, "2024/4/3/0");
    check("March 2024", LANGUAGE_EN, "2024/3/0/0");
    check("March 15th, 2024", LANGUAGE_EN, "2024/3/15/0");
    check("15 de marzo de 2024", LANGUAGE_ES, "2024/3/15/0");
    check("2024年3月15日", LANGUAGE_ZH, "2024/3/15/0");
    check("2024年第一季度", LANGUAGE_ZH, "2024/0/0/1");
    check("2024 Q3", LANGUAGE_EN, "2024/0/0/3");
    check("segundo trimestre de 2023", LANGUAGE_ES, "2023/0/0/2");
    check("1990s", LANGUAGE_EN, "1990/0/0/0s");
    check("may", LANGUAGE_EN, "0/5/0/0");
}

static void days_that_do_not_exist_are_no_dates(void **state)
{
    (void)state;
    check("2024-02-30", LANGUAGE_EN, "2024");
    check("32/01/2024", LANGUAGE_ES, "32");
}

static void a_half_without_its_number_is_no_period(void **state)
{
    (void)state;
    check("semestre", LANGUAGE_ES, "none");
    check("half", LANGUAGE_EN, "none");
    check("semestre de 2024", LANGUAGE_ES, "none");
    check("semestre 1", LANGUAGE_ES, "0/0/0/5");
}

static void numbers_have_scales_signs_and_words(void **state)
{
    (void)state;
    check("1,234.5", LANGUAGE_EN, "1234.5");
    check("1.234,5", LANGUAGE_ES, "1234.5");
    check("1.500", LANGUAGE_ES, "1500");
    check("2 million", LANGUAGE_EN, "2000000");
    check("1,5 millones", LANGUAGE_ES, "1500000");
    check("3万", LANGUAGE_ZH, "30000");
    check("ten", LANGUAGE_EN, "10");
    check("diez", LANGUAGE_ES, "10");
    check("十二", LANGUAGE_ZH, "12");
    check("二十", LANGUAGE_ZH, "20");
    check("三十五", LANGUAGE_ZH, "35");
    check("2k", LANGUAGE_EN, "2000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates_are_read_as_people_write_them),
        cmocka_unit_test(days_that_do_not_exist_are_no_dates),
        cmocka_unit_test(a_half_without_its_number_is_no_period),
        cmocka_unit_test(numbers_have_scales_signs_and_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
