#include "base/fs_fixture.h"

#include "base/json.h"
#include "tables/drift.h"

#define SHA "0123"
#define COLUMN(name, type)                                         \
    "{\"name\":\"" name "\",\"index\":0,\"inferred_type\":\"" type \
    "\",\"sql_type\":\"" type "\"}"
#define MAP(delimiter, header, rows, columns, formats)                         \
    "{\"format\":\"csv\",\"delimiter\":\"" delimiter                           \
    "\",\"has_header\":" header ",\"row_count\":" rows                         \
    ",\"columns\":[" columns "],\"chunks\":[{}],"                              \
    "\"tables\":[],\"fidelity\":{\"line_ending\":\"lf\",\"columns\":[" formats \
    "],\"notes\":[\"x\"]},\"caution\":null,\"source\":{}}"
#define PLAIN(columns) MAP(",", "true", "2", columns, "")
#define SHEET(name, rows, columns)                              \
    "{\"name\":\"" name "\",\"index\":0,\"row_count\":" rows    \
    ",\"column_count\":1,\"hidden\":false,\"has_header\":true," \
    "\"columns\":[" columns "],\"chunks\":[],\"fidelity\":{\"columns\":[]}}"
#define BOOK(sheets)                                       \
    "{\"format\":\"xlsx\",\"row_count\":9,\"columns\":[]," \
    "\"tables\":[" sheets "],\"fidelity\":{},\"table\":\"A\"}"

static struct str drift;

static struct str summary_of(const char *map)
{
    struct str s = {0};

    if (drift_summarize(str_from(map), &arena, &s, &err))
        fail_msg("%s", err.msg);
    return s;
}

static void compare(const char *before, const char *now)
{
    const struct drift_pair p = {STR(SHA), summary_of(before), summary_of(now)};

    if (drift_compare(&p, &arena, &drift, &err))
        fail_msg("%s", err.msg);
}

static void assert_says(const char *part)
{
    if (!strstr(drift.p, part))
        fail_msg("no %s in %s", part, drift.p);
}

#define NOTHING_ELSE                                                      \
    "\"columns_added\":[],\"columns_removed\":[],\"columns_renamed\":[]," \
    "\"columns_retyped\":[],\"columns_reformatted\":[],"                  \
    "\"columns_reordered\":false}"

static void other_rows_change_no_column(void **state)
{
    (void)state;
    compare(MAP(",", "true", "2", COLUMN("a", "x"), ""),
            MAP(",", "true", "3", COLUMN("a", "x"), ""));
    assert_string_equal(drift.p,
                        "{\"sha256_before\":\"" SHA "\",\"changes\":[],"
                        "\"row_count_before\":2,\"row_count_after\":3," //
                        NOTHING_ELSE);
}

static void a_summary_is_of_the_file_whichever_sheet_is_on_top(void **state)
{
    struct str s = summary_of(BOOK(SHEET("A", "1", COLUMN("a", "x"))));

    (void)state;
    assert_string_equal(s.p,
                        "{\"format\":\"xlsx\",\"tables\":[{\"name\":\"A\","
                        "\"row_count\":1,\"column_count\":1,\"hidden\":false,"
                        "\"has_header\":true,\"columns\":[{\"name\":\"a\","
                        "\"inferred_type\":\"x\",\"sql_type\":\"x\"}],"
                        "\"fidelity\":{\"columns\":[]}}]}");
}

static void a_column_more_is_added_and_one_less_removed(void **state)
{
    (void)state;
    compare(PLAIN(COLUMN("a", "x") "," COLUMN("b", "x")),
            PLAIN(COLUMN("a", "x") "," COLUMN("c", "y") "," COLUMN("b", "x")));
    assert_says("\"columns_added\":[{\"name\":\"c\",\"index\":1,"
                "\"inferred_type\":\"y\",\"sql_type\":\"y\"}],"
                "\"columns_removed\":[],\"columns_renamed\":[]");
    assert_says("\"columns_reordered\":false");
    compare(PLAIN(COLUMN("a", "x") "," COLUMN("c", "y") "," COLUMN("b", "x")),
            PLAIN(COLUMN("a", "x") "," COLUMN("b", "x")));
    assert_says("\"columns_added\":[],\"columns_removed\":[{\"name\":\"c\","
                "\"index\":1,");
}

