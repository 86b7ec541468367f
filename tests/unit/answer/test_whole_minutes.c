#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "answer/whole_minutes.h"
#include "ask/arena_fixture.h"

/* Seconds that no value of a column has are left out of all of its values. */
static void check(const char *type, const char *first, const char *second,
                  const char *want)
{
    const struct json *cell;
    struct json *result;
    struct error e;
    struct str text;

    assert_int_equal(str_printf(&arena, &text, &e,
                                "{\"column_types\":[\"integer\",\"%s\"],"
                                "\"rows\":[[1,\"%s\"],[2,null],[3,\"%s\"]]}",
                                type, first, second),
                     OK);
    assert_int_equal(
        json_parse(text, &json_default_limits, &arena, &result, &e), OK);
    assert_int_equal(whole_minutes(result, &arena, &e), OK);
    cell = json_find(result, "rows")->first->first->next;
    assert_string_equal(cell->text.p, want);
    assert_int_equal(cell->text.n, strlen(want));
}

static void seconds_go_where_no_value_has_any(void **state)
{
    (void)state;
    check("time", "19:30:00", "08:00:00", "19:30");
    check("timestamp", "2024-02-01T10:00:00", "2024-01-05T09:26:00",
          "2024-02-01T10:00");
}

static void anything_else_stays(void **state)
{
    (void)state;
    check("time", "19:30:00", "08:00:15", "19:30:00");
    check("time", "19:30:00+02:00", "08:00:00+02:00", "19:30:00+02:00");
    check("timestamp", "2024-02-01T10:00:00Z", "2024-02-01T10:00:00Z",
          "2024-02-01T10:00:00Z");
    check("string", "19:30:00", "08:00:00", "19:30:00");
    check("time", "00:00", "00:00", "00:00");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(seconds_go_where_no_value_has_any),
        TEST(anything_else_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
