#include "server/tools/tools_fixture.h"

#include "server/tools/base_resources.h"

static void sources_are_listed_with_what_they_are(void **state)
{
    const struct json *list = call("list_sources", "{\"base\":\"b\"}");
    const struct json *first = json_find(list, "sources")->first;

    (void)state;
    assert_string_equal(member(list, "bases"), "[\"b\"]");
    assert_string_equal(member(list, "total"), "3");
    assert_string_equal(member(first, "name"), "\"d.json\"");
    assert_string_equal(member(first, "kind"), "\"data\"");
    first = first->next;
    assert_string_equal(member(first, "name"), "\"orders.csv\"");
    assert_string_equal(member(first, "kind"), "\"table\"");
    assert_string_equal(member(first, "rows"), "2");
    list = call("list_sources", "{\"base\":\"b\",\"offset\":1,\"limit\":1}");
    assert_int_equal(json_find(list, "sources")->count, 1);
    assert_string_equal(member(json_find(list, "sources")->first, "name"),
                        "\"orders.csv\"");
    assert_string_equal(member(list, "has_more"), "true");
    list = call("list_sources", "{}");
    assert_string_equal(member(list, "bases"), "[\"b\",\"other\"]");
    serve(&reader, NULL);
    assert_string_equal(member(call("list_sources", "{}"), "bases"), "[\"b\"]");
}

static void what_is_listed_is_what_tables_and_questions_take(void **state)
{
    const struct json *list = call("list_sources", "{\"base\":\"b\"}");
    const struct json *orders = json_find(list, "sources")->first->next;
    const char *path = member(orders, "path");
    struct str arguments;

    (void)state;
    assert_ok(str_printf(&arena, &arguments, &err,
                         "{\"path\":%s,\"row_start\":1,\"row_count\":5}",
                         path));
    assert_string_equal(member(call("table_read_rows", arguments.p), "rows"),
                        "[[1,\"Lima\"],[2,\"Rome\"]]");
    assert_ok(str_printf(
        &arena, &arguments, &err,
        "{\"query\":\"how many rows are there?\",\"sources\":[%s]}", path));
    assert_string_equal(member(call("ask", arguments.p), "mode"),
                        "\"structured_query\"");
    serve(&reader, NULL);
    assert_string_equal(
        member(call("ask", "{\"query\":\"how many orders are there?\"}"),
               "mode"),
        "\"structured_query\"");
}

static void a_value_is_read_asked_and_described(void **state)
{
    (void)state;
    assert_string_equal(
        member(call("get_context_data",
                    "{\"base\":\"b\",\"pointer\":\"/d.json/items/1\"}"),
               "value"),
        "{\"x\":2}");
    assert_string_equal(
        member(call("query_data", "{\"base\":\"b\",\"pointer\":\"/d.json\","
                                  "\"expression\":\"sum(items[*].x)\"}"),
               "value"),
        "3");
    assert_non_null(
        json_find(call("get_data_schema", "{\"base\":\"b\"}"), "paths"));
    fails("get_context_data", "{\"base\":\"b\",\"pointer\":\"/nope\"}",
          ERR_NOT_FOUND);
    fails("get_context_data", "{\"base\":\"b\",\"pointer\":\"nope\"}",
          ERR_VALIDATION_FAILED);
    fails("query_data", "{\"base\":\"b\",\"expression\":\"a[\"}",
          ERR_VALIDATION_FAILED);
    assert_int_equal(why.pos.line, 1);
}

static void a_cancelled_look_at_the_tree_ends(void **state)
{
    (void)state;
    atomic_store(&cancelled, true);
    fails("get_context_data", "{\"base\":\"b\",\"pointer\":\"/d.json\"}",
          ERR_TIMEOUT);
    fails("query_data", "{\"base\":\"b\",\"expression\":\"@\"}", ERR_TIMEOUT);
    fails("get_data_schema", "{\"base\":\"b\"}", ERR_TIMEOUT);
}

