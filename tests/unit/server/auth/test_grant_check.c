/* What a grant does not reach is not there; what it may not do is forbidden. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "server/auth/grant_check.h"

static void test_local_user_may_all(void **state)
{
    struct error e = {0};

    (void)state;
    assert_int_equal(
        grant_check_base(&grant_local, STR("sales"), RIGHT_ADMIN, &e), OK);
    assert_true(scope_has(&grant_local.tools, STR("ask")));
}

static void test_other_base_is_not_there(void **state)
{
    const struct str bases[] = {STR("sales")};
    const struct grant g = {.rights = RIGHT_READ, .bases = {false, bases, 1}};
    struct error e = {0};

    (void)state;
    assert_int_equal(grant_check_base(&g, STR("sales"), RIGHT_READ, &e), OK);
    assert_int_equal(grant_check_base(&g, STR("sale"), RIGHT_READ, &e),
                     ERR_NOT_FOUND);
    assert_int_equal(grant_check_base(&g, STR("pay"), RIGHT_WRITE, &e),
                     ERR_NOT_FOUND);
    assert_false(scope_has(&g.tools, STR("ask")));
}

static void test_missing_right_is_forbidden(void **state)
{
    const struct str bases[] = {STR("sales")};
    const struct grant g = {.rights = RIGHT_READ, .bases = {false, bases, 1}};
    struct error e = {0};

    (void)state;
    assert_int_equal(grant_check_base(&g, STR("sales"), RIGHT_WRITE, &e),
                     ERR_FORBIDDEN);
    assert_int_equal(grant_check_right(&g, RIGHT_ADMIN, &e), ERR_FORBIDDEN);
    assert_non_null(strstr(e.msg, "admin"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_local_user_may_all),
        cmocka_unit_test(test_other_base_is_not_there),
        cmocka_unit_test(test_missing_right_is_forbidden),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
