/* db_contract.h - what store/database/db.h promises, for every engine. */
#ifndef STORE_DATABASE_DB_CONTRACT_H
#define STORE_DATABASE_DB_CONTRACT_H

#include "store/database/db_dialect.h"
#include "store/database/db_fixture.h"
#include "store/database/db_writers.h"

static void what_is_written_is_read_in_the_next_connection(void **state)
{
    struct db *d = open_db(DB_CREATE);

    (void)state;
    fill(d);
    db_close(d);
    d = open_db(DB_EXISTING);
    assert_int_equal(count(d), 2000);
    db_close(d);
}

static void bytes_stay_as_they_are_beside_texts_and_numbers(void **state)
{
    struct db *d = open_db(DB_CREATE);
    const struct str bytes = {"a\0b\\x\xff", 6};
    struct db_rows r;

    (void)state;
    assert_ok(db_exec(
        d,
        db_is_on_server(d)
            ? "CREATE TABLE v(b BYTEA, s TEXT, n BIGINT, x DOUBLE PRECISION)"
            : "CREATE TABLE v(b BLOB, s TEXT, n INTEGER, x REAL)",
        &err));
    assert_ok(db_run(d,
                     "INSERT INTO v VALUES (?1, ?2, ?3, ?4), (?5, ?6, ?7, ?8)",
                     DB_ARGS(db_blob(bytes), db_text(STR("\\x41 \xc3\xa4'?")),
                             db_int(-5000000000), db_real(0.1), db_null(),
                             db_null(), db_null(), db_null()),
                     &err));
    assert_ok(db_query(d, "SELECT b, s, n, x FROM v ORDER BY n NULLS LAST",
                       DB_NO_ARGS, &r, &err));
    assert_true(db_next(&r));
    assert_true(str_eq(db_column_text(&r, 0), bytes));
    assert_true(str_is(db_column_text(&r, 1), "\\x41 \xc3\xa4'?"));
    assert_true(db_column_int(&r, 2) == -5000000000);
    assert_true(db_column_real(&r, 3) == 0.1);
    assert_true(db_next(&r));
    for (int i = 0; i < 4; i++)
        assert_true(db_column_is_null(&r, i));
    assert_false(db_next(&r));
    assert_ok(db_finish(&r, OK, &err));
    db_close(d);
}

static void a_constraint_is_a_conflict(void **state)
{
    static const char insert[] = "INSERT INTO k VALUES (?1)";
    struct db *d = open_db(DB_CREATE);

    (void)state;
    assert_ok(db_exec(d, "CREATE TABLE k(x INTEGER PRIMARY KEY)", &err));
    assert_ok(db_run(d, insert, DB_ARGS(db_int(1)), &err));
    assert_int_equal(db_run(d, insert, DB_ARGS(db_int(1)), &err), ERR_CONFLICT);
    assert_string_equal(err.msg, "the test's database: it exists already");
    db_close(d);
}

static void missing_steps_run_once_and_a_newer_shape_is_refused(void **state)
{
    static const char *const list[] = {"CREATE TABLE a(x INTEGER)",
                                       "INSERT INTO a VALUES (1)"};
    const struct db_migrations one = {list, 1};
    const struct db_migrations two = {list, 2};
    struct db *d = open_db(DB_CREATE);
    int64_t n = 0;

    (void)state;
    assert_ok(db_migrate(d, &one, &err));
    assert_ok(db_migrate(d, &two, &err));
    assert_ok(db_migrate(d, &two, &err));
    assert_ok(db_get_int(d, "SELECT count(*) FROM a", DB_NO_ARGS, &n, &err));
    assert_int_equal(n, 1);
    assert_int_equal(db_migrate(d, &one, &err), ERR_CONFLICT);
    db_close(d);
}

static void a_query_is_cancelled(void **state)
{
    static const char endless[] =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
        " WHERE i < 2000000000) SELECT count(*) FROM n";
    struct db *d = open_db(DB_CREATE);
    atomic_bool cancel = false;
    struct db_rows r;

    (void)state;
    db_set_cancel(d, &cancel);
    assert_ok(db_query(d, "SELECT 1", DB_NO_ARGS, &r, &err));
    assert_true(db_next(&r));
    assert_ok(db_finish(&r, OK, &err));
    atomic_store(&cancel, true);
    assert_int_equal(db_run(d, endless, DB_NO_ARGS, &err), ERR_TIMEOUT);
    db_set_cancel(d, NULL);
    assert_ok(db_query(d, "SELECT 1", DB_NO_ARGS, &r, &err));
    assert_ok(db_finish(&r, OK, &err));
    db_close(d);
}

#define CONTRACT_TESTS                                                         \
    FS_TEST(what_is_written_is_read_in_the_next_connection),                   \
        FS_TEST(bytes_stay_as_they_are_beside_texts_and_numbers),              \
        FS_TEST(a_failed_transaction_leaves_nothing),                          \
        FS_TEST(rows_are_read_while_others_are_written),                       \
        FS_TEST(a_reader_sees_one_state_until_its_end),                        \
        FS_TEST(a_minor_transaction_is_kept),                                  \
        FS_TEST(a_writer_waits_for_another_only_so_long),                      \
        FS_TEST(a_part_that_fails_leaves_the_others),                          \
        FS_TEST(a_constraint_is_a_conflict),                                   \
        FS_TEST(missing_steps_run_once_and_a_newer_shape_is_refused),          \
        FS_TEST(a_query_is_cancelled), FS_TEST(each_construct_means_the_same), \
        FS_TEST(arguments_have_the_type_that_they_were_given)

#endif
