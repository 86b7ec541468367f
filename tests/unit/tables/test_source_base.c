#include "base_fixture.h"

#include "tables/source_base.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <time.h>

#define ORDERS "id,city,amount\n1,Lima,10\n2,Rome,32\n"

static void a_file_of_a_base_is_a_table_by_name_key_and_end_of_path(
    void **state)
{
    struct document d;
    struct str path;

    (void)state;
    add_file("in/orders.csv", ORDERS);
    assert_ok(document_find(&base, STR("orders.csv"), &arena, &d, &err));
    assert_row("handbook/in/orders.csv", "SELECT count(*) FROM data", "[2]");
    assert_row("handbook/orders.csv", "SELECT sum(amount) FROM data", "[42]");
    assert_ok(str_printf(&arena, &path, &err, "handbook/%.*s", STR_FMT(d.key)));
    assert_row(path.p, "SELECT min(city) FROM data", "[\"Lima\"]");
}

static void its_map_says_whose_it_is_and_not_that_the_key_has_no_suffix(
    void **state)
{
    struct document d;
    struct str path;
    struct str map;

    (void)state;
    add_file("orders.csv", ORDERS);
    assert_ok(document_find(&base, STR("orders.csv"), &arena, &d, &err));
    assert_ok(str_printf(&arena, &path, &err,
                         ",\"bytes\":35,\"base\":\"handbook\",\"document\":"
                         "\"%.*s\",\"version\":1}}",
                         STR_FMT(d.key)));
    map = map_of("handbook/orders.csv");
    if (!str_ends(map, path))
        fail_msg("%.*s", STR_FMT(map));
    assert_true(holds(map, "\"source\":{\"sha256\":\""));
    assert_ok(str_printf(&arena, &path, &err, "handbook/%.*s", STR_FMT(d.key)));
    assert_true(holds(map_of(path.p), "\"caution\":null"));
}

/* Files of the base's tables whose names end so. */
static size_t count_files(const char *suffix)
{
    struct str *list;
    size_t n;
    size_t found = 0;

    assert_ok(
        fs_list_tree(base.derived.cache, "tables", &arena, &list, &n, &err));
    for (size_t i = 0; i < n; i++)
        found += str_ends(list[i], str_from(suffix));
    return found;
}

static size_t count_tables(void)
{
    return count_files(".duckdb");
}

static void its_entry_lies_in_the_base_and_not_in_the_home(void **state)
{
    struct str *list;
    size_t n;

    (void)state;
    add_file("orders.csv", ORDERS);
    (void)map_of("handbook/orders.csv");
    assert_int_equal(count_tables(), 1);
    assert_int_equal(count_files(".map.json"), 1);
    assert_ok(
        fs_list_tree(tables->home.cache, "cache", &arena, &list, &n, &err));
    for (size_t i = 0; i < n; i++)
        assert_false(str_ends(list[i], STR(".duckdb")));
}

static void what_was_read_needs_its_original_no_more(void **state)
{
    struct str *list;
    size_t n;

    (void)state;
    add_file("orders.csv", ORDERS);
    (void)map_of("handbook/orders.csv");
    assert_ok(fs_list_tree(base.files, "files", &arena, &list, &n, &err));
    assert_int_equal(n, 1);
    assert_int_equal(unlink(fs_join(base.files, list[0].p, &arena, &err)), 0);
    assert_row("handbook/orders.csv", "SELECT count(*) FROM data", "[2]");
}

static void an_existing_file_wins_over_a_base(void **state)
{
    char before[4096];

    (void)state;
    add_file("orders.csv", ORDERS);
    assert_non_null(getcwd(before, sizeof(before)));
    assert_ok(fs_mkdirs(in("handbook"), "handbook", &err));
    write_file("handbook/orders.csv", "id\n7\n");
    assert_int_equal(chdir(folder), 0);
    assert_row("handbook/orders.csv", "SELECT id FROM data", "[7]");
    assert_int_equal(chdir(before), 0);
}

/* Evidence of a base cannot be forged by a file beside it. */
static void a_document_of_an_open_base_is_never_a_file(void **state)
{
    const struct table_range all = {.start = 1, .count = 10};
    struct table_source s = {.base = &base, .path = STR("handbook/orders.csv")};
    char before[4096];
    struct str json;

    (void)state;
    add_file("orders.csv", ORDERS);
    assert_non_null(getcwd(before, sizeof(before)));
    assert_ok(fs_mkdirs(in("handbook"), "handbook", &err));
    write_file("handbook/orders.csv", "id\n7\n");
    assert_int_equal(chdir(folder), 0);
    assert_ok(table_read_rows(tables, &s, &all, &arena, &json, &err));
    assert_true(holds(json, "\"Lima\""));
    assert_int_equal(chdir(before), 0);
    s.path = STR("handbook/none.csv");
    assert_int_equal(table_read_rows(tables, &s, &all, &arena, &json, &err),
                     ERR_NOT_FOUND);
}

