#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "formats/archive/archive.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#define BLOCK 512u

static struct error err;
static struct buf seen;
static struct buf tar;
static bool is_one_at_a_time;

static int setup(void **state)
{
    (void)state;
    buf_init(&seen, (size_t)16 << 20);
    buf_init(&tar, (size_t)16 << 20);
    is_one_at_a_time = false;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    buf_release(&seen);
    buf_release(&tar);
    return 0;
}

static enum err on_begin(void *ctx, const struct member *m, struct error *e)
{
    (void)ctx, (void)e;
    buf_printf(&seen, "[%.*s|%s%.*s]", STR_FMT(m->name),
               m->is_left_out ? "out: " : "", STR_FMT(m->refusal));
    return OK;
}

static enum err on_write(void *ctx, struct str bytes, struct error *e)
{
    (void)ctx, (void)e;
    buf_put_str(&seen, bytes);
    return OK;
}

static enum err on_end(void *ctx, struct error *e)
{
    (void)ctx, (void)e;
    return OK;
}

static enum err on_fail(void *ctx, struct str why, struct error *e)
{
    (void)ctx, (void)e;
    buf_printf(&seen, "!%.*s", STR_FMT(why));
    return OK;
}

static bool is_full(void *ctx)
{
    (void)ctx;
    return is_one_at_a_time;
}

static void pad(void)
{
    while (tar.n % BLOCK)
        buf_put_char(&tar, '\0');
}

/* A header of GNU tar, and what is in the file. */
static void put(char type, const char *name, struct str bytes)
{
    char block[BLOCK + 1] = "";
    unsigned sum = 0;

    (void)snprintf(block, 100, "%s", name);
    (void)snprintf(block + 100, 25, "%s", "0000644");
    (void)snprintf(block + 124, 12, "%011zo", bytes.n);
    memset(block + 148, ' ', 8);
    block[156] = type;
    memcpy(block + 257, "ustar  ", 8);
    for (size_t i = 0; i < BLOCK; i++)
        sum += (unsigned char)block[i];
    (void)snprintf(block + 148, 8, "%06o", sum);
    buf_put_str(&tar, (struct str){block, BLOCK});
    buf_put_str(&tar, bytes);
    pad();
}

static void put_zeros(void)
{
    for (unsigned i = 0; i < 2 * BLOCK; i++)
        buf_put_char(&tar, '\0');
}

static enum err read_all(void)
{
    const int fd = memfd_create("tar", MFD_CLOEXEC);
    const struct member_sink sink = {.begin = on_begin,
                                     .write = on_write,
                                     .end = on_end,
                                     .fail = on_fail,
                                     .is_full = is_full};
    uint64_t from = 0;
    enum err rc;

    buf_reset(&seen);
    assert_int_equal(write(fd, tar.p, tar.n), tar.n);
    do {
        rc = tar_members(fd, from, &sink, NULL, &from, &err);
    } while (!rc && from > 0);
    (void)close(fd);
    return rc;
}

static void check(const char *expected)
{
    for (int i = 0; i < 2; i++) {
        is_one_at_a_time = i;
        assert_int_equal(read_all(), OK);
        assert_int_equal(seen.n, strlen(expected));
        assert_memory_equal(seen.p, expected, seen.n);
    }
}

static void files_come_by_their_paths(void **state)
{
    (void)state;
    put('5', "d/", STR(""));
    put('0', "./d/a.txt", STR("one"));
    put('\0', "/etc/b.txt", STR(""));
    put('\0', "old/", STR(""));
    put('7', "C:/c\xe9.txt", STR("two"));
    put_zeros();
    put('0', "after the end", STR("x"));
    check("[d/a.txt|]one[etc/b.txt|][c\xc3\xa9.txt|]two");
}