static void no_edit_is_lost(void **state)
{
    const struct json *read;
    struct str arguments;

    (void)state;
    serve(&editor, NULL);
    read = call("get_context_data", "{\"pointer\":\"/d.json/n\"}");
    assert_ok(str_printf(
        &arena, &arguments, &err,
        "{\"pointer\":\"/d.json/n\",\"value\":1.50,\"if_version\":%s}",
        member(read, "version")));
    assert_string_equal(member(call("update_data", arguments.p), "operation"),
                        "\"update\"");
    fails("update_data", arguments.p, ERR_CONFLICT);
    fails("create_data", "{\"pointer\":\"/d.json/n\",\"value\":0}",
          ERR_CONFLICT);
    assert_string_equal(
        member(call("get_context_data", "{\"pointer\":\"/d.json/n\"}"),
               "value"),
        "1.50");
    read = call("create_data",
                "{\"pointer\":\"/d.json/items/-\",\"value\":{\"x\":7}}");
    assert_true(
        str_ends(json_text(json_find(read, "pointer")), STR("/items/2")));
    (void)call("delete_data", "{\"pointer\":\"/d.json/items/0\"}");
    assert_string_equal(
        member(call("query_data", "{\"pointer\":\"/d.json\","
                                  "\"expression\":\"items[*].x\"}"),
               "value"),
        "[2,7]");
}

static void a_read_only_caller_writes_nothing(void **state)
{
    (void)state;
    serve(&reader, NULL);
    fails("create_data", "{\"pointer\":\"/new\",\"value\":1}", ERR_FORBIDDEN);
    fails("update_data", "{\"pointer\":\"/d.json/n\",\"value\":1}",
          ERR_FORBIDDEN);
    fails("delete_data", "{\"pointer\":\"/d.json\"}", ERR_FORBIDDEN);
    fails("table_export",
          "{\"path\":\"b/orders.csv\",\"target_path\":\"o.csv\","
          "\"format\":\"csv\"}",
          ERR_FORBIDDEN);
    assert_true(is_value("b", "/d.json/n", "4"));
}

static void an_export_lands_in_the_draft_of_its_base(void **state)
{
    const char *arguments = "{\"path\":\"b/orders.csv\",\"target_path\":"
                            "\"sub/o.csv\",\"format\":\"csv\"}";

    (void)state;
    serve(&editor, NULL);
    (void)call("table_export", arguments);
    assert_true(size_of(in_base("b", "draft/sub/o.csv")) > 0);
    fails("table_export", arguments, ERR_CONFLICT);
    fails("table_export",
          "{\"path\":\"b/orders.csv\",\"target_path\":\"../o.csv\","
          "\"format\":\"csv\"}",
          ERR_SANDBOX_VIOLATION);
    fails("table_export",
          "{\"path\":\"b/orders.csv\",\"target_path\":\"/tmp/o.csv\","
          "\"format\":\"csv\"}",
          ERR_SANDBOX_VIOLATION);
}

static void evidence_is_found_and_fetched(void **state)
{
    const struct json *found =
        call("semantic_query", "{\"base\":\"b\",\"query\":\"install\",\"mode\":"
                               "\"keyword\",\"options\":{\"min_score\":0,"
                               "\"include_metadata\":false}}");
    const struct json *first = json_find(found, "evidences")->first;
    const struct json *fetched;
    struct str arguments;

    (void)state;
    assert_non_null(first);
    assert_null(json_find(first, "metadata"));
    assert_ok(str_printf(&arena, &arguments, &err, "{\"pointers\":[%s]}",
                         member(json_find(first, "pointer"), "uri")));
    fetched = call("fetch_evidence", arguments.p);
    assert_string_equal(member(fetched, "base"), "\"b\"");
    assert_non_null(json_find(json_find(fetched, "items")->first, "text"));
    fails("semantic_query",
          "{\"base\":\"b\",\"query\":\"x\",\"options\":{\"min_score\":2}}",
          ERR_VALIDATION_FAILED);
    fails("semantic_query",
          "{\"base\":\"b\",\"query\":\"x\",\"scope\":{\"path\":\"/\"}}",
          ERR_VALIDATION_FAILED);
    fails("fetch_evidence", "{\"pointers\":[]}", ERR_VALIDATION_FAILED);
}