static void an_element_edited_is_an_element_queried(void **state)
{
    (void)state;
    edit(DATA_CREATE, "/d",
         "{\"note\":\"x\",\"items\":[{\"a\":1,\"b\":\"x\"},{\"a\":2}]}");
    assert_row("handbook/d", "SELECT sum(a), count(b) FROM data", "[3,1]");
    assert_row("handbook/d#/items", "SELECT sum(a) FROM data", "[3]");
    edit(DATA_SET, "/d/items/1/a", "40");
    assert_row("handbook/d", "SELECT sum(a) FROM data", "[41]");
    edit(DATA_CREATE, "/d/items/-", "{\"a\":1}");
    assert_row("handbook/d#/items", "SELECT count(*) FROM data", "[3]");
}

static void the_map_of_json_says_where_the_list_stands(void **state)
{
    struct str map;

    (void)state;
    edit(DATA_CREATE, "/d", "{\"a/b\":[{\"x\":1}]}");
    map = map_of("handbook/d");
    assert_true(holds(map, "\"pointer\":\"/a~1b\",\"base\":\"handbook\","));
    assert_true(holds(map, "\"version\":1}}"));
    assert_true(holds(map, "\"bytes\":9,"));
    edit(DATA_SET, "/d/a~1b/0/x", "2");
    assert_true(holds(map_of("handbook/d#/a~1b"), "\"version\":2}}"));
}

static void a_number_keeps_its_digits_from_the_tree_to_the_answer(void **state)
{
    (void)state;
    edit(DATA_CREATE, "/d", "[{\"n\":12345678901234567890123}]");
    assert_row("handbook/d", "SELECT n FROM data",
               "[\"12345678901234567890123\"]");
}

static void json_that_is_no_list_names_the_pointers_that_would_do(void **state)
{
    (void)state;
    edit(DATA_CREATE, "/two",
         "{\"a\":[{\"x\":1}],\"b\":[{\"y\":1}],\"c\":[1],\"e\":[]}");
    edit(DATA_CREATE, "/deep", "{\"r\":{\"items\":[{\"x\":1}]}}");
    edit(DATA_CREATE, "/none", "{\"a\":[1,{\"x\":1}],\"b\":{}}");
    assert_fails("handbook/two", ERR_VALIDATION_FAILED, "in it: #/a, #/b");
    assert_fails("handbook/two#/c", ERR_NOT_FOUND, "contains none");
    assert_fails("handbook/two#/e", ERR_NOT_FOUND, "contains none");
    assert_fails("handbook/deep", ERR_VALIDATION_FAILED, "#/r/items");
    assert_row("handbook/deep#/r", "SELECT x FROM data", "[1]");
    assert_fails("handbook/none", ERR_NOT_FOUND, "contains none");
    assert_fails("handbook/two#/nowhere", ERR_NOT_FOUND, "handbook/two");
}

static void a_pointer_into_what_is_not_json_is_refused(void **state)
{
    (void)state;
    add_file("orders.csv", ORDERS);
    assert_fails("handbook/orders.csv#/a", ERR_VALIDATION_FAILED,
                 "is for JSON");
    add_file("c#/x.csv", "id\n5\n");
    assert_row("handbook/c#/x.csv", "SELECT id FROM data", "[5]");
}

static void a_missing_name_is_reported_with_those_that_exist(void **state)
{
    (void)state;
    add_file("orders.csv", ORDERS);
    assert_fails("handbook/none.csv", ERR_NOT_FOUND, "it has orders.csv");
    assert_fails("none/orders.csv", ERR_NOT_FOUND,
                 "no such file or directory; nor is there a base 'none'");
    assert_fails("handbook", ERR_NOT_FOUND, "'handbook' is a base");
    assert_fails("nothing.csv", ERR_NOT_FOUND, "no such file or directory");
}

static void looking_for_a_file_makes_no_database(void **state)
{
    (void)state;
    assert_fails("some/file.csv", ERR_NOT_FOUND, "no such file or directory");
    assert_null(strstr(err.msg, "base"));
    assert_int_not_equal(access(in("home/quarry.db"), F_OK), 0);
}

static void below_a_root_no_base_is_reached(void **state)
{
    (void)state;
    add_file("orders.csv", ORDERS);
    assert_ok(fs_mkdirs(in("root"), "root", &err));
    open_tables(in("root"), "");
    assert_fails("handbook/orders.csv", ERR_NOT_FOUND, "no such file");
    assert_null(strstr(err.msg, "base"));
}

