#include "server/tools/tools_fixture.h"

static void the_third_same_read_is_answered_with_a_hint(void **state)
{
    static const char *const same[] = {
        "{\"path\":\"b/orders.csv\",\"query\":\"SELECT  id\\nFROM data;\"}",
        "{\"query\":\"SELECT id FROM data\",\"path\":\"b/orders.csv\"}",
        "{\"path\":\"b/orders.csv\",\"query\":\" SELECT id FROM data \"}"};
    const struct json *last;

    (void)state;
    served.call_state = &call_state;
    assert_null(json_find(call("table_query", same[0]), "hint"));
    assert_null(json_find(call("table_query", same[1]), "hint"));
    last = call("table_query", same[2]);
    assert_non_null(json_find(last, "hint"));
    assert_string_equal(member(last, "rows"), "[[1],[2]]");
    /* of another caller it is the first, and so is another read */
    serve(&reader, NULL);
    assert_null(json_find(call("table_query", same[0]), "hint"));
    assert_null(json_find(call("table_query",
                               "{\"path\":\"b/orders.csv\",\"query\":"
                               "\"SELECT id FROM data\",\"window_rows\":1}"),
                          "hint"));
    serve(&grant_local, NULL);
    write_file("orders.csv", "id,city\n1,Lima\n2,Rome\n3,Bonn\n");
    add("orders.csv");
    last = call("table_query", same[2]);
    assert_null(json_find(last, "hint"));
    assert_string_equal(member(last, "rows"), "[[1],[2],[3]]");
}

static void what_sql_means_decides_whether_it_is_the_same(void **state)
{
    static const char *const others[] = {
        "{\"path\":\"b/orders.csv\",\"query\":\"SELECT 'a  b' AS t\"}",
        "{\"path\":\"b/orders.csv\",\"query\":\"SELECT 'a b' AS t\"}",
        "{\"path\":\"b/orders.csv\",\"query\":\"SELECT 'A b' AS t\"}",
        "{\"path\":\"b/orders.csv\",\"query\":\"SELECT 1 AS t -- x\\n, 2\"}",
        "{\"path\":\"b/orders.csv\",\"query\":\"SELECT 1 AS t -- x , 2\"}"};

    (void)state;
    served.call_state = &call_state;
    for (size_t i = 0; i < COUNT_OF(others); i++)
        assert_null(json_find(call("table_query", others[i]), "hint"));
}

static void rows_are_counted_and_an_export_is_always_made(void **state)
{
    const char *rows =
        "{\"path\":\"b/orders.csv\",\"row_start\":1,\"row_count\":1}";
    const char *arguments = "{\"path\":\"b/orders.csv\",\"target_path\":"
                            "\"o.csv\",\"format\":\"csv\"}";

    (void)state;
    served.call_state = &call_state;
    (void)call("table_read_rows", rows);
    (void)call("table_read_rows", rows);
    assert_non_null(json_find(call("table_read_rows", rows), "hint"));
    for (size_t i = 0; i < 4; i++) {
        const struct json *made = call("table_export", arguments);

        assert_true((json_find(made, "hint") != NULL) == (i >= 2));
        assert_int_equal(unlink(in_base("b", "draft/o.csv")), 0);
    }
}

static void a_large_value_is_paged_on_by_its_caller_alone(void **state)
{
    const struct json *window;
    const struct json *first;
    struct str arguments;
    struct buf b;

    (void)state;
    buf_init(&b, 1 << 20);
    buf_put_char(&b, '[');
    for (int i = 0; i < 2000; i++)
        buf_printf(&b, "%s%d", i ? "," : "", i);
    buf_put_char(&b, ']');
    edit("b", "/d.json/list", b.p);
    buf_release(&b);
    served.call_state = &call_state;
    serve(&reader, NULL);
    first = call("get_context_data",
                 "{\"pointer\":\"/d.json/list\",\"max_bytes\":1024}");
    window = json_find(first, "window");
    assert_string_equal(member(window, "total"), "2000");
    assert_string_equal(member(window, "unit"), "\"elements\"");
    assert_ok(str_printf(&arena, &arguments, &err,
                         "{\"pointer\":\"/d.json/list\",\"max_bytes\":1048576,"
                         "\"next\":%s}",
                         member(window, "next")));
    window = call("get_context_data", arguments.p);
    assert_int_equal(json_find(first, "value")->count +
                         json_find(window, "value")->count,
                     2000);
    assert_string_equal(member(json_find(window, "window"), "next"), "null");
    serve(&editor, NULL);
    fails("get_context_data", arguments.p, ERR_NOT_FOUND);
    serve(&reader, NULL);
    assert_ok(str_printf(&arena, &arguments, &err,
                         "{\"expression\":\"@\",\"next\":%s}",
                         member(json_find(first, "window"), "next")));
    fails("query_data", arguments.p, ERR_NOT_FOUND);
    fails("query_data", "{\"expression\":\"@\",\"next\":\"x\"}",
          ERR_VALIDATION_FAILED);
    reader.bases.n = 0; /* what it reached, it reaches no more */
    assert_ok(str_printf(&arena, &arguments, &err, "{\"next\":%s}",
                         member(json_find(first, "window"), "next")));
    fails("get_context_data", arguments.p, ERR_NOT_FOUND);
}

static void the_vector_of_a_question_is_made_once(void **state)
{
    const char *question = "{\"base\":\"b\",\"query\":\"install\","
                           "\"mode\":\"vector\"}";
    struct query_cache_counts counts;

    (void)state;
    served.call_state = &call_state;
    (void)call("semantic_query", question);
    counts = query_cache_counts(call_state.queries);
    if (counts.misses == 0)
        skip(); /* no model is installed */
    (void)call("semantic_query", question);
    serve(&reader, NULL);
    (void)call("semantic_query", question);
    (void)call("ask", "{\"base\":\"b\",\"query\":\"install\","
                      "\"query_type\":\"semantic\"}");
    assert_int_equal(query_cache_counts(call_state.queries).misses,
                     counts.misses);
    assert_int_equal(query_cache_counts(call_state.queries).hits, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOOLS_TEST(the_vector_of_a_question_is_made_once),
        TOOLS_TEST(the_third_same_read_is_answered_with_a_hint),
        TOOLS_TEST(what_sql_means_decides_whether_it_is_the_same),
        TOOLS_TEST(rows_are_counted_and_an_export_is_always_made),
        TOOLS_TEST(a_large_value_is_paged_on_by_its_caller_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
