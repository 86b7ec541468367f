#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/wire.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const struct wire_wait forever = {0};

static struct error err;
static struct buf in;
static struct wire_frame got;
static int here;
static int there;

static int set_up(void **state)
{
    int pair[2];

    (void)state;
    err = (struct error){0};
    buf_init(&in, WIRE_MAX_PAYLOAD);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return -1;
    here = pair[0];
    there = pair[1];
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    buf_release(&in);
    (void)close(here);
    (void)close(there);
    return 0;
}

static unsigned open_descriptors(void)
{
    DIR *d = opendir("/proc/self/fd");
    unsigned n = 0;

    assert_non_null(d);
    while (readdir(d))
        n++;
    (void)closedir(d);
    return n;
}

static enum err send_text(enum wire_kind kind, uint32_t id, const char *text)
{
    const struct wire_frame f = {
        .kind = kind, .id = id, .payload = str_from(text), .fd = -1};

    return wire_send(there, &f, &forever, &err);
}

static enum err receive(void)
{
    return wire_receive(here, &in, &got, &forever, &err);
}

static void a_frame_arrives_as_it_was_sent(void **state)
{
    (void)state;
    assert_int_equal(send_text(WIRE_REQUEST, 0xfedcba98, "{\"a\":1}"), OK);
    assert_int_equal(send_text(WIRE_PROGRESS, 2, ""), OK);
    assert_int_equal(receive(), OK);
    assert_int_equal(got.kind, WIRE_REQUEST);
    assert_int_equal(got.id, 0xfedcba98);
    assert_string_equal(got.payload.p, "{\"a\":1}");
    assert_int_equal(got.fd, -1);
    assert_int_equal(receive(), OK);
    assert_int_equal(got.kind, WIRE_PROGRESS);
    assert_int_equal(got.payload.n, 0);
}

static void the_header_is_as_documented(void **state)
{
    static const unsigned char expected[WIRE_HEADER_BYTES] = {
        'Q',  'R',  'Y',  '1',  1,    0,    5,    0,
        0x78, 0x56, 0x34, 0x12, 0x0d, 0x0c, 0x0b, 0x00};
    const struct wire_frame f = {.kind = WIRE_RESULT, .id = 0x12345678};
    unsigned char header[WIRE_HEADER_BYTES];
    uint32_t length = 0;

    (void)state;
    wire_encode_header(&f, 0x0b0c0d, header);
    assert_memory_equal(header, expected, sizeof(header));
    assert_int_equal(wire_decode_header(header, &got, &length, &err), OK);
    assert_int_equal(got.kind, WIRE_RESULT);
    assert_int_equal(got.id, 0x12345678);
    assert_int_equal(length, 0x0b0c0d);
}

