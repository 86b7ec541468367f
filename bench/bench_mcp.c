/*
 * bench_mcp.c - one tool of an MCP server, called again and again.
 *
 *     bench_mcp NAME CALLS WINDOW TOOL ARGUMENTS -- PROGRAM ARG...   over stdio
 *     bench_mcp NAME CALLS 1 TOOL ARGUMENTS PORT PID                 over HTTP
 *     bench_mcp start PROGRAM ARG...               from its start to its tools
 *
 * The client is this program for every server, so that what it costs is the same
 * and little. Over stdio WINDOW calls are under way at once; over HTTP they go
 * one after the other over one connection. Prints one line of JSON: calls a
 * second, how long a call took at the median and at the 99th percentile, and what
 * the server's process held at the end and used of the processor.
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
    char answer[BYTES];
    size_t n; /* bytes in `answer` */
} bench;

static const char *write_call(unsigned id)
{
    static char text[BYTES];

    (void)snprintf(text, sizeof(text),
                   "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"tools/call\","
                   "\"params\":{\"name\":\"%s\",\"arguments\":%s}}",
                   id, bench.tool, bench.arguments);
    return text;
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

static void print(uint64_t took_ns)
{
    unsigned n = bench.calls;

    qsort(bench.took_ns, n, sizeof(bench.took_ns[0]), compare);
    printf("{\"name\":\"%s\",\"runs\":%u,\"calls_s\":%.0f,\"p50_us\":%.1f,"
           "\"p99_us\":%.1f,\"rss_kib\":%ld}\n",
           bench.name, n, n / ((double)took_ns / 1e9),
           (double)bench.took_ns[n / 2] / 1e3,
           (double)bench.took_ns[n * 99ul / 100] / 1e3, read_kib("VmRSS"));
}

/* ---- stdio ---- */

/* The line of the next answer is whole; its id, or -1 of a notification. */
static int read_line(int fd)
{
    char *end;
    char *id;
    int number = -1;

    while (!(end = memchr(bench.answer, '\n', bench.n)))
        get_more(fd);
    *end = '\0';
    id = strstr(bench.answer, "\"id\":");
    if (id)
        number = (int)strtol(id + 5, NULL, 10);
    if (strstr(bench.answer, "\"isError\":true") ||
        strstr(bench.answer, "\"error\":{"))
        samples_give_up(bench.name, bench.answer);
    drop((size_t)(end - bench.answer) + 1);
    return number;
}

static void call_over_pipe(int in, int out, unsigned calls)
{
    unsigned sent = 0;
    unsigned done = 0;

    while (done < calls) {
        int id;

        for (; sent < calls && sent - done < bench.window; sent++) {
            const char *text = write_call(sent + 1);

            bench.begun_ns[sent] = clock_ns();
            put(in, text, strlen(text));
            put(in, "\n", 1);
        }
        id = read_line(out);
        if (id < 1 || (unsigned)id > calls)
            samples_give_up(bench.name, "answers what was not asked");
        bench.took_ns[done++] = clock_ns() - bench.begun_ns[id - 1];
    }
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

    (void)read_line(p.from);
    put(p.to, INITIALIZED "\n", sizeof(INITIALIZED));
    call_over_pipe(p.to, p.from, WARM_UP);
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

    (void)read_line(p.from);
    put(p.to, list, sizeof(list) - 1);
    (void)read_line(p.from);
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

/* How long the reply is: its length stands in a header, or it comes in pieces,
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
    if (strstr(bench.answer, "\"isError\":true") ||
        strstr(bench.answer, "\"error\":{"))
        samples_give_up(bench.name, bench.answer);
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
    int fd = connect_to(port);
    uint64_t begun = 0;

    post(fd, INITIALIZE);
    read_reply(fd);
    post(fd, INITIALIZED);
    read_reply(fd);
    for (unsigned i = 0; i < WARM_UP + bench.calls; i++) {
        uint64_t at = clock_ns();

        if (i == WARM_UP)
            begun = at;
        post(fd, write_call(i + 1));
        read_reply(fd);
        if (i >= WARM_UP)
            bench.took_ns[i - WARM_UP] = clock_ns() - at;
    }
    print(clock_ns() - begun);
    (void)close(fd);
}

int main(int argc, char **argv)
{
    bench.name = "start";
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
