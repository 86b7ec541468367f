#include "base/fs_fixture.h"

#include "store/database/db_migrate.h"
#include "store/sqlite/db_internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

static struct db *open_db(enum db_mode mode)
{
    struct db *d = NULL;

    if (db_file_open(in("base.db"), "the test's database", mode, &d, &err))
        fail_msg("%s", err.msg);
    return d;
}

/* 2,000 rows of text in a table, so that there are many pages. */
static void fill(struct db *d)
{
    static const char insert[] = "INSERT INTO t(n, s) VALUES (?1, ?2)";

    assert_int_equal(db_exec(d, "CREATE TABLE t(n INTEGER, s TEXT)", &err), OK);
    assert_int_equal(db_begin_write(d, &err), OK);
    for (int i = 0; i < 2000; i++) {
        enum err rc = db_run(
            d, insert,
            DB_ARGS(db_int(i), db_text(STR("a text that fills the pages"))),
            &err);

        assert_int_equal(rc, OK);
    }
    assert_int_equal(db_end(d, OK, &err), OK);
}

static int64_t count(struct db *d)
{
    int64_t n = -1;

    assert_int_equal(
        db_get_int(d, "SELECT count(*) FROM t", DB_NO_ARGS, &n, &err), OK);
    return n;
}

static void what_is_written_is_read_in_the_next_connection(void **state)
{
    struct db *d = open_db(DB_CREATE);

    (void)state;
    fill(d);
    db_close(d);
    d = open_db(DB_EXISTING);
    assert_int_equal(count(d), 2000);
    assert_int_equal(db_check(d, &err), OK);
    db_close(d);
}

/* As when two threads make the same database: to close a descriptor of a file
 * gives up all POSIX locks that the process has on it. */
static void making_a_database_closes_no_descriptor_of_its_file(void **state)
{
    _Alignas(struct inotify_event) char events[4096];
    const int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    struct db *d;

    (void)state;
    assert_int_equal(mknod(in("base.db"), S_IFREG | 0600, 0), 0);
    assert_true(inotify_add_watch(watch, in("base.db"), IN_CLOSE) >= 0);
    d = open_db(DB_CREATE);
    assert_int_equal(read(watch, events, sizeof(events)), -1);
    assert_int_equal(errno, EAGAIN);
    db_close(d);
    (void)close(watch);
}