static void what_is_no_header_is_refused(void **state)
{
    const struct wire_frame f = {.kind = WIRE_RESULT, .id = 1};
    unsigned char header[WIRE_HEADER_BYTES];
    uint32_t length;

    (void)state;
    for (size_t i = 0; i < 8; i++) { /* magic, version, kind */
        wire_encode_header(&f, 1, header);
        header[i] ^= 0xf0;
        assert_int_equal(wire_decode_header(header, &got, &length, &err),
                         ERR_TOOL_WORKER_UNAVAILABLE);
    }
    wire_encode_header(&f, WIRE_MAX_PAYLOAD, header);
    assert_int_equal(wire_decode_header(header, &got, &length, &err), OK);
    wire_encode_header(&f, WIRE_MAX_PAYLOAD + 1, header);
    assert_int_equal(wire_decode_header(header, &got, &length, &err),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_string_equal(
        err.msg, "a message claims 16777217 bytes: the limit is 16777216");
}

struct sender {
    pthread_t thread;
    struct wire_frame frame;
    enum err rc;
};

static void *send_frame(void *ctx)
{
    struct sender *s = ctx;
    struct error e;

    s->rc = wire_send(there, &s->frame, &forever, &e);
    return NULL;
}

static void the_largest_frame_passes_a_small_socket(void **state)
{
    char *bytes = mem_new(WIRE_MAX_PAYLOAD, &err);
    struct sender s = {.frame = {.kind = WIRE_RESULT,
                                 .payload = {bytes, WIRE_MAX_PAYLOAD},
                                 .fd = there}};

    (void)state;
    assert_non_null(bytes);
    memset(bytes, 'x', WIRE_MAX_PAYLOAD);
    bytes[WIRE_MAX_PAYLOAD - 1] = 'y';
    assert_int_equal(pthread_create(&s.thread, NULL, send_frame, &s), 0);
    assert_int_equal(receive(), OK);
    assert_int_equal(pthread_join(s.thread, NULL), 0);
    assert_int_equal(s.rc, OK);
    assert_int_equal(got.payload.n, WIRE_MAX_PAYLOAD);
    assert_memory_equal(got.payload.p, bytes, WIRE_MAX_PAYLOAD);
    assert_true(got.fd >= 0); /* it came with the first byte */
    (void)close(got.fd);
    mem_free(bytes);
}

static void a_frame_larger_than_the_buffer_is_a_limit(void **state)
{
    struct buf small;

    (void)state;
    buf_init(&small, 4);
    assert_int_equal(send_text(WIRE_RESULT, 1, "12345"), OK);
    assert_int_equal(wire_receive(here, &small, &got, &forever, &err),
                     ERR_LIMIT);
    buf_release(&small);
}

static void a_descriptor_rides_along_and_is_the_receivers(void **state)
{
    struct wire_frame f = {.kind = WIRE_REQUEST, .payload = STR("{}")};
    char byte = 0;
    int pipes[2];

    (void)state;
    assert_int_equal(pipe2(pipes, O_CLOEXEC), 0);
    f.fd = pipes[1];
    assert_int_equal(wire_send(there, &f, &forever, &err), OK);
    assert_int_equal(receive(), OK);
    assert_int_equal(fcntl(got.fd, F_GETFD), FD_CLOEXEC);
    assert_int_equal(write(got.fd, "x", 1), 1);
    assert_int_equal(read(pipes[0], &byte, 1), 1);
    (void)close(got.fd);
    (void)close(pipes[0]);
    (void)close(pipes[1]);
}

/* Several descriptors in one message, as only an enemy sends. */
static void send_many_descriptors(const void *bytes, size_t n)
{
    const int fds[3] = {0, 1, 2};
    _Alignas(struct cmsghdr) char space[CMSG_SPACE(sizeof(fds))] = {0};
    struct iovec part = {(void *)(uintptr_t)bytes, n};
    struct msghdr m = {.msg_iov = &part,
                       .msg_iovlen = 1,
                       .msg_control = space,
                       .msg_controllen = sizeof(space)};
    struct cmsghdr *c = CMSG_FIRSTHDR(&m);

    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof(fds));
    memcpy(CMSG_DATA(c), fds, sizeof(fds));
    assert_int_equal(sendmsg(there, &m, 0), n);
}

