/*
 * fake_worker.c - run as `quarry-worker MEMORY THREADS` with its socket as
 * descriptor 3, as the real one; see fake_worker.h.
 */
#include "fake_worker.h"

#include "base/fs.h"
#include "base/json.h"
#include "base/wire.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#define SOCKET 3

static const struct wire_wait forever = {0};

static void send_with(enum wire_kind kind, uint32_t id, int fd,
                      const char *json)
{
    const struct wire_frame f = {
        .kind = kind, .id = id, .payload = str_from(json), .fd = fd};
    struct error e;

    if (wire_send(SOCKET, &f, &forever, &e))
        _exit(0);
}

static void send_frame(enum wire_kind kind, uint32_t id, const char *json)
{
    send_with(kind, id, -1, json);
}

static void write_bytes(const void *bytes, size_t n)
{
    if (write(SOCKET, bytes, n) != (ssize_t)n)
        _exit(0);
}

_Noreturn static void hang(void)
{
    for (;;)
        (void)pause();
}

/* A RESULT's header that claims `claims` bytes, and ten bytes of them. */
static void send_part(uint32_t id, uint32_t claims)
{
    const struct wire_frame f = {.kind = WIRE_RESULT, .id = id, .fd = -1};
    unsigned char header[WIRE_HEADER_BYTES];

    wire_encode_header(&f, claims, header);
    write_bytes(header, sizeof(header));
    write_bytes("[1,2,3,4,5", 10);
}

static void trickle(uint32_t id)
{
    const struct wire_frame f = {.kind = WIRE_RESULT, .id = id, .fd = -1};
    unsigned char header[WIRE_HEADER_BYTES];

    wire_encode_header(&f, 9, header);
    for (size_t i = 0; i < sizeof(header); i++)
        write_bytes(header + i, 1);
    for (size_t i = 0; i < 9; i++)
        write_bytes(&"\"trickle\""[i], 1);
}

/* A text of a MiB. */
static void send_large(uint32_t id)
{
    static char text[1 << 20];

    memset(text, 'x', sizeof(text) - 1);
    text[0] = text[sizeof(text) - 2] = '"';
    send_frame(WIRE_RESULT, id, text);
}

/* The descriptors that this process has, besides the one that lists them. */
static void list_descriptors(uint32_t id)
{
    DIR *d = opendir("/proc/self/fd");
    struct buf b;
    char own[16];

    if (!d)
        _exit(1);
    (void)snprintf(own, sizeof(own), "%d", dirfd(d));
    buf_init(&b, 1 << 16);
    for (struct dirent *f = readdir(d); f; f = readdir(d)) {
        if (f->d_name[0] != '.' && strcmp(f->d_name, own) != 0)
            buf_printf(&b, "%s%s", b.n ? "," : "[", f->d_name);
    }
    buf_puts(&b, "]");
    send_frame(WIRE_RESULT, id, b.p);
    buf_release(&b);
    (void)closedir(d);
}

/* What the descriptor that came with the request holds, as JSON. */
static void show_descriptor(uint32_t id, int fd)
{
    char text[64] = "null";
    ssize_t n = fd < 0 ? 0 : pread(fd, text, sizeof(text) - 1, 0);

    if (n > 0)
        text[n] = '\0';
    send_frame(WIRE_RESULT, id, text);
}

static bool has_users_environment(void)
{
    return getenv("PATH") || getenv("HOME") || getenv("FAKE_SECRET");
}

static void report(uint32_t id, long number)
{
    char text[24];

    (void)snprintf(text, sizeof(text), "%ld", number);
    send_frame(WIRE_RESULT, id, text);
}

#define GROWN_BYTES ((size_t)160 << 20)

