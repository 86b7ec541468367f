#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "knowledge/knowledge_base/exports.h"

static void a_path_stays_below_its_folder(void **state)
{
    static const char *const good[] = {"draft/a.csv", "published/a",
                                       "published/x/y/z.xlsx"};
    static const char *const bad[] = {"",
                                      "draft",
                                      "draft/",
                                      "drafts/a",
                                      "files/a",
                                      "/draft/a",
                                      "draft/../a",
                                      "draft/..",
                                      "draft//a",
                                      "draft/a/",
                                      "draft/.hidden",
                                      "published/./a",
                                      "published/a/../../b"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(good); i++)
        assert_true(exports_is_path(str_from(good[i])));
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_false(exports_is_path(str_from(bad[i])));
    assert_false(exports_is_path(STR("draft/a\0b")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_stays_below_its_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
