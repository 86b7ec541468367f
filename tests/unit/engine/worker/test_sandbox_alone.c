/*
 * The third layer with the other two switched off: DuckDB as it comes, not
 * locked, runs any SQL without the gate, inside the sandbox. Nothing outside
 * the one file may be read or written.
 */
#include "base/fs_fixture.h"

#include "engine/duck/duck.h"
#include "engine/sandbox/sandbox.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>

static struct duck *duck;

/* Run `sql` to its end. */
static enum err run(const char *sql)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {.rows = 1};
    enum err rc = duck_query(duck, str_from(sql), &r, &err);

    while (!rc && c.rows)
        rc = duck_result_next(r, &c, &err);
    duck_result_close(r);
    return rc;
}

static enum err run_on(const char *sql_format, const char *path)
{
    struct str sql;
    enum err rc;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    rc = str_printf(&arena, &sql, &err, sql_format, path);
#pragma GCC diagnostic pop
    return rc ? rc : run(sql.p);
}

static const struct duck_options options = {.threads = 2};

static int set_up_database(void **state)
{
    if (set_up(state) || mkdir(in("work"), 0700) != 0)
        return -1;
    write_file("secret.csv", "a,b\n1,2\n");
    if (duck_open(&options, &duck, &err) ||
        duck_attach(duck, in("table.duckdb"), "made", false, &err) ||
        run("CREATE TABLE made.data AS SELECT 42 AS n") ||
        run("CHECKPOINT made") || run("DETACH made") ||
        duck_attach(duck, in("other.duckdb"), "made", false, &err) ||
        run("CREATE TABLE made.data AS SELECT 'secret' AS s") ||
        run("CHECKPOINT made") || run("DETACH made"))
        return -1;
    duck_close(duck);
    duck = NULL;
    return 0;
}

static void expect(bool as_it_must_be, const char *what)
{
    if (as_it_must_be)
        return;
    (void)fprintf(stderr, "not so: %s (%s)\n", what, err.msg);
    _exit(1);
}

