/* test_duck.c - the engine as we wrap it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/duck/duck.h"
#include "engine/duck/duck_append.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct duck *open_duck(unsigned threads, uint64_t memory_bytes)
{
    struct error e = {0};
    struct duck *d = NULL;
    struct duck_options o = {memory_bytes, threads, NULL};
    if (duck_open(&o, &d, &e) != OK)
        fail_msg("%s", e.msg);
    return d;
}

static void exec(struct duck *d, const char *sql)
{
    struct error e = {0};
    if (duck_exec(d, sql, &e) != OK)
        fail_msg("%s: %s", sql, e.msg);
}

/* Run to the end; the rows. */
static enum err run(struct duck *d, const char *sql, uint64_t *rows,
                    struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {1, 0, NULL};
    enum err rc = duck_query(d, str_from(sql), &r, e);
    *rows = 0;
    while (rc == OK && c.rows) {
        rc = duck_result_next(r, &c, e);
        *rows += rc == OK ? c.rows : 0;
    }
    duck_result_close(r);
    return rc;
}

static void assert_refused(struct duck *d, const char *sql, enum err code,
                           const char *message, uint64_t line, uint64_t column)
{
    struct error e = {0};
    uint64_t rows;
    if (run(d, sql, &rows, &e) != code)
        fail_msg("%s: %s, not %s: %s", sql, err_name(e.code), err_name(code),
                 e.msg);
    assert_string_equal(e.msg, message);
    assert_int_equal(e.pos.line, line);
    assert_int_equal(e.pos.column, column);
}

static void a_query_streams_its_rows_in_order(void **state)
{
    (void)state;
    struct error e = {0};
    struct duck *d = open_duck(2, 0);
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};
    size_t columns;
    int128 expected = 0;
    assert_int_equal(
        duck_query(d, STR("SELECT i, i::VARCHAR s FROM range(300000) t(i)"), &r,
                   &e),
        OK);
    assert_true(str_is(duck_result_columns(r, &columns)[1].name, "s"));
    assert_int_equal(columns, 2);
    while (duck_result_next(r, &c, &e) == OK && c.rows) {
        for (size_t i = 0; i < c.rows; i++, expected++) {
            char text[24];
            (void)snprintf(text, sizeof(text), "%d", (int)expected);
            assert_true(duck_int(&c.vectors[0], i) == expected);
            assert_true(str_is(duck_str(&c.vectors[1], i), text));
        }
    }
    assert_true(expected == 300000);
    duck_result_close(r);
    duck_close(d);
}

static void errors_say_where_and_what_is_near(void **state)
{
    (void)state;
    struct duck *d = open_duck(1, 0);
    exec(d, "CREATE TABLE data(city VARCHAR, age INT)");
    assert_refused(d, "SELECT\n  citty\nFROM data", ERR_VALIDATION_FAILED,
                   "no column 'citty'; the nearest is 'city'", 2, 3);
    assert_refused(d, "SELECT '\xc3\xa9\xc3\xa9',\n nofn(age) FROM data",
                   ERR_VALIDATION_FAILED,
                   "no function 'nofn'; the nearest is 'now'", 2, 2);
    assert_refused(d, "SELECT '\xc3\xa9\xc3\xa9', nofn(age) FROM data",
                   ERR_VALIDATION_FAILED,
                   "no function 'nofn'; the nearest is 'now'", 1, 16);
    assert_refused(d, "SELEC 1", ERR_VALIDATION_FAILED,
                   "syntax error at or near 'SELEC'", 1, 1);
    assert_refused(d, "SELECT * FROM dota", ERR_VALIDATION_FAILED,
                   "no table 'dota'; the nearest is 'data'", 1, 15);
    assert_refused(d, "SELECT sum(city) FROM data", ERR_VALIDATION_FAILED,
                   "'sum' takes no arguments of these types; cast them to fit "
                   "'sum(DECIMAL) -> DECIMAL', 'sum(BOOLEAN) -> HUGEINT', "
                   "'sum(SMALLINT) -> HUGEINT'",
                   1, 8);
    assert_refused(d, "SELECT 1;\nSELECT 2", ERR_VALIDATION_FAILED,
                   "Cannot prepare multiple statements at once", 0, 0);
    duck_close(d);
}

