#include "tables_fixture.h"

#include "tables/source.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

#define SUM                                                       \
    "{\"op\":\"query\",\"sql\":\"SELECT sum(n) AS s FROM data\"," \
    "\"window_rows\":10,\"window_offset\":0}"

static struct entry entry;

static enum err open_source(const struct table_source *s)
{
    const struct wire_wait wait = source_wait(tables, s, DEFAULT_INGEST_MS);

    return entry_open(tables, s, &wait, &arena, &entry, &err);
}

static enum err open_entry(const char *name)
{
    const struct table_source s = source_in(name);

    return open_source(&s);
}

static void assert_sum_is(const char *name, const char *rows)
{
    const struct table_source s = source_in(name);
    const struct call c = {.first = &s, .request = STR(SUM)};
    struct str json = STR("");

    assert_ok(call_run(tables, &c, &arena, &json, &err));
    if (!strstr(json.p, rows))
        fail_msg("%s", json.p);
}

/* Which file the entry's table is: another build makes another. */
static ino_t database_inode(void)
{
    struct stat st;

    assert_int_equal(stat(entry.files.database, &st), 0);
    return st.st_ino;
}

static void a_source_is_read_once(void **state)
{
    ino_t first;

    (void)state;
    write_file("f.csv", "n\n1\n2\n");
    assert_ok(open_entry("f.csv"));
    assert_true(str_starts(entry.map, STR("{\"format\":\"csv\"")));
    assert_non_null(strstr(entry.map.p, "\"source\":{\"sha256\":\""));
    first = database_inode();
    assert_ok(open_entry("f.csv"));
    assert_int_equal(database_inode(), first);
    assert_sum_is("f.csv", "[[3]]");
}

static void equal_bytes_are_one_entry_and_a_changed_file_another(void **state)
{
    ino_t first;

    (void)state;
    write_file("f.csv", "n\n1\n2\n");
    write_file("g.csv", "n\n1\n2\n");
    assert_ok(open_entry("f.csv"));
    first = database_inode();
    assert_ok(open_entry("g.csv"));
    assert_int_equal(database_inode(), first);
    write_file("f.csv", "n\n5\n6\n");
    assert_sum_is("f.csv", "[[11]]");
    assert_sum_is("g.csv", "[[3]]");
}

#define BROKEN "PK\003\004 and nothing that a workbook has"

/* Without a worker that could start. */
static void open_workerless(void)
{
    const struct tables_options o = {.home = str_from(in("home")),
                                     .worker_path = STR("/nonexistent/worker")};

    tables_free(tables);
    tables = NULL;
    assert_ok(tables_new(&o, &tables, &err));
}

static void an_unreadable_file_is_read_by_one_worker_once(void **state)
{
    struct table_source s = source_in("f.xlsx");
    char first[sizeof(err.msg)];

    (void)state;
    write_file("f.xlsx", BROKEN);
    write_file("g.xlsx", BROKEN);
    write_file("h.xlsx", BROKEN " at all");
    assert_int_equal(open_entry("f.xlsx"), ERR_FILE_READ_FAILED);
    (void)snprintf(first, sizeof(first), "%s", err.msg);
    open_workerless();
    assert_int_equal(open_entry("f.xlsx"), ERR_FILE_READ_FAILED);
    assert_string_equal(err.msg, first);
    assert_int_equal(open_entry("g.xlsx"),
                     ERR_FILE_READ_FAILED); /* by content */
    assert_non_null(strstr(err.msg, "g.xlsx"));
    assert_int_equal(open_entry("h.xlsx"), ERR_TOOL_WORKER_UNAVAILABLE);
    s.read.header = TABLE_HEADER_NO;
    assert_int_equal(open_source(&s), ERR_TOOL_WORKER_UNAVAILABLE);
}

static void another_delimiter_is_another_entry(void **state)
{
    struct table_source s = source_in("f.csv");
    const char *first;

    (void)state;
    write_file("f.csv", "n;m\n1;2\n");
    assert_ok(open_entry("f.csv"));
    first = entry.files.name;
    s.read.delimiter = '|';
    assert_ok(open_source(&s));
    assert_string_not_equal(entry.files.name, first);
}

static void a_damaged_table_is_built_again(void **state)
{
    (void)state;
    write_file("f.csv", "n\n1\n2\n");
    assert_ok(open_entry("f.csv"));
    assert_ok(fs_write_atomic(entry.files.database, "db", STR("no table"),
                              false, &err));
    assert_sum_is("f.csv", "[[3]]");
    assert_ok(
        fs_write_atomic(entry.files.database, "db", STR(""), false, &err));
    open_tables("", "");
    assert_sum_is("f.csv", "[[3]]");
}

static void a_damaged_map_is_built_again(void **state)
{
    static const char *const damage[] = {"", "{\"format\":\"cs", "\0\0\0"};

    (void)state;
    write_file("f.csv", "n\n1\n2\n");
    assert_ok(open_entry("f.csv"));
    for (size_t i = 0; i < sizeof(damage) / sizeof(damage[0]); i++) {
        assert_ok(fs_write_atomic(entry.files.map, "map", str_from(damage[i]),
                                  false, &err));
        assert_ok(open_entry("f.csv"));
        assert_true(str_ends(entry.map, STR("}}")));
    }
}

