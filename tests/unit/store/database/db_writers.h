/* db_writers.h - what transactions of every engine promise. */
#ifndef STORE_DATABASE_DB_WRITERS_H
#define STORE_DATABASE_DB_WRITERS_H

#include "store/database/db_fixture.h"

static void a_failed_transaction_leaves_nothing(void **state)
{
    struct db *d = open_db(DB_CREATE);

    (void)state;
    fill(d);
    assert_ok(db_begin_write(d, &err));
    assert_ok(db_exec(d, "DELETE FROM t", &err));
    assert_int_equal(db_end(d, error_set(&err, ERR_LIMIT, "too many"), &err),
                     ERR_LIMIT);
    assert_int_equal(count(d), 2000);
    db_close(d);
}

static void rows_are_read_while_others_are_written(void **state)
{
    struct db *d = open_db(DB_CREATE);
    struct db_rows r;
    int n = 0;

    (void)state;
    fill(d);
    assert_ok(db_begin_write(d, &err));
    assert_ok(
        db_query(d, "SELECT n FROM t WHERE n < 10", DB_NO_ARGS, &r, &err));
    for (; db_next(&r); n++)
        assert_ok(db_run(
            d, "UPDATE t SET s = ?2 WHERE n = ?1",
            DB_ARGS(db_int(db_column_int(&r, 0)), db_text(STR("changed"))),
            &err));
    assert_ok(db_end(d, db_finish(&r, OK, &err), &err));
    assert_int_equal(n, 10);
    assert_ok(db_run(d, "DELETE FROM t WHERE s = 'changed'", DB_NO_ARGS, &err));
    assert_int_equal(db_changes(d), 10);
    db_close(d);
}

static void a_reader_sees_one_state_until_its_end(void **state)
{
    struct db *d = open_db(DB_CREATE);
    struct db *other;

    (void)state;
    fill(d);
    other = open_db(DB_EXISTING);
    assert_ok(db_begin_read(d, &err));
    assert_int_equal(count(d), 2000);
    assert_ok(db_run(other, "DELETE FROM t", DB_NO_ARGS, &err));
    assert_int_equal(count(d), 2000);
    assert_ok(db_end(d, OK, &err));
    assert_int_equal(count(d), 0);
    db_close(other);
    db_close(d);
}

static void a_minor_transaction_is_kept(void **state)
{
    struct db *d = open_db(DB_CREATE);
    bool begun = false;

    (void)state;
    fill(d);
    for (int failed = 0; failed < 2; failed++) {
        const enum err rc = failed ? ERR_LIMIT : OK;

        assert_ok(db_begin_unsynced(d, 1000, &begun, &err));
        assert_true(begun);
        assert_ok(db_exec(d, "DELETE FROM t WHERE n % 2 = 0", &err));
        assert_int_equal(db_end(d, rc, &err), rc);
        assert_int_equal(count(d), 1000);
    }
    db_close(d);
}

/* By whatever way it writes. */
static void a_writer_waits_for_another_only_so_long(void **state)
{
    struct db *d = open_db(DB_CREATE);
    struct db *other = open_db(DB_EXISTING);
    bool begun = true;

    (void)state;
    fill(d);
    assert_ok(db_begin_write(other, &err));
    assert_ok(db_begin_unsynced(d, 1, &begun, &err));
    assert_false(begun);
    assert_int_equal(db_begin_write(d, &err), ERR_TIMEOUT);
    assert_string_equal(err.msg, "another program has locked the test's "
                                 "database for more than 10 s; try again");
    assert_int_equal(count(d), 2000);
    assert_ok(db_end(other, OK, &err));
    assert_ok(db_begin_write(d, &err));
    assert_ok(db_end(d, OK, &err));
    db_close(other);
    db_close(d);
}

static enum err insert_part(struct db *d, int n, enum err rc)
{
    assert_ok(db_savepoint_begin(d, &err));
    assert_ok(db_run(d, "INSERT INTO t(n, s) VALUES (?1, 'part')",
                     DB_ARGS(db_int(n)), &err));
    return db_savepoint_end(d, rc, &err);
}

static void a_part_that_fails_leaves_the_others(void **state)
{
    struct db *d = open_db(DB_CREATE);

    (void)state;
    fill(d);
    assert_ok(db_begin_write(d, &err));
    assert_ok(insert_part(d, 1, OK));
    assert_ok(insert_part(d, 2, ERR_CONFLICT));
    assert_ok(insert_part(d, 3, OK));
    assert_ok(db_end(d, OK, &err));
    assert_int_equal(count(d), 2002);
    db_close(d);
}

#endif
