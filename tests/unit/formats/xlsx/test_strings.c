#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/package/book.h"
#include "formats/xlsx/strings.h"

static enum err read_strings(struct strings *s, struct str xml, struct error *e)
{
    struct unzip *u = NULL;
    struct book b;
    enum err rc;
    int fd;

    book_init(&b);
    book_put(&b, "s.xml", xml);
    fd = book_close(&b);
    assert_int_equal(unzip_open(fd, &u, e), OK);
    rc = strings_read(s, u, STR("s.xml"), NULL, e);
    unzip_close(u);
    (void)close(fd);
    return rc;
}

static void texts_are_counted_from_zero(void **state)
{
    struct strings s;
    struct error e;

    (void)state;
    strings_init(&s, (size_t)1 << 20);
    assert_int_equal(
        read_strings(&s,
                     STR("<sst count='9'><si><t>a</t></si><si/><si><r><t>b</t>"
                         "</r><r><t xml:space='preserve'> c</t></r></si>"
                         "<si><t>_x0041_</t></si></sst>"),
                     &e),
        OK);
    assert_int_equal(s.n, 4);
    assert_true(str_is(strings_get(&s, 0), "a"));
    assert_true(str_is(strings_get(&s, 1), ""));
    assert_true(str_is(strings_get(&s, 2), "b c"));
    assert_true(str_is(strings_get(&s, 3), "A"));
    strings_release(&s);
}

static void many_and_long_texts_are_all_there(void **state)
{
    struct strings s;
    struct error e;
    struct buf xml;

    (void)state;
    buf_init(&xml, MAX_ZIP);
    strings_init(&s, (size_t)32 << 20);
    buf_puts(&xml, "<sst>");
    for (unsigned i = 0; i < STRINGS_A_CHUNK + 100; i++)
        buf_printf(&xml, "<si><t>%u</t></si>", i);
    buf_puts(&xml, "<si><t>");
    for (unsigned i = 0; i < 500000; i++)
        buf_put_char(&xml, 'x');
    buf_puts(&xml, "</t></si></sst>");
    assert_int_equal(read_strings(&s, buf_str(&xml), &e), OK);
    assert_int_equal(s.n, STRINGS_A_CHUNK + 101);
    assert_true(str_is(strings_get(&s, 65536), "65536"));
    assert_int_equal(strings_get(&s, s.n - 1).n, 500000);
    strings_release(&s);
    buf_release(&xml);
}

static void more_than_the_budget_is_a_limit(void **state)
{
    struct strings s;
    struct error e;

    (void)state;
    strings_init(&s, 1000);
    assert_int_equal(read_strings(&s, STR("<sst><si><t>a</t></si></sst>"), &e),
                     ERR_LIMIT);
    strings_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_counted_from_zero),
        cmocka_unit_test(many_and_long_texts_are_all_there),
        cmocka_unit_test(more_than_the_budget_is_a_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
