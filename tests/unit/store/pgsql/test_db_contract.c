/* What every engine does, with PostgreSQL, and what only a server can do. */
#include "store/database/db_contract.h"

#include "store/database/db_pool.h"
#include "store/pgsql/db_schema.h"
#include "store/pgsql/postgres_server.h"

#define SCHEMA "quarry_0123456789abcdef"

static struct db *open_schema(const char *schema, enum db_mode mode)
{
    struct db *d = NULL;

    assert_ok(db_schema_open(server.store, schema, "the test's database", mode,
                             &d, &err));
    return d;
}

static struct db *open_db(enum db_mode mode)
{
    return open_schema(SCHEMA, mode);
}

static int set_up_empty(void **state)
{
    server_empty();
    return set_up(state);
}

static void a_missing_schema_is_not_made_by_reading(void **state)
{
    struct db *d = NULL;

    (void)state;
    assert_int_equal(
        db_schema_open(server.store, SCHEMA, "base 'b'", DB_EXISTING, &d, &err),
        ERR_NOT_FOUND);
    assert_null(d);
}

static void one_schema_does_not_see_another(void **state)
{
    struct db *d = open_db(DB_CREATE);
    struct db *other = open_schema("quarry_other", DB_CREATE);
    int64_t n = -1;

    (void)state;
    fill(d);
    assert_int_equal(
        db_get_int(other, "SELECT count(*) FROM t", DB_NO_ARGS, &n, &err),
        ERR_INTERNAL);
    db_close(other);
    db_close(d);
}

static void who_waits_for_a_schema_that_goes_is_told(void **state)
{
    struct db *d = open_db(DB_CREATE);
    struct db *other = open_db(DB_EXISTING);

    (void)state;
    assert_ok(db_begin_write(d, &err));
    assert_ok(db_schema_retire(d, &err));
    assert_ok(db_end(d, OK, &err));
    assert_int_equal(db_begin_write(other, &err), ERR_CONFLICT);
    assert_ok(db_schema_drop(d, SCHEMA, &err));
    assert_int_equal(db_begin_write(other, &err), ERR_CONFLICT);
    assert_string_equal(err.msg, "the test's database was removed or replaced "
                                 "meanwhile; the change was rolled back");
    db_close(other);
    db_close(d);
}

/* A statement that failed makes the server roll back at COMMIT without an error. */
static void a_commit_after_a_failure_is_none(void **state)
{
    struct db *d = open_db(DB_CREATE);

    (void)state;
    fill(d);
    assert_ok(db_begin_write(d, &err));
    assert_ok(db_run(d, "DELETE FROM t", DB_NO_ARGS, &err));
    assert_int_equal(db_run(d, "DELETE FROM none", DB_NO_ARGS, &err),
                     ERR_INTERNAL);
    assert_int_equal(db_end(d, OK, &err), ERR_INTERNAL);
    assert_int_equal(count(d), 2000);
    db_close(d);
}

/* A reference that a damaged index hid; and a value that is not what was written. */
static void a_check_finds_what_is_not_there(void **state)
{
    struct db *d = open_db(DB_CREATE);

    (void)state;
    fill(d);
    assert_ok(db_exec(d,
                      "CREATE TABLE p(id BIGINT PRIMARY KEY);"
                      "CREATE TABLE c(p BIGINT REFERENCES p(id), x BYTEA);"
                      "INSERT INTO p VALUES (1); INSERT INTO c VALUES (1, ''),"
                      " (NULL, NULL)",
                      &err));
    assert_ok(db_check(d, &err));
    server_sql("SET session_replication_role = replica; DELETE FROM " SCHEMA
               ".p");
    assert_int_equal(db_check(d, &err), ERR_FILE_READ_FAILED);
    assert_string_equal(
        err.msg, "the test's database is damaged: a row of table c names"
                 " one of p that is not there; restore it from a backup");
    db_close(d);
}

#define END_OTHERS                                                 \
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE" \
    " application_name = 'quarry'"

static void a_connection_that_is_lost_between_two_works_is_opened_again(
    void **state)
{
    struct db *d = open_db(DB_CREATE);

    (void)state;
    fill(d);
    server_sql(END_OTHERS);
    assert_int_equal(count(d), 2000);
    server_sql(END_OTHERS);
    assert_ok(db_run(d, "DELETE FROM t WHERE n = 1", DB_NO_ARGS, &err));
    server_sql(END_OTHERS);
    assert_ok(db_begin_write(d, &err));
    assert_ok(db_end(d, OK, &err));
    assert_int_equal(count(d), 1999);
    db_close(d);
}

