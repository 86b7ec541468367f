#include "tables_fixture.h"

#include "base/clock.h"

static struct table_source sources[TABLE_MAX_SOURCES + 1];
static struct call call;
static struct entries opened;
static struct str json;

/* The call of SQL over these files; NULL ends the list. */
static void call_of(const char *const names[], const char *sql)
{
    size_t n = 0;

    for (; names[n]; n++)
        sources[n] = source_in(names[n]);
    call = (struct call){.first = &sources[0], .also = {sources + 1, n - 1}};
    assert_ok(str_printf(&arena, &call.request, &err,
                         "{\"op\":\"query\",\"sql\":\"%s\","
                         "\"window_rows\":10,\"window_offset\":0}",
                         sql));
}

static enum err run(void)
{
    json = STR("");
    return call_run(tables, &call, &arena, &json, &err);
}

static void assert_rows(const char *rows)
{
    assert_ok(run());
    if (!strstr(json.p, rows))
        fail_msg("%s", json.p);
}

static const char *const two[] = {"a.csv", "b.csv", NULL};

static void write_two(void)
{
    write_file("a.csv", "id,n\n1,10\n2,20\n");
    write_file("b.csv", "id,m\n2,5\n1,7\n");
}

static void files_are_joined_by_their_names(void **state)
{
    (void)state;
    write_two();
    call_of(two, "SELECT sum(n * m) FROM a JOIN b USING (id)");
    assert_rows("\"rows\":[[170]]");
    call_of(two, "SELECT count(*) FROM data");
    assert_rows("\"rows\":[[2]]");
}

static void alone_a_file_has_no_name(void **state)
{
    struct worker_assignment as = {0};
    struct entries en = {.n = 1};

    (void)state;
    en.list[0].files.database = "x";
    sources[0] = source_in("a.csv");
    call = (struct call){.first = &sources[0]};
    call_assign(&call, &en, &as);
    assert_int_equal(as.databases[0].name.n, 0);
    assert_int_equal(as.databases[1].path.n, 0);
}

static void any_damaged_entry_of_several_is_built_again(void **state)
{
    (void)state;
    write_two();
    for (size_t i = 0; i < 2; i++) {
        call_of(two, "SELECT sum(n * m) FROM a JOIN b USING (id)");
        assert_ok(call_open(tables, &call, &opened, &err));
        assert_ok(fs_write_atomic(opened.list[i].files.database, "db",
                                  STR("no table"), false, &err));
        entries_release(&opened);
        open_tables("", "");
        assert_rows("\"rows\":[[170]]");
    }
}

static void a_file_of_several_that_changed_is_read_again(void **state)
{
    (void)state;
    write_two();
    call_of(two, "SELECT sum(n * m) FROM a JOIN b USING (id)");
    assert_rows("\"rows\":[[170]]");
    write_file("b.csv", "id,m\n2,1\n1,1\n");
    assert_rows("\"rows\":[[30]]");
}

static void a_bad_file_among_them_fails_the_call_by_its_name(void **state)
{
    static const char *const names[] = {"a.csv", "none.csv", NULL};

    (void)state;
    write_two();
    call_of(names, "SELECT 1");
    assert_int_equal(run(), ERR_NOT_FOUND);
    assert_non_null(strstr(err.msg, "none.csv"));
    write_file("none.csv", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 an .xls of old");
    assert_int_equal(run(), ERR_FILE_READ_FAILED);
    assert_non_null(strstr(err.msg, "none.csv"));
}

static void a_file_outside_the_root_is_none_of_them(void **state)
{
    (void)state;
    write_two();
    open_tables(folder, "");
    call_of(two, "SELECT 1");
    sources[0].path = STR("a.csv");
    sources[1].path = STR("../../etc/passwd");
    assert_int_equal(run(), ERR_SANDBOX_VIOLATION);
}

static void more_files_than_a_query_takes_are_refused(void **state)
{
    const char *names[TABLE_MAX_SOURCES + 2] = {0};

    (void)state;
    write_two();
    for (size_t i = 0; i < TABLE_MAX_SOURCES; i++)
        names[i] = "a.csv";
    call_of(names, "SELECT count(*) FROM a, a_2, a_16");
    assert_rows("\"rows\":[[8]]");
    names[TABLE_MAX_SOURCES] = "b.csv";
    call_of(names, "SELECT 1");
    assert_int_equal(run(), ERR_VALIDATION_FAILED);
}

static void one_deadline_and_one_flag_end_a_call_of_several(void **state)
{
    const atomic_bool cancel = true;

    (void)state;
    write_two();
    call_of(two, "SELECT count(*) FROM range(10000000000) r, a, b");
    assert_ok(call_open(tables, &call, &opened, &err));
    entries_release(&opened);
    sources[0].timeout_ms = 100;
    sources[1].timeout_ms = 600000; /* the first file's counts */
    assert_int_equal(run(), ERR_TIMEOUT);
    sources[0].timeout_ms = 0;
    sources[0].cancel = &cancel;
    assert_int_equal(run(), ERR_TIMEOUT);
}

static void the_profile_of_each_table_is_kept_apart(void **state)
{
    struct table_source s = {.path = STR(TESTS_DIR "/data/book.xlsx")};
    struct entry en;
    struct wire_wait wait = source_wait(tables, &s, DEFAULT_INGEST_MS);
    struct str map;
    struct str first;
    struct str other;
    struct str again;

    (void)state;
    assert_ok(call_profile(tables, &s, &arena, &map, &first, &err));
    s.sheet = STR("customers");
    assert_ok(call_profile(tables, &s, &arena, &map, &other, &err));
    assert_non_null(strstr(map.p, "\"row_count\":3,\"column_count\":2,"));
    assert_non_null(strstr(other.p, "\"name\":\"city\""));
    assert_ok(entry_open(tables, &s, &wait, &arena, &en, &err));
    assert_string_not_equal(en.profile, en.files.profile);
    assert_ok(call_profile(tables, &s, &arena, &map, &again, &err));
    assert_true(str_eq(again, other));
    s.sheet = STR("Summary"); /* the usual one, named */
    assert_ok(call_profile(tables, &s, &arena, &map, &again, &err));
    assert_true(str_eq(again, first));
    assert_int_equal(access(en.profile, F_OK), 0);
    cache_entry_drop(&en.files);
    assert_int_not_equal(access(en.profile, F_OK), 0);
    assert_int_not_equal(access(en.files.profile, F_OK), 0);
}

static void a_worker_serves_each_sheet_in_turn(void **state)
{
    static const char *const sheets[] = {"", "Customers", "", "orders 2024"};
    static const char *const rows[] = {"[[2]]", "[[3]]", "[[2]]", "[[4]]"};
    const struct table_window w = {.sql = STR("SELECT count(*) FROM data")};
    struct table_source s = {.path = STR(TESTS_DIR "/data/book.xlsx")};
    pid_t ids[8];

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        s.sheet = str_from(sheets[i]);
        assert_ok(table_query(tables, &s, &w, &arena, &json, &err));
        assert_non_null(strstr(json.p, rows[i]));
    }
    assert_int_equal(worker_pool_pids(tables->pool, ids, 8), 1);
}

