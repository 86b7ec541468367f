#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena_fixture.h"
#include "base/json_make.h"

static struct json *parse(const char *text)
{
    struct json *j = NULL;

    assert_int_equal(
        json_parse(str_from(text), &json_default_limits, &arena, &j, &err), OK);
    return j;
}

static const char *written(const struct json *j)
{
    struct jsonw w;
    struct str text;
    struct buf b;

    buf_init(&b, MIB);
    jsonw_init(&w, &b);
    json_write(j, &w);
    assert_int_equal(buf_dup(&b, &arena, &text, &err), OK);
    buf_release(&b);
    return str_bytes(text);
}

static void members_keep_their_order_and_types(void **state)
{
    const struct json *from = parse("{\"list\":[1,{\"a\":2.50}],\"x\":null}");
    struct json_object o;

    (void)state;
    json_object_init(&o, &arena);
    assert_string_equal(written(&o.root), "{}");
    assert_int_equal(json_object_text(&o, "t", STR("a\"b"), &err), OK);
    assert_int_equal(json_object_u64(&o, "n", UINT64_MAX, &err), OK);
    assert_int_equal(json_object_bool(&o, "b", true, &err), OK);
    assert_int_equal(json_object_member(&o, from, "list", "l", &err), OK);
    assert_int_equal(json_object_member(&o, from, "none", "none", &err), OK);
    assert_int_equal(json_object_value(&o, "whole", from, &err), OK);
    assert_string_equal(
        written(&o.root),
        "{\"t\":\"a\\\"b\",\"n\":18446744073709551615,\"b\":true,"
        "\"l\":[1,{\"a\":2.50}],"
        "\"whole\":{\"list\":[1,{\"a\":2.50}],\"x\":null}}");
    assert_int_equal(o.root.count, 5);
    assert_string_equal(written(from),
                        "{\"list\":[1,{\"a\":2.50}],\"x\":null}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_keep_their_order_and_types),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