static void another_type_is_reported_by_name_wherever_the_column_is(
    void **state)
{
    (void)state;
    compare(PLAIN(COLUMN("a", "x") "," COLUMN("b", "x")),
            PLAIN(COLUMN("b", "y") "," COLUMN("a", "x")));
    assert_says("\"columns_retyped\":[{\"name\":\"b\",\"type_before\":\"x\","
                "\"type_after\":\"y\",\"sql_type_before\":\"x\","
                "\"sql_type_after\":\"y\"}]");
    assert_says("\"columns_reordered\":true");
}

static void another_name_where_all_else_is_equal_is_a_renaming(void **state)
{
    (void)state;
    compare(PLAIN(COLUMN("a", "x") "," COLUMN("b", "y")),
            PLAIN(COLUMN("a", "x") "," COLUMN("B", "y")));
    assert_says("\"columns_added\":[],\"columns_removed\":[],"
                "\"columns_renamed\":[{\"index\":1,\"name_before\":\"b\","
                "\"name_after\":\"B\"}]");
}

static void what_may_be_another_column_is_added_and_removed(void **state)
{
    static const char *const pairs[][2] = {
        /* another type */
        {PLAIN(COLUMN("a", "x") "," COLUMN("b", "y")),
         PLAIN(COLUMN("a", "x") "," COLUMN("c", "z"))},
        /* another place */
        {PLAIN(COLUMN("a", "x") "," COLUMN("b", "x")),
         PLAIN(COLUMN("c", "x") "," COLUMN("a", "x"))},
        /* a column more */
        {PLAIN(COLUMN("a", "x") "," COLUMN("b", "x")),
         PLAIN(COLUMN("a", "x") "," COLUMN("c", "x") "," COLUMN("d", "x"))},
        /* another column changed, too */
        {PLAIN(COLUMN("a", "x") "," COLUMN("b", "x")),
         PLAIN(COLUMN("a", "y") "," COLUMN("c", "x"))},
        /* most names are others */
        {PLAIN(COLUMN("a", "x")), PLAIN(COLUMN("c", "x"))},
        {PLAIN(COLUMN("a", "x") "," COLUMN("b", "x") "," COLUMN("d", "x")),
         PLAIN(COLUMN("a", "x") "," COLUMN("c", "x") "," COLUMN("e", "x"))},
        /* written in another way */
        {MAP(",", "true", "2", COLUMN("a", "x") "," COLUMN("b", "x"),
             "{},{\"date_format\":\"D/M/Y\"}"),
         MAP(",", "true", "2", COLUMN("a", "x") "," COLUMN("c", "x"),
             "{},{\"date_format\":\"M/D/Y\"}")},
        /* the header is gone */
        {MAP(",", "true", "2", COLUMN("a", "x") "," COLUMN("b", "x"), ""),
         MAP(",", "false", "2", COLUMN("a", "x") "," COLUMN("c", "x"), "")},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        compare(pairs[i][0], pairs[i][1]);
        assert_says("\"columns_renamed\":[]");
        assert_says("\"columns_added\":[{\"name\":\"c\"");
        assert_null(strstr(drift.p, "\"columns_removed\":[]"));
    }
}

static void another_dialect_and_other_formats_are_reported(void **state)
{
    (void)state;
    compare(MAP(",", "true", "2", COLUMN("a", "x"),
                "{\"name\":\"a\",\"date_format\":\"D/M/Y\"}"),
            MAP(";", "false", "2", COLUMN("a", "x"),
                "{\"name\":\"a\",\"date_format\":\"M/D/Y\",\"percent\":true}"));
    assert_says("\"changes\":[{\"field\":\"delimiter\",\"before\":\",\","
                "\"after\":\";\"},{\"field\":\"has_header\",\"before\":true,"
                "\"after\":false}]");
    assert_says("\"columns_reformatted\":[{\"name\":\"a\","
                "\"field\":\"date_format\",\"before\":\"D/M/Y\","
                "\"after\":\"M/D/Y\"},{\"name\":\"a\",\"field\":\"percent\","
                "\"before\":null,\"after\":true}]");
}

