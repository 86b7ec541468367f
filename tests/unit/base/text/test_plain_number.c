#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text/plain_number.h"

static void numbers_are_read_whole_or_not(void **state)
{
    static const char *const bad[] = {
        "",    "1,5",   "1 ",
        "1x",  "-",     "inf",
        "nan", "1e999", "0.00000000000000000000000000000001"};
    double v = 0;

    (void)state;
    assert_true(plain_number_read(STR("-12.5"), &v) && v < -12.4 && v > -12.6);
    assert_true(plain_number_read(str_slice(STR("12345"), 1, 3), &v));
    assert_true(v > 22.9 && v < 23.1);
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_false(plain_number_read(str_from(bad[i]), &v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read_whole_or_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