/* Views are what a query names; DuckDB says their database with them. */
static void errors_hold_no_name_of_the_engines_own(void **state)
{
    (void)state;
    struct duck *d = open_duck(1, 0);
    exec(d, "CREATE VIEW data AS SELECT 1 AS v");
    assert_refused(d, "SELECT * FROM data POSITIONAL JOIN data",
                   ERR_VALIDATION_FAILED,
                   "more than one table is called 'data'; give each a name "
                   "with AS",
                   0, 0);
    assert_refused(d, "SELECT * FROM data a, data a", ERR_VALIDATION_FAILED,
                   "more than one table is called 'a'; give each a name with "
                   "AS",
                   0, 0);
    assert_refused(d, "SELECT v FROM data, (SELECT 2 AS v) b",
                   ERR_VALIDATION_FAILED,
                   "Ambiguous reference to column name 'v' (use: 'data.v' or "
                   "'b.v')",
                   1, 8);
    assert_refused(d, "SELECT 'x'::INT64", ERR_VALIDATION_FAILED,
                   "Could not convert string 'x' to INT64", 1, 11);
    duck_close(d);
}

static void a_long_name_is_shown_cut(void **state)
{
    (void)state;
    struct duck *d = open_duck(1, 0);
    char name[1001], sql[1100], expected[500];
    memset(name, 'x', 1000);
    name[1000] = '\0';
    exec(d, "CREATE TABLE data(city VARCHAR)");
    (void)snprintf(sql, sizeof(sql), "SELECT \"%s\" FROM data", name);
    (void)snprintf(expected, sizeof(expected), "no column '%.80s\xe2\x80\xa6'",
                   name);
    assert_refused(d, sql, ERR_VALIDATION_FAILED, expected, 1, 8);
    (void)snprintf(sql, sizeof(sql), "SELECT '%s'::INT", name);
    (void)snprintf(expected, sizeof(expected),
                   "Could not convert string '%.80s\xe2\x80\xa6' to INTEGER",
                   name);
    assert_refused(d, sql, ERR_VALIDATION_FAILED, expected, 1, 1010);
    (void)snprintf(sql, sizeof(sql), "SELECT %s(1)", name);
    (void)snprintf(expected, sizeof(expected),
                   "no function '%.80s\xe2\x80\xa6'", name);
    assert_refused(d, sql, ERR_VALIDATION_FAILED, expected, 1, 8);
    duck_close(d);
}

static void errors_hold_no_cell_and_no_path(void **state)
{
    (void)state;
    struct duck *d = open_duck(1, 0);
    exec(d, "CREATE TABLE data(word VARCHAR, n INT, m DECIMAL(18,2));"
            "INSERT INTO data VALUES ('secret/x', 2147483647, 12345.67)");
    assert_refused(d, "SELECT word::INT FROM data", ERR_VALIDATION_FAILED,
                   "Could not convert string '\xe2\x80\xa6' to INTEGER when "
                   "casting from source column word",
                   1, 12);
    assert_refused(d, "SELECT n + 1::INT FROM data", ERR_VALIDATION_FAILED,
                   "Overflow in addition of INTEGER (\xe2\x80\xa6 + 1)", 0, 0);
    assert_refused(d, "SELECT m::DECIMAL(4,2) FROM data", ERR_VALIDATION_FAILED,
                   "Casting value '\xe2\x80\xa6' to type DECIMAL(4,2) failed: "
                   "value is out of range! when casting from source column m",
                   1, 9);
    assert_refused(d, "SELECT 'abc'::INT FROM data", ERR_VALIDATION_FAILED,
                   "Could not convert string 'abc' to INTEGER", 1, 13);
    assert_refused(d, "SELECT * FROM read_csv('/etc/nothing.csv')",
                   ERR_INTERNAL, "reading or writing failed during the query",
                   0, 0);
    duck_close(d);
}

