#include "base/fs_fixture.h"

#include "store/sqlite/db_file.h"

#include <pthread.h>
#include <stdio.h>

#define WRITERS 3
#define READERS 2
#define WRITES  40
#define MAKERS  8
#define FILES   60

/* Each thread has its own connection, and its own error. */
struct thread {
    pthread_t id;
    int number;
    char path[512];
    enum err rc;
    struct error e;
};

static enum err write_two(struct db *d, int number, int i, struct error *e)
{
    static const char insert[] = "INSERT INTO t(who, n) VALUES (?1, ?2)";
    enum err rc = db_begin_write(d, e);

    if (rc)
        return rc;
    for (int k = 0; k < 2 && !rc; k++)
        rc = db_run(d, insert, DB_ARGS(db_int(number), db_int(2 * i + k)), e);
    return db_end(d, rc, e);
}

static void *write_many(void *ctx)
{
    struct thread *t = ctx;
    struct db *d = NULL;

    t->rc =
        db_file_open(t->path, "the test's database", DB_EXISTING, &d, &t->e);
    for (int i = 0; i < WRITES && !t->rc; i++)
        t->rc = write_two(d, t->number, i, &t->e);
    db_close(d);
    return NULL;
}

/* Both rows of a transaction are there, or none. */
static void *read_many(void *ctx)
{
    struct thread *t = ctx;
    struct db *d = NULL;
    int64_t n = 0;

    t->rc =
        db_file_open(t->path, "the test's database", DB_EXISTING, &d, &t->e);
    while (!t->rc && n < 2 * WRITES * WRITERS) {
        t->rc = db_get_int(d, "SELECT count(*) FROM t", DB_NO_ARGS, &n, &t->e);
        if (!t->rc && n % 2 != 0)
            t->rc = error_set(&t->e, ERR_INTERNAL, "half a transaction");
    }
    db_close(d);
    return NULL;
}

static void threads_with_their_own_connections_wait_for_each_other(void **state)
{
    struct thread threads[WRITERS + READERS] = {0};
    struct db *d = NULL;
    int64_t n = 0;

    (void)state;
    assert_int_equal(
        db_file_open(in("base.db"), "the test's database", DB_CREATE, &d, &err),
        OK);
    assert_int_equal(db_exec(d, "CREATE TABLE t(who INTEGER, n INTEGER)", &err),
                     OK);
    for (int i = 0; i < WRITERS + READERS; i++) {
        threads[i].number = i;
        (void)snprintf(threads[i].path, sizeof(threads[i].path), "%s",
                       in("base.db"));
        assert_int_equal(pthread_create(&threads[i].id, NULL,
                                        i < WRITERS ? write_many : read_many,
                                        &threads[i]),
                         0);
    }
    for (int i = 0; i < WRITERS + READERS; i++) {
        assert_int_equal(pthread_join(threads[i].id, NULL), 0);
        if (threads[i].rc)
            fail_msg("thread %d: %s", i, threads[i].e.msg);
    }
    assert_int_equal(db_get_int(d,
                                "SELECT count(DISTINCT who * 1000 + n) FROM t",
                                DB_NO_ARGS, &n, &err),
                     OK);
    assert_int_equal(n, 2 * WRITES * WRITERS);
    db_close(d);
}

static pthread_barrier_t all_ready;

static void *make_database(void *ctx)
{
    struct thread *t = ctx;
    struct db *d = NULL;

    (void)pthread_barrier_wait(&all_ready);
    t->rc = db_file_open(t->path, "the test's database", DB_CREATE, &d, &t->e);
    db_close(d);
    return NULL;
}

/* SQLite answers 'busy' without waiting where another connection changes the
 * journal mode of the new file. */
static void many_create_one_database_at_once(void **state)
{
    (void)state;
    assert_int_equal(pthread_barrier_init(&all_ready, NULL, MAKERS), 0);
    for (int file = 0; file < FILES; file++) {
        struct thread threads[MAKERS] = {0};

        for (int i = 0; i < MAKERS; i++) {
            (void)snprintf(threads[i].path, sizeof(threads[i].path), "%s%d",
                           in("new.db"), file);
            assert_int_equal(pthread_create(&threads[i].id, NULL, make_database,
                                            &threads[i]),
                             0);
        }
        for (int i = 0; i < MAKERS; i++)
            assert_int_equal(pthread_join(threads[i].id, NULL), 0);
        for (int i = 0; i < MAKERS; i++)
            if (threads[i].rc)
                fail_msg("file %d: %s", file, threads[i].e.msg);
    }
    assert_int_equal(pthread_barrier_destroy(&all_ready), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(threads_with_their_own_connections_wait_for_each_other),
        FS_TEST(many_create_one_database_at_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
