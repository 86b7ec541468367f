#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "answer/phrase_spec.h"

#include <cmocka.h>

static void check(struct buf *b, const char *want)
{
    if (!str_is(buf_str(b), want))
        fail_msg("is   %.*s\nnot  %s", STR_FMT(buf_str(b)), want);
    buf_release(b);
}

static void measures_are_said_in_three_languages(void **state)
{
    struct spec_measure m = {.agg = AGG_AVG, .column = STR("x")};
    struct buf b;

    (void)state;
    buf_init(&b, 1 << 12);
    phrase_measure(&b, &m, LANGUAGE_EN);
    check(&b, "average of x");
    phrase_measure(&b, &m, LANGUAGE_ES);
    check(&b, "media de x");
    phrase_measure(&b, &m, LANGUAGE_ZH);
    check(&b, "x平均值");
    m = (struct spec_measure){.agg = AGG_COUNT};
    phrase_measure(&b, &m, LANGUAGE_EN);
    check(&b, "number of rows");
}

static void groups_are_called_by_column_or_grain(void **state)
{
    struct spec_group g = {.column = STR("city")};
    struct buf b;

    (void)state;
    buf_init(&b, 1 << 12);
    phrase_group(&b, &g, LANGUAGE_ES);
    check(&b, "city");
    g.grain = GRAIN_QUARTER;
    phrase_group(&b, &g, LANGUAGE_ES);
    check(&b, "trimestre");
}

/* One filter is said so in English. */
static void check_filter(struct spec_filter f, const char *want)
{
    struct query_spec s = {.n_filters = 1};
    struct buf b;

    s.filters[0] = f;
    s.filters[0].column = STR("c");
    buf_init(&b, 1 << 12);
    phrase_filters(&b, &s, LANGUAGE_EN);
    check(&b, want);
}

static void every_filter_has_words(void **state)
{
    const struct str v[6] = {STR("1"), STR("2"), STR("3"),
                             STR("4"), STR("5"), STR("6")};
    const struct str day[2] = {STR("2024-01-01"), STR("2024-03-01")};
    const struct str six[1] = {STR("18:00:00")};
    const struct str open[2] = {{0}, STR("2024-03-01")};

    (void)state;
    check_filter((struct spec_filter){.op = FILTER_EQ, .values = v, .n = 1},
                 "c = 1");
    check_filter((struct spec_filter){.op = FILTER_NE, .values = v, .n = 1},
                 "c \xe2\x89\xa0 1");
    check_filter(
        (struct spec_filter){.op = FILTER_BETWEEN, .values = v, .n = 2},
        "c 1 to 2");
    check_filter((struct spec_filter){.op = FILTER_IN, .values = v, .n = 6},
                 "c = 1, 2, 3, 4, 5, \xe2\x80\xa6 (6)");
    check_filter((struct spec_filter){.op = FILTER_NOT_IN, .values = v, .n = 2},
                 "c none of 1, 2");
    check_filter(
        (struct spec_filter){.op = FILTER_PERIOD, .values = day, .n = 2},
        "c 2024-01-01 to 2024-02-29");
    check_filter(
        (struct spec_filter){.op = FILTER_PERIOD, .values = open, .n = 2},
        "c until 2024-02-29");
    check_filter((struct spec_filter){.op = FILTER_MONTH, .values = v, .n = 1},
                 "c in month 1");
    check_filter(
        (struct spec_filter){
            .op = FILTER_IN, .values = v, .n = 6, .view = VIEW_WEEKDAY},
        "c = Monday, Tuesday, Wednesday, Thursday, Friday, Saturday");
    check_filter((struct spec_filter){.op = FILTER_GE,
                                      .values = six,
                                      .n = 1,
                                      .literal = LITERAL_CLOCK,
                                      .view = VIEW_CLOCK},
                 "c \xe2\x89\xa5 18:00");
    check_filter((struct spec_filter){.op = FILTER_NULL}, "c empty");
    check_filter((struct spec_filter){.op = FILTER_NOT_NULL}, "c not empty");
    check_filter(
        (struct spec_filter){.op = FILTER_CONTAINS, .values = v, .n = 1},
        "c contains 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measures_are_said_in_three_languages),
        cmocka_unit_test(groups_are_called_by_column_or_grain),
        cmocka_unit_test(every_filter_has_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