/* Have that much memory from now on. */
static void grow(uint32_t id)
{
    char *p = mmap(NULL, GROWN_BYTES, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (p == MAP_FAILED)
        _exit(1);
    memset(p, 1, GROWN_BYTES);
    report(id, (long)getpid());
}

/* Wait for the CANCEL and answer it; the last word of an obedient worker. */
static void wait_for_cancel(uint32_t id, struct buf *in)
{
    struct wire_frame f;
    struct error e;

    send_frame(WIRE_PROGRESS, id, "{\"done\":1,\"total\":2}");
    if (wire_receive(SOCKET, in, &f, &forever, &e) || f.kind != WIRE_CANCEL)
        _exit(1);
    send_frame(
        WIRE_ERROR, id,
        "{\"error\":{\"code\":\"TIMEOUT\",\"message\":\"was cancelled\"}}");
}

/* Ways to answer that keep the protocol; false when `what` is none. */
static bool answer(struct str what, const struct wire_frame *f, struct buf *in)
{
    uint32_t id = f->id;

    if (str_is(what, "answer"))
        report(id, (long)getpid());
    else if (str_is(what, "log"))
        report(id, fcntl(STDERR_FILENO, F_GETFL) & O_ACCMODE);
    else if (str_is(what, "trickle"))
        trickle(id);
    else if (str_is(what, "large"))
        send_large(id);
    else if (str_is(what, "descriptors"))
        list_descriptors(id);
    else if (str_is(what, "environment"))
        send_frame(WIRE_RESULT, id, has_users_environment() ? "1" : "0");
    else if (str_is(what, "read"))
        show_descriptor(id, f->fd);
    else if (str_is(what, "fail"))
        send_frame(WIRE_ERROR, id,
                   "{\"error\":{\"code\":\"LIMIT\",\"message\":\"too much\","
                   "\"line\":3,\"column\":4,\"offset\":5}}");
    else if (str_is(what, "damaged"))
        send_frame(WIRE_ERROR, id,
                   "{\"error\":{\"code\":\"FILE_READ_FAILED\","
                   "\"message\":\"damaged\"}}");
    else if (str_is(what, "fail as OK"))
        send_frame(WIRE_ERROR, id, "{\"error\":{\"code\":\"OK\"}}");
    else if (str_is(what, "give a descriptor"))
        send_with(WIRE_RESULT, id, 2, "1");
    else if (str_is(what, "grow"))
        grow(id);
    else if (str_is(what, "obey"))
        wait_for_cancel(id, in);
    else
        return false;
    return true;
}

static void flood(uint32_t id)
{
    for (;;)
        send_frame(WIRE_PROGRESS, id, "{\"done\":1,\"total\":2}");
}

static void misbehave(struct str what, uint32_t id)
{
    static const char garbage[] =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n";

    if (str_is(what, "garbage"))
        write_bytes(garbage, sizeof(garbage));
    else if (str_is(what, "truncated"))
        send_part(id, 100);
    else if (str_is(what, "huge"))
        send_part(id, UINT32_MAX);
    else if (str_is(what, "wrong id"))
        send_frame(WIRE_RESULT, id + 1, "1");
    else if (str_is(what, "wrong kind"))
        send_frame(WIRE_REQUEST, id, "1");
    else if (str_is(what, "no json"))
        send_frame(WIRE_RESULT, id, "{\"a\":");
    else if (str_is(what, "empty"))
        send_frame(WIRE_RESULT, id, "");
    else if (str_is(what, "bad error"))
        send_frame(WIRE_ERROR, id, "oh no");
    else if (str_is(what, "close"))
        (void)close(SOCKET);
    else if (str_is(what, "cpu"))
        (void)raise(SIGXCPU);
    else if (str_is(what, "flood"))
        flood(id);
    if (str_is(what, "exit") || str_is(what, "truncated"))
        _exit(7);
    if (str_is(what, "hang"))
        send_frame(WIRE_PROGRESS, id, "{\"done\":3,\"total\":4}");
    hang();
}

/*
 * Hold one of the locks of the folder, until death. With all taken there are
 * more workers than the pool may have, and the assignment fails.
 */
static bool take_lock(struct str assignment)
{
    struct arena a;
    struct json *root = NULL;
    struct error e;
    bool held = false;

    arena_init(&a, 1 << 16);
    if (json_parse(assignment, &json_default_limits, &a, &root, &e))
        _exit(1);
    held = json_text(json_find(root, "folder")).n == 0;
    for (int i = 0; !held && i < FAKE_LOCKS; i++) {
        char path[200];
        int fd;

        (void)snprintf(path, sizeof(path), "%.*s/lock-%d",
                       STR_FMT(json_text(json_find(root, "folder"))), i);
        fd = open(path, O_RDWR | O_CREAT, 0600);
        held = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0;
        if (!held && fd >= 0)
            (void)close(fd);
    }
    arena_release(&a);
    return held;
}

static void begin(enum fake_start start, struct buf *in)
{
    struct wire_frame f;
    struct error e;

    if (start == FAKE_EXITS_AT_ONCE)
        _exit(9);
    if (start == FAKE_HANGS_AT_START)
        hang();
    if (start == FAKE_WRITES_GARBAGE_AT_START)
        write_bytes("usage: quarry-worker", 20);
    send_frame(WIRE_READY, 0, "{\"version\":\"fake\"}");
    if (wire_receive(SOCKET, in, &f, &forever, &e))
        _exit(0);
    if (start != FAKE_REFUSES_ITS_ASSIGNMENT && take_lock(f.payload)) {
        send_frame(WIRE_RESULT, f.id, "{}");
        return;
    }
    send_frame(WIRE_ERROR, f.id,
               "{\"error\":{\"code\":\"INTERNAL\",\"message\":\"refused\"}}");
    _exit(1);
}

int main(int argc, char **argv)
{
    struct buf in;
    struct error error;
    uint64_t start;

    if (argc != 3 || str_parse_u64(str_from(argv[2]), 9, &start, &error))
        return 2;
    buf_init(&in, WIRE_MAX_PAYLOAD);
    begin((enum fake_start)start, &in);
    for (;;) {
        struct wire_frame f;
        struct error e;
        char what[32];

        if (wire_receive(SOCKET, &in, &f, &forever, &e))
            _exit(0);
        (void)snprintf(what, sizeof(what), "%.*s", STR_FMT(f.payload));
        if (!answer(str_from(what), &f, &in))
            misbehave(str_from(what), f.id);
        if (f.fd >= 0)
            (void)close(f.fd);
    }
}
