#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/tools/table_tools.h"

#include "server/tool_registry/argument_check.h"
#include "server/tools/tool_context.h"
#include "tables/tables.h"

#include <stdio.h>
#include <string.h>

/*
 * The tables here are of this test: each writes down how it was called. They
 * come before the library in linking, so the real ones are not pulled in.
 */
static char called[500];

PRINTF_LIKE(3)
static enum err note(const struct table_source *s, struct str *json,
                     const char *fmt, ...)
{
    va_list args;
    int n = snprintf(called, sizeof(called), "%.*s%s%.*s%s ", STR_FMT(s->path),
                     s->sheet.n ? "/" : "", STR_FMT(s->sheet),
                     s->cancel ? " cancellable" : "");

    va_start(args, fmt);
    (void)vsnprintf(called + n, sizeof(called) - (size_t)n, fmt, args);
    va_end(args);
    *json = STR("{}");
    return OK;
}

static const char *join(const struct table_columns *columns)
{
    static char text[100];
    size_t n = 0;

    text[0] = '\0';
    for (size_t i = 0; i < columns->n; i++)
        n += (size_t)snprintf(text + n, sizeof(text) - n, "[%.*s]",
                              STR_FMT(columns->names[i]));
    return text;
}

static const char *join_files(const struct table_also *also)
{
    static char text[100];
    size_t n = 0;

    text[0] = '\0';
    for (size_t i = 0; i < also->n; i++)
        n += (size_t)snprintf(text + n, sizeof(text) - n, " +%.*s",
                              STR_FMT(also->sources[i].path));
    return text;
}

enum err table_get_map(struct tables *t, const struct table_source *s,
                       struct arena *a, struct str *json, struct error *e)
{
    (void)t;
    (void)a;
    (void)e;
    return note(s, json, "map");
}

enum err table_describe(struct tables *t, const struct table_source *s,
                        struct arena *a, struct str *json, struct error *e)
{
    (void)t;
    (void)a;
    (void)e;
    return note(s, json, "describe");
}

enum err table_stats(struct tables *t, const struct table_source *s,
                     const struct table_columns *columns, struct arena *a,
                     struct str *json, struct error *e)
{
    (void)t;
    (void)a;
    (void)e;
    return note(s, json, "stats %s", join(columns));
}

enum err table_read_rows(struct tables *t, const struct table_source *s,
                         const struct table_range *range, struct arena *a,
                         struct str *json, struct error *e)
{
    (void)t;
    (void)a;
    (void)e;
    return note(s, json, "rows start=%llu count=%llu %s",
                (unsigned long long)range->start,
                (unsigned long long)range->count, join(range->columns));
}

enum err table_query(struct tables *t, const struct table_source *s,
                     const struct table_window *w, struct arena *a,
                     struct str *json, struct error *e)
{
    (void)t;
    (void)a;
    (void)e;
    return note(s, json, "query %.*s rows=%llu offset=%llu%s", STR_FMT(w->sql),
                (unsigned long long)w->rows, (unsigned long long)w->offset,
                join_files(&w->also));
}

enum err table_export(struct tables *t, const struct table_source *s,
                      const struct table_export_target *target, struct arena *a,
                      struct str *json, struct error *e)
{
    (void)t;
    (void)a;
    (void)e;
    return note(s, json, "export %.*s %.*s [%.*s] [%.*s] overwrite=%d%s",
                STR_FMT(target->path), STR_FMT(target->format),
                STR_FMT(target->sheet), STR_FMT(target->sql), target->overwrite,
                join_files(&target->also));
}

/* How the tables were called for a call of `name`; "" when they were not. */
static const char *call(const char *name, const char *arguments)
{
    const struct tool *tool = toolset_find(&table_tools, str_from(name));
    struct json *parsed = NULL;
    struct error e = {0};
    struct tool_context served = {.folder = "served", .grant = &grant_local};
    struct str json;
    atomic_bool cancel;
    struct arena a;

    atomic_init(&cancel, false);
    arena_init(&a, 1 << 20);
    called[0] = '\0';
    assert_non_null(tool);
    assert_int_equal(
        json_parse(str_from(arguments), &json_default_limits, &a, &parsed, &e),
        OK);
    if (argument_check(tool->spec->arguments, parsed, &e) == OK)
        assert_int_equal(tool->run(&served, parsed, &cancel, &a, &json, &e),
                         OK);
    arena_release(&a);
    return called;
}

static void every_call_can_be_cancelled_and_names_its_file(void **state)
{
    (void)state;
    assert_string_equal(call("table_get_map", "{\"path\":\"a/b.csv\"}"),
                        "a/b.csv cancellable map");
    assert_string_equal(call("table_describe", "{\"path\":\"x\"}"),
                        "x cancellable describe");
}

static void columns_keep_their_order_and_none_means_all(void **state)
{
    (void)state;
    assert_string_equal(
        call("table_stats", "{\"path\":\"x\",\"columns\":[\"b\",\"a\"]}"),
        "x cancellable stats [b][a]");
    assert_string_equal(call("table_stats", "{\"path\":\"x\",\"columns\":[]}"),
                        "x cancellable stats ");
    assert_string_equal(call("table_stats", "{\"path\":\"x\"}"),
                        "x cancellable stats ");
}

