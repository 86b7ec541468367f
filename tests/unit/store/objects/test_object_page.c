#include "store/objects/object_page.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct arena arena;
static struct error err;
static struct object_page page;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)4 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static enum err read(const char *entries)
{
    static char xml[8192];

    (void)snprintf(xml, sizeof(xml),
                   "<?xml version=\"1.0\"?><ListBucketResult xmlns=\"x\">"
                   "<Prefix>p/</Prefix><IsTruncated>true</IsTruncated>%s"
                   "</ListBucketResult>",
                   entries);
    return object_page_read(str_from(xml), STR("p/"), &arena, &page, &err);
}

#define ENTRY(key, at, size)                                           \
    "<Contents><Key>" key "</Key><LastModified>" at "</LastModified>"  \
    "<ETag>&quot;1&quot;</ETag><Size>" size "</Size><Owner><ID>1</ID>" \
    "</Owner></Contents>"
#define AT "2026-11-29T19:05:07.123Z"

static void names_sizes_and_times_are_read(void **state)
{
    (void)state;
    assert_int_equal(
        read(ENTRY("p/a/1", AT, "0") ENTRY("p/b", "2024-02-29T00:00:00Z", "7")),
        OK);
    assert_int_equal(page.n, 2);
    assert_true(page.more);
    assert_true(str_is(page.list[0].name, "a/1"));
    assert_true(page.list[0].at_ms == INT64_C(1795979107000));
    assert_true(page.list[1].at_ms == INT64_C(1709164800000));
    assert_int_equal(page.list[1].bytes, 7);
}

static void an_empty_list_is_one(void **state)
{
    (void)state;
    assert_int_equal(object_page_read(STR("<ListBucketResult><IsTruncated>false"
                                          "</IsTruncated></ListBucketResult>"),
                                      STR(""), &arena, &page, &err),
                     OK);
    assert_int_equal(page.n, 0);
    assert_false(page.more);
}

static void what_is_no_list_is_refused(void **state)
{
    const char *const wrong[] = {
        "", /* it goes on without a name */
        ENTRY("p/b", AT, "1") ENTRY("p/a", AT, "1"), /* no order */
        ENTRY("p/a", AT, "1") ENTRY("p/a", AT, "1"),
        ENTRY("q/a", AT, "1"), /* another prefix */
        ENTRY("p/a&amp;b", AT, "1"),
        ENTRY("p/a\nb", AT, "1"),
        ENTRY("p/a", AT, "-1"),
        ENTRY("p/a", AT, "99999999999999999999"),
        ENTRY("p/a", "yesterday, at about noon", "1"),
        ENTRY("p/a", "2026-13-29T19:05:07.123Z", "1"),
        ENTRY("p/a", "", "1"),
        "<Contents><Key>p/a</Key></Contents>",
        "<Contents></Contents>",
        "<Contents><Key>p/a</Size>",
    };
    const char *const none[] = {"",
                                "<",
                                "<IsTruncated>false</IsTruncated>",
                                "<ListBucketResult><IsTruncated>",
                                "<Contents><Contents><Contents>",
                                "</Contents></IsTruncated>"};

    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
        assert_int_equal(read(wrong[i]), ERR_FILE_READ_FAILED);
    for (size_t i = 0; i < sizeof(none) / sizeof(*none); i++)
        assert_int_equal(
            object_page_read(str_from(none[i]), STR("p/"), &arena, &page, &err),
            ERR_FILE_READ_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(names_sizes_and_times_are_read, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(an_empty_list_is_one, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_list_is_refused, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
