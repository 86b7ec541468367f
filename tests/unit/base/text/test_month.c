#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text/month.h"

static void names_are_known_whole_and_cut_short(void **state)
{
    static const struct {
        const char *name;
        unsigned month;
    } of[] = {
        {"January", 1},     {"enero", 1},      {"JANVIER", 1},
        {"gennaio", 1},     {"Feb.", 2},       {"f\xc3\xa9vrier", 2},
        {"M\xc3\xa4rz", 3}, {"apr", 4},        {"mayo", 5},
        {"giugno", 6},      {"luglio", 7},     {"ao\xc3\xbbt", 8},
        {"Sept.", 9},       {"outubro", 10},   {"novembre", 11},
        {"dez", 12},        {"diciembre", 12},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
        unsigned month = 0;
        struct str name = str_from(of[i].name);

        if (month_parse(name, &month) != name.n || month != of[i].month)
            fail_msg("%s is month %u", of[i].name, month);
    }
}

static void other_words_are_no_months(void **state)
{
    static const char *const words[] = {
        "",    "Customer", "Porto", "ja", "juillets",
        "jui", "marzz",    "Marsh", "12", "\xc3\xa9t\xc3\xa9"};

    (void)state;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        unsigned month = 0;

        if (month_parse(str_from(words[i]), &month))
            fail_msg("%s is month %u", words[i], month);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_known_whole_and_cut_short),
        cmocka_unit_test(other_words_are_no_months),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