static void assert_join(const struct table_source *s, size_t n, const char *sql,
                        const char *want)
{
    const struct table_window w = {.sql = str_from(sql),
                                   .also = {s + 1, n - 1}};
    struct str json;

    assert_ok(table_query(tables, s, &w, &arena, &json, &err));
    if (!holds(json, want))
        fail_msg("%.*s", STR_FMT(json));
}

static void files_of_a_base_join_each_other_and_ad_hoc_files_by_name(
    void **state)
{
    struct document d;
    struct table_source s[3] = {{.path = STR("handbook/d#/rows/0/cities")}};

    (void)state;
    add_file("in/orders.csv", ORDERS);
    edit(DATA_CREATE, "/d",
         "{\"rows\":[{\"cities\":[{\"name\":\"Rome\",\"people\":3}]}]}");
    write_file("extra.csv", "name,mayor\nRome,Ann\n");
    assert_ok(document_find(&base, STR("orders.csv"), &arena, &d, &err));
    assert_ok(
        str_printf(&arena, &s[1].path, &err, "handbook/%.*s", STR_FMT(d.key)));
    s[2] = source_in("extra.csv");
    assert_join(s, 3,
                "SELECT amount, people, mayor FROM orders "
                "JOIN cities ON city = cities.name "
                "JOIN extra ON city = extra.name",
                "[[32,3,\"Ann\"]]");
}

static void an_export_is_written_from_a_base(void **state)
{
    const struct table_source s = {.path = STR("handbook/d")};
    const struct table_export_target to = {.path = str_from(in("out.csv")),
                                           .format = STR("csv")};
    struct str json;

    (void)state;
    edit(DATA_CREATE, "/d", "[{\"a\":1},{\"a\":2}]");
    assert_ok(table_export(tables, &s, &to, &arena, &json, &err));
    assert_holds("out.csv", "a\r\n1\r\n2\r\n");
}

static void the_profile_is_kept_in_the_base_as_well(void **state)
{
    const struct table_source s = {.path = STR("handbook/d")};
    struct str json;

    (void)state;
    edit(DATA_CREATE, "/d", "[{\"a\":1},{\"a\":2}]");
    assert_ok(table_stats(tables, &s, NULL, &arena, &json, &err));
    assert_true(holds(json, "\"sum\":3"));
    assert_int_equal(count_files(".profile.json"), 1);
}

static void a_damaged_table_of_a_base_is_built_again(void **state)
{
    struct str *list;
    size_t n;

    (void)state;
    add_file("orders.csv", ORDERS);
    (void)map_of("handbook/orders.csv");
    assert_ok(
        fs_list_tree(base.derived.cache, "tables", &arena, &list, &n, &err));
    for (size_t i = 0; i < n; i++)
        if (str_ends(list[i], STR(".duckdb")))
            assert_int_equal(
                truncate(fs_join(base.derived.cache, list[i].p, &arena, &err),
                         100),
                0);
    assert_row("handbook/orders.csv", "SELECT count(*) FROM data", "[2]");
}

static void an_older_version_is_read_by_its_number(void **state)
{
    (void)state;
    add_file("orders.csv", ORDERS);
    add_file("orders.csv", "id\n7\n");
    edit(DATA_CREATE, "/d", "[{\"a\":1}]");
    edit(DATA_SET, "/d/0/a", "2");
    assert_row("handbook/orders.csv", "SELECT max(id) FROM data", "[7]");
    assert_row("handbook/orders.csv@1", "SELECT max(id) FROM data", "[2]");
    assert_row("handbook/orders.csv@2", "SELECT max(id) FROM data", "[7]");
    assert_row("handbook/d@1", "SELECT a FROM data", "[1]");
    assert_row("handbook/d", "SELECT a FROM data", "[2]");
    assert_row("handbook/d@2#", "SELECT a FROM data", "[2]");
    assert_true(holds(map_of("handbook/d@1"), "\"version\":1}}"));
    assert_fails("handbook/d@3", ERR_NOT_FOUND, "no version 3");
    assert_fails("handbook/none@3", ERR_NOT_FOUND, "no document 'none@3'");
    add_file("a@1.csv", "id\n9\n");
    add_file("b@1", "id\n5\n");
    assert_row("handbook/b@1", "SELECT id FROM data", "[5]");
}

/* As if all tables had been made an hour ago. */
static void age_tables(void)
{
    const struct timespec past[2] = {{.tv_sec = time(NULL) - 3600},
                                     {.tv_sec = time(NULL) - 3600}};
    struct str *list;
    size_t n;

    assert_ok(
        fs_list_tree(base.derived.cache, "tables", &arena, &list, &n, &err));
    for (size_t i = 0; i < n; i++)
        assert_int_equal(
            utimensat(AT_FDCWD,
                      fs_join(base.derived.cache, list[i].p, &arena, &err),
                      past, 0),
            0);
}