static void what_is_no_file_is_left_out_with_its_reason(void **state)
{
    (void)state;
    put('1', "a", STR(""));
    put('2', "b", STR(""));
    put('3', "c", STR(""));
    put('0', ".d/e", STR("x"));
    put('S', "f", STR("x"));
    put('0', "g/../../h", STR("x"));
    put('M', "i", STR("x"));
    put('?', "j", STR("x"));
    check("[a|out: a link to another file of the archive]"
          "[b|out: a symbolic link; links are not followed]"
          "[c|out: neither a file nor a folder]"
          "[.d/e|out: hidden: its name begins with a dot]"
          "[f|a sparse file; pack it again without --sparse]"
          "[g/h|its name leads out of the archive]"
          "[i|the rest of a file of another volume of the archive]"
          "[j|a kind of file that is not known]");
}

static void long_names_come_before(void **state)
{
    char name[300];
    char expected[400];

    (void)state;
    memset(name, 'n', sizeof(name));
    name[sizeof(name) - 1] = '\0';
    put('K', "././@LongLink", STR("a link\0"));
    put('L', "././@LongLink", (struct str){name, sizeof(name)});
    put('0', "cut", STR("x"));
    put('g', "global", STR("14 comment=ab\n"));
    put('x', "PaxHeader", STR("19 path=pax/name.a\n"));
    put('0', "cut", STR("y"));
    (void)snprintf(expected, sizeof(expected), "[%s|]x[pax/name.a|]y", name);
    check(expected);
}

static void a_size_of_posix_counts(void **state)
{
    (void)state;
    put('x', "PaxHeader", STR("9 size=3\n"));
    put('0', "a", STR("12345"));
    put('0', "b", STR("6"));
    check("[a|]123[b|]6");
}

static void sparse_files_are_refused(void **state)
{
    (void)state;
    put('x', "PaxHeader",
        STR("22 GNU.sparse.major=1\n24 GNU.sparse.name=real\n"));
    put('0', "GNUSparseFile.0/real", STR("map"));
    put('0', "b", STR("6"));
    check("[real|a sparse file; pack it again without --sparse][b|]6");
}

static void what_is_cut_off_is_said_in_its_place(void **state)
{
    (void)state;
    put('0', "a", STR("1"));
    put('0', "b", STR("12345"));
    tar.n -= BLOCK - 2;
    check("[a|]1[b|]12!the archive is cut off in it");
}

static void files_before_damage_are_read(void **state)
{
    (void)state;
    put('0', "a", STR("1"));
    put('0', "b", STR("2"));
    tar.p[(size_t)BLOCK * 2] ^= 1;
    assert_int_equal(read_all(), ERR_FILE_READ_FAILED);
    assert_true(str_is(buf_str(&seen), "[a|]1"));
    assert_string_equal(err.msg,
                        "the tar archive is damaged: there is no header at "
                        "byte 1024; get another copy");
    assert_int_equal(err.pos.offset, 1024);
}

static void what_is_no_tar_says_so(void **state)
{
    (void)state;
    for (unsigned i = 0; i < BLOCK; i++)
        buf_put_char(&tar, 'x');
    assert_int_equal(read_all(), ERR_FILE_READ_FAILED);
    assert_string_equal(err.msg, "it is no tar archive");
}

static void headers_and_names_have_limits(void **state)
{
    static char text[ARCHIVE_HEADER_BYTES + 1];

    (void)state;
    memset(text, 'n', sizeof(text));
    put('L', "././@LongLink", (struct str){text, sizeof(text)});
    put('0', "a", STR("x"));
    assert_int_equal(read_all(), ERR_LIMIT);
    buf_reset(&tar);
    put('L', "././@LongLink", (struct str){text, 3000});
    put('0', "a", STR("x"));
    assert_int_equal(read_all(), OK);
    assert_true(str_ends(buf_str(&seen), STR("n|its name is too long]")));
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(files_come_by_their_paths),
        TEST(what_is_no_file_is_left_out_with_its_reason),
        TEST(long_names_come_before),
        TEST(a_size_of_posix_counts),
        TEST(sparse_files_are_refused),
        TEST(what_is_cut_off_is_said_in_its_place),
        TEST(files_before_damage_are_read),
        TEST(what_is_no_tar_says_so),
        TEST(headers_and_names_have_limits)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
