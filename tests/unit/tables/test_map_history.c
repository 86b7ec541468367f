#include "tables_fixture.h"

static struct str map_of(const char *name)
{
    const struct table_source s = source_in(name);
    struct str json = STR("");

    assert_ok(table_get_map(tables, &s, &arena, &json, &err));
    return json;
}

static bool has_drift(struct str map)
{
    return str_find(map, STR(",\"drift\":{")) < map.n;
}

static void assert_drift(const char *name, const char *part)
{
    struct str map = map_of(name);
    size_t at = str_find(map, STR(",\"drift\":{"));

    if (str_find(str_slice(map, at, map.n), str_from(part)) == map.n - at)
        fail_msg("no %s in %.*s", part, STR_FMT(map));
}

static void a_file_seen_for_the_first_time_has_no_drift(void **state)
{
    (void)state;
    write_file("f.csv", "a,b\n1,x\n");
    assert_false(has_drift(map_of("f.csv")));
    assert_false(has_drift(map_of("f.csv")));
    write_file("f.csv", "a,b\n1,x\n"); /* another inode and time */
    assert_false(has_drift(map_of("f.csv")));
}

static void a_change_is_reported_until_the_next_one(void **state)
{
    (void)state;
    write_file("f.csv", "a,b\n1,x\n");
    (void)map_of("f.csv");
    write_file("f.csv", "a,b,c\n1,x,2\n");
    for (int i = 0; i < 2; i++)
        assert_drift("f.csv", "\"columns_added\":[{\"name\":\"c\",\"index\":2");
    write_file("f.csv", "a,b,c\n1,x,2\n3,y,4\n");
    assert_drift("f.csv", "\"row_count_before\":1,\"row_count_after\":2,"
                          "\"columns_added\":[],\"columns_removed\":[]");
    write_file("f.csv", "a,b\n1,x\n"); /* as at first */
    assert_drift("f.csv", "\"columns_removed\":[{\"name\":\"c\",\"index\":2");
}

static void only_what_was_mapped_is_compared_with(void **state)
{
    const struct table_source s = source_in("f.csv");
    const struct table_window w = {.sql = STR("SELECT * FROM data")};
    struct str json;

    (void)state;
    write_file("f.csv", "a\n1\n");
    (void)map_of("f.csv");
    write_file("f.csv", "b\n1\n");
    assert_ok(table_query(tables, &s, &w, &arena, &json, &err));
    write_file("f.csv", "a\n1\n");
    assert_false(has_drift(map_of("f.csv")));
}

static void other_options_are_not_drift(void **state)
{
    struct table_source s = source_in("f.csv");
    struct str json;

    (void)state;
    write_file("f.csv", "a;b,c\n1;2,3\n");
    (void)map_of("f.csv");
    s.read.delimiter = ';';
    assert_ok(table_get_map(tables, &s, &arena, &json, &err));
    assert_false(has_drift(json));
    s.read = (struct table_read_options){.header = TABLE_HEADER_NO};
    assert_ok(table_get_map(tables, &s, &arena, &json, &err));
    assert_false(has_drift(json));
    assert_false(has_drift(map_of("f.csv")));
}

static void the_older_entry_may_be_collected(void **state)
{
    struct cache_gc_report report;

    (void)state;
    write_file("f.csv", "a,b\n1,x\n");
    (void)map_of("f.csv");
    write_file("f.csv", "a,c\n1,x\n");
    assert_ok(cache_gc(&tables->home, false, &report, &err));
    assert_int_equal(report.entries_removed, 1);
    assert_drift("f.csv", "\"columns_renamed\":[{\"index\":1,"
                          "\"name_before\":\"b\",\"name_after\":\"c\"}]");
}

static void a_map_that_fails_changes_no_memory(void **state)
{
    const struct table_source s = source_in("f.csv");
    struct str json;

    (void)state;
    write_file("f.csv", "a,b\n1,x\n");
    (void)map_of("f.csv");
    write_file("f.csv", "");
    assert_int_not_equal(table_get_map(tables, &s, &arena, &json, &err), OK);
    write_file("f.csv", "a,b\n1,x\n2,y\n");
    assert_drift("f.csv", "\"row_count_before\":1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TABLES_TEST(a_file_seen_for_the_first_time_has_no_drift),
        TABLES_TEST(a_change_is_reported_until_the_next_one),
        TABLES_TEST(only_what_was_mapped_is_compared_with),
        TABLES_TEST(other_options_are_not_drift),
        TABLES_TEST(the_older_entry_may_be_collected),
        TABLES_TEST(a_map_that_fails_changes_no_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