static void what_was_opened_is_asked_as_it_was(void **state)
{
    const struct table_window w = {.sql = STR("SELECT sum(n) FROM data")};
    struct table_source s;

    (void)state;
    write_two();
    s = source_in("a.csv");
    assert_ok(table_open(tables, &s, &arena, &err));
    write_file("a.csv", "id,n\n1,1\n");
    assert_ok(table_get_profile(tables, &s, &arena, &json, &err));
    assert_non_null(strstr(json.p, "\"row_count\":2"));
    assert_ok(table_query(tables, &s, &w, &arena, &json, &err));
    assert_non_null(strstr(json.p, "\"rows\":[[30]]"));
    s.opened = NULL;
    assert_ok(table_query(tables, &s, &w, &arena, &json, &err));
    assert_non_null(strstr(json.p, "\"rows\":[[1]]"));
}

static void what_was_opened_and_is_damaged_is_built_again(void **state)
{
    const struct table_window w = {.sql = STR("SELECT sum(n) FROM data")};
    struct table_source s;

    (void)state;
    write_two();
    s = source_in("a.csv");
    assert_ok(table_open(tables, &s, &arena, &err));
    cache_entry_drop(&s.opened->files);
    assert_ok(table_query(tables, &s, &w, &arena, &json, &err));
    assert_non_null(strstr(json.p, "\"rows\":[[30]]"));
    open_tables("", ""); /* which ends the worker that has it open */
    assert_ok(fs_write_atomic(s.opened->files.database, "db", STR("no table"),
                              false, &err));
    assert_ok(table_query(tables, &s, &w, &arena, &json, &err));
    assert_non_null(strstr(json.p, "\"rows\":[[30]]"));
}

/* Its profile would be kept under the name of the other content. */
static void what_was_opened_and_must_be_read_again_may_not_have_changed(
    void **state)
{
    struct table_source s;

    (void)state;
    write_two();
    s = source_in("a.csv");
    assert_ok(table_open(tables, &s, &arena, &err));
    assert_ok(fs_write_atomic(s.opened->files.database, "db", STR("no table"),
                              false, &err));
    write_file("a.csv", "id,n\n1,1\n");
    assert_int_equal(table_get_profile(tables, &s, &arena, &json, &err),
                     ERR_CONFLICT);
    assert_non_null(strstr(err.msg, "try again"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TABLES_TEST(files_are_joined_by_their_names),
        TABLES_TEST(alone_a_file_has_no_name),
        TABLES_TEST(any_damaged_entry_of_several_is_built_again),
        TABLES_TEST(a_file_of_several_that_changed_is_read_again),
        TABLES_TEST(a_bad_file_among_them_fails_the_call_by_its_name),
        TABLES_TEST(a_file_outside_the_root_is_none_of_them),
        TABLES_TEST(more_files_than_a_query_takes_are_refused),
        TABLES_TEST(one_deadline_and_one_flag_end_a_call_of_several),
        TABLES_TEST(the_profile_of_each_table_is_kept_apart),
        TABLES_TEST(a_worker_serves_each_sheet_in_turn),
        TABLES_TEST(what_was_opened_is_asked_as_it_was),
        TABLES_TEST(what_was_opened_and_is_damaged_is_built_again),
        TABLES_TEST(
            what_was_opened_and_must_be_read_again_may_not_have_changed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