static void sql_that_is_no_text_is_refused_with_its_place(void **state)
{
    (void)state;
    struct duck *d = open_duck(1, 0);
    struct error e = {0};
    struct duck_result *r = NULL;
    assert_int_equal(duck_query(d, STR("SELECT\n \0 1"), &r, &e),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(e.pos.line, 2);
    assert_int_equal(e.pos.column, 2);
    assert_refused(d, "SELECT '\xff'", ERR_VALIDATION_FAILED,
                   "the SQL is not UTF-8 here", 1, 9);
    duck_close(d);
}

static void a_select_serializes_and_nothing_else_does(void **state)
{
    (void)state;
    struct duck *d = open_duck(1, 0);
    struct error e = {0};
    struct arena a;
    struct str json = {0};
    arena_init(&a, 1u << 20);
    assert_int_equal(duck_serialize(d, STR("SELECT 1"), &a, &json, &e), OK);
    assert_true(str_starts(json, STR("{\"error\":false,\"statements\":[")));
    assert_int_equal(
        duck_serialize(d, STR("SELECT 1\n FRO x y"), &a, &json, &e),
        ERR_VALIDATION_FAILED);
    assert_string_equal(e.msg, "syntax error at or near 'x'");
    assert_int_equal(e.pos.line, 2);
    assert_int_equal(e.pos.column, 6);
    assert_int_equal(
        duck_serialize(d, STR("CREATE TABLE x(i INT)"), &a, &json, &e),
        ERR_VALIDATION_FAILED);
    assert_string_equal(e.msg,
                        "Only SELECT statements can be serialized to json");
    arena_release(&a);
    duck_close(d);
}

/* A database file with one small table in it, its path left in `path`. */
static void make_file(char path[64])
{
    struct error e = {0};
    struct duck *d = open_duck(1, 0);
    (void)snprintf(path, 64, "/tmp/quarry-test-duck-%d.db", (int)getpid());
    (void)unlink(path);
    assert_int_equal(duck_attach(d, path, "src", false, &e), OK);
    exec(d, "CREATE TABLE src.main.data AS SELECT i FROM range(1000) t(i)");
    exec(d, "CHECKPOINT src");
    exec(d, "DETACH src");
    duck_close(d);
}

static void a_locked_engine_reads_its_file_and_nothing_else(void **state)
{
    (void)state;
    struct error e = {0};
    char path[64], sql[200];
    uint64_t rows;
    static const char *const attacks[] = {
        "SELECT * FROM read_blob('%s')",
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM glob('/etc/*')",
        "COPY (SELECT 1) TO '%s.wal'",
        "COPY (SELECT 1) TO '/tmp/quarry-test-out.csv'",
        "ATTACH '%s' AS again (READ_ONLY)",
        "ATTACH '/tmp/quarry-test-other.db' AS other",
        "SET memory_limit='100GB'",
        "SET enable_external_access=true",
        "SET disabled_filesystems=''",
        "SET lock_configuration=false",
        "SET allowed_configs=['memory_limit']",
        "RESET enable_external_access",
        "INSTALL httpfs",
        "LOAD httpfs",
        "INSERT INTO src.main.data VALUES (1)",
        "EXPORT DATABASE '/tmp/quarry-test-export'",
    };
    make_file(path);
    struct duck *d = open_duck(1, 0);
    assert_int_equal(duck_attach(d, path, "src", true, &e), OK);
    assert_int_equal(duck_lock(d, &e), OK);
    for (size_t i = 0; i < sizeof(attacks) / sizeof(*attacks); i++) {
        struct error got = {0};
        (void)snprintf(sql, sizeof(sql), "%.100s", attacks[i]);
        char *mark = strstr(sql, "%s");
        if (mark)
            (void)snprintf(mark, 100, "%s%s", path,
                           strstr(attacks[i], "%s") + 2);
        if (run(d, sql, &rows, &got) == OK)
            fail_msg("allowed: %s", sql);
        assert_null(strstr(got.msg, "/tmp"));
        assert_null(strstr(got.msg, "/etc"));
    }
    assert_int_equal(run(d, "SELECT * FROM src.main.data", &rows, &e), OK);
    assert_int_equal(rows, 1000);
    duck_close(d);
    (void)unlink(path);
}

static void detaching_does_not_open_the_file_again(void **state)
{
    (void)state;
    struct error e = {0};
    char path[64], sql[128];
    uint64_t rows;
    make_file(path);
    struct duck *d = open_duck(1, 0);
    assert_int_equal(duck_attach(d, path, "src", true, &e), OK);
    assert_int_equal(duck_lock(d, &e), OK);
    (void)run(d, "DETACH src", &rows, &e);
    (void)snprintf(sql, sizeof(sql), "ATTACH '%s' AS src", path);
    assert_int_not_equal(run(d, sql, &rows, &e), OK);
    duck_close(d);
    (void)unlink(path);
}

static void a_file_that_is_no_database_is_refused_without_its_path(void **state)
{
    (void)state;
    struct error e = {0};
    struct duck *d = open_duck(1, 0);
    assert_int_equal(duck_attach(d, "/etc/passwd", "src", true, &e),
                     ERR_FILE_READ_FAILED);
    assert_null(strstr(e.msg, "passwd"));
    assert_int_equal(duck_attach(d, "/nonexistent/x'y", "src", true, &e),
                     ERR_FILE_READ_FAILED);
    assert_null(strstr(e.msg, "nonexistent"));
    duck_close(d);
}

static void threads_can_change_under_the_lock_up_to_their_limit(void **state)
{
    (void)state;
    struct error e = {0};
    struct duck *d = open_duck(2, 0);
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};
    assert_int_equal(duck_lock(d, &e), OK);
    for (unsigned n = 1; n <= 3; n++) {
        assert_int_equal(duck_use_threads(d, n, &e), OK);
        assert_int_equal(duck_query(d,
                                    STR("SELECT current_setting('threads')"
                                        "::BIGINT"),
                                    &r, &e),
                         OK);
        assert_int_equal(duck_result_next(r, &c, &e), OK);
        assert_int_equal((int)duck_int(&c.vectors[0], 0), n < 2 ? 1 : 2);
        duck_result_close(r);
    }
    duck_close(d);
}