/* Its maker was killed before the first page. */
static void an_empty_file_becomes_a_database_with_checksums(void **state)
{
    unsigned char reserved = 0;
    struct stat st;
    struct db *d;
    int fd;

    (void)state;
    d = open_db(DB_CREATE);
    db_close(d);
    assert_int_equal(truncate(in("base.db"), 0), 0);
    d = open_db(DB_CREATE);
    fill(d);
    assert_int_equal(db_check(d, &err), OK);
    db_close(d);
    fd = open(in("base.db"), O_RDONLY);
    assert_int_equal(pread(fd, &reserved, 1, 20), 1);
    assert_int_equal(reserved, 8);
    assert_int_equal(fstat(fd, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    close(fd);
}

static void a_missing_database_is_not_made_by_reading(void **state)
{
    struct db *d = NULL;

    (void)state;
    assert_int_equal(db_file_open(in("base.db"), "x", DB_EXISTING, &d, &err),
                     ERR_NOT_FOUND);
    assert_int_equal(access(in("base.db"), F_OK), -1);
}

static void texts_with_nul_and_blobs_keep_their_bytes(void **state)
{
    struct db *d = open_db(DB_CREATE);
    struct str bytes = {"a\0b", 3};
    struct db_rows r;

    (void)state;
    assert_int_equal(db_exec(d, "CREATE TABLE b(x)", &err), OK);
    assert_int_equal(db_run(d, "INSERT INTO b VALUES (?1), (?2), (?3)",
                            DB_ARGS(db_text(bytes), db_blob(bytes), db_null()),
                            &err),
                     OK);
    assert_int_equal(
        db_query(d, "SELECT x FROM b ORDER BY rowid", DB_NO_ARGS, &r, &err),
        OK);
    assert_true(db_next(&r));
    assert_true(str_eq(db_column_text(&r, 0), bytes));
    assert_true(db_next(&r));
    assert_true(str_eq(db_column_text(&r, 0), bytes));
    assert_true(db_next(&r));
    assert_true(db_column_is_null(&r, 0));
    assert_false(db_next(&r));
    assert_int_equal(db_finish(&r, OK, &err), OK);
    db_close(d);
}

static void a_failed_transaction_leaves_nothing(void **state)
{
    struct db *d = open_db(DB_CREATE);
    enum err rc;

    (void)state;
    fill(d);
    assert_int_equal(db_begin_write(d, &err), OK);
    rc = db_exec(d, "DELETE FROM t", &err);
    assert_int_equal(rc, OK);
    assert_int_equal(db_end(d, error_set(&err, ERR_LIMIT, "too many"), &err),
                     ERR_LIMIT);
    assert_int_equal(count(d), 2000);
    db_close(d);
}

static int64_t synchronous(struct db *d)
{
    int64_t level = -1;

    assert_int_equal(
        db_get_int(d, "PRAGMA synchronous", DB_NO_ARGS, &level, &err), OK);
    return level;
}

static void a_minor_transaction_is_kept_and_the_next_is_synced_again(
    void **state)
{
    struct db *d = open_db(DB_CREATE);
    int64_t full = synchronous(d);
    bool begun = false;
    enum err rc;

    (void)state;
    fill(d);
    for (int failed = 0; failed < 2; failed++) {
        assert_int_equal(db_begin_unsynced(d, 1, &begun, &err), OK);
        assert_true(begun);
        assert_true(synchronous(d) < full);
        rc = db_exec(d, "DELETE FROM t WHERE n % 2 = 0", &err);
        assert_int_equal(rc, OK);
        rc = failed ? ERR_LIMIT : OK;
        assert_int_equal(db_end(d, rc, &err), rc);
        assert_int_equal(synchronous(d), full);
        assert_int_equal(count(d), 1000);
    }
    db_close(d);
}

static void a_minor_transaction_is_not_begun_while_another_writes(void **state)
{
    struct db *d = open_db(DB_CREATE);
    struct db *other = open_db(DB_EXISTING);
    int64_t full = synchronous(d);
    bool begun = true;

    (void)state;
    assert_int_equal(db_begin_write(other, &err), OK);
    assert_int_equal(db_begin_unsynced(d, 1, &begun, &err), OK);
    assert_false(begun);
    assert_int_equal(synchronous(d), full);
    assert_int_equal(db_end(other, OK, &err), OK);
    assert_int_equal(db_begin_write(d, &err), OK);
    assert_int_equal(db_end(d, OK, &err), OK);
    db_close(other);
    db_close(d);
}

static int sleep_not(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return microseconds;
}

/* As while another program makes the memory that is shared with it (byte 128 of
 * the file, os_unix.c), for longer than SQLite waits, which takes no time here. */
static void whoever_holds_the_shared_memory_is_another_program(void **state)
{
    struct flock lock = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 128, .l_len = 1};
    struct db *d = open_db(DB_CREATE);
    int fd;

    (void)state;
    fill(d);
    db_close(d);
    sqlite3_vfs_find(db_checksum_vfs())->xSleep = sleep_not;
    fd = open(in("base.db-shm"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    assert_int_equal(fcntl(fd, F_OFD_SETLK, &lock), 0);
    assert_int_equal(
        db_file_open(in("base.db"), "base 'b'", DB_EXISTING, &d, &err),
        ERR_TIMEOUT);
    assert_string_equal(
        err.msg,
        "another program has locked base 'b' for more than 10 s; try again");
    assert_false(err.of_machine);
    (void)close(fd);
    d = open_db(DB_EXISTING);
    assert_int_equal(count(d), 2000);
    db_close(d);
}

static void a_number_keeps_its_fraction(void **state)
{
    struct db *d = open_db(DB_CREATE);
    struct db_rows r;

    (void)state;
    assert_int_equal(db_query(d, "SELECT ?1", DB_ARGS(db_real(0.1)), &r, &err),
                     OK);
    assert_true(db_next(&r));
    assert_true(db_column_real(&r, 0) == 0.1);
    assert_int_equal(db_finish(&r, OK, &err), OK);
    db_close(d);
}

static enum err insert_part(struct db *d, int n, enum err rc)
{
    enum err inserted;

    assert_int_equal(db_savepoint_begin(d, &err), OK);
    inserted = db_run(d, "INSERT INTO t(n, s) VALUES (?1, 'part')",
                      DB_ARGS(db_int(n)), &err);
    assert_int_equal(inserted, OK);
    return db_savepoint_end(d, rc, &err);
}

static void a_part_that_fails_leaves_the_others(void **state)
{
    struct db *d = open_db(DB_CREATE);

    (void)state;
    fill(d);
    assert_int_equal(db_begin_write(d, &err), OK);
    assert_int_equal(insert_part(d, 1, OK), OK);
    assert_int_equal(insert_part(d, 2, ERR_CONFLICT), OK);
    assert_int_equal(insert_part(d, 3, OK), OK);
    assert_int_equal(db_end(d, OK, &err), OK);
    assert_int_equal(count(d), 2002);
    db_close(d);
}

/* Files of SQLite's own that this process has open. */
static size_t temporary_files(void)
{
    DIR *all = opendir("/proc/self/fd");
    const struct dirent *entry;
    char to[512];
    size_t n = 0;

    assert_non_null(all);
    while ((entry = readdir(all))) {
        ssize_t length =
            readlinkat(dirfd(all), entry->d_name, to, sizeof(to) - 1);

        to[length > 0 ? length : 0] = 0;
        n += strstr(to, "etilqs_") != NULL;
    }
    (void)closedir(all);
    return n;
}

static void what_undoes_a_part_is_not_written_to_a_file(void **state)
{
    struct db *d = open_db(DB_CREATE);

    (void)state;
    fill(d);
    assert_int_equal(db_begin_write(d, &err), OK);
    assert_int_equal(db_savepoint_begin(d, &err), OK);
    assert_int_equal(db_exec(d, "UPDATE t SET n = n + 1", &err), OK);
    assert_int_equal(temporary_files(), 0);
    assert_int_equal(db_savepoint_end(d, OK, &err), OK);
    assert_int_equal(db_end(d, OK, &err), OK);
    db_close(d);
}

static void a_constraint_is_a_conflict(void **state)
{
    struct db *d = open_db(DB_CREATE);
    static const char insert[] = "INSERT INTO k VALUES (?1)";

    (void)state;
    assert_int_equal(db_exec(d, "CREATE TABLE k(x PRIMARY KEY)", &err), OK);
    assert_int_equal(db_run(d, insert, DB_ARGS(db_int(1)), &err), OK);
    assert_int_equal(db_run(d, insert, DB_ARGS(db_int(1)), &err), ERR_CONFLICT);
    db_close(d);
}

/* Pages after the first, whose header the opening reads already. */
static void flip_bit(off_t offset)
{
    int fd = open(in("base.db"), O_RDWR | O_CLOEXEC);
    unsigned char byte;

    assert_true(fd >= 0);
    assert_int_equal(pread(fd, &byte, 1, offset), 1);
    byte ^= 4;
    assert_int_equal(pwrite(fd, &byte, 1, offset), 1);
    (void)close(fd);
}

static void a_flipped_bit_anywhere_is_found(void **state)
{
    struct stat st;
    struct db *d = open_db(DB_CREATE);

    (void)state;
    fill(d);
    db_close(d);
    assert_int_equal(stat(in("base.db"), &st), 0);
    assert_true(st.st_size > 10 * 4096);
    for (off_t at = 8; at < st.st_size; at += 1009) {
        enum err rc;

        flip_bit(at);
        d = NULL;
        rc = db_file_open(in("base.db"), "x", DB_EXISTING, &d, &err);
        if (!rc)
            rc = db_check(d, &err);
        if (rc != ERR_FILE_READ_FAILED)
            fail_msg("byte %lld: %s", (long long)at, err_name(rc));
        db_close(d);
        flip_bit(at);
    }
}

static void a_copy_has_what_was_committed(void **state)
{
    struct db *d = open_db(DB_CREATE);
    const char *copy = in("copy.db");

    (void)state;
    fill(d);
    assert_int_equal(db_copy(d, copy, &err), OK);
    db_close(d);
    d = NULL;
    assert_int_equal(db_file_open(copy, "the copy", DB_EXISTING, &d, &err), OK);
    assert_int_equal(count(d), 2000);
    assert_int_equal(db_check(d, &err), OK);
    db_close(d);
}

static void missing_steps_run_once_and_a_newer_shape_is_refused(void **state)
{
    static const char *const list[] = {"CREATE TABLE a(x)",
                                       "INSERT INTO a VALUES (1)"};
    struct db_migrations one = {list, 1};
    struct db_migrations two = {list, 2};
    struct db *d = open_db(DB_CREATE);
    int64_t n = 0;

    (void)state;
    assert_int_equal(db_migrate(d, &one, &err), OK);
    assert_int_equal(db_migrate(d, &two, &err), OK);
    assert_int_equal(db_migrate(d, &two, &err), OK);
    assert_int_equal(
        db_get_int(d, "SELECT count(*) FROM a", DB_NO_ARGS, &n, &err), OK);
    assert_int_equal(n, 1);
    assert_int_equal(db_migrate(d, &one, &err), ERR_CONFLICT);
    db_close(d);
}

static void a_file_that_is_no_database_is_refused(void **state)
{
    struct db *d = NULL;

    (void)state;
    assert_int_equal(fs_write_atomic(in("base.db"), "x",
                                     STR("this is a text, and a long one, "
                                         "longer than a header of a database "
                                         "is, so that it is looked at whole"),
                                     false, &err),
                     OK);
    assert_int_equal(db_file_open(in("base.db"), "x", DB_EXISTING, &d, &err),
                     ERR_FILE_READ_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(what_is_written_is_read_in_the_next_connection),
        FS_TEST(an_empty_file_becomes_a_database_with_checksums),
        FS_TEST(making_a_database_closes_no_descriptor_of_its_file),
        FS_TEST(a_missing_database_is_not_made_by_reading),
        FS_TEST(texts_with_nul_and_blobs_keep_their_bytes),
        FS_TEST(a_failed_transaction_leaves_nothing),
        FS_TEST(a_minor_transaction_is_kept_and_the_next_is_synced_again),
        FS_TEST(a_minor_transaction_is_not_begun_while_another_writes),
        FS_TEST(whoever_holds_the_shared_memory_is_another_program),
        FS_TEST(a_number_keeps_its_fraction),
        FS_TEST(a_part_that_fails_leaves_the_others),
        FS_TEST(what_undoes_a_part_is_not_written_to_a_file),
        FS_TEST(a_constraint_is_a_conflict),
        FS_TEST(a_flipped_bit_anywhere_is_found),
        FS_TEST(a_copy_has_what_was_committed),
        FS_TEST(missing_steps_run_once_and_a_newer_shape_is_refused),
        FS_TEST(a_file_that_is_no_database_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