static void a_damaged_profile_is_made_again(void **state)
{
    const struct table_source s = source_in("f.csv");
    struct str first = STR("");
    struct str again = STR("");
    struct str map;

    (void)state;
    write_file("f.csv", "n\n1\n2\n");
    assert_ok(open_entry("f.csv"));
    assert_ok(call_profile(tables, &s, &arena, &map, &first, &err));
    assert_ok(
        fs_write_atomic(entry.files.profile, "profile", STR(""), false, &err));
    assert_ok(call_profile(tables, &s, &arena, &map, &again, &err));
    assert_string_equal(first.p, again.p);
    assert_holds(entry.files.profile + strlen(folder) + 1, first.p);
}

static void an_unreadable_source_leaves_nothing_behind(void **state)
{
    (void)state;
    write_file("f.csv", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 an .xls of old");
    assert_int_equal(open_entry("f.csv"), ERR_FILE_READ_FAILED);
    assert_null(strstr(err.msg, "/cache/"));
    assert_false(cache_entry_exists(&entry.files));
    assert_int_equal(entries(tables->home.build), 0);
}

/* A child that holds the build of the entry until it is killed. */
static pid_t hold_build(const char *name)
{
    int ready[2];
    pid_t child;
    char c;

    assert_ok(open_entry(name));
    cache_entry_drop(&entry.files);
    assert_int_equal(pipe(ready), 0);
    child = fork();
    if (child == 0) {
        struct cache_build b = CACHE_BUILD_NONE;

        if (cache_build_begin(&tables->home, &entry.files, 0, &arena, &b,
                              &err) ||
            write(ready[1], "x", 1) != 1)
            _exit(1);
        (void)pause();
        _exit(0);
    }
    assert_int_equal(read(ready[0], &c, 1), 1);
    (void)close(ready[0]);
    (void)close(ready[1]);
    return child;
}

static void release_build(pid_t child)
{
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static void a_build_of_another_process_is_waited_for_until_the_deadline(
    void **s)
{
    struct table_source src = source_in("f.csv");
    pid_t child;

    (void)s;
    write_file("f.csv", "n\n1\n2\n");
    child = hold_build("f.csv");
    src.timeout_ms = 1;
    assert_int_equal(open_source(&src), ERR_TIMEOUT);
    release_build(child);
    assert_ok(open_entry("f.csv"));
}

static void waiting_for_a_build_can_be_cancelled(void **state)
{
    struct table_source src = source_in("f.csv");
    const atomic_bool cancel = true;
    pid_t child;

    (void)state;
    write_file("f.csv", "n\n1\n2\n");
    child = hold_build("f.csv");
    src.cancel = &cancel;
    assert_int_equal(open_source(&src), ERR_TIMEOUT);
    assert_string_equal(err.msg, "cancelled");
    release_build(child);
}

#define READERS 6

struct reader {
    pthread_t thread;
    enum err rc;
    bool right;
};

static void *read_entry(void *ctx)
{
    struct reader *r = ctx;
    char path[100];
    struct table_source s = {.path = {path, 0}};
    const struct call c = {.first = &s, .request = STR(SUM)};
    struct str json = STR("");
    struct arena a;
    struct error e;

    s.path.n = (size_t)snprintf(path, sizeof(path), "%s/f.csv", folder);
    arena_init(&a, 16 << 20);
    r->rc = call_run(tables, &c, &a, &json, &e);
    r->right = strstr(json.p, "[[3]]") != NULL;
    arena_release(&a);
    return NULL;
}

static void threads_that_need_one_entry_at_once_all_get_it(void **state)
{
    struct reader readers[READERS] = {0};

    (void)state;
    write_file("f.csv", "n\n1\n2\n");
    for (int i = 0; i < READERS; i++)
        assert_int_equal(
            pthread_create(&readers[i].thread, NULL, read_entry, &readers[i]),
            0);
    for (int i = 0; i < READERS; i++) {
        assert_int_equal(pthread_join(readers[i].thread, NULL), 0);
        assert_int_equal(readers[i].rc, OK);
        assert_true(readers[i].right);
    }
    assert_int_equal(entries(tables->home.build), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TABLES_TEST(a_source_is_read_once),
        TABLES_TEST(equal_bytes_are_one_entry_and_a_changed_file_another),
        TABLES_TEST(an_unreadable_file_is_read_by_one_worker_once),
        TABLES_TEST(another_delimiter_is_another_entry),
        TABLES_TEST(a_damaged_table_is_built_again),
        TABLES_TEST(a_damaged_map_is_built_again),
        TABLES_TEST(a_damaged_profile_is_made_again),
        TABLES_TEST(an_unreadable_source_leaves_nothing_behind),
        TABLES_TEST(
            a_build_of_another_process_is_waited_for_until_the_deadline),
        TABLES_TEST(waiting_for_a_build_can_be_cancelled),
        TABLES_TEST(threads_that_need_one_entry_at_once_all_get_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