static void a_connection_that_is_lost_in_a_transaction_takes_it_along(
    void **state)
{
    struct db *d = open_db(DB_CREATE);

    (void)state;
    fill(d);
    assert_ok(db_begin_write(d, &err));
    assert_ok(db_run(d, "DELETE FROM t", DB_NO_ARGS, &err));
    server_sql(END_OTHERS);
    assert_int_equal(db_run(d, "DELETE FROM t WHERE n = 1", DB_NO_ARGS, &err),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_true(err.of_machine);
    assert_int_equal(db_end(d, ERR_TOOL_WORKER_UNAVAILABLE, &err),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(count(d), 2000);
    assert_ok(db_begin_write(d, &err));
    server_sql(END_OTHERS);
    assert_int_equal(db_end(d, OK, &err), ERR_TOOL_WORKER_UNAVAILABLE);
    assert_non_null(strstr(err.msg, "while a change was being committed"));
    assert_true(err.of_machine);
    db_close(d);
}

static void more_statements_than_are_kept_run_all_the_same(void **state)
{
    static char sql[300][24];
    struct db *d = open_db(DB_CREATE);
    int64_t n;

    (void)state;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < (int)COUNT_OF(sql); i++) {
            (void)snprintf(sql[i], sizeof(sql[i]), "SELECT %d + ?1", i);
            assert_ok(db_get_int(d, sql[i], DB_ARGS(db_int(round)), &n, &err));
            assert_true(n == i + round);
        }
    }
    db_close(d);
}

static int64_t session_of(struct db *d)
{
    int64_t pid = 0;

    assert_ok(db_get_int(d, "SELECT pg_backend_pid()", DB_NO_ARGS, &pid, &err));
    return pid;
}

static void a_kept_connection_is_used_again_and_opened_again_when_it_was_lost(
    void **state)
{
    struct db *d = open_db(DB_CREATE);
    const int64_t session = session_of(d);

    (void)state;
    fill(d);
    assert_ok(db_pool_start(&err));
    db_close(d);
    d = open_db(DB_EXISTING);
    assert_true(session_of(d) == session);
    db_close(d);
    server_sql(END_OTHERS);
    d = open_db(DB_EXISTING);
    assert_int_equal(count(d), 2000);
    db_close(d);
    d = open_schema("quarry_other", DB_CREATE); /* it is not another's */
    assert_true(session_of(d) != session);
    db_close(d);
    db_pool_stop();
}

static void a_text_with_nul_is_refused(void **state)
{
    struct db *d = open_db(DB_CREATE);

    (void)state;
    fill(d);
    assert_int_equal(db_run(d, "INSERT INTO t(n, s) VALUES (1, ?1)",
                            DB_ARGS(db_text((struct str){"a\0b", 3})), &err),
                     ERR_VALIDATION_FAILED);
    db_close(d);
}

static void where_there_is_no_server_is_said(void **state)
{
    struct db *d = NULL;

    (void)state;
    assert_int_equal(db_schema_open("postgres://owner@/postgres?host=/nowhere",
                                    SCHEMA, "base 'b'", DB_CREATE, &d, &err),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_true(err.of_machine);
    assert_int_equal(db_schema_open("postgres://o:s3cret@h/x?y=z", SCHEMA,
                                    "base 'b'", DB_CREATE, &d, &err),
                     ERR_VALIDATION_FAILED);
    assert_null(strstr(err.msg, "s3cret"));
}

static void a_database_of_another_encoding_is_refused(void **state)
{
    char store[256];
    struct db *d = NULL;

    (void)state;
    server_sql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE"
               " template0");
    (void)snprintf(store, sizeof(store), "postgres://owner@/latin?host=%s/data",
                   server.folder);
    assert_int_equal(
        db_schema_open(store, SCHEMA, "base 'b'", DB_CREATE, &d, &err),
        ERR_VALIDATION_FAILED);
}

#undef FS_TEST
#define FS_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_empty, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CONTRACT_TESTS,
        FS_TEST(a_missing_schema_is_not_made_by_reading),
        FS_TEST(one_schema_does_not_see_another),
        FS_TEST(who_waits_for_a_schema_that_goes_is_told),
        FS_TEST(a_commit_after_a_failure_is_none),
        FS_TEST(a_check_finds_what_is_not_there),
        FS_TEST(a_connection_that_is_lost_between_two_works_is_opened_again),
        FS_TEST(a_connection_that_is_lost_in_a_transaction_takes_it_along),
        FS_TEST(more_statements_than_are_kept_run_all_the_same),
        FS_TEST(
            a_kept_connection_is_used_again_and_opened_again_when_it_was_lost),
        FS_TEST(a_text_with_nul_is_refused),
        FS_TEST(where_there_is_no_server_is_said),
        FS_TEST(a_database_of_another_encoding_is_refused),
    };
    int failed;

    if (!server_start())
        return SKIPPED;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    server_stop();
    return failed;
}
