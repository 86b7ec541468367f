#include "tables_fixture.h"

#include <sys/stat.h>

static struct str json;

static enum err export_to(const char *path, const char *sql, bool overwrite)
{
    const struct table_source s = source_in("f.csv");
    const struct table_export_target target = {.path = str_from(path),
                                               .format = STR("csv"),
                                               .sql = str_from(sql),
                                               .overwrite = overwrite};

    return table_export(tables, &s, &target, &arena, &json, &err);
}

static enum err query_with(const struct table_source *s, const char *sql)
{
    const struct table_window w = {.sql = str_from(sql)};

    return table_query(tables, s, &w, &arena, &json, &err);
}

static void the_worker_can_be_probed(void **state)
{
    (void)state;
    assert_ok(tables_probe_worker(tables, &arena, &json, &err));
    assert_non_null(strstr(json.p, "\"sandbox_whole\":true"));
}

static void a_home_that_cannot_be_made_is_an_error(void **state)
{
    const struct tables_options o = {.home = str_from(in("f/home"))};
    struct tables *t = NULL;

    (void)state;
    write_file("f", "");
    assert_int_equal(tables_new(&o, &t, &err), ERR_FILE_WRITE_FAILED);
    assert_null(t);
    tables_free(t);
}

static void exports_land_in_the_draft_folder_only(void **state)
{
    static const char *const paths[] = {"../out.csv", "/tmp/out.csv",
                                        "a/../../out.csv", "link/out.csv"};

    (void)state;
    write_file("f.csv", "n,word\n1,a\n2,b\n");
    open_tables("", in("draft"));
    assert_int_equal(mkdir(in("draft"), 0700), 0);
    assert_int_equal(symlink(folder, in("draft/link")), 0);
    assert_ok(export_to("sub/out.csv", "SELECT n FROM data", false));
    assert_holds("draft/sub/out.csv", "n\r\n1\r\n2\r\n");
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
        assert_int_equal(export_to(paths[i], "", true), ERR_SANDBOX_VIOLATION);
    assert_int_equal(entries(in("draft")), 2);
    assert_int_not_equal(access(in("out.csv"), F_OK), 0);
}

static void a_failed_export_leaves_nothing(void **state)
{
    (void)state;
    write_file("f.csv", "n,word\n1,a\n2,b\n");
    open_tables("", in("draft"));
    assert_int_equal(export_to("out.csv", "SELECT none FROM data", false),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(export_to("out.csv", "SELECT word::INT FROM data", false),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(export_to("out.csv", "DROP TABLE data", false),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(entries(in("draft")), 0);
    assert_int_equal(entries(tables->home.build), 0);
    assert_ok(export_to("out.csv", "", false));
    assert_int_equal(export_to("out.csv", "", false), ERR_CONFLICT);
    assert_ok(export_to("out.csv", "SELECT 1 AS one", true));
    assert_int_equal(entries(in("draft")), 1);
}

static void an_export_of_a_damaged_entry_builds_it_again(void **state)
{
    const struct table_source s = source_in("f.csv");
    const struct wire_wait wait = source_wait(tables, &s, DEFAULT_INGEST_MS);
    struct entry en;

    (void)state;
    write_file("f.csv", "n\n1\n2\n");
    assert_ok(entry_open(tables, &s, &wait, &arena, &en, &err));
    assert_ok(
        fs_write_atomic(en.files.database, "db", STR("no table"), false, &err));
    assert_ok(export_to(in("out.csv"), "", false));
    assert_holds("out.csv", "n\r\n1\r\n2\r\n");
}

static void an_export_onto_its_own_source_is_whole(void **state)
{
    (void)state;
    write_file("f.csv", "n\n1\n2\n");
    assert_ok(export_to(in("f.csv"), "SELECT n + 1 AS n FROM data", true));
    assert_holds("f.csv", "n\r\n2\r\n3\r\n");
}

static void a_call_ends_at_its_deadline_and_the_next_one_works(void **state)
{
    struct table_source s = source_in("f.csv");

    (void)state;
    write_file("f.csv", "n\n1\n2\n");
    assert_ok(query_with(&s, "SELECT n FROM data"));
    s.timeout_ms = 100;
    assert_int_equal(
        query_with(&s, "SELECT count(*) FROM range(1000000) a, range(1000000) "
                       "b, data WHERE a.range + b.range + n = -1"),
        ERR_TIMEOUT);
    s.timeout_ms = 0;
    assert_ok(query_with(&s, "SELECT n FROM data"));
}

static void a_raised_flag_cancels_every_call(void **state)
{
    struct table_source s = source_in("f.csv");
    atomic_bool cancel = true;

    (void)state;
    write_file("f.csv", "n\n1\n2\n");
    s.cancel = &cancel;
    assert_int_equal(table_get_map(tables, &s, &arena, &json, &err),
                     ERR_TIMEOUT);
    assert_int_equal(query_with(&s, "SELECT n FROM data"), ERR_TIMEOUT);
    atomic_store(&cancel, false);
    assert_ok(query_with(&s, "SELECT n FROM data"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TABLES_TEST(the_worker_can_be_probed),
        TABLES_TEST(a_home_that_cannot_be_made_is_an_error),
        TABLES_TEST(exports_land_in_the_draft_folder_only),
        TABLES_TEST(a_failed_export_leaves_nothing),
        TABLES_TEST(an_export_of_a_damaged_entry_builds_it_again),
        TABLES_TEST(an_export_onto_its_own_source_is_whole),
        TABLES_TEST(a_call_ends_at_its_deadline_and_the_next_one_works),
        TABLES_TEST(a_raised_flag_cancels_every_call),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
