#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/stdio/line.h"

#include <pthread.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_BYTES 10

/* A reader whose other end wrote `text` and closed. */
struct input {
    struct line_reader r;
    int fds[2];
};

static void input_init(struct input *in, const char *text)
{
    size_t n = strlen(text);

    assert_int_equal(pipe(in->fds), 0);
    assert_int_equal(write(in->fds[1], text, n), n);
    (void)close(in->fds[1]);
    line_reader_init(&in->r, in->fds[0], -1, MAX_BYTES);
}

static void input_release(struct input *in)
{
    line_reader_release(&in->r);
    (void)close(in->fds[0]);
}

static void expect_line(struct input *in, const char *text)
{
    struct str line;

    assert_int_equal(line_read(&in->r, &line), LINE_MESSAGE);
    assert_int_equal(line.n, strlen(text));
    assert_memory_equal(line.p, text, line.n);
}

static void expect(struct input *in, enum line_event event)
{
    struct str line;

    assert_int_equal(line_read(&in->r, &line), event);
}

static void lines_end_with_lf_or_cr_lf(void **state)
{
    struct input in;

    (void)state;
    input_init(&in, "one\ntwo\r\n\nfour\n");
    expect_line(&in, "one");
    expect_line(&in, "two");
    expect_line(&in, "");
    expect_line(&in, "four");
    expect(&in, LINE_END);
    expect(&in, LINE_END);
    input_release(&in);
}

static void the_last_line_may_lack_its_end(void **state)
{
    struct input in;

    (void)state;
    input_init(&in, "one\ntwo");
    expect_line(&in, "one");
    expect_line(&in, "two");
    expect(&in, LINE_END);
    input_release(&in);
}

static void a_line_of_exactly_the_maximum_is_read(void **state)
{
    struct input in;

    (void)state;
    input_init(&in, "0123456789\n0123456789");
    expect_line(&in, "0123456789");
    expect_line(&in, "0123456789");
    input_release(&in);
}

static void a_line_that_is_too_long_is_reported_once_and_the_next_is_read(
    void **state)
{
    struct input in;

    (void)state;
    input_init(&in, "0123456789+\nok\n0123456789012345678901234567890");
    expect(&in, LINE_TOO_LONG);
    expect_line(&in, "ok");
    expect(&in, LINE_TOO_LONG);
    expect(&in, LINE_END);
    input_release(&in);
}

/* Writes `n` bytes of 'x', a line end and "after". */
static void *write_much(void *arg)
{
    int fd = *(int *)arg;
    char block[1000];

    memset(block, 'x', sizeof(block));
    for (int i = 0; i < 300; i++)
        if (write(fd, block, sizeof(block)) != sizeof(block))
            break;
    if (write(fd, "\nafter\n", 7) != 7)
        return NULL;
    (void)close(fd);
    return NULL;
}

static void a_line_in_many_pieces_is_put_together(void **state)
{
    struct line_reader r;
    pthread_t writer;
    struct str line;
    int fds[2];

    (void)state;
    assert_int_equal(pipe(fds), 0);
    assert_int_equal(pthread_create(&writer, NULL, write_much, &fds[1]), 0);
    line_reader_init(&r, fds[0], -1, 300000);
    assert_int_equal(line_read(&r, &line), LINE_MESSAGE);
    assert_int_equal(line.n, 300000);
    assert_int_equal(line_read(&r, &line), LINE_MESSAGE);
    assert_true(str_is(line, "after"));
    assert_int_equal(pthread_join(writer, NULL), 0);
    line_reader_release(&r);
    (void)close(fds[0]);
}

static void a_long_line_is_dropped_without_being_kept(void **state)
{
    struct line_reader r;
    pthread_t writer;
    struct str line;
    int fds[2];

    (void)state;
    assert_int_equal(pipe(fds), 0);
    assert_int_equal(pthread_create(&writer, NULL, write_much, &fds[1]), 0);
    line_reader_init(&r, fds[0], -1, MAX_BYTES);
    assert_int_equal(line_read(&r, &line), LINE_TOO_LONG);
    assert_true(r.bytes.cap < 100000);
    assert_int_equal(line_read(&r, &line), LINE_MESSAGE);
    assert_true(str_is(line, "after"));
    assert_int_equal(pthread_join(writer, NULL), 0);
    line_reader_release(&r);
    (void)close(fds[0]);
}

static void a_reader_that_waits_is_stopped(void **state)
{
    int stop_fd = eventfd(1, 0);
    struct line_reader r;
    struct str line;
    int fds[2];

    (void)state;
    assert_int_equal(pipe(fds), 0);
    line_reader_init(&r, fds[0], stop_fd, MAX_BYTES);
    assert_int_equal(line_read(&r, &line), LINE_STOPPED);
    line_reader_release(&r);
    (void)close(fds[0]);
    (void)close(fds[1]);
    (void)close(stop_fd);
}

