#include "answer/presentation_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define ARENA_BYTES ((size_t)1 << 20)

/* A table of so many rows with one column, each cell of which is another. */
static bool looks(const char *name, uint64_t rows)
{
    struct answer_source s = {.rows = rows};
    struct error e = {0};
    struct json *full;
    struct arena a;
    struct str text;
    bool result;

    arena_init(&a, ARENA_BYTES);
    assert_int_equal(str_printf(&a, &text, &e,
                                "{\"columns\":[{\"name\":\"%s\","
                                "\"distinct_estimate\":%llu}]}",
                                name, (unsigned long long)rows),
                     OK);
    assert_int_equal(json_parse(text, &json_default_limits, &a, &full, &e), OK);
    s.full = full;
    result = is_presentation_table(&s);
    arena_release(&a);
    return result;
}

static void a_small_table_with_names_for_readers_is_for_presentation(
    void **state)
{
    (void)state;
    assert_true(looks("Home team", 5));
    assert_true(looks("", 1));
    assert_true(looks("column_1", 5));
    assert_true(looks("Bid", 5));
    assert_true(looks("Home team", PRESENTATION_MAX_ROWS));
}

static void many_rows_names_of_programs_and_keys_do_not(void **state)
{
    (void)state;
    assert_false(looks("Home team", PRESENTATION_MAX_ROWS + 1));
    assert_false(looks("home_team", 5));
    assert_false(looks("homeTeam", 5));
    assert_false(looks("Order ID", 5));
    assert_false(looks("code", 5));
}

static void what_has_no_profile_does_not(void **state)
{
    const struct answer_source s = {.rows = 3};

    (void)state;
    assert_false(is_presentation_table(&s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_small_table_with_names_for_readers_is_for_presentation),
        cmocka_unit_test(many_rows_names_of_programs_and_keys_do_not),
        cmocka_unit_test(what_has_no_profile_does_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
