#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/yaml/yaml_tree.h"

#include <string.h>

#include <cmocka.h>

static struct arena arena;
static struct error err;
static struct buf out;

static int setup(void **state)
{
    (void)state;
    arena_init(&arena, 1 << 24);
    buf_init(&out, 1 << 24);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_release(&arena);
    buf_release(&out);
    return 0;
}

static enum err read_text(struct str text)
{
    struct jsonw w;

    buf_reset(&out);
    err = (struct error){0};
    jsonw_init(&w, &out);
    return yaml_tree_write(text, &arena, &w, &err);
}

static void assert_tree(const char *text, const char *tree)
{
    if (read_text(str_from(text)))
        fail_msg("%s", err.msg);
    assert_string_equal(out.p, tree);
}

/* It is refused at this line and column, with these words. */
static void assert_refused(const char *text, unsigned line, unsigned column,
                           const char *words)
{
    assert_int_equal(read_text(str_from(text)), ERR_VALIDATION_FAILED);
    if (!strstr(err.msg, words) || err.pos.line != line ||
        err.pos.column != column)
        fail_msg("%s: line %u, column %u: %s", text, (unsigned)err.pos.line,
                 (unsigned)err.pos.column, err.msg);
}

static void every_value_says_where_it_stands(void **state)
{
    (void)state;
    assert_tree("a: 1\nb:\n  - x\n  - [y, \"z\"]\n",
                "[1,1,{\"a\":[1,4,1],\"b\":[3,3,[[3,5,\"x\"],"
                "[4,5,[[4,6,\"y\"],[4,9,\"z\"]]]]]}]");
}

static void columns_are_bytes_whatever_the_letters(void **state)
{
    (void)state;
    assert_tree("\xc3\x8dndice: \xe9\x93\xb6\xe8\xa1\x8c\n",
                "[1,1,{\"\xc3\x8dndice\":[1,10,"
                "\"\xe9\x93\xb6\xe8\xa1\x8c\"]}]");
}

static void only_what_json_has_is_more_than_text(void **state)
{
    (void)state;
    assert_tree("[null, ~, true, FALSE, -1.50, 0, 007, 1e5, 0x1F, .5, 1., yes, "
                "no, 2024-05-01, '1', -]",
                "[1,1,[[1,2,null],[1,8,null],[1,11,true],[1,17,false],"
                "[1,24,-1.50],[1,31,0],[1,34,\"007\"],[1,39,\"1e5\"],"
                "[1,44,\"0x1F\"],[1,50,\".5\"],[1,54,\"1.\"],[1,58,\"yes\"],"
                "[1,63,\"no\"],[1,67,\"2024-05-01\"],[1,79,\"1\"],"
                "[1,84,\"-\"]]]");
}

static void an_empty_file_is_null(void **state)
{
    (void)state;
    assert_tree("", "[1,1,null]");
    assert_tree("# nothing but this\n", "[1,1,null]");
}

static void a_byte_order_mark_is_passed_over(void **state)
{
    (void)state;
    assert_int_equal(read_text(STR("\xef\xbb\xbf"
                                   "a: 1\n")),
                     OK);
    assert_non_null(strstr(out.p, "{\"a\":["));
}

static void a_long_text_keeps_its_lines(void **state)
{
    (void)state;
    assert_tree("sql: |\n  SELECT 1\n  FROM t\n",
                "[1,1,{\"sql\":[1,6,\"SELECT 1\\nFROM t\\n\"]}]");
}

static void what_multiplies_or_makes_types_is_refused(void **state)
{
    (void)state;
    assert_refused("a: &x 1\nb: *x\n", 1, 4, "anchors");
    assert_refused("b: *x\n", 1, 4, "aliases");
    assert_refused("a: !!python/object x\n", 1, 4, "tags");
    assert_refused("a: 1\n---\nb: 2\n", 2, 1, "one document");
}

static void keys_are_texts_and_stand_once(void **state)
{
    (void)state;
    assert_refused("a: 1\nb: 2\na: 3\n", 3, 1, "is given twice");
    assert_refused("? [a, b]\n: 1\n", 1, 3, "a key must be a string");
    assert_tree("1: x\n", "[1,1,{\"1\":[1,4,\"x\"]}]");
}

static void what_is_no_yaml_has_its_place(void **state)
{
    (void)state;
    assert_refused("a: 1\nb: c: d\n", 2, 5, "mapping values");
    assert_refused("a: \"open\n", 2, 1, "end of stream");
    assert_refused("a: 1\nb: \x01\n", 2, 4, "control characters");
    assert_refused("a: \xc3(\n", 1, 5, "UTF-8");
    assert_refused("a:\n\t- 1\n", 2, 1, "token");
}

/* `n` times `part`. */
static struct str repeated(const char *part, size_t n)
{
    size_t bytes = strlen(part);
    char *p = arena_alloc(&arena, n * bytes, &err);

    for (size_t i = 0; i < n; i++)
        memcpy(p + i * bytes, part, bytes);
    return (struct str){p, n * bytes};
}

static void what_is_too_large_or_deep_is_refused(void **state)
{
    struct buf keys;

    (void)state;
    assert_int_equal(read_text(repeated("[", YAML_MAX_DEPTH + 1)), ERR_LIMIT);
    assert_int_equal(err.pos.column, YAML_MAX_DEPTH + 1);
    assert_int_equal(read_text(repeated("- a\n", YAML_MAX_NODES)), ERR_LIMIT);
    assert_int_equal(err.pos.line, YAML_MAX_NODES);
    assert_int_equal(read_text(repeated("#", YAML_MAX_BYTES + 1)), ERR_LIMIT);
    buf_init(&keys, 1 << 20);
    for (unsigned i = 0; i <= YAML_MAX_MEMBERS; i++)
        buf_printf(&keys, "k%u: 1\n", i);
    assert_int_equal(read_text(buf_str(&keys)), ERR_LIMIT);
    assert_int_equal(err.pos.line, YAML_MAX_MEMBERS + 1);
    buf_release(&keys);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_says_where_it_stands),
        cmocka_unit_test(columns_are_bytes_whatever_the_letters),
        cmocka_unit_test(only_what_json_has_is_more_than_text),
        cmocka_unit_test(an_empty_file_is_null),
        cmocka_unit_test(a_byte_order_mark_is_passed_over),
        cmocka_unit_test(a_long_text_keeps_its_lines),
        cmocka_unit_test(what_multiplies_or_makes_types_is_refused),
        cmocka_unit_test(keys_are_texts_and_stand_once),
        cmocka_unit_test(what_is_no_yaml_has_its_place),
        cmocka_unit_test(what_is_too_large_or_deep_is_refused),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