/* In a child: DuckDB unlocked, then the sandbox, then `attempts`. */
static void inside(const struct sandbox_rules *rules, void (*attempts)(void))
{
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        expect(!duck_open(&options, &duck, &err), "DuckDB opens");
        expect(!run_on("SELECT * FROM read_text('%s')", in("secret.csv")),
               "without the sandbox the file is read");
        expect(!sandbox_enter(rules, &err), "the sandbox is entered");
        if (rules->read_files[0])
            expect(!duck_attach(duck, in("table.duckdb"), "src", true, &err),
                   "the allowed file is attached");
        expect(!duck_use_threads(duck, 2, &err), "threads are started");
        attempts();
        _exit(0);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void read_outside(void)
{
    static const char *const reads[] = {
        "SELECT * FROM read_text('%s/secret.csv')",
        "SELECT * FROM read_blob('%s/secret.csv')",
        "SELECT * FROM read_csv('%s/secret.csv')",
        "SELECT * FROM read_csv('%s/*.csv')",
        "SELECT * FROM read_json('%s/secret.csv')",
        "SELECT * FROM read_parquet('%s/secret.csv')",
        "SELECT * FROM '%s/secret.csv'",
        "SELECT * FROM read_text('/proc/self/environ') WHERE '%s' != ''",
        "SELECT * FROM read_text('/etc/passwd') WHERE '%s' != ''",
        "ATTACH '%s/other.duckdb' AS o (READ_ONLY)",
        "ATTACH '%s/other.duckdb' AS o",
        "IMPORT DATABASE '%s'",
        "COPY src.data FROM '%s/secret.csv'",
        "LOAD '%s/secret.csv'"};

    expect(!run("SELECT n FROM src.data"), "the table is read");
    expect(!run("SELECT sum(range) FROM range(3000000)"), "threads work");
    for (size_t i = 0; i < sizeof(reads) / sizeof(reads[0]); i++)
        expect(run_on(reads[i], folder), reads[i]);
    /* names of files are not contents, but none comes through either */
    expect(run_on("SELECT error(file) FROM glob('%s/*')", folder) == OK,
           "a glob finds nothing");
}

static void write_outside(void)
{
    static const char *const writes[] = {
        "COPY (SELECT 1) TO '%s/new.csv'",
        "COPY (SELECT 1) TO '%s/secret.csv'",
        "COPY (SELECT 1) TO '%s/table.duckdb'",
        "COPY (SELECT 1) TO '%s/table.duckdb.wal'",
        "COPY (SELECT 1) TO '%s/new.parquet'",
        "EXPORT DATABASE '%s/dump'",
        "ATTACH '%s/new.duckdb' AS n",
        "INSERT INTO src.data SELECT 1 WHERE '%s' != ''"};

    for (size_t i = 0; i < sizeof(writes) / sizeof(writes[0]); i++)
        expect(run_on(writes[i], folder), writes[i]);
    /* the allowed file again, this time for writing */
    expect(!run("DETACH src"), "the file is detached");
    expect(run_on("ATTACH '%s/table.duckdb' AS src", folder),
           "the file is attached for writing");
}

static void reach_the_network(void)
{
    static const char *const calls[] = {
        "INSTALL httpfs", "LOAD httpfs",
        "SELECT * FROM read_csv('http://127.0.0.1:9/x.csv')",
        "ATTACH 'https://127.0.0.1:9/x.duckdb' AS w"};

    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
        expect(run(calls[i]), calls[i]);
}

static void assert_untouched(void)
{
    assert_holds("secret.csv", "a,b\n1,2\n");
    assert_int_equal(entries(folder), 4); /* two tables, secret.csv, work */
    assert_int_equal(entries(in("work")), 0);
}

static void any_sql_reads_one_file_and_no_other(void **state)
{
    const struct sandbox_rules rules = {.read_files = {in("table.duckdb")}};

    (void)state;
    inside(&rules, read_outside);
    assert_untouched();
}

static void any_sql_writes_nothing(void **state)
{
    const struct sandbox_rules rules = {.read_files = {in("table.duckdb")}};
    struct stat before;
    struct stat after;

    (void)state;
    assert_int_equal(stat(in("table.duckdb"), &before), 0);
    inside(&rules, write_outside);
    assert_int_equal(stat(in("table.duckdb"), &after), 0);
    assert_int_equal(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
    assert_untouched();
}

static void any_sql_reaches_no_network_and_no_extension(void **state)
{
    const struct sandbox_rules rules = {.read_files = {in("table.duckdb")}};

    (void)state;
    inside(&rules, reach_the_network);
    assert_untouched();
}

static void work_in_folder(void)
{
    expect(!run_on("ATTACH '%s/work/new.duckdb' AS n", folder),
           "a database is made in the folder");
    expect(!run("CREATE TABLE n.data AS SELECT range AS n FROM range(10000)"),
           "a table is made in it");
    expect(!run("CHECKPOINT n") && !run("DETACH n"), "it is closed");
    expect(run_on("COPY (SELECT 1) TO '%s/work/../new.csv'", folder),
           "a file is made outside");
    expect(run_on("SELECT * FROM read_text('%s/secret.csv')", folder),
           "a file outside is read");
}

static void an_ingest_worker_makes_its_file_in_the_folder_only(void **state)
{
    const struct sandbox_rules rules = {.write_folder = in("work")};

    (void)state;
    inside(&rules, work_in_folder);
    assert_int_equal(entries(in("work")), 1);
    assert_int_equal(unlink(in("work/new.duckdb")), 0);
    assert_untouched();
}

#define ALONE_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_database, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ALONE_TEST(any_sql_reads_one_file_and_no_other),
        ALONE_TEST(any_sql_writes_nothing),
        ALONE_TEST(any_sql_reaches_no_network_and_no_extension),
        ALONE_TEST(an_ingest_worker_makes_its_file_in_the_folder_only),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
