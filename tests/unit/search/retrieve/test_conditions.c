#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "search/retrieve/conditions.h"

#include <string.h>

static struct arena arena;
static struct error err;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 1 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static enum err read_text(const char *text, struct str *filters)
{
    struct json *root = NULL;

    assert_int_equal(
        json_parse(str_from(text), &json_default_limits, &arena, &root, &err),
        OK);
    return conditions_read(root, &arena, filters, &err);
}

static void all_forms_are_the_same_filters(void **state)
{
    static const char *const forms[] = {
        "\"lang=en,chapter~Setup,year=2024\"",
        "{\"lang\":\"en\",\"chapter\":{\"contains\":\"Setup\"},\"year\":2024}",
        "{\"lang\":{\"is\":\"en\"},\"chapter\":{\"~\":\"Setup\"},"
        "\"year\":{\"=\":2024}}",
        "{\"logical_operator\":\"and\",\"conditions\":["
        "{\"name\":\"lang\",\"comparison_operator\":\"is\",\"value\":\"en\"},"
        "{\"name\":\"chapter\",\"comparison_operator\":\"contains\","
        "\"value\":\"Setup\"},"
        "{\"comparison_operator\":\"==\",\"value\":2024,\"name\":\"year\"}]}"};

    (void)state;
    for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
        struct str filters;

        assert_int_equal(read_text(forms[i], &filters), OK);
        assert_true(str_is(filters, "lang=en,chapter~Setup,year=2024"));
    }
}

static void nothing_is_no_filter(void **state)
{
    static const char *const forms[] = {"null", "\"\"", "{}",
                                        "{\"conditions\":[]}"};

    (void)state;
    for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
        struct str filters;

        assert_int_equal(read_text(forms[i], &filters), OK);
        assert_int_equal(filters.n, 0);
    }
    {
        struct str filters;

        assert_int_equal(conditions_read(NULL, &arena, &filters, &err), OK);
        assert_int_equal(filters.n, 0);
    }
}

static void what_a_filter_cannot_say_is_refused(void **state)
{
    static const char *const forms[] = {
        "7",
        "[\"lang=en\"]",
        "{\"lang\":true}",
        "{\"lang\":[\"en\"]}",
        "{\"lang\":{}}",
        "{\"lang\":{\"not\":\"en\"}}",
        "{\"lang\":{\"is\":\"en\",\"contains\":\"e\"}}",
        "{\"lang\":\"en,es\"}",
        "{\"a,b\":\"x\"}",
        "{\"a=b\":\"x\"}",
        "{\"\":\"x\"}",
        "{\"logical_operator\":\"or\",\"conditions\":[]}",
        "{\"conditions\":[],\"limit\":3}",
        "{\"conditions\":{}}",
        "{\"conditions\":[7]}",
        "{\"conditions\":[{\"name\":\"lang\",\"value\":\"en\"}]}",
        ("{\"conditions\":[{\"name\":\"lang\",\"comparison_operator\":\"is not\","
         "\"value\":\"en\"}]}"),
        ("{\"conditions\":[{\"name\":7,\"comparison_operator\":\"is\","
         "\"value\":{}}]}")};

    (void)state;
    for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
        struct str filters;

        if (read_text(forms[i], &filters) != ERR_VALIDATION_FAILED)
            fail_msg("%s", forms[i]);
        assert_memory_equal(err.msg, "metadata_condition: ", 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_forms_are_the_same_filters),
        cmocka_unit_test(nothing_is_no_filter),
        cmocka_unit_test(what_a_filter_cannot_say_is_refused),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