static void running_out_of_memory_is_a_limit_and_the_engine_lives(void **state)
{
    (void)state;
    struct error e = {0};
    uint64_t rows;
    struct duck *d = open_duck(1, 32u << 20);
    assert_int_equal(
        run(d, "SELECT i, count(*) FROM range(50000000) t(i) GROUP BY i", &rows,
            &e),
        ERR_LIMIT);
    assert_int_equal(run(d, "SELECT 1", &rows, &e), OK);
    duck_close(d);
}

struct interrupter {
    struct duck *d;
    atomic_bool over;
};

/* One that comes before the query has begun ends nothing. */
static void *interrupt_until_over(void *arg)
{
    struct interrupter *x = arg;
    while (!atomic_load(&x->over)) {
        duck_interrupt(x->d);
        (void)usleep(2000);
    }
    return NULL;
}

static void an_interrupt_from_another_thread_ends_a_query(void **state)
{
    (void)state;
    struct error e = {0};
    uint64_t rows;
    pthread_t t;
    struct duck *d = open_duck(1, 0);
    struct interrupter x = {.d = d};
    assert_int_equal(pthread_create(&t, NULL, interrupt_until_over, &x), 0);
    assert_int_equal(run(d,
                         "SELECT count(*) FROM range(100000000) a, "
                         "range(100000000) b WHERE a.range + b.range = 3",
                         &rows, &e),
                     ERR_TIMEOUT);
    atomic_store(&x.over, true);
    assert_int_equal(pthread_join(t, NULL), 0);
    assert_int_equal(run(d, "SELECT 1", &rows, &e), OK);
    duck_close(d);
}