static void rows_are_asked_for_by_position(void **state)
{
    (void)state;
    assert_string_equal(call("table_read_rows",
                             "{\"path\":\"x\",\"row_start\":501,"
                             "\"row_count\":500.0,\"columns\":[\"a\"]}"),
                        "x cancellable rows start=501 count=500 [a]");
}

static void a_query_has_the_defaults_that_clients_read(void **state)
{
    (void)state;
    assert_string_equal(
        call("table_query", "{\"path\":\"x\",\"query\":\"SELECT 1\"}"),
        "x cancellable query SELECT 1 rows=100 offset=0");
    assert_string_equal(call("table_query",
                             "{\"path\":\"x\",\"query\":\"SELECT 1\","
                             "\"window_rows\":7,\"window_offset\":14}"),
                        "x cancellable query SELECT 1 rows=7 offset=14");
}

static void an_export_never_overwrites(void **state)
{
    (void)state;
    assert_string_equal(call("table_export",
                             "{\"path\":\"x\",\"target_path\":\"o.csv\","
                             "\"format\":\"csv\"}"),
                        "x cancellable export o.csv csv [] [] overwrite=0");
    assert_string_equal(
        call("table_export",
             "{\"path\":\"x\",\"query\":\"FROM data\",\"target_path\":"
             "\"o.xlsx\",\"format\":\"xlsx\",\"sheet\":\"Año\"}"),
        "x cancellable export o.xlsx xlsx [Año] [FROM data] overwrite=0");
}

static void every_tool_takes_the_table_of_a_workbook(void **state)
{
    (void)state;
    assert_string_equal(
        call("table_get_map", "{\"path\":\"x\",\"table\":\"T 2\"}"),
        "x/T 2 cancellable map");
    assert_string_equal(
        call("table_describe", "{\"path\":\"x\",\"table\":\"T\"}"),
        "x/T cancellable describe");
    assert_string_equal(call("table_stats", "{\"path\":\"x\",\"table\":\"T\"}"),
                        "x/T cancellable stats ");
    assert_string_equal(call("table_read_rows",
                             "{\"path\":\"x\",\"row_start\":1,"
                             "\"row_count\":2,\"table\":\"T\"}"),
                        "x/T cancellable rows start=1 count=2 ");
}

static void a_query_and_an_export_may_name_further_files(void **state)
{
    (void)state;
    assert_string_equal(
        call("table_query", "{\"path\":\"x\",\"table\":\"T\",\"query\":\"q\","
                            "\"also\":[\"b/y.csv\",\"z\"]}"),
        "x/T cancellable query q rows=100 offset=0 +b/y.csv +z");
    assert_string_equal(call("table_export",
                             "{\"path\":\"x\",\"query\":\"q\",\"also\":[\"y\"],"
                             "\"target_path\":\"o\",\"format\":\"csv\"}"),
                        "x cancellable export o csv [] [q] overwrite=0 +y");
}

static void arguments_outside_the_spec_do_not_reach_the_tables(void **state)
{
    static const char *const bad[][2] = {
        {"table_get_map", "{}"},
        {"table_get_map", "{\"path\":\"\"}"},
        {"table_get_map", "{\"path\":\"x\",\"encoding\":\"utf-8\"}"},
        {"table_stats", "{\"path\":\"x\",\"columns\":\"a\"}"},
        {"table_read_rows", "{\"path\":\"x\",\"row_start\":0,\"row_count\":1}"},
        {"table_read_rows", "{\"path\":\"x\",\"row_start\":1}"},
        {"table_query", "{\"path\":\"x\",\"query\":\"q\",\"window_rows\":0}"},
        {"table_query", "{\"path\":\"x\",\"query\":\"q\",\"also\":\"y\"}"},
        {"table_query", "{\"path\":\"x\",\"query\":\"q\",\"also\":[\"\"]}"},
        {"table_get_map", "{\"path\":\"x\",\"also\":[\"y\"]}"},
        {"table_query",
         "{\"path\":\"x\",\"query\":\"q\",\"window_offset\":-1}"},
        {"table_export",
         "{\"path\":\"x\",\"target_path\":\"o\",\"format\":\"ods\"}"},
        {"table_export", "{\"path\":\"x\",\"target_path\":\"o\","
                         "\"format\":\"csv\",\"force\":true}"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_string_equal(call(bad[i][0], bad[i][1]), "");
}

static void no_more_further_files_than_a_query_may_have(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, 1 << 16);
    buf_puts(&b, "{\"path\":\"x\",\"query\":\"q\",\"also\":[\"y\"");
    for (unsigned i = 1; i < TABLE_MAX_SOURCES; i++)
        buf_printf(&b, ",\"y%u\"", i);
    buf_puts(&b, "]}");
    buf_put_char(&b, '\0');
    assert_string_equal(call("table_query", buf_str(&b).p), "");
    buf_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_can_be_cancelled_and_names_its_file),
        cmocka_unit_test(columns_keep_their_order_and_none_means_all),
        cmocka_unit_test(rows_are_asked_for_by_position),
        cmocka_unit_test(a_query_has_the_defaults_that_clients_read),
        cmocka_unit_test(an_export_never_overwrites),
        cmocka_unit_test(every_tool_takes_the_table_of_a_workbook),
        cmocka_unit_test(a_query_and_an_export_may_name_further_files),
        cmocka_unit_test(arguments_outside_the_spec_do_not_reach_the_tables),
        cmocka_unit_test(no_more_further_files_than_a_query_may_have),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