static void a_document_that_is_edited_and_asked_keeps_one_table(void **state)
{
    (void)state;
    edit(DATA_CREATE, "/d", "[{\"a\":1}]");
    edit(DATA_CREATE, "/same", "[{\"a\":1}]");
    (void)map_of("handbook/d");
    edit(DATA_SET, "/d/0/a", "2");
    (void)map_of("handbook/d");
    age_tables();
    edit(DATA_SET, "/d/0/a", "3");
    (void)map_of("handbook/d");
    assert_int_equal(count_tables(), 2);  /* the other is of /same */
    assert_int_equal(count_files(""), 8); /* each with its map and checksums */
    (void)map_of("handbook/d#");          /* the same by another spelling */
    (void)map_of("handbook/same");
    assert_int_equal(count_tables(), 2);
    edit(DATA_SET, "/d/0/a", "4");
    (void)map_of("handbook/d");
    assert_int_equal(count_tables(), 3); /* somebody may just have found it */
    assert_row("handbook/d@1", "SELECT a FROM data", "[1]");
    assert_row("handbook/d", "SELECT a FROM data", "[4]");
}

#define THREADS 3
#define CALLS   6

/* Both rows are always of one write; returns how many calls were wrong. */
static void *ask_often(void *arg)
{
    const struct table_source s = {.path = STR("handbook/d")};
    const struct table_window w = {
        .sql = STR("SELECT max(n) - min(n), count(*) FROM data")};
    intptr_t wrong = 0;

    (void)arg;
    for (int i = 0; i < CALLS; i++) {
        struct arena own;
        struct error why;
        struct str json;

        arena_init(&own, 64 << 20);
        wrong += table_query(tables, &s, &w, &own, &json, &why) != OK ||
                 !holds(json, "\"rows\":[[0,2]]");
        arena_release(&own);
    }
    return (void *)wrong; /* NOLINT(performance-no-int-to-ptr) */
}

static void threads_ask_while_another_edits_and_each_sees_one_version(
    void **state)
{
    pthread_t thread[THREADS];
    void *wrong[THREADS] = {0};
    char value[64];

    (void)state;
    edit(DATA_CREATE, "/d", "[{\"n\":0},{\"n\":0}]");
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, ask_often, NULL), 0);
    for (int i = 1; i <= CALLS; i++) {
        (void)snprintf(value, sizeof(value), "[{\"n\":%d},{\"n\":%d}]", i, i);
        edit(DATA_SET, "/d", value);
    }
    for (size_t i = 0; i < THREADS; i++) /* all, before one may fail */
        assert_int_equal(pthread_join(thread[i], &wrong[i]), 0);
    for (size_t i = 0; i < THREADS; i++)
        assert_null(wrong[i]);
    assert_row("handbook/d", "SELECT min(n) FROM data", "[6]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HANDBOOK_TEST(a_file_of_a_base_is_a_table_by_name_key_and_end_of_path),
        HANDBOOK_TEST(
            its_map_says_whose_it_is_and_not_that_the_key_has_no_suffix),
        HANDBOOK_TEST(its_entry_lies_in_the_base_and_not_in_the_home),
        HANDBOOK_TEST(what_was_read_needs_its_original_no_more),
        HANDBOOK_TEST(an_existing_file_wins_over_a_base),
        HANDBOOK_TEST(a_document_of_an_open_base_is_never_a_file),
        HANDBOOK_TEST(an_element_edited_is_an_element_queried),
        HANDBOOK_TEST(the_map_of_json_says_where_the_list_stands),
        HANDBOOK_TEST(a_number_keeps_its_digits_from_the_tree_to_the_answer),
        HANDBOOK_TEST(json_that_is_no_list_names_the_pointers_that_would_do),
        HANDBOOK_TEST(a_pointer_into_what_is_not_json_is_refused),
        HANDBOOK_TEST(a_missing_name_is_reported_with_those_that_exist),
        TABLES_TEST(looking_for_a_file_makes_no_database),
        HANDBOOK_TEST(below_a_root_no_base_is_reached),
        HANDBOOK_TEST(files_of_a_base_join_each_other_and_ad_hoc_files_by_name),
        HANDBOOK_TEST(an_export_is_written_from_a_base),
        HANDBOOK_TEST(the_profile_is_kept_in_the_base_as_well),
        HANDBOOK_TEST(a_damaged_table_of_a_base_is_built_again),
        HANDBOOK_TEST(an_older_version_is_read_by_its_number),
        HANDBOOK_TEST(a_document_that_is_edited_and_asked_keeps_one_table),
        HANDBOOK_TEST(
            threads_ask_while_another_edits_and_each_sees_one_version),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
