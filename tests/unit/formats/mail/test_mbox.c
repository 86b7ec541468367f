#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/mail/mbox.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

static struct error err;
static struct buf seen;
static bool is_one_at_a_time;

static int setup(void **state)
{
    (void)state;
    buf_init(&seen, (size_t)64 << 20);
    is_one_at_a_time = false;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    buf_release(&seen);
    return 0;
}

static enum err on_begin(void *ctx, const struct member *m, struct error *e)
{
    (void)e;
    ++*(unsigned *)ctx;
    buf_printf(&seen, "[%.*s|%.*s]", STR_FMT(m->name), STR_FMT(m->refusal));
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

static bool is_full(void *ctx)
{
    return is_one_at_a_time && *(unsigned *)ctx > 0;
}

/* All mails, as the worker asks for them; how many calls it took. */
static enum err read_all(struct str mbox, unsigned *calls)
{
    const int fd = memfd_create("mbox", MFD_CLOEXEC);
    uint64_t from = 0;
    enum err rc;

    assert_true(fd >= 0);
    assert_int_equal(write(fd, mbox.p, mbox.n), mbox.n);
    buf_reset(&seen);
    *calls = 0;
    do {
        unsigned n = 0;
        const struct member_sink sink = {on_begin, on_write, on_end,
                                         NULL,     is_full,  &n};

        rc = mbox_members(fd, from, &sink, NULL, &from, &err);
        ++*calls;
    } while (!rc && from > 0);
    (void)close(fd);
    return rc;
}

#define FROM "From a@example.org Fri Mar  8 10:00:00 2024\n"

static const char three[] =
    FROM "Subject: one/two\nDate: 5 Mar 2024 10:00 +0000\n\nA\n>From here\n"
         "From nowhere on\n\n" FROM "Subject: three\n\n>>From B\n" FROM
         "no begin: no blank line\n\n"
         "From lunch on: no digits, no time\n\n" FROM "Message-ID: <x>\n\nC\n";

static const char three_read[] =
    "[2024-03-05 one-two.eml|]Subject: one/two\nDate: 5 Mar 2024 10:00 +0000\n"
    "\nA\nFrom here\nFrom nowhere on\n\n"
    "[three.eml|]Subject: three\n\n>From B\n" FROM "no begin: no blank line\n\n"
    "From lunch on: no digits, no time\n\n";

static void mails_begin_after_a_blank_line_and_lose_what_escapes(void **state)
{
    unsigned calls;

    (void)state;
    assert_int_equal(read_all(str_from(three), &calls), OK);
    assert_int_equal(calls, 1);
    assert_true(str_starts(buf_str(&seen), str_from(three_read)));
    assert_true(str_ends(buf_str(&seen), STR(".eml|]Message-ID: <x>\n\nC\n")));
}

static void a_reader_that_goes_on_finds_the_same(void **state)
{
    struct str whole;
    struct arena a;
    unsigned calls;

    (void)state;
    arena_init(&a, (size_t)1 << 20);
    assert_int_equal(read_all(str_from(three), &calls), OK);
    assert_int_equal(buf_dup(&seen, &a, &whole, &err), OK);
    is_one_at_a_time = true;
    assert_int_equal(read_all(str_from(three), &calls), OK);
    assert_int_equal(calls, 3);
    assert_true(str_eq(buf_str(&seen), whole));
    arena_release(&a);
}

static void mails_over_pieces_of_the_file_are_whole(void **state)
{
    struct buf mbox;
    unsigned calls;
    size_t found = 0;

    (void)state;
    buf_init(&mbox, (size_t)16 << 20);
    for (int i = 0; i < 3000; i++) {
        buf_printf(&mbox, FROM "Subject: s%d\n\n", i);
        for (int k = 0; k < 20; k++)
            buf_puts(&mbox, "words and words and words and words\n");
        buf_puts(&mbox, "end\n\n");
    }
    assert_int_equal(read_all(buf_str(&mbox), &calls), OK);
    for (struct str s = buf_str(&seen); s.n > 0; found++)
        s = str_slice(s, str_find(s, STR("end\n")) + 4, s.n);
    assert_int_equal(found - 1, 3000); /* a blank line is after the last */
    buf_release(&mbox);
}

static void a_line_of_any_length_is_no_begin(void **state)
{
    struct buf mbox;
    unsigned calls;

    (void)state;
    buf_init(&mbox, (size_t)16 << 20);
    buf_puts(&mbox, FROM "Subject: s\n\n\n");
    for (int i = 0; i < 200000; i++)
        buf_puts(&mbox, "From a 10:00 ");
    assert_int_equal(read_all(buf_str(&mbox), &calls), OK);
    assert_true(str_starts(buf_str(&seen), STR("[s.eml|]Subject: s\n")));
    assert_true(str_ends(buf_str(&seen), STR("From a 10:00 ")));
    buf_release(&mbox);
}

static void one_that_is_no_mail_is_no_failure_of_the_others(void **state)
{
    unsigned calls;

    (void)state;
    assert_int_equal(
        read_all(STR(FROM "no header\n\n" FROM "Subject: x\n\ny"), &calls), OK);
    assert_true(str_is(buf_str(&seen),
                       "[mail at byte 0.eml|it is no mail: its first line is "
                       "no header field][x.eml|]Subject: x\n\ny"));
}

static void parts_that_cannot_be_read_are_no_failure_of_the_others(void **state)
{
    struct buf mbox;
    unsigned calls;

    (void)state;
    buf_init(&mbox, (size_t)1 << 20);
    buf_puts(&mbox, FROM "Subject: x\nContent-Type: multipart/mixed; "
                         "boundary=b\n\n--b\n");
    for (int i = 0; i < 3000; i++)
        buf_puts(&mbox, "A: b\n");
    buf_puts(&mbox, "\n--b--\n\n" FROM "Subject: y\n\nz");
    assert_int_equal(read_all(buf_str(&mbox), &calls), OK);
    assert_true(str_ends(buf_str(&seen),
                         STR("--b--\n\n[x.eml/attachments|the header of a "
                             "mail is too long][y.eml|]Subject: y\n\nz")));
    buf_release(&mbox);
}

static void what_is_no_mbox_is_refused_with_its_place(void **state)
{
    unsigned calls;

    (void)state;
    assert_int_equal(read_all(STR("From me\n\nhello"), &calls),
                     ERR_FILE_READ_FAILED);
    assert_int_equal(err.pos.line, 1);
    assert_int_equal(read_all(STR(""), &calls), ERR_FILE_READ_FAILED);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(mails_begin_after_a_blank_line_and_lose_what_escapes),
        TEST(a_reader_that_goes_on_finds_the_same),
        TEST(mails_over_pieces_of_the_file_are_whole),
        TEST(a_line_of_any_length_is_no_begin),
        TEST(one_that_is_no_mail_is_no_failure_of_the_others),
        TEST(parts_that_cannot_be_read_are_no_failure_of_the_others),
        TEST(what_is_no_mbox_is_refused_with_its_place)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
