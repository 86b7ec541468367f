#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/json_tree/tree_schema.h"
#include "tree_fixture.h"

#include <string.h>

static struct str schema_of(const struct json *root,
                            const struct schema_limits *lim)
{
    struct buf out;
    struct str s;
    struct jsonw w;

    buf_init(&out, 16 * MIB);
    jsonw_init(&w, &out);
    assert_int_equal(schema_write(root, lim, &arena, &w, &err), OK);
    assert_int_equal(buf_finish(&out, &s, &err), OK);
    assert_int_equal(str_dup(s, &arena, &s, &err), OK);
    buf_release(&out);
    return s;
}

static void check(const char *doc, const char *expected)
{
    assert_string_equal(schema_of(tree_of(doc), &schema_default_limits).p,
                        expected);
}

/* The entry of a path in the schema of a document. */
static const struct json *entry(const struct json *schema, const char *path)
{
    const struct json *paths = json_find(schema, "paths");

    for (const struct json *p = paths->first; p; p = p->next) {
        if (json_is(json_find(p, "path"), path))
            return p;
    }
    return NULL;
}

static const struct json *schema_tree(struct buf *doc,
                                      const struct schema_limits *lim)
{
    return tree_of_str(schema_of(tree_of_str(buf_str(doc)), lim));
}

static void a_scalar_has_one_path(void **state)
{
    (void)state;
    check("\"gr\xc3\xbc\xc3\x9f\"",
          "{\"paths\":[{\"path\":\"\",\"present\":1,\"absent\":0,\"types\":{"
          "\"string\":1},\"min_length\":4,\"max_length\":4,\"examples\":["
          "\"gr\xc3\xbc\xc3\x9f\"]}],\"truncated\":false}");
}

static void elements_of_an_array_are_one_path_with_counts(void **state)
{
    (void)state;
    check("[{\"a\":1,\"b\":null},{\"a\":2.50},{\"a\":-3e2,\"b\":true},7]",
          "{\"paths\":[{\"path\":\"\",\"present\":1,\"absent\":0,\"types\":{"
          "\"array\":1},\"min_items\":4,\"max_items\":4},"
          "{\"path\":\"/*\",\"present\":4,\"absent\":0,\"types\":{"
          "\"integer\":1,\"object\":3},\"min\":7,\"max\":7,\"examples\":[7]},"
          "{\"path\":\"/*/a\",\"present\":3,\"absent\":0,\"types\":{"
          "\"integer\":1,\"number\":2},\"min\":-3e2,\"max\":2.50,"
          "\"examples\":[1,2.50,-3e2]},"
          "{\"path\":\"/*/b\",\"present\":2,\"absent\":1,\"types\":{\"null\":1,"
          "\"boolean\":1},\"examples\":[true]}],\"truncated\":false}");
}

static void numbers_beyond_doubles_are_compared_exactly(void **state)
{
    const struct json *e;
    struct buf doc;

    (void)state;
    buf_init(&doc, MIB);
    buf_puts(&doc, "[9007199254740993,9007199254740992,1e-400,9007199254740993."
                   "1]");
    e = entry(schema_tree(&doc, &schema_default_limits), "/*");
    assert_string_equal(json_find(e, "min")->text.p, "1e-400");
    assert_string_equal(json_find(e, "max")->text.p, "9007199254740993.1");
    buf_release(&doc);
}

static void keys_are_escaped_and_a_star_is_no_each(void **state)
{
    const struct json *schema;
    struct buf doc;

    (void)state;
    buf_init(&doc, MIB);
    buf_puts(&doc, "{\"a/b\":{\"m~n\":1},\"*\":2,\"**\":3}");
    schema = schema_tree(&doc, &schema_default_limits);
    assert_non_null(entry(schema, "/a~1b/m~0n"));
    assert_non_null(entry(schema, "/~2"));
    assert_non_null(entry(schema, "/**"));
    assert_null(entry(schema, "/*"));
    buf_release(&doc);
}

static void many_keys_with_alike_objects_are_a_map(void **state)
{
    const struct json *schema;
    struct buf doc;

    (void)state;
    buf_init(&doc, 16 * MIB);
    buf_puts(&doc, "{\"users\":{");
    for (int i = 0; i < 5000; i++)
        buf_printf(&doc, "%s\"u%d\":{\"name\":\"n%d\",\"age\":%d%s}",
                   i ? "," : "", i, i, i % 90,
                   i % 10 ? "" : ",\"tags\":[\"x\"]");
    buf_puts(&doc, "}}");
    schema = schema_tree(&doc, &schema_default_limits);
    assert_int_equal(json_find(schema, "paths")->count, 7);
    assert_true(json_find(schema, "truncated")->type == JSON_FALSE);
    assert_tree(json_find(entry(schema, "/users/*/age"), "present"), "5000");
    assert_tree(json_find(entry(schema, "/users/*/age"), "max"), "89");
    assert_tree(json_find(entry(schema, "/users/*/tags"), "absent"), "4500");
    assert_tree(json_find(entry(schema, "/users/*/name"), "examples"),
                "[\"n0\",\"n1\",\"n2\"]");
    assert_tree(json_find(entry(schema, "/users/*/tags/*"), "types"),
                "{\"string\":500}");
    buf_release(&doc);
}

