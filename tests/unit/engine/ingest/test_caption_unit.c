#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/ingest/caption_unit.h"

#include <cmocka.h>

/* The unit of a caption; NULL: it states none. */
static void check(const char *caption, const char *want)
{
    struct caption_unit unit = {0};
    const bool found = caption_unit_find(str_from(caption), &unit);

    if (found != (want != NULL))
        fail_msg("'%s': %s", caption, found ? unit.text : "none");
    if (want)
        assert_string_equal(unit.text, want);
}

static void a_scale_needs_what_it_is_of(void **state)
{
    (void)state;
    check("in thousands of euros", "in thousands of euros");
    check("Sales (USD millions),,", "USD millions");
    check("# Amounts in thousands of US dollars", "in thousands of US dollars");
    check("(Dollars in millions, except per share data)",
          "Dollars in millions");
    check("(In thousands)", "In thousands");
    check("(millions)", "millions");
    check("Revenue in EUR bn, 2019", "in EUR bn");
    check("Turnover, £m", "£m");
    check("Amounts in $ thousands", "in $ thousands");
    check("GBP'000", "GBP'000");
    check("£'000", "£'000");
    check("Exports in thousands of metric tons by country",
          "in thousands of metric tons");
    check("in euros", "in euros");
    check("All figures in US dollars.", "in US dollars");
    check("Cash flow 2023 USD millions", "USD millions");
}

static void other_languages_have_words_of_their_own(void **state)
{
    (void)state;
    check("Cifras en miles de euros", "en miles de euros");
    check("(millones de pesos mexicanos)", "millones de pesos mexicanos");
    check("Unidad: toneladas", "toneladas");
    check("单位：万元", "万元");
    check("单位: 亿元人民币", "亿元人民币");
    check("金额单位：元", "元");
    check("收入（万元）", "万元");
    check("（单位：百万美元）", "百万美元");
}

static void what_is_an_amount_or_a_word_is_no_unit(void **state)
{
    (void)state;
    check("Cities over 2 million", NULL);
    check("More than 2 million dollars were paid", NULL);
    check("Thousands attend the fair", NULL);
    check("Sales by region", NULL);
    check("1 in a million", NULL);
    check("Report of 12 m of pipe", NULL);
    check("Country units sold", NULL);
    check("Page 3 of 12", NULL);
    check("", NULL);
    check("编制单位：东北电气", NULL);
    check("100万人口以上的城市", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scale_needs_what_it_is_of),
        cmocka_unit_test(other_languages_have_words_of_their_own),
        cmocka_unit_test(what_is_an_amount_or_a_word_is_no_unit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
