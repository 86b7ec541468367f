/* Queries of many rows, in files and in a store. */
#include "catalog_fixture.h"

#include "store/database/db_large.h"

#define ROWS 1000 /* some times what a server gives at once */

static void put_rows(void)
{
    assert_ok(db_begin_write(base.db, &err));
    for (int i = 0; i < ROWS; i++) {
        const char id[] = {(char)(i >> 8), (char)i, 0, '\n'};

        assert_ok(db_run(base.db,
                         "INSERT INTO question_vector(id, vector, at)"
                         " VALUES (?1, ?2, ?3)",
                         DB_ARGS(db_blob((struct str){id, sizeof(id)}),
                                 db_blob(STR("v")), db_int(i - 1)),
                         &err));
    }
    assert_ok(db_end(base.db, OK, &err));
}

#define ALL                                                              \
    "SELECT at, id, iif(at = 5, NULL, 'x' || CAST(at AS TEXT)) AS text " \
    "FROM question_vector ORDER BY at"

static void look_at_row(const struct db_rows *r, int i)
{
    const struct str id = db_column_text(r, 1);

    assert_int_equal(db_column_int(r, 0), i - 1);
    assert_int_equal(id.n, 4);
    assert_int_equal((unsigned char)id.p[1], i & 0xff);
    assert_int_equal(id.p[3], '\n');
    assert_true(db_column_is_null(r, 2) == (i == 6));
}

/* `until` rows, with other statements between them. */
static void read_rows(int until)
{
    struct db_rows r;
    int64_t n = 0;
    int i = 0;

    assert_ok(db_query_large(base.db, ALL, &r, &err));
    for (; i < until && db_next(&r); i++) {
        look_at_row(&r, i);
        if (i % 100 == 0)
            assert_ok(db_get_int(base.db,
                                 "SELECT count(*) FROM question_vector",
                                 DB_NO_ARGS, &n, &err));
    }
    assert_ok(db_finish(&r, OK, &err));
    assert_int_equal(i, until < ROWS ? until : ROWS);
    assert_int_equal(n, ROWS);
}

static void many_rows_are_read_in_a_transaction_and_without(void **state)
{
    (void)state;
    put_rows();
    read_rows(ROWS + 1);
    assert_ok(db_begin_read(base.db, &err));
    read_rows(ROWS + 1);
    read_rows(3); /* and none of the rest */
    read_rows(ROWS + 1);
    assert_ok(db_end(base.db, OK, &err));
    assert_ok(db_begin_write(base.db, &err));
    read_rows(ROWS + 1);
    assert_ok(db_end(base.db, OK, &err));
}

static void what_fails_between_rows_is_told_at_the_end(void **state)
{
    struct db_rows r;

    (void)state;
    if (!home.store)
        skip(); /* SQLite knows that before */
    put_rows();
    assert_ok(db_begin_read(base.db, &err));
    assert_ok(db_query_large(
        base.db, "SELECT 1 / (500 - at) FROM question_vector ORDER BY at", &r,
        &err));
    while (db_next(&r))
        ;
    assert_int_equal(db_finish(&r, OK, &err), ERR_INTERNAL);
    assert_int_equal(db_end(base.db, ERR_INTERNAL, &err), ERR_INTERNAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASE_TEST(many_rows_are_read_in_a_transaction_and_without),
        BASE_TEST(what_fails_between_rows_is_told_at_the_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