/* Every tool, with every way to name a base that the caller does not reach. */
static void a_base_out_of_reach_does_not_exist(void **state)
{
    static const char *const calls[][2] = {
        {"list_sources", "{\"base\":\"%s\"}"},
        {"ask", "{\"base\":\"%s\",\"query\":\"how many?\"}"},
        {"ask", "{\"sources\":[\"%s\"],\"query\":\"how many?\"}"},
        {"ask", "{\"sources\":[\"b/orders.csv\",\"%s/x\"],\"query\":\"how?\"}"},
        {"semantic_query", "{\"base\":\"%s\",\"query\":\"x\"}"},
        {"fetch_evidence", "{\"pointers\":[\"quarry://%s/secret\"]}"},
        {"query_data", "{\"base\":\"%s\",\"expression\":\"@\"}"},
        {"get_context_data", "{\"base\":\"%s\"}"},
        {"get_data_schema", "{\"base\":\"%s\"}"},
        {"create_data", "{\"base\":\"%s\",\"pointer\":\"/x\",\"value\":1}"},
        {"update_data", "{\"base\":\"%s\",\"pointer\":\"/x\",\"value\":1}"},
        {"delete_data", "{\"base\":\"%s\",\"pointer\":\"/x\"}"},
        {"table_get_map", "{\"path\":\"%s/secret\"}"},
        {"table_describe", "{\"path\":\"%s/secret\"}"},
        {"table_stats", "{\"path\":\"%s/secret\"}"},
        {"table_read_rows",
         "{\"path\":\"%s/secret\",\"row_start\":1,\"row_count\":1}"},
        {"table_query", "{\"path\":\"%s/secret\",\"query\":\"FROM data\"}"},
        {"table_query", "{\"path\":\"b/orders.csv\",\"query\":\"FROM data\","
                        "\"also\":[\"%s/secret\"]}"},
        {"table_export", "{\"path\":\"%s/secret\",\"target_path\":\"o.csv\","
                         "\"format\":\"csv\"}"},
    };

    (void)state;
    for (size_t g = 0; g < 2; g++) {
        serve(g ? &editor : &reader, NULL);
        for (size_t i = 0; i < COUNT_OF(calls); i++) {
            char there[300], nowhere[300];
            struct error first;

            /* the formats are ours */
            (void)snprintf(there, sizeof(there), "%.*s%s%s",
                           (int)(strstr(calls[i][1], "%s") - calls[i][1]),
                           calls[i][1], "other", strstr(calls[i][1], "%s") + 2);
            (void)snprintf(nowhere, sizeof(nowhere), "%.*s%s%s",
                           (int)(strstr(calls[i][1], "%s") - calls[i][1]),
                           calls[i][1], "nobody",
                           strstr(calls[i][1], "%s") + 2);
            fails(calls[i][0], there, ERR_NOT_FOUND);
            first = why;
            fails(calls[i][0], nowhere, ERR_NOT_FOUND);
            assert_string_equal(first.msg, why.msg);
        }
    }
    assert_true(is_value("other", "/secret", "{\"x\":1}"));
}

static void a_bound_call_sees_its_part_alone(void **state)
{
    const struct tool_binding items = {STR("b"), STR("/d.json/items")};
    const struct json *list;

    (void)state;
    serve(&editor, &items);
    list = call("get_context_data", "{}");
    assert_string_equal(member(list, "value"), "[{\"x\":1},{\"x\":2}]");
    assert_string_equal(member(list, "pointer"), "\"\"");
    assert_string_equal(
        member(call("query_data", "{\"expression\":\"[1].x\"}"), "value"), "2");
    assert_string_equal(
        member(call("create_data", "{\"pointer\":\"/-\",\"value\":{\"x\":9}}"),
               "pointer"),
        "\"/2\"");
    assert_string_equal(
        member(call("table_query", "{\"path\":\".\",\"query\":\"SELECT sum(x) "
                                   "AS s FROM data\"}"),
               "rows"),
        "[[12]]");
    assert_string_equal(
        member(json_find(call("list_sources", "{}"), "sources")->first, "path"),
        "\".\"");
    fails("get_context_data", "{\"pointer\":\"/d.json/n\"}", ERR_NOT_FOUND);
    fails("get_context_data", "{\"base\":\"other\"}", ERR_NOT_FOUND);
    fails("table_get_map", "{\"path\":\"b/orders.csv\"}",
          ERR_VALIDATION_FAILED);
    fails("table_get_map", "{\"path\":\"/orders.csv\"}", ERR_NOT_FOUND);
    fails("fetch_evidence", "{\"pointers\":[\"quarry://b/orders.csv\"]}",
          ERR_NOT_FOUND);
    fails("fetch_evidence", "{\"pointers\":[\"quarry://b/d.json#json=/n\"]}",
          ERR_NOT_FOUND);
    fails("fetch_evidence", "{\"pointers\":[\"quarry://b/d.json\"]}",
          ERR_NOT_FOUND);
    (void)call("fetch_evidence",
               "{\"pointers\":[\"quarry://b/d.json#json=/items/0\"]}");
}

static void a_call_bound_to_a_base_needs_no_name(void **state)
{
    const struct tool_binding all = {STR("b"), STR("")};

    (void)state;
    serve(&grant_local, &all);
    (void)call("table_get_map", "{\"path\":\"orders.csv\"}");
    (void)call("table_get_map", "{\"path\":\"b/orders.csv\"}");
    (void)call("get_context_data", "{\"pointer\":\"/d.json\"}");
    fails("get_context_data", "{\"base\":\"other\"}", ERR_NOT_FOUND);
    fails("table_get_map", "{\"path\":\"other/secret\"}", ERR_NOT_FOUND);
    fails("fetch_evidence", "{\"pointers\":[\"quarry://other/secret\"]}",
          ERR_NOT_FOUND);
}

