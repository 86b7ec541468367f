#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"

#include <string.h>

static void pieces_are_appended_and_end_with_nul(void **state)
{
    struct buf b;
    struct error e;
    struct str s;

    (void)state;
    buf_init(&b, 100);
    buf_put(&b, "ab", 2);
    buf_put_char(&b, 'c');
    buf_puts(&b, "de");
    buf_put_str(&b, STR("f"));
    buf_put(&b, NULL, 0);
    buf_printf(&b, "%d%%", 12);
    assert_int_equal(buf_finish(&b, &s, &e), OK);
    assert_string_equal(s.p, "abcdef12%");
    assert_int_equal(s.n, 9);
    buf_release(&b);
}

static void quotes_inside_of_quotes_are_doubled(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, 100);
    buf_put_quoted(&b, '"', STR("a\"b'c"));
    buf_put_quoted(&b, '\'', STR("a\"b'c"));
    buf_put_quoted(&b, '"', STR(""));
    assert_string_equal(buf_str(&b).p, "\"a\"\"b'c\"'a\"b''c'\"\"");
    buf_release(&b);
}

static void an_empty_buffer_is_the_empty_string(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, 100);
    assert_string_equal(buf_str(&b).p, "");
    assert_int_equal(buf_str(&b).n, 0);
    buf_reset(&b);
    buf_release(&b);
    buf_release(&b);
}

static void growth_keeps_what_was_put(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, 1 << 20);
    for (int i = 0; i < 100000; i++)
        buf_put_char(&b, (char)('a' + i % 26));
    assert_int_equal(b.n, 100000);
    for (int i = 0; i < 100000; i++)
        assert_int_equal(b.p[i], 'a' + i % 26);
    buf_release(&b);
}

static void the_maximum_is_exact(void **state)
{
    struct buf b;
    struct error e = {0};
    struct str s;

    (void)state;
    buf_init(&b, 5);
    buf_puts(&b, "12345");
    assert_int_equal(buf_finish(&b, &s, &e), OK);
    buf_put_char(&b, '6');
    assert_int_equal(buf_finish(&b, &s, &e), ERR_LIMIT);
    assert_string_equal(e.msg, "needs more than 5 bytes");
    buf_release(&b);
}

static void a_put_after_a_failure_does_nothing_until_reset(void **state)
{
    struct buf b;
    struct error e;
    struct str s;

    (void)state;
    buf_init(&b, 4);
    buf_puts(&b, "ab");
    buf_printf(&b, "%s", "toolong");
    buf_put_char(&b, 'c');
    assert_string_equal(b.p, "ab");
    assert_true(b.overflow);
    assert_null(buf_reserve(&b, 1));
    buf_reset(&b);
    buf_puts(&b, "wxyz");
    assert_int_equal(buf_finish(&b, &s, &e), OK);
    assert_string_equal(s.p, "wxyz");
    buf_release(&b);
}

static void reserved_room_counts_when_committed(void **state)
{
    struct buf b;
    char *p;

    (void)state;
    buf_init(&b, 1000);
    buf_puts(&b, "x");
    p = buf_reserve(&b, 500);
    assert_non_null(p);
    memset(p, 'y', 500);
    buf_commit(&b, 3);
    assert_string_equal(b.p, "xyyy");
    assert_null(buf_reserve(&b, 997));
    buf_release(&b);
}

static void a_size_that_overflows_is_refused(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, SIZE_MAX);
    buf_puts(&b, "x");
    assert_null(buf_reserve(&b, SIZE_MAX - 1));
    assert_true(b.overflow);
    buf_reset(&b);
    assert_null(buf_reserve(&b, SIZE_MAX / 2 - 1));
    assert_string_equal(b.p, "");
    buf_release(&b);
}

static void a_copy_outlives_its_buffer(void **state)
{
    struct error e = {0};
    struct arena a;
    struct buf b;
    struct str s;

    (void)state;
    arena_init(&a, 1000);
    buf_init(&b, 5);
    buf_puts(&b, "12345");
    assert_int_equal(buf_dup(&b, &a, &s, &e), OK);
    buf_put_char(&b, '6');
    assert_int_equal(buf_dup(&b, &a, &s, &e), ERR_LIMIT);
    buf_release(&b);
    assert_int_equal(s.n, 5);
    assert_string_equal(s.p, "12345");
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_appended_and_end_with_nul),
        cmocka_unit_test(quotes_inside_of_quotes_are_doubled),
        cmocka_unit_test(an_empty_buffer_is_the_empty_string),
        cmocka_unit_test(growth_keeps_what_was_put),
        cmocka_unit_test(the_maximum_is_exact),
        cmocka_unit_test(a_put_after_a_failure_does_nothing_until_reset),
        cmocka_unit_test(reserved_room_counts_when_committed),
        cmocka_unit_test(a_size_that_overflows_is_refused),
        cmocka_unit_test(a_copy_outlives_its_buffer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
