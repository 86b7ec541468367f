/*
 * bench_mcp.c - one tool of an MCP server, called again and again.
 *
 *     bench_mcp NAME CALLS WINDOW TOOL ARGUMENTS -- PROGRAM ARG...   over stdio
 *     bench_mcp NAME CALLS 1 TOOL ARGUMENTS PORT PID                 over HTTP
 *     bench_mcp start PROGRAM ARG...               from its start to its tools
 *
 *     bench_mcp echo              a server that answers each request with nothing
 *
 * The client is this program for every server, so that what it costs is the same
 * and little; with `cat` as the program, or `echo` as the server, what is measured
 * is what remains. Over stdio WINDOW calls are under way at once, and those that can
 * be made go in one write; over HTTP they go one after the other over one
 * connection. `#` in the arguments is the number of the call. Prints one line of
 * JSON: calls a second, how long a call took at the median and at the 99th
 * percentile, what the server's process held at the end and used of the
 * processor for each call.
 */
#include "samples.h"

#include "base/clock.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BYTES     (1 << 20)
#define MAX_CALLS 200000
#define WARM_UP   200
#define INITIALIZE                                                            \
    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"    \
    "\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{" \
    "\"name\":\"bench\",\"version\":\"1\"}}}"
#define INITIALIZED \
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"

static struct bench {
    const char *name;
    unsigned calls;
    unsigned window;
    const char *tool;
    const char *arguments;
    pid_t server;
    uint64_t begun_ns[MAX_CALLS];
    uint64_t took_ns[MAX_CALLS];
    uint64_t cpu_ns; /* of the server, when the calls began */
    char answer[BYTES];
    size_t n;       /* bytes in `answer` */
    size_t fine_at; /* bytes of the last answer that was looked through */
} bench;

/* The text of a call at `text`, which has room for it; its length. */
static size_t write_call(unsigned id, char *text, size_t room)
{
    const char *number = strchr(bench.arguments, '#');
    size_t before = number ? (size_t)(number - bench.arguments) : 0;
    char digits[16] = "";
    int n;

    if (number)
        (void)snprintf(digits, sizeof(digits), "%u", id);
    n = snprintf(text, room,
                 "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"tools/call\","
                 "\"params\":{\"name\":\"%s\",\"arguments\":%.*s%s%s}}",
                 id, bench.tool, (int)before, bench.arguments, digits,
                 number ? number + 1 : bench.arguments);
    if (n < 0 || (size_t)n >= room)
        samples_give_up(bench.name, "is called with too much");
    return (size_t)n;
}

static void put(int fd, const char *text, size_t n)
{
    while (n > 0) {
        ssize_t sent = write(fd, text, n);

        if (sent <= 0)
            samples_give_up(bench.name, "does not read");
        text += sent;
        n -= (size_t)sent;
    }
}

static void get_more(int fd)
{
    ssize_t got = read(fd, bench.answer + bench.n, BYTES - 1 - bench.n);

    if (got <= 0)
        samples_give_up(bench.name, "does not answer");
    bench.n += (size_t)got;
    bench.answer[bench.n] = '\0';
}

static void drop(size_t n)
{
    bench.n -= n;
    memmove(bench.answer, bench.answer + n, bench.n + 1);
}

/* An answer as long as the one before is as good. */
static void check_answer(const char *text, size_t n)
{
    if (n == bench.fine_at)
        return;
    if (strstr(text, "\"isError\":true") || strstr(text, "\"error\":{"))
        samples_give_up(bench.name, text);
    bench.fine_at = n;
}

/* ---- what came out ---- */

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

static long read_kib(const char *key)
{
    char path[64];
    char line[256];
    long kib = 0;
    FILE *f;

    (void)snprintf(path, sizeof(path), "/proc/%d/status", (int)bench.server);
    f = fopen(path, "re");
    while (f && fgets(line, sizeof(line), f))
        if (strncmp(line, key, strlen(key)) == 0)
            kib = strtol(line + strlen(key) + 1, NULL, 10);
    if (f)
        (void)fclose(f);
    return kib;
}

/* Of all its threads, so far. */
static uint64_t server_cpu_ns(void)
{
    struct timespec t = {0};
    clockid_t clock;

    if (clock_getcpuclockid(bench.server, &clock) || clock_gettime(clock, &t))
        samples_give_up(bench.name, "is no process of ours");
    return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}

static void print(uint64_t took_ns)
{
    const unsigned n = bench.calls;
    const unsigned middle = n / 2;
    const unsigned late = n * 99ul / 100;
    double cpu_us = (double)(server_cpu_ns() - bench.cpu_ns) / 1e3 / n;

    qsort(bench.took_ns, n, sizeof(bench.took_ns[0]), compare);
    printf("{\"name\":\"%s\",\"runs\":%u,\"calls_s\":%.0f,\"p50_us\":%.1f,"
           "\"p99_us\":%.1f,\"cpu_us\":%.2f,\"rss_kib\":%ld}\n",
           bench.name, n, n / ((double)took_ns / 1e9),
           (double)bench.took_ns[middle] / 1e3,
           (double)bench.took_ns[late] / 1e3, cpu_us, read_kib("VmRSS"));
}

/* ---- stdio ---- */

/* What is between `from` and `to` begins with an id somewhere; -1: it has none. */
static int find_id(const char *from, const char *to)
{
    static const char key[] = "\"jsonrpc\":\"2.0\",\"id\":";
    const char *id = memmem(from, (size_t)(to - from), key, sizeof(key) - 1);

    return id ? (int)strtol(id + sizeof(key) - 1, NULL, 10) : -1;
}

/* The id is at the beginning of an answer or at its end; -1: in neither. */
static int id_of(const char *text, const char *end)
{
    const ptrdiff_t near = 64;
    int id = find_id(text, end - text > near ? text + near : end);

    return id >= 0 || end - text <= near ? id : find_id(end - near, end);
}

/* One line of those that came, after the `from` bytes that are done with; its
 * id. Waits for it. */
static int read_line(int fd, size_t *from)
{
    char *end;
    int id;

    while (!(end = memchr(bench.answer + *from, '\n', bench.n - *from))) {
        drop(*from);
        *from = 0;
        get_more(fd);
    }
    *end = '\0';
    id = id_of(bench.answer + *from, end);
    check_answer(bench.answer + *from, (size_t)(end - bench.answer) - *from);
    *from = (size_t)(end - bench.answer) + 1;
    return id;
}

/* As many calls as may be under way, in one write. */
static void send_calls(int in, unsigned *sent, unsigned until)
{
    static char text[BYTES];
    size_t n = 0;

    for (; *sent < until; ++*sent) {
        bench.begun_ns[*sent] = clock_ns();
        n += write_call(*sent + 1, text + n, sizeof(text) - 1 - n);
        text[n++] = '\n';
    }
    put(in, text, n);
}

/* Answers that came together are taken together, so that the calls that follow
 * them go together, too. */
static void call_over_pipe(int in, int out, unsigned calls)
{
    unsigned sent = 0;
    unsigned done = 0;
    size_t from = 0;

    while (done < calls) {
        unsigned until = done + bench.window;

        send_calls(in, &sent, until < calls ? until : calls);
        do {
            int id = read_line(out, &from);

            if (id == 0 || id > (int)calls)
                samples_give_up(bench.name, "answers what was not asked");
            if (id > 0) /* else it is a notification */
                bench.took_ns[done++] = clock_ns() - bench.begun_ns[id - 1];
        } while (done < sent &&
                 memchr(bench.answer + from, '\n', bench.n - from));
    }
    drop(from);
}

struct pipes {
    int to;
    int from;
};

static struct pipes start(char **argv)
{
    posix_spawn_file_actions_t actions;
    int in[2];
    int out[2];

    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) ||
        posix_spawn_file_actions_init(&actions) ||
        posix_spawn_file_actions_adddup2(&actions, in[0], 0) ||
        posix_spawn_file_actions_adddup2(&actions, out[1], 1) ||
        posix_spawn(&bench.server, argv[0], &actions, NULL, argv, environ))
        samples_give_up(argv[0], "does not start");
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)close(in[0]);
    (void)close(out[1]);
    put(in[1], INITIALIZE "\n", sizeof(INITIALIZE));
    return (struct pipes){in[1], out[0]};
}

