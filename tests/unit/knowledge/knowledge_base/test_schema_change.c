#include "knowledge/knowledge_base/schema_change.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define TABLE(columns) \
    "{\"structured_data\":{\"row_count\":1,\"schema\":[" columns "]}}"
#define ID     "{\"name\":\"id\",\"type\":\"integer\",\"nullable\":false}"
#define NAME   "{\"name\":\"name\",\"type\":\"string\",\"nullable\":true}"
#define ID_TXT "{\"name\":\"id\",\"type\":\"string\",\"nullable\":true}"

static void check(const char *before, const char *now, const char *said)
{
    const struct table_config_change c = {STR("t.csv"), str_from(before),
                                          str_from(now)};
    struct error e = {0};
    struct jsonw w;
    struct buf b;

    buf_init(&b, 1 << 16);
    jsonw_init(&w, &b);
    assert_int_equal(schema_change_write(&c, &w, &e), OK);
    if (!str_is(buf_str(&b), said))
        fail_msg("is   %.*s\n  not  %s", STR_FMT(buf_str(&b)), said);
    buf_release(&b);
}

static void columns_that_came_went_or_changed_are_reported(void **state)
{
    (void)state;
    check(TABLE(ID), TABLE(NAME "," ID),
          "{\"document\":\"t.csv\",\"added\":[\"name\"],\"removed\":[],"
          "\"retyped\":[]}");
    check(TABLE(ID "," NAME), TABLE(ID_TXT),
          "{\"document\":\"t.csv\",\"added\":[],\"removed\":[\"name\"],"
          "\"retyped\":[{\"column\":\"id\",\"before\":\"integer\",\"now\":"
          "\"string\"}]}");
}

static void the_same_columns_and_a_first_version_are_no_change(void **state)
{
    (void)state;
    check(TABLE(ID "," NAME), TABLE(NAME "," ID), "");
    check("{}", TABLE(ID), "");
    check("", TABLE(ID), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_that_came_went_or_changed_are_reported),
        cmocka_unit_test(the_same_columns_and_a_first_version_are_no_change),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
