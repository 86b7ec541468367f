#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/err.h"

#include <string.h>

static void setting_an_error_returns_its_code(void **state)
{
    struct error e = {0};

    (void)state;
    assert_int_equal(error_set(&e, ERR_NOT_FOUND, "no '%s'", "x"),
                     ERR_NOT_FOUND);
    assert_int_equal(e.code, ERR_NOT_FOUND);
    assert_int_equal(e.pos.line, 0);
    assert_string_equal(e.msg, "no 'x'");
}

static void a_position_is_kept_and_cleared_by_the_next_error(void **state)
{
    struct error e = {0};
    struct srcpos pos = {.line = 3, .column = 4, .offset = 55};

    (void)state;
    assert_int_equal(error_at(&e, ERR_LIMIT, pos, "x"), ERR_LIMIT);
    assert_int_equal(e.pos.offset, 55);
    (void)error_set(&e, ERR_LIMIT, "y");
    assert_int_equal(e.pos.line, 0);
}

static void wrapping_puts_context_first_and_keeps_code_and_place(void **state)
{
    struct error e = {0};
    struct srcpos pos = {.line = 3, .column = 4, .offset = 55};

    (void)state;
    (void)error_at(&e, ERR_LIMIT, pos, "too long");
    error_wrap(&e, "reading '%s'", "a.csv");
    assert_string_equal(e.msg, "reading 'a.csv': too long");
    assert_int_equal(e.code, ERR_LIMIT);
    assert_int_equal(e.pos.line, 3);
}

static void a_long_message_is_cut_inside_the_struct(void **state)
{
    struct error e = {0};
    char longer[1000];

    (void)state;
    memset(longer, 'x', sizeof(longer) - 1);
    longer[sizeof(longer) - 1] = '\0';
    (void)error_set(&e, ERR_LIMIT, "%s", longer);
    assert_int_equal(strlen(e.msg), sizeof(e.msg) - 1);
    error_wrap(&e, "%s", longer);
    assert_int_equal(strlen(e.msg), sizeof(e.msg) - 1);
    error_wrap(&e, "short");
    assert_memory_equal(e.msg, "short: xxx", 10);
}

static void every_code_has_all_its_faces(void **state)
{
    (void)state;
    for (int i = 1; i < ERR_COUNT; i++) {
        enum err code = (enum err)i;

        assert_int_equal(err_from_name(err_name(code)), code);
        assert_in_range(err_exit_status(code), 1, 63);
        assert_in_range(err_http_status(code), 400, 599);
        assert_true(err_rpc_code(code) < 0);
        assert_true(strlen(err_meaning(code)) > 10);
        for (int other = 1; other < i; other++) {
            assert_int_not_equal(err_exit_status((enum err)other),
                                 err_exit_status(code));
            assert_int_not_equal(err_rpc_code((enum err)other),
                                 err_rpc_code(code));
        }
    }
    assert_int_equal(err_exit_status(OK), 0);
    assert_int_equal(err_http_status(OK), 200);
}

static void the_public_numbers_do_not_drift(void **state)
{
    (void)state;
    assert_int_equal(err_exit_status(ERR_VALIDATION_FAILED), 2);
    assert_int_equal(err_http_status(ERR_VALIDATION_FAILED), 400);
    assert_int_equal(err_exit_status(ERR_SANDBOX_VIOLATION), 5);
    assert_int_equal(err_http_status(ERR_SANDBOX_VIOLATION), 403);
    assert_int_equal(err_exit_status(ERR_TOOL_WORKER_UNAVAILABLE), 10);
    assert_int_equal(err_http_status(ERR_TOOL_WORKER_UNAVAILABLE), 503);
    assert_int_equal(err_exit_status(ERR_TIMEOUT), 12);
    assert_int_equal(err_exit_status(ERR_INTERNAL), 1);
}

static void an_unknown_code_or_name_is_an_internal_error(void **state)
{
    (void)state;
    assert_string_equal(err_name((enum err)999), "INTERNAL");
    assert_string_equal(err_name((enum err) - 1), "INTERNAL");
    assert_int_equal(err_from_name("NO_SUCH"), ERR_INTERNAL);
    assert_int_equal(err_from_name(""), ERR_INTERNAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(setting_an_error_returns_its_code),
        cmocka_unit_test(a_position_is_kept_and_cleared_by_the_next_error),
        cmocka_unit_test(wrapping_puts_context_first_and_keeps_code_and_place),
        cmocka_unit_test(a_long_message_is_cut_inside_the_struct),
        cmocka_unit_test(every_code_has_all_its_faces),
        cmocka_unit_test(the_public_numbers_do_not_drift),
        cmocka_unit_test(an_unknown_code_or_name_is_an_internal_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
