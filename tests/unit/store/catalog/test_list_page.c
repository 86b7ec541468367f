#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "store/catalog/list_page.h"

static struct error err;

static void a_cursor_has_two_parts_of_which_the_second_may_have_slashes(
    void **state)
{
    struct list_page page = {.limit = 2, .after = STR("a/b/c")};
    struct str first, rest;

    (void)state;
    assert_int_equal(list_page_split(&page, &first, &rest, &err), OK);
    assert_true(str_is(first, "a") && str_is(rest, "b/c"));
    page.after = (struct str){0};
    assert_int_equal(list_page_split(&page, &first, &rest, &err), OK);
    assert_true(first.n == 0 && rest.n == 0);
    page.after = STR("a/");
    assert_int_equal(list_page_split(&page, &first, &rest, &err), OK);
    assert_true(str_is(first, "a") && rest.n == 0);
}

static void what_is_no_cursor_is_refused(void **state)
{
    static const char *const wrong[] = {"/", "/a", "a"};
    struct str first, rest;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct list_page page = {.after = str_from(wrong[i])};

        assert_int_equal(list_page_split(&page, &first, &rest, &err),
                         ERR_VALIDATION_FAILED);
    }
}

static void one_more_than_the_page_says_that_another_follows(void **state)
{
    struct list_page page = {.limit = 2};
    struct list_page whole = {0};

    (void)state;
    assert_int_equal(list_page_wanted(&page), 3);
    assert_false(list_page_is_over(&page, 2));
    assert_true(list_page_is_over(&page, 3));
    assert_false(list_page_is_over(&whole, UINT64_MAX));
}

static void check_next(const struct list_page *page, bool follows,
                       const char *wanted)
{
    struct jsonw w;
    struct buf b;

    buf_init(&b, 1000);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    list_page_put_next(page, follows, STR("k"), STR("n"), &w);
    jsonw_end_object(&w);
    assert_true(str_is(buf_str(&b), wanted));
    buf_release(&b);
}

static void the_next_cursor_is_null_at_the_end_and_absent_of_a_whole_list(
    void **state)
{
    struct list_page page = {.limit = 2};
    struct list_page whole = {0};

    (void)state;
    check_next(&page, true, "{\"next_cursor\":\"k/n\"}");
    check_next(&page, false, "{\"next_cursor\":null}");
    check_next(&whole, false, "{}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_cursor_has_two_parts_of_which_the_second_may_have_slashes),
        cmocka_unit_test(what_is_no_cursor_is_refused),
        cmocka_unit_test(one_more_than_the_page_says_that_another_follows),
        cmocka_unit_test(
            the_next_cursor_is_null_at_the_end_and_absent_of_a_whole_list),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
