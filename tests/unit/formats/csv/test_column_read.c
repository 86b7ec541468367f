/* test_column_read.c - a cell as the value that its column's type says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/csv/column.h"

static bool reads(enum column_kind kind, const char *cell, number_wide *v)
{
    const struct column_type t = {.kind = kind,
                                  .width = 18,
                                  .scale = 2,
                                  .convention = NUMBER_POINT,
                                  .order = DATE_YMD};

    return column_read_int(&t, str_from(cell), v);
}

static void a_cell_is_the_value_of_its_type(void **state)
{
    static const struct {
        enum column_kind kind;
        const char *cell;
        int64_t value;
    } cases[] = {{COLUMN_BOOLEAN, "true", 1},
                 {COLUMN_BOOLEAN, "false", 0},
                 {COLUMN_DATE, "1970-01-02", 1},
                 {COLUMN_DATE, "1969-12-31", -1},
                 {COLUMN_TIMESTAMP, "1970-01-02 00:00:01", 86401000000},
                 {COLUMN_DECIMAL, "1.25", 125},
                 {COLUMN_DECIMAL, "-7", -700}};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        number_wide v = 99;

        if (!reads(cases[i].kind, cases[i].cell, &v) || v != cases[i].value)
            fail_msg("%s", cases[i].cell);
    }
}

static void what_a_type_cannot_hold_is_no_value(void **state)
{
    static const struct {
        enum column_kind kind;
        const char *cell;
    } cases[] = {{COLUMN_BOOLEAN, "perhaps"}, {COLUMN_DATE, "soon"},
                 {COLUMN_DATE, "2023-02-30"}, {COLUMN_TIMESTAMP, "noon"},
                 {COLUMN_TIMESTAMP, ""},      {COLUMN_DECIMAL, "1.255"},
                 {COLUMN_DECIMAL, "a"}};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        number_wide v = 0;

        if (reads(cases[i].kind, cases[i].cell, &v))
            fail_msg("%s", cases[i].cell);
    }
}

static void a_double_is_read_with_its_convention(void **state)
{
    struct column_type t = {.kind = COLUMN_DOUBLE, .convention = NUMBER_COMMA};
    double v = 0;

    (void)state;
    assert_true(column_read_double(&t, STR("0,5"), &v));
    assert_true(v == 0.5);
    assert_false(column_read_double(&t, STR("x"), &v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cell_is_the_value_of_its_type),
        cmocka_unit_test(what_a_type_cannot_hold_is_no_value),
        cmocka_unit_test(a_double_is_read_with_its_convention),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