static void a_message_is_written_as_one_line(void **state)
{
    struct line_writer w;
    struct buf message;
    char got[20] = {0};
    int fds[2];

    (void)state;
    assert_int_equal(pipe(fds), 0);
    buf_init(&message, 100);
    buf_puts(&message, "{\n\"a\":\r1}");
    line_writer_init(&w, fds[1], -1);
    assert_true(line_write(&w, &message));
    assert_int_equal(read(fds[0], got, sizeof(got)), 10);
    assert_string_equal(got, "{ \"a\": 1}\n");
    line_writer_release(&w);
    buf_release(&message);
    (void)close(fds[0]);
    (void)close(fds[1]);
}

static void write_text(struct line_writer *w, const char *text)
{
    struct buf message;

    buf_init(&message, 100);
    buf_puts(&message, text);
    assert_true(line_write(w, &message));
    buf_release(&message);
}

static void held_messages_go_out_together_and_in_order(void **state)
{
    struct line_writer w;
    char got[20] = {0};
    int fds[2];

    (void)state;
    assert_int_equal(pipe(fds), 0);
    line_writer_init(&w, fds[1], -1);
    line_hold(&w);
    write_text(&w, "one");
    write_text(&w, "two");
    assert_true(line_flush(&w));
    assert_int_equal(read(fds[0], got, sizeof(got)), 8);
    assert_string_equal(got, "one\ntwo\n");
    write_text(&w, "three");
    assert_int_equal(read(fds[0], got, sizeof(got)), 6);
    line_writer_release(&w);
    (void)close(fds[0]);
    (void)close(fds[1]);
}

/* Reads to the end; how many bytes there were. */
static void *count_bytes(void *arg)
{
    static char block[4096];
    int fd = *(int *)arg;
    size_t n = 0;
    ssize_t got;

    while ((got = read(fd, block, sizeof(block))) > 0)
        n += (size_t)got;
    return (void *)n; /* NOLINT(performance-no-int-to-ptr) */
}

static void more_than_can_be_held_goes_out_by_itself(void **state)
{
    struct line_writer w;
    pthread_t reader;
    void *n = NULL;
    int fds[2];

    (void)state;
    assert_int_equal(pipe(fds), 0);
    assert_int_equal(pthread_create(&reader, NULL, count_bytes, &fds[0]), 0);
    line_writer_init(&w, fds[1], -1);
    line_hold(&w);
    for (int i = 0; i < 100000; i++)
        write_text(&w, "a message");
    assert_true(w.waiting.cap <= (size_t)128 * 1024);
    assert_true(line_flush(&w));
    line_writer_release(&w);
    (void)close(fds[1]);
    assert_int_equal(pthread_join(reader, &n), 0);
    assert_int_equal((size_t)n, 1000000);
    (void)close(fds[0]);
}

static void what_is_here_already_is_reported(void **state)
{
    struct input in;

    (void)state;
    input_init(&in, "one\ntwo\nthr");
    assert_false(line_reader_has_line(&in.r)); /* not looked yet */
    expect_line(&in, "one");
    assert_true(line_reader_has_line(&in.r));
    expect_line(&in, "two");
    assert_false(line_reader_has_line(&in.r));
    expect_line(&in, "thr");
    input_release(&in);
}

/* Nobody reads and the pipe is full: shutdown must still be noticed. */
static void write_into_the_void(const int fds[2], bool keep_reader)
{
    int stop_fd = eventfd(keep_reader, 0);
    struct line_writer w;
    struct buf message;

    buf_init(&message, 4000000);
    for (int i = 0; i < 300000; i++)
        buf_puts(&message, "0123456789");
    line_writer_init(&w, fds[1], stop_fd);
    assert_false(line_write(&w, &message));
    assert_false(line_write(&w, &message));
    line_writer_release(&w);
    buf_release(&message);
    (void)close(stop_fd);
}

static void a_writer_whose_pipe_is_full_is_stopped(void **state)
{
    int fds[2];

    (void)state;
    assert_int_equal(pipe(fds), 0);
    write_into_the_void(fds, true);
    (void)close(fds[0]);
    (void)close(fds[1]);
}

static void a_writer_whose_reader_left_gives_up(void **state)
{
    int fds[2];

    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
    (void)close(fds[0]);
    write_into_the_void(fds, false);
    (void)close(fds[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_end_with_lf_or_cr_lf),
        cmocka_unit_test(the_last_line_may_lack_its_end),
        cmocka_unit_test(a_line_of_exactly_the_maximum_is_read),
        cmocka_unit_test(
            a_line_that_is_too_long_is_reported_once_and_the_next_is_read),
        cmocka_unit_test(a_line_in_many_pieces_is_put_together),
        cmocka_unit_test(a_long_line_is_dropped_without_being_kept),
        cmocka_unit_test(a_reader_that_waits_is_stopped),
        cmocka_unit_test(a_message_is_written_as_one_line),
        cmocka_unit_test(held_messages_go_out_together_and_in_order),
        cmocka_unit_test(more_than_can_be_held_goes_out_by_itself),
        cmocka_unit_test(what_is_here_already_is_reported),
        cmocka_unit_test(a_writer_whose_pipe_is_full_is_stopped),
        cmocka_unit_test(a_writer_whose_reader_left_gives_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