static void finish(const struct pipes *p)
{
    (void)close(p->to);
    (void)waitpid(bench.server, NULL, 0);
}

static void over_pipe(char **argv)
{
    struct pipes p = start(argv);
    uint64_t begun;
    size_t from = 0;

    (void)read_line(p.from, &from);
    drop(from);
    put(p.to, INITIALIZED "\n", sizeof(INITIALIZED));
    call_over_pipe(p.to, p.from, WARM_UP);
    bench.cpu_ns = server_cpu_ns();
    begun = clock_ns();
    call_over_pipe(p.to, p.from, bench.calls);
    print(clock_ns() - begun);
    finish(&p);
}

static void from_start(char **argv)
{
    static const char list[] =
        INITIALIZED "\n"
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":"
                    "\"tools/list\"}\n";
    uint64_t begun = clock_ns();
    struct pipes p = start(argv);
    size_t from = 0;

    (void)read_line(p.from, &from);
    put(p.to, list, sizeof(list) - 1);
    (void)read_line(p.from, &from);
    printf("{\"took_us\":%.1f}\n", (double)(clock_ns() - begun) / 1e3);
    finish(&p);
}

/* ---- HTTP ---- */

static char session[128];

static void post(int fd, const char *body)
{
    static char text[BYTES];
    int n = snprintf(text, sizeof(text),
                     "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                     "Content-Type: application/json\r\n"
                     "Accept: application/json, text/event-stream\r\n"
                     "MCP-Protocol-Version: 2025-06-18\r\n%s%s%s"
                     "Content-Length: %zu\r\n\r\n%s",
                     *session ? "Mcp-Session-Id: " : "", session,
                     *session ? "\r\n" : "", strlen(body), body);

    put(fd, text, (size_t)n);
}

