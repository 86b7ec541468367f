/*
 * db_fixture.h - a table of 2,000 rows, with whatever engine.
 *
 * The includer has open_db(), which opens the test's database.
 */
#ifndef STORE_DATABASE_DB_FIXTURE_H
#define STORE_DATABASE_DB_FIXTURE_H

#include "base/fs_fixture.h"

#include "store/database/db_cancel.h"
#include "store/database/db_migrate.h"

static struct db *open_db(enum db_mode mode);

static inline void assert_ok(enum err rc)
{
    if (rc)
        fail_msg("%s: %s", err_name(rc), err.msg);
}

/* 2,000 rows of text in a table, so that there are many pages. */
static void fill(struct db *d)
{
    static const char insert[] = "INSERT INTO t(n, s) VALUES (?1, ?2)";

    assert_ok(db_exec(d, "CREATE TABLE t(n INTEGER, s TEXT)", &err));
    assert_ok(db_begin_write(d, &err));
    for (int i = 0; i < 2000; i++)
        assert_ok(db_run(
            d, insert,
            DB_ARGS(db_int(i), db_text(STR("a text that fills the pages"))),
            &err));
    assert_ok(db_end(d, OK, &err));
}

static int64_t count(struct db *d)
{
    int64_t n = -1;

    assert_ok(db_get_int(d, "SELECT count(*) FROM t", DB_NO_ARGS, &n, &err));
    return n;
}

#endif
