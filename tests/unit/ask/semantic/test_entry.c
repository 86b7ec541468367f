#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/semantic/entry.h"

#include <string.h>

#include <cmocka.h>

static struct arena arena;
static struct error err;
static struct semantic_entries list;

static int setup(void **state)
{
    (void)state;
    arena_init(&arena, 1 << 26);
    list = (struct semantic_entries){0};
    err = (struct error){0};
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

/* As the worker's tree: ' stands for ". */
static enum err read_tree(const char *text)
{
    char *copy = str_cstr(str_from(text), &arena, &err);
    struct json *tree;

    for (char *p = copy; *p; p++)
        *p = *p == '\'' ? '"' : *p;
    assert_int_equal(
        json_parse(str_from(copy), &json_default_limits, &arena, &tree, &err),
        OK);
    return semantic_entries_read(tree, STR("m.yaml"), &arena, &list, &err);
}

static void assert_refused(const char *entry, unsigned line, unsigned column,
                           const char *words)
{
    struct str tree;

    assert_int_equal(str_printf(&arena, &tree, &err,
                                "[1,1,{'metrics':[1,9,[[2,5,{%s}]]]}]", entry),
                     OK);
    assert_int_equal(read_tree(tree.p), ERR_VALIDATION_FAILED);
    if (!strstr(err.msg, words) || err.pos.line != line ||
        err.pos.column != column)
        fail_msg("%s: line %u, column %u: %s", entry, (unsigned)err.pos.line,
                 (unsigned)err.pos.column, err.msg);
}

static void an_entry_has_its_fields_in_order_and_where_they_stand(void **state)
{
    (void)state;
    assert_int_equal(
        read_tree("[1,1,{'metrics':[1,9,[[2,5,{"
                  "'typical_range':[5,5,{'max':[5,9,10.50]}],"
                  "'formula':[4,5,'100 * a / b'],"
                  "'aliases':[3,5,[[3,9,'npm'],[3,15,' mora ']]],"
                  "'created_at':[6,5,1732723200.0],"
                  "'metric_name':[2,7,'IMOR'],'description':[7,5,null]}]]]}]"),
        OK);
    assert_int_equal(list.n, 1);
    assert_string_equal(list.list[0].payload.p,
                        "{\"metric_name\":\"IMOR\",\"aliases\":[\"npm\","
                        "\"mora\"],\"formula\":\"100 * a / b\","
                        "\"typical_range\":{\"max\":10.50}}");
    assert_string_equal(list.list[0].lines.p,
                        "{\"metric_name\":2,\"aliases\":3,\"formula\":4,"
                        "\"typical_range\":5}");
    assert_true(str_is(list.list[0].name, "IMOR"));
    assert_int_equal(list.list[0].line, 2);
    assert_true(list.list[0].created_at > 1732723199);
}

static void a_note_is_named_by_table_and_column(void **state)
{
    (void)state;
    assert_int_equal(read_tree("[1,1,{'schema':[1,9,[[2,5,{"
                               "'column_name':[2,7,'imor'],"
                               "'table_name':[3,7,'kpis']}],"
                               "[4,5,{'column_name':[4,7,'imor']}]]]}]"),
                     OK);
    assert_true(str_is(list.list[0].name, "kpis.imor"));
    assert_true(str_is(list.list[1].name, "imor"));
}

static void a_field_that_is_wrong_says_where(void **state)
{
    (void)state;
    assert_refused("'metric_nam':[2,7,'x']", 2, 7, "no field 'metric_nam'");
    assert_refused("'aliases':[3,7,'x']", 2, 5, "has no 'metric_name'");
    assert_refused("'metric_name':[2,7,5]", 2, 7, "a text");
    assert_refused("'metric_name':[2,7,'  ']", 2, 7, "empty");
    assert_refused("'metric_name':[2,7,'x'],'aliases':[3,7,[[3,8,1]]]", 3, 8,
                   "a text");
    assert_refused("'metric_name':[2,7,'x'],'typical_viz':[3,7,'pie']", 3, 7,
                   "one of line|bar|table");
    assert_refused("'metric_name':[2,7,'x'],'typical_range':[3,7,"
                   "{'min':[3,9,5],'max':[3,15,1]}]",
                   3, 7, "greater than its max");
    assert_refused("'metric_name':[2,7,'x'],'typical_range':[3,7,"
                   "{'least':[3,9,5]}]",
                   3, 7, "{min: 0, max: 10}");
    assert_refused("'metric_name':[2,7,'x'],'requires_banks':[3,7,'yes']", 3, 7,
                   "true or false");
    assert_refused("'metric_name':[2,7,'x'],'created_at':[3,7,'now']", 3, 7,
                   "number of seconds");
    assert_refused("'metric_name':[2,7,'x'],'formula':[3,16,'a +* b']", 3, 19,
                   "needs a column");
}

static void an_entry_that_stands_twice_says_where_the_first_is(void **state)
{
    (void)state;
    assert_int_equal(read_tree("[1,1,{'metrics':[1,9,["
                               "[2,5,{'metric_name':[2,7,'x']}],"
                               "[4,5,{'metric_name':[4,7,'x']}]]]}]"),
                     ERR_VALIDATION_FAILED);
    assert_string_equal(err.msg,
                        "'x' is given twice; first in 'm.yaml', line 2");
    assert_int_equal(err.pos.line, 4);
}

static void a_file_holds_only_the_three_collections(void **state)
{
    (void)state;
    assert_int_equal(read_tree("[1,1,null]"), OK);
    assert_int_equal(read_tree("[1,1,{'metrics':[1,9,null]}]"), OK);
    assert_int_equal(read_tree("[1,1,{'metric':[1,9,[]]}]"),
                     ERR_VALIDATION_FAILED);
    assert_non_null(strstr(err.msg, "'metric' is not one of"));
    assert_int_equal(read_tree("[1,1,[]]"), ERR_VALIDATION_FAILED);
    assert_int_equal(read_tree("[1,1,{'metrics':[1,9,{}]}]"),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(read_tree("[1,1,{'metrics':[1,9,[[2,3,'x']]]}]"),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(list.n, 0);
}

static void texts_are_quoted_only_where_yaml_needs_it(void **state)
{
    struct buf out;

    (void)state;
    assert_int_equal(
        read_tree("[1,1,{'examples':[1,9,[[2,5,{"
                  "'natural_language':[2,7,'no'],"
                  "'sql':[3,7,'SELECT 1\\n  FROM t'],"
                  "'notes':[4,7,'a: b # \\u2028 \\\\'],"
                  "'query_spec':[5,7,{'n':[5,9,[[5,10,3],[5,12,true],"
                  "[5,14,'plain text']]]}]}]]]}]"),
        OK);
    buf_init(&out, 1 << 16);
    assert_int_equal(semantic_entries_write(&list, &arena, &out, &err), OK);
    assert_string_equal(out.p,
                        "examples:\n"
                        "  - natural_language: \"no\"\n"
                        "    query_spec: {\"n\": [3, true, plain text]}\n"
                        "    sql: |-\n"
                        "      SELECT 1\n"
                        "        FROM t\n"
                        "    notes: \"a: b # \\u2028 \\\\\"\n");
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            an_entry_has_its_fields_in_order_and_where_they_stand, setup,
            teardown),
        cmocka_unit_test_setup_teardown(a_note_is_named_by_table_and_column,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(a_field_that_is_wrong_says_where, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(
            an_entry_that_stands_twice_says_where_the_first_is, setup,
            teardown),
        cmocka_unit_test_setup_teardown(a_file_holds_only_the_three_collections,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(
            texts_are_quoted_only_where_yaml_needs_it, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