static void a_map_of_plain_values_and_maps_in_maps_are_found(void **state)
{
    const struct json *schema;
    struct buf doc;

    (void)state;
    buf_init(&doc, 16 * MIB);
    buf_puts(&doc, "{\"prices\":{");
    for (int i = 0; i < 100; i++)
        buf_printf(&doc, "%s\"p%d\":%d.5", i ? "," : "", i, i);
    buf_puts(&doc, "},\"days\":{");
    for (int i = 0; i < 30; i++) {
        buf_printf(&doc, "%s\"d%d\":{", i ? "," : "", i);
        for (int k = 0; k < 70; k++)
            buf_printf(&doc, "%s\"%d.%d\":true", k ? "," : "", i, k);
        buf_puts(&doc, "}");
    }
    buf_puts(&doc, "}}");
    schema = schema_tree(&doc, &schema_default_limits);
    assert_tree(json_find(entry(schema, "/prices/*"), "types"),
                "{\"number\":100}");
    assert_tree(json_find(entry(schema, "/days/*/*"), "types"),
                "{\"boolean\":2100}");
    assert_int_equal(json_find(schema, "paths")->count, 6);
    buf_release(&doc);
}

/* Rows of a wide table: the same keys in all of them. */
static void records_with_many_fields_are_no_maps(void **state)
{
    const struct json *schema;
    struct buf doc;

    (void)state;
    buf_init(&doc, 16 * MIB);
    for (int i = 0; i < 50; i++) {
        buf_puts(&doc, i ? ",{" : "[{");
        for (int k = 0; k < 300; k++)
            buf_printf(&doc, "%s\"column %d\":%d", k ? "," : "", k, i);
        buf_puts(&doc, "}");
    }
    buf_puts(&doc, "]");
    schema = schema_tree(&doc, &schema_default_limits);
    assert_int_equal(json_find(schema, "paths")->count, 302);
    assert_tree(json_find(entry(schema, "/*/column 299"), "present"), "50");
    buf_release(&doc);
}

static void keys_of_different_kinds_are_no_map(void **state)
{
    const struct json *schema;
    struct buf doc;

    (void)state;
    buf_init(&doc, MIB);
    for (int i = 0; i < 100; i++)
        buf_printf(&doc, i % 2 ? "%s\"k%d\":%d" : "%s\"k%d\":\"%d\"",
                   i ? "," : "{", i, i);
    buf_puts(&doc, "}");
    schema = schema_tree(&doc, &schema_default_limits);
    assert_int_equal(json_find(schema, "paths")->count, 101);
    buf_release(&doc);
}

static void examples_are_few_different_and_short(void **state)
{
    struct schema_limits lim = schema_default_limits;
    const struct json *e;
    struct buf doc;

    (void)state;
    lim.max_example_bytes = 5;
    buf_init(&doc, MIB);
    buf_puts(&doc, "[\"a\",\"a\",\"1234567\",\"1234\xc3\xbc\",1234567,\"z\"]");
    e = entry(schema_tree(&doc, &lim), "/*");
    assert_tree(json_find(e, "examples"),
                "[\"a\",\"12345\xe2\x80\xa6\",\"1234\xe2\x80\xa6\"]");
    buf_release(&doc);
}

static void each_limit_sets_truncated(void **state)
{
    struct schema_limits lim = schema_default_limits;
    const struct json *schema;
    struct buf doc;

    (void)state;
    buf_init(&doc, MIB);
    buf_puts(&doc, "{\"a\":{\"b\":{\"c\":1}},\"d\":2,\"e\":{}}");
    lim.max_depth = 2;
    schema = schema_tree(&doc, &lim);
    assert_null(entry(schema, "/a/b/c"));
    assert_int_equal(json_find(schema, "paths")->count, 5);
    assert_true(json_is_true(json_find(schema, "truncated")));

    lim = schema_default_limits;
    lim.max_paths = 4;
    schema = schema_tree(&doc, &lim);
    assert_int_equal(json_find(schema, "paths")->count, 4);
    assert_true(json_is_true(json_find(schema, "truncated")));

    lim = schema_default_limits;
    lim.max_bytes = 200;
    schema = schema_tree(&doc, &lim);
    assert_true(json_find(schema, "paths")->count < 4);
    assert_true(text_of(json_find(schema, "paths")).n <= 202);
    assert_true(json_is_true(json_find(schema, "truncated")));
    buf_release(&doc);
}

/* 100,000 keys of two kinds each with keys of its own: memory has an end. */
static void a_hostile_object_is_cut_and_costs_little(void **state)
{
    const struct json *schema;
    struct buf doc;

    (void)state;
    buf_init(&doc, 64 * MIB);
    for (int i = 0; i < 100000; i++)
        buf_printf(&doc, i % 2 ? "%s\"k%d\":[%d]" : "%s\"k%d\":{\"x%d\":1}",
                   i ? "," : "{", i, i);
    buf_puts(&doc, "}");
    schema = schema_tree(&doc, &schema_default_limits);
    assert_true(json_find(schema, "paths")->count <= 1000);
    assert_true(json_is_true(json_find(schema, "truncated")));
    buf_release(&doc);
}

static void any_tree_has_a_schema_that_is_json(void **state)
{
    struct dice d = {8};

    (void)state;
    for (int i = 0; i < 1000; i++) {
        const struct json *root = dice_tree(&d, 5);
        struct str one = schema_of(root, &schema_default_limits);

        assert_true(str_eq(one, schema_of(root, &schema_default_limits)));
        assert_int_equal(tree_of_str(one)->count, 2);
        arena_reset(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_scalar_has_one_path, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            elements_of_an_array_are_one_path_with_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            numbers_beyond_doubles_are_compared_exactly, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keys_are_escaped_and_a_star_is_no_each,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_keys_with_alike_objects_are_a_map,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_map_of_plain_values_and_maps_in_maps_are_found, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(records_with_many_fields_are_no_maps,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(keys_of_different_kinds_are_no_map,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(examples_are_few_different_and_short,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_limit_sets_truncated, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            a_hostile_object_is_cut_and_costs_little, set_up, tear_down),
        cmocka_unit_test_setup_teardown(any_tree_has_a_schema_that_is_json,
                                        set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
