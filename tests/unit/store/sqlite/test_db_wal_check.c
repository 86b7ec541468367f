#include "base/fs_fixture.h"

#include "base/buf.h"
#include "store/sqlite/db_file.h"
#include "store/sqlite/db_wal_check.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define FRAME (24 + 4096)

static const char *const parts[] = {"", "-wal", "-shm"};

static const char *part(const char *name, const char *suffix)
{
    struct str path;

    if (str_printf(&arena, &path, &err, "%s/%s.db%s", in(""), name, suffix))
        fail_msg("%s", err.msg);
    return path.p;
}

static void write_to(const char *name, const void *bytes, size_t n)
{
    struct str text = {bytes, n};

    assert_int_equal(fs_write_atomic(name, "x", text, false, &err), OK);
}

/* A database with five commits in its log, and what is on the disk while its
 * writer lives: in "copy.db". */
static void make_copy(void)
{
    static const char insert[] = "INSERT INTO t VALUES (?1)";
    struct db *d = NULL;

    assert_int_equal(db_file_open(part("live", ""), "x", DB_CREATE, &d, &err),
                     OK);
    assert_int_equal(db_exec(d, "CREATE TABLE t(s TEXT)", &err), OK);
    for (int i = 0; i < 4; i++) {
        struct db_args args = DB_ARGS(db_text(STR("a row of the table")));

        assert_int_equal(db_run(d, insert, args, &err), OK);
    }
    for (size_t i = 0; i < 3; i++) {
        struct str text;

        assert_int_equal(fs_read_file(part("live", parts[i]), "x", 1 << 20,
                                      &arena, &text, &err),
                         OK);
        write_to(part("copy", parts[i]), text.p, text.n);
    }
    db_close(d);
}

static struct db_wal_state look(void)
{
    struct db_wal_state log;

    assert_int_equal(db_wal_check(part("copy", ""), "x", &log, &err), OK);
    return log;
}

static void flip(const char *suffix, off_t at)
{
    int fd = open(part("copy", suffix), O_RDWR | O_CLOEXEC);
    unsigned char byte;

    assert_true(fd >= 0);
    assert_int_equal(pread(fd, &byte, 1, at), 1);
    byte ^= 16;
    assert_int_equal(pwrite(fd, &byte, 1, at), 1);
    (void)close(fd);
}

static void a_database_without_a_log_has_no_damage(void **state)
{
    struct db_wal_state log;

    (void)state;
    assert_int_equal(db_wal_check(in("none.db"), "x", &log, &err), OK);
    assert_int_equal(log.bytes, 0);
    assert_false(log.damaged);
}

static void the_log_of_a_living_writer_is_whole(void **state)
{
    struct db_wal_state log;

    (void)state;
    make_copy();
    log = look();
    assert_false(log.damaged);
    assert_true(log.frames >= 5);
    assert_int_equal(log.bytes, 32 + log.frames * FRAME);
}

static void a_flipped_bit_anywhere_in_the_log_is_found(void **state)
{
    uint64_t bytes;

    (void)state;
    make_copy();
    bytes = look().bytes;
    for (uint64_t at = 0; at < bytes; at += at < 64 ? 1 : 997) {
        flip("-wal", (off_t)at);
        if (!look().damaged)
            fail_msg("byte %llu", (unsigned long long)at);
        flip("-wal", (off_t)at);
    }
}

static void without_the_index_all_but_the_last_commit_is_still_sure(
    void **state)
{
    uint64_t frames;

    (void)state;
    make_copy();
    frames = look().frames;
    assert_int_equal(unlink(part("copy", "-shm")), 0);
    assert_false(look().damaged);
    for (uint64_t i = 0; i + 1 < frames; i++) {
        for (off_t byte = 0; byte < FRAME; byte += 401) {
            off_t at = 32 + (off_t)i * FRAME + byte;

            flip("-wal", at);
            if (!look().damaged)
                fail_msg("byte %lld", (long long)at);
            flip("-wal", at);
        }
    }
}

static void what_a_crash_cuts_off_is_no_damage(void **state)
{
    uint64_t bytes, frames;

    (void)state;
    make_copy();
    bytes = look().bytes;
    frames = look().frames;
    assert_int_equal(unlink(part("copy", "-shm")), 0);
    assert_int_equal(truncate(part("copy", "-wal"), (off_t)bytes - 100), 0);
    assert_false(look().damaged);
    assert_int_equal(look().frames, frames - 1);
}

static void a_log_that_lost_its_end_is_damaged_when_the_index_knows_it(
    void **state)
{
    uint64_t bytes;

    (void)state;
    make_copy();
    bytes = look().bytes;
    assert_int_equal(truncate(part("copy", "-wal"), (off_t)bytes - 100), 0);
    assert_true(look().damaged);
}

static void an_index_that_is_damaged_itself_is_not_believed(void **state)
{
    (void)state;
    make_copy();
    flip("-shm", 17);
    assert_false(look().damaged);
}

static void frames_of_an_older_log_behind_the_end_are_nobodys_loss(void **state)
{
    char zeros[FRAME];
    struct str text;
    struct buf b;

    (void)state;
    make_copy();
    memset(zeros, 7, sizeof(zeros));
    assert_int_equal(
        fs_read_file(part("copy", "-wal"), "x", 1 << 20, &arena, &text, &err),
        OK);
    buf_init(&b, 1 << 20);
    buf_put_str(&b, text);
    buf_put(&b, zeros, sizeof(zeros));
    write_to(part("copy", "-wal"), b.p, b.n);
    buf_release(&b);
    assert_false(look().damaged);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(a_database_without_a_log_has_no_damage),
        FS_TEST(the_log_of_a_living_writer_is_whole),
        FS_TEST(a_flipped_bit_anywhere_in_the_log_is_found),
        FS_TEST(without_the_index_all_but_the_last_commit_is_still_sure),
        FS_TEST(what_a_crash_cuts_off_is_no_damage),
        FS_TEST(a_log_that_lost_its_end_is_damaged_when_the_index_knows_it),
        FS_TEST(an_index_that_is_damaged_itself_is_not_believed),
        FS_TEST(frames_of_an_older_log_behind_the_end_are_nobodys_loss),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