static void sheets_come_go_and_change(void **state)
{
    (void)state;
    compare(BOOK(SHEET("A", "1", COLUMN("a", "x")) "," SHEET(
                "B", "2", COLUMN("b", "x")) "," SHEET("C", "3", "")),
            BOOK(SHEET("A", "1", COLUMN("a", "x")) "," SHEET(
                "C", "4", COLUMN("c", "x")) "," SHEET("D", "5", "")));
    assert_says("\"tables_added\":[{\"name\":\"D\",\"row_count\":5,"
                "\"column_count\":1}],"
                "\"tables_removed\":[{\"name\":\"B\",\"row_count\":2,"
                "\"column_count\":1}],"
                "\"tables_changed\":[{\"name\":\"C\",\"changes\":[],"
                "\"row_count_before\":3,\"row_count_after\":4,"
                "\"columns_added\":[{\"name\":\"c\"");
    assert_null(strstr(drift.p, "\"name\":\"A\""));
}

static void a_text_that_became_a_workbook_is_another_format(void **state)
{
    (void)state;
    compare(PLAIN(COLUMN("a", "x")), BOOK(SHEET("A", "1", "")));
    assert_says("{\"field\":\"format\",\"before\":\"csv\",\"after\":\"xlsx\"}");
    assert_says("\"tables_added\":[{\"name\":\"A\"");
}

/* As many as a table may have, none of them as before. */
static void ten_thousand_columns_are_compared(void **state)
{
    enum { COLUMNS = 10000 };
    struct str map[2];
    struct json *root;
    struct arena own;

    (void)state;
    arena_init(&own, (size_t)256 << 20);
    for (size_t side = 0; side < 2; side++) {
        struct buf b;
        struct str s;

        buf_init(&b, 8 << 20);
        buf_puts(&b, "{\"columns\":[");
        for (int i = 0; i < COLUMNS; i++)
            buf_printf(&b, "%s{\"name\":\"%s%d\"}", i ? "," : "",
                       side ? "new" : "old", i);
        buf_puts(&b, "]}");
        assert_int_equal(buf_finish(&b, &s, &err), OK);
        assert_int_equal(str_dup(s, &own, &map[side], &err), OK);
        buf_release(&b);
    }
    assert_int_equal(
        drift_compare(&(struct drift_pair){STR(SHA), map[0], map[1]}, &own,
                      &drift, &err),
        OK);
    assert_int_equal(json_parse(drift, &json_default_limits, &own, &root, &err),
                     OK);
    assert_int_equal(json_find(root, "columns_added")->count, COLUMNS);
    assert_int_equal(json_find(root, "columns_removed")->count, COLUMNS);
    arena_release(&own);
}

static void an_invalid_map_is_refused(void **state)
{
    static const char *const odd[] = {
        "{}", "{\"columns\":7,\"tables\":true,\"fidelity\":[]}",
        "{\"columns\":[1,null,{}],\"fidelity\":{\"columns\":{}}}",
        "{\"tables\":[1,{\"name\":4},{\"columns\":[[]]}]}"};

    (void)state;
    assert_int_equal(drift_summarize(STR("{"), &arena, &drift, &err),
                     ERR_VALIDATION_FAILED);
    for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
        for (size_t k = 0; k < sizeof(odd) / sizeof(odd[0]); k++)
            compare(odd[i], odd[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(other_rows_change_no_column),
        FS_TEST(a_summary_is_of_the_file_whichever_sheet_is_on_top),
        FS_TEST(a_column_more_is_added_and_one_less_removed),
        FS_TEST(another_type_is_reported_by_name_wherever_the_column_is),
        FS_TEST(another_name_where_all_else_is_equal_is_a_renaming),
        FS_TEST(what_may_be_another_column_is_added_and_removed),
        FS_TEST(another_dialect_and_other_formats_are_reported),
        FS_TEST(sheets_come_go_and_change),
        FS_TEST(a_text_that_became_a_workbook_is_another_format),
        FS_TEST(ten_thousand_columns_are_compared),
        FS_TEST(an_invalid_map_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
