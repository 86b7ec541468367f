#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/little_endian.h"

static void the_lowest_byte_comes_first(void **state)
{
    static const unsigned char bytes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};

    (void)state;
    assert_int_equal(load32(bytes + 1), 0x04030201);
    assert_int_equal(load64(bytes + 1), 0x0807060504030201);
}

static void what_is_stored_is_loaded_at_any_address(void **state)
{
    unsigned char bytes[20] = {0};

    (void)state;
    for (size_t i = 0; i < 8; i++) {
        store64(bytes + i, 0xfedcba9876543210);
        assert_int_equal(load64(bytes + i), 0xfedcba9876543210);
        assert_int_equal(bytes[i], 0x10);
        store32(bytes + i, 0xdeadbeef);
        assert_int_equal(load32(bytes + i), 0xdeadbeef);
        assert_int_equal(bytes[i + 4], 0x98);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lowest_byte_comes_first),
        cmocka_unit_test(what_is_stored_is_loaded_at_any_address),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