static void rows_appended_come_back_exactly(void **state)
{
    (void)state;
    struct error e = {0};
    struct duck *d = open_duck(1, 0);
    struct duck_append *ap = NULL;
    uint64_t rows;
    exec(d, "CREATE TABLE t(b BOOLEAN, i BIGINT, h HUGEINT, d4 DECIMAL(4,1), "
            "d38 DECIMAL(38,2), f DOUBLE, s VARCHAR, day DATE, ts TIMESTAMP)");
    assert_int_equal(duck_append_open(d, NULL, "t", &ap, &e), OK);
    for (int chunk = 0; chunk < 3; chunk++) {
        for (size_t row = 0; row < DUCK_CHUNK_ROWS; row++) {
            int128 n = chunk * (int128)DUCK_CHUNK_ROWS + (int128)row;
            duck_append_int(ap, 0, row, n & 1);
            duck_append_int(ap, 1, row, -n);
            duck_append_int(ap, 2, row, -n * ((int128)1 << 90));
            duck_append_int(ap, 3, row, n);
            duck_append_int(ap, 4, row, n * 100);
            duck_append_double(ap, 5, row, (double)n / 4);
            if (n % 3)
                duck_append_str(ap, 6, row, STR("a string over twelve bytes"));
            else
                duck_append_null(ap, 6, row);
            duck_append_int(ap, 7, row, n);
            duck_append_int(ap, 8, row, n * 1000000);
        }
        assert_int_equal(duck_append_flush(ap, DUCK_CHUNK_ROWS, &e), OK);
    }
    assert_int_equal(duck_append_close(ap, &e), OK);
    assert_int_equal(
        run(d,
            "SELECT 1 FROM t WHERE b = (rowid % 2 = 1) AND i = -rowid "
            "AND h = -rowid::HUGEINT * 1237940039285380274899124224 "
            "AND d4 = rowid / 10 AND d38 = rowid AND f = rowid / 4 "
            "AND s IS NOT DISTINCT FROM "
            "CASE WHEN rowid % 3 <> 0 THEN 'a string over twelve bytes' END "
            "AND day = DATE '1970-01-01' + rowid::INT "
            "AND epoch(ts) = rowid",
            &rows, &e),
        OK);
    assert_int_equal(rows, 3 * DUCK_CHUNK_ROWS);
    duck_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_query_streams_its_rows_in_order),
        cmocka_unit_test(errors_say_where_and_what_is_near),
        cmocka_unit_test(errors_hold_no_name_of_the_engines_own),
        cmocka_unit_test(a_long_name_is_shown_cut),
        cmocka_unit_test(errors_hold_no_cell_and_no_path),
        cmocka_unit_test(sql_that_is_no_text_is_refused_with_its_place),
        cmocka_unit_test(a_select_serializes_and_nothing_else_does),
        cmocka_unit_test(a_locked_engine_reads_its_file_and_nothing_else),
        cmocka_unit_test(detaching_does_not_open_the_file_again),
        cmocka_unit_test(
            a_file_that_is_no_database_is_refused_without_its_path),
        cmocka_unit_test(threads_can_change_under_the_lock_up_to_their_limit),
        cmocka_unit_test(running_out_of_memory_is_a_limit_and_the_engine_lives),
        cmocka_unit_test(an_interrupt_from_another_thread_ends_a_query),
        cmocka_unit_test(rows_appended_come_back_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