static void a_bound_tool_is_called_by_its_name(void **state)
{
    const struct str names[] = {STR("notes")};
    const struct bound_tool bound = {STR("notes"), STR("get_context_data"),
                                     STR("b"), STR("/d.json/items/1")};
    struct grant g = reader;
    const struct bound_tool *found;

    (void)state;
    g.tools = (struct scope){.names = names, .n = 1};
    g.bound = &bound;
    g.n_bound = 1;
    serve(&g, NULL);
    assert_string_equal(member(call("notes", "{}"), "value"), "{\"x\":2}");
    fails("notes", "{\"pointer\":\"/y\"}", ERR_NOT_FOUND);
    assert_null(
        toolset_reach(&base_tools, &g, STR("get_context_data"), &found));
    assert_null(toolset_reach(&base_tools, &g, STR("ask"), &found));
}

static struct str read_of(const char *uri)
{
    struct resource_content content = {0};
    atomic_bool cancel;

    atomic_init(&cancel, false);
    why = (struct error){0};
    if (base_resources.read(&served, str_from(uri), &cancel, &arena, &content,
                            &why))
        return str_from(err_name(why.code));
    return content.text;
}

static void resources_are_what_the_caller_reaches(void **state)
{
    const struct str fetch[] = {STR("semantic_query")};
    struct resource_page page = {.offset = 1};
    struct resource_names names = {0};
    struct grant g;

    (void)state;
    serve(&reader, NULL);
    assert_ok(base_resources.list(&served, &page, &arena, &err));
    assert_int_equal(page.n, 3); /* after the base itself */
    assert_true(str_is(page.list[0].title, "d.json"));
    assert_true(
        str_eq(read_of("quarry://b/setup.md#lines=5-5"), STR("run it\n")) ||
        str_eq(read_of("quarry://b/setup.md#lines=5-5"), STR("run it")));
    assert_true(
        str_is(read_of("quarry://b/d.json#json=/items/0"), "{\"x\":1}"));
    assert_true(
        str_find(read_of("quarry://b/orders.csv#rows=2-2"), STR("Rome")) > 0);
    assert_true(str_starts(read_of("quarry://b"), STR("{\"base\":\"b\"")));
    assert_true(str_is(read_of("quarry://other"), "NOT_FOUND"));
    assert_true(str_is(read_of("quarry://other/secret"), "NOT_FOUND"));
    assert_true(str_is(read_of("file:///etc/passwd"), "NOT_FOUND"));
    assert_ok(base_resources.complete(
        &served, &(struct resource_typing){STR("base"), STR(""), STR("")},
        &arena, &names, &err));
    assert_int_equal(names.n, 1);
    assert_ok(base_resources.complete(
        &served, &(struct resource_typing){STR("path"), STR("b/or"), STR("")},
        &arena, &names, &err));
    assert_int_equal(names.n, 2);
    g = reader;
    g.tools = (struct scope){.names = fetch, .n = 1};
    serve(&g, NULL);
    page = (struct resource_page){0};
    assert_ok(base_resources.list(&served, &page, &arena, &err));
    assert_int_equal(page.n, 0);
    assert_true(str_is(read_of("quarry://b"), "NOT_FOUND"));
    assert_true(str_is(read_of("quarry://b/setup.md"), "NOT_FOUND"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOOLS_TEST(sources_are_listed_with_what_they_are),
        TOOLS_TEST(what_is_listed_is_what_tables_and_questions_take),
        TOOLS_TEST(a_value_is_read_asked_and_described),
        TOOLS_TEST(no_edit_is_lost),
        TOOLS_TEST(a_read_only_caller_writes_nothing),
        TOOLS_TEST(an_export_lands_in_the_draft_of_its_base),
        TOOLS_TEST(evidence_is_found_and_fetched),
        TOOLS_TEST(a_base_out_of_reach_does_not_exist),
        TOOLS_TEST(a_bound_call_sees_its_part_alone),
        TOOLS_TEST(a_cancelled_look_at_the_tree_ends),
        TOOLS_TEST(a_call_bound_to_a_base_needs_no_name),
        TOOLS_TEST(a_bound_tool_is_called_by_its_name),
        TOOLS_TEST(resources_are_what_the_caller_reaches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