/* How long the reply is: its length is in a header, or it comes in pieces,
 * of which the last is empty. 0: more must come. */
static size_t reply_bytes(void)
{
    char *end = strstr(bench.answer, "\r\n\r\n");
    char *length = strcasestr(bench.answer, "content-length:");
    char *pieces = strcasestr(bench.answer, "transfer-encoding: chunked");
    size_t head;

    if (!end)
        return 0;
    head = (size_t)(end - bench.answer) + 4;
    if (pieces && pieces < end) {
        char *last = strstr(end, "\r\n0\r\n\r\n");

        return last ? (size_t)(last - bench.answer) + 7 : 0;
    }
    if (length && length < end)
        head += strtoul(length + 15, NULL, 10);
    return head;
}

static void read_reply(int fd)
{
    size_t n;

    while ((n = reply_bytes()) == 0 || bench.n < n)
        get_more(fd);
    check_answer(bench.answer, n);
    if (!*session) {
        char *id = strcasestr(bench.answer, "mcp-session-id:");

        if (!id || sscanf(id + 15, " %127[^\r\n]", session) != 1)
            samples_give_up(bench.name, "gives no session");
    }
    drop(n);
}

static int connect_to(unsigned port)
{
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int yes = 1;

    (void)inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    if (fd < 0 || setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes)) ||
        connect(fd, (struct sockaddr *)&to, sizeof(to)))
        samples_give_up(bench.name, "cannot be reached");
    return fd;
}

static void over_http(unsigned port)
{
    static char call[BYTES / 2];
    int fd = connect_to(port);
    uint64_t begun = 0;

    post(fd, INITIALIZE);
    read_reply(fd);
    post(fd, INITIALIZED);
    read_reply(fd);
    for (unsigned i = 0; i < WARM_UP + bench.calls; i++) {
        uint64_t at = clock_ns();

        if (i == WARM_UP) {
            bench.cpu_ns = server_cpu_ns();
            begun = at = clock_ns();
        }
        (void)write_call(i + 1, call, sizeof(call));
        post(fd, call);
        read_reply(fd);
        if (i >= WARM_UP)
            bench.took_ns[i - WARM_UP] = clock_ns() - at;
    }
    print(clock_ns() - begun);
    (void)close(fd);
}

/* ---- what remains ---- */

/* Any request is one read, which holds for this client, and its reply says as
 * much as that client needs. */
static void echo(void)
{
    static const char reply[] = "HTTP/1.1 200 OK\r\nMcp-Session-Id: none\r\n"
                                "Content-Length: 2\r\n\r\n{}";
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t n = sizeof(at);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int client;

    (void)inet_pton(AF_INET, "127.0.0.1", &at.sin_addr);
    if (fd < 0 || bind(fd, (struct sockaddr *)&at, n) || listen(fd, 8) ||
        getsockname(fd, (struct sockaddr *)&at, &n))
        samples_give_up("echo", "cannot listen");
    printf("listening on %u\n", ntohs(at.sin_port));
    (void)fflush(stdout);
    while ((client = accept(fd, NULL, NULL)) >= 0) {
        while (read(client, bench.answer, BYTES) > 0)
            put(client, reply, sizeof(reply) - 1);
        (void)close(client);
    }
}

int main(int argc, char **argv)
{
    bench.name = "start";
    if (argc == 2 && strcmp(argv[1], "echo") == 0) {
        echo();
        return 0;
    }
    if (argc >= 3 && strcmp(argv[1], "start") == 0) {
        from_start(argv + 2);
        return 0;
    }
    if (argc < 8)
        samples_give_up("usage", "bench_mcp NAME CALLS WINDOW TOOL ARGUMENTS "
                                 "-- PROGRAM ARG... | PORT PID");
    bench.name = argv[1];
    bench.calls = (unsigned)strtoul(argv[2], NULL, 10);
    bench.window = (unsigned)strtoul(argv[3], NULL, 10);
    bench.tool = argv[4];
    bench.arguments = argv[5];
    if (bench.calls == 0 || bench.calls > MAX_CALLS)
        samples_give_up("usage", "too many calls, or none");
    if (strcmp(argv[6], "--") == 0) {
        over_pipe(argv + 7);
    } else {
        bench.server = (pid_t)strtol(argv[7], NULL, 10);
        over_http((unsigned)strtoul(argv[6], NULL, 10));
    }
    return 0;
}
