#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena_fixture.h"
#include "search/documents/uri.h"

static struct uri parse(const char *text)
{
    struct uri u;

    if (uri_parse(str_from(text), &arena, &u, &err))
        fail_msg("%s: %s", text, err.msg);
    return u;
}

/* What is read is written as it was. */
static void assert_same(const char *text)
{
    struct uri u = parse(text);
    struct buf b;

    buf_init(&b, 4096);
    uri_write(&u, &b);
    buf_put_char(&b, '\0');
    assert_string_equal(b.p, text);
    buf_release(&b);
}

static void each_form_is_written_as_it_was_read(void **state)
{
    (void)state;
    assert_same("quarry://handbook/notes-394a34f8");
    assert_same("quarry://handbook/notes-394a34f8@3");
    assert_same("quarry://h/d-1@2#json=/items/0/a~1b");
    assert_same("quarry://h/d-1@2#lines=10-24");
    assert_same("quarry://h/d-1@2#page=41");
    assert_same("quarry://h/d-1@2#page=41&lines=3-9");
    assert_same("quarry://h/d-1@2#heading=set-up");
    assert_same("quarry://h/d-1@2#sheet=Q1%202024&rows=1-500&columns=a,b%2Cc");
    assert_same("quarry://h/d-1#rows=7-7");
    assert_same("quarry://h/d-1@2#page=57&table=2");
    assert_same("quarry://h/d-1@2#page=57&table=2&rows=4-4");
    assert_same("quarry://h/d-1@2#table=2&rows=4-4");
    assert_same("quarry://h/d-1#columns=a");
}

static void parts_are_decoded(void **state)
{
    struct uri u = parse("quarry://h/my%20notes.md@12#json=/%C3%A4/x%25");

    (void)state;
    assert_true(str_is(u.document, "my notes.md"));
    assert_int_equal(u.version, 12);
    assert_int_equal(u.part, URI_JSON);
    assert_true(str_is(u.json, "/\xc3\xa4/x%"));
    u = parse("quarry://h/d#lines=5");
    assert_int_equal(u.first, 5);
    assert_int_equal(u.last, 5);
}

static void a_name_with_a_slash_is_a_path_of_the_document(void **state)
{
    struct uri u = parse("quarry://h/docs/deep/page.html#heading=top");

    (void)state;
    assert_true(str_is(u.document, "docs/deep/page.html"));
}

static void what_is_no_pointer_is_refused(void **state)
{
    static const char *const bad[] = {"",
                                      "http://h/d",
                                      "quarry://",
                                      "quarry://h",
                                      "quarry://h/",
                                      "quarry://h/@1",
                                      "quarry://h/d@x",
                                      "quarry://h/d@0",
                                      "quarry://h/d#leaf=1",
                                      "quarry://h/d#lines=",
                                      "quarry://h/d#lines=0-2",
                                      "quarry://h/d#lines=9-3",
                                      "quarry://h/d#lines=1&rows=2",
                                      "quarry://h/d#table=0",
                                      "quarry://h/d#table=2&page=1",
                                      "quarry://h/d#table=2&lines=3",
                                      "quarry://h/d#table=2&sheet=a",
                                      "quarry://h/d#sheet=a&table=2",
                                      "quarry://h/d#page=1&table=0",
                                      "quarry://h/d#page=1&table=2&lines=3",
                                      "quarry://h/d#page=1&table=2&sheet=a",
                                      "quarry://h/d#page=1&lines=3&table=2",
                                      "quarry://h/d#sheet=a&page=1&table=2",
                                      "quarry://h/d%4#json=",
                                      "quarry://h/d%zz",
                                      "quarry://h/%ff",
                                      "quarry://h/a%00b"};

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct uri u;

        if (uri_parse(str_from(bad[i]), &arena, &u, &err) !=
            ERR_VALIDATION_FAILED)
            fail_msg("'%s' is taken", bad[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_form_is_written_as_it_was_read,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(parts_are_decoded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_name_with_a_slash_is_a_path_of_the_document, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_pointer_is_refused, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
