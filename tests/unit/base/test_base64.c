#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base64.h"

#include <cmocka.h>

static void bytes_are_written_and_read_back(void **state)
{
    static const char *const pairs[][2] = {
        {"", ""},        {"f", "Zg=="},        {"fo", "Zm8="},
        {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"\xff\xfe", "//4="}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        const struct str bytes = str_from(pairs[i][0]);
        char back[16];
        struct buf b;
        size_t n;

        buf_init(&b, 64);
        base64_put(bytes, &b);
        assert_true(str_is(buf_str(&b), pairs[i][1]));
        assert_true(base64_read(buf_str(&b), back, &n));
        assert_true(str_eq((struct str){back, n}, bytes));
        buf_release(&b);
    }
}

static void what_is_no_base64_is_not_read(void **state)
{
    static const char *const texts[] = {"Zg", "Zm9=v", "Zm 9", "===="};
    char to[16];
    size_t n;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        assert_false(base64_read(str_from(texts[i]), to, &n));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_written_and_read_back),
        cmocka_unit_test(what_is_no_base64_is_not_read)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
