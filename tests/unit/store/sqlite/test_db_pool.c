#include "base/fs_fixture.h"

#include "store/database/db_pool.h"

#include "store/sqlite/db_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct db *open_at(const char *name)
{
    struct db *d = NULL;

    if (db_file_open(in(name), "the test's database", DB_CREATE, &d, &err))
        fail_msg("%s", err.msg);
    return d;
}

/* One that is there already, as only those are kept. */
static struct db *open_again(const char *name)
{
    struct db *d = open_at(name);

    assert_int_equal(db_exec(d, "CREATE TABLE IF NOT EXISTS t(n)", &err), OK);
    db_close(d);
    return open_at(name);
}

static int64_t count(struct db *d)
{
    int64_t n = -1;

    assert_int_equal(
        db_get_int(d, "SELECT count(*) FROM t", DB_NO_ARGS, &n, &err), OK);
    return n;
}

static void add(struct db *d)
{
    assert_int_equal(db_exec(d, "INSERT INTO t VALUES (1)", &err), OK);
}

/* How many files of this name this process has open. */
static bool is_open(const char *name)
{
    char path[64];
    char to[PATH_MAX];

    for (int fd = 3; fd < 64; fd++) {
        ssize_t n;

        (void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
        n = readlink(path, to, sizeof(to) - 1);
        if (n > 0 && memmem(to, (size_t)n, name, strlen(name)))
            return true;
    }
    return false;
}

static void without_a_keep_what_is_closed_is_closed(void **state)
{
    (void)state;
    db_close(open_again("plain.db"));
    assert_false(is_open("plain.db"));
}

static void the_same_file_is_not_opened_twice(void **state)
{
    struct db *d;
    struct db *again;

    (void)state;
    assert_int_equal(db_pool_start(&err), OK);
    d = open_again("same.db");
    db_close(d);
    assert_true(is_open("same.db"));
    again = open_at("same.db");
    assert_ptr_equal(again, d);
    d = open_at("same.db"); /* while that one is in use */
    assert_ptr_not_equal(again, d);
    db_close(d);
    db_close(again);
    db_pool_stop();
    assert_false(is_open("same.db"));
}

static void what_others_write_is_seen(void **state)
{
    struct db *d;

    (void)state;
    assert_int_equal(db_pool_start(&err), OK);
    d = open_again("seen.db");
    assert_int_equal(count(d), 0);
    db_pool_stop(); /* the other opens its own */
    add(d);
    assert_int_equal(db_pool_start(&err), OK);
    db_close(d);
    d = open_at("seen.db");
    assert_int_equal(count(d), 1);
    db_close(d);
    db_pool_stop();
}

static void a_file_in_its_place_is_another(void **state)
{
    struct db *d;

    (void)state;
    d = open_again("other.db");
    add(d);
    db_close(d);
    assert_int_equal(db_pool_start(&err), OK);
    d = open_again("here.db");
    assert_int_equal(count(d), 0);
    db_close(d);
    assert_int_equal(rename(in("other.db"), in("here.db")), 0);
    assert_true(unlink(in("here.db-wal")) == 0 || errno == ENOENT);
    assert_true(unlink(in("here.db-shm")) == 0 || errno == ENOENT);
    d = open_at("here.db");
    assert_int_equal(count(d), 1);
    db_close(d);
    db_pool_stop();
}

static void what_was_begun_is_not_kept(void **state)
{
    struct db *d;

    (void)state;
    assert_int_equal(db_pool_start(&err), OK);
    d = open_again("begun.db");
    assert_int_equal(db_begin_write(d, &err), OK);
    add(d);
    db_close(d);
    d = open_at("begun.db");
    assert_int_equal(count(d), 0);
    db_close(d);
    db_pool_stop();
}

static void so_many_are_kept_and_no_more(void **state)
{
    char name[32];
    unsigned open = 0;

    (void)state;
    assert_int_equal(db_pool_start(&err), OK);
    for (int i = 0; i < 2 * DB_POOL_MAX; i++) {
        (void)snprintf(name, sizeof(name), "many%d.db", i);
        db_close(open_again(name));
    }
    for (int i = 0; i < 2 * DB_POOL_MAX; i++) {
        (void)snprintf(name, sizeof(name), "many%d.db", i);
        open += is_open(name);
    }
    assert_in_range(open, 1, DB_POOL_MAX);
    db_pool_stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(without_a_keep_what_is_closed_is_closed),
        FS_TEST(the_same_file_is_not_opened_twice),
        FS_TEST(what_others_write_is_seen),
        FS_TEST(a_file_in_its_place_is_another),
        FS_TEST(what_was_begun_is_not_kept),
        FS_TEST(so_many_are_kept_and_no_more),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