static void descriptors_nobody_asked_for_are_closed(void **state)
{
    const struct wire_frame f = {.kind = WIRE_RESULT, .id = 1};
    unsigned char header[WIRE_HEADER_BYTES];
    unsigned before = open_descriptors();

    (void)state;
    wire_encode_header(&f, 2, header);
    send_many_descriptors(header, sizeof(header));
    send_many_descriptors("{}", 2);
    assert_int_equal(receive(), OK);
    assert_int_equal(open_descriptors(), before + 1);
    (void)close(got.fd);
    header[0] = 'X'; /* also when the frame is refused */
    send_many_descriptors(header, sizeof(header));
    assert_int_equal(receive(), ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(open_descriptors(), before);
}

static void the_end_of_the_other_side_is_seen_in_every_place(void **state)
{
    const struct wire_frame f = {.kind = WIRE_RESULT, .id = 1};
    unsigned char bytes[WIRE_HEADER_BYTES + 5] = {0};

    wire_encode_header(&f, 10, bytes);
    for (size_t n = 0; n <= sizeof(bytes); n++) {
        if (n)
            assert_int_equal(write(there, bytes, n), n);
        (void)close(there);
        assert_int_equal(receive(), ERR_TOOL_WORKER_UNAVAILABLE);
        assert_string_equal(err.msg, "the other side closed the connection");
        there = dup(here);
        assert_int_equal(tear_down(state), 0);
        assert_int_equal(set_up(state), 0);
    }
    (void)close(here);
    here = dup(there);
    assert_int_equal(tear_down(state), 0);
    assert_int_equal(set_up(state), 0);
    (void)shutdown(here, SHUT_RD);
    assert_int_equal(send_text(WIRE_RESULT, 1, "{}"),
                     ERR_TOOL_WORKER_UNAVAILABLE);
}

static void waiting_ends_at_the_deadline_or_when_cancelled(void **state)
{
    const atomic_bool cancel = true;
    const struct wire_wait past = {.deadline_ms = 1};
    const struct wire_wait soon = {.deadline_ms = clock_ms() + 5};
    const struct wire_wait cancelled = {.cancel = &cancel};

    (void)state;
    assert_int_equal(wire_receive(here, &in, &got, &soon, &err), ERR_TIMEOUT);
    assert_string_equal(err.msg, "the time limit passed");
    assert_int_equal(wire_receive(here, &in, &got, &cancelled, &err),
                     ERR_TIMEOUT);
    assert_string_equal(err.msg, "cancelled");
    /* even when there is always something to read */
    assert_int_equal(send_text(WIRE_PROGRESS, 1, "{}"), OK);
    assert_int_equal(wire_receive(here, &in, &got, &past, &err), ERR_TIMEOUT);
    assert_int_equal(wire_receive(here, &in, &got, &cancelled, &err),
                     ERR_TIMEOUT);
    assert_int_equal(receive(), OK);
}

static void a_full_socket_does_not_hold_a_sender_past_its_deadline(void **state)
{
    const struct wire_wait soon = {.deadline_ms = clock_ms() + 5};
    static const char bytes[4096];
    const struct wire_frame f = {
        .kind = WIRE_PROGRESS, .payload = {bytes, sizeof(bytes)}, .fd = -1};
    enum err rc = OK;

    (void)state;
    while (!rc)
        rc = wire_send(there, &f, &soon, &err);
    assert_int_equal(rc, ERR_TIMEOUT);
}

/* poll() counts in an int: 50 days in milliseconds are more. */
static void a_deadline_years_away_is_a_wait(void **state)
{
    static const uint64_t far[] = {UINT64_C(1) << 31, UINT64_C(1) << 32,
                                   UINT64_C(1) << 62};
    struct sender s = {.frame = {.kind = WIRE_RESULT, .fd = -1}};

    (void)state;
    for (size_t i = 0; i < sizeof(far) / sizeof(far[0]); i++) {
        const struct wire_wait w = {.deadline_ms = clock_ms() + far[i]};

        assert_int_equal(pthread_create(&s.thread, NULL, send_frame, &s), 0);
        assert_int_equal(wire_receive(here, &in, &got, &w, &err), OK);
        assert_int_equal(pthread_join(s.thread, NULL), 0);
    }
}

#define WIRE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(a_frame_arrives_as_it_was_sent),
        WIRE_TEST(the_header_is_as_documented),
        WIRE_TEST(what_is_no_header_is_refused),
        WIRE_TEST(the_largest_frame_passes_a_small_socket),
        WIRE_TEST(a_frame_larger_than_the_buffer_is_a_limit),
        WIRE_TEST(a_descriptor_rides_along_and_is_the_receivers),
        WIRE_TEST(descriptors_nobody_asked_for_are_closed),
        WIRE_TEST(the_end_of_the_other_side_is_seen_in_every_place),
        WIRE_TEST(waiting_ends_at_the_deadline_or_when_cancelled),
        WIRE_TEST(a_full_socket_does_not_hold_a_sender_past_its_deadline),
        WIRE_TEST(a_deadline_years_away_is_a_wait),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
