/* A token opens by its whole text; a change of one digit is another one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "server/auth/access_token.h"

static struct token made(void)
{
    struct token t;
    struct error e = {0};

    assert_int_equal(token_make(&t, &e), OK);
    return t;
}

static void test_what_is_made_is_read(void **state)
{
    struct token t = made();
    uint8_t hash[HASH_BYTES];
    struct str id;

    (void)state;
    assert_int_equal(strlen(t.text), TOKEN_BYTES - 1);
    assert_true(token_read(str_from(t.text), &id, hash));
    assert_true(str_is(id, t.id));
    assert_true(token_is_same(hash, t.hash));
}

static void test_two_are_different(void **state)
{
    struct token a = made();
    struct token b = made();

    (void)state;
    assert_string_not_equal(a.text, b.text);
    assert_false(token_is_same(a.hash, b.hash));
}

static void test_each_digit_counts(void **state)
{
    struct token t = made();
    uint8_t hash[HASH_BYTES];
    struct str id;

    (void)state;
    for (size_t i = TOKEN_BYTES - 1 - TOKEN_SECRET_DIGITS; i < TOKEN_BYTES - 1;
         i++) {
        char before = t.text[i];

        t.text[i] = before == '0' ? '1' : '0';
        assert_true(token_read(str_from(t.text), &id, hash));
        assert_false(token_is_same(hash, t.hash));
        t.text[i] = before;
    }
}

static void test_another_form_is_none(void **state)
{
    struct token t = made();
    uint8_t hash[HASH_BYTES];
    struct str id;

    (void)state;
    assert_false(token_read(STR(""), &id, hash));
    assert_false(token_read(STR("qk_"), &id, hash));
    assert_false(token_read((struct str){t.text, TOKEN_BYTES - 2}, &id, hash));
    t.text[20] = 'G';
    assert_false(token_read(str_from(t.text), &id, hash));
    t = made();
    t.text[0] = 'x';
    assert_false(token_read(str_from(t.text), &id, hash));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_made_is_read),
        cmocka_unit_test(test_two_are_different),
        cmocka_unit_test(test_each_digit_counts),
        cmocka_unit_test(test_another_form_is_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
