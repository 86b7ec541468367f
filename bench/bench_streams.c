/*
 * bench_streams.c - what a server has resident while many clients listen.
 *
 *     bench_streams STREAMS
 *
 * A process that is forked first is all the clients: each asks for a stream,
 * reads one event and is silent. Then no thread and no buffer is held for any.
 */
#include "samples.h"

#include "httpd/httpd.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define EVENT "data: welcome\n\n"

/* ---- the clients ---- */

static void raise_descriptors(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit))
        return;
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}

static void listen_to(uint16_t port)
{
    static const char request[] = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port)};
    char got[1024] = "";
    size_t n = 0;
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof(at)) ||
        write(fd, request, sizeof(request) - 1) < 0)
        samples_give_up("a client", strerror(errno));
    while (!strstr(got, EVENT)) {
        ssize_t more = read(fd, got + n, sizeof(got) - 1 - n);

        if (more <= 0)
            samples_give_up("a client", "no event came");
        n += (size_t)more;
        got[n] = '\0';
    }
}

/* Each says a byte when it is done: all are connected, all may leave. */
static _Noreturn void be_clients(unsigned streams, int from, int to)
{
    uint16_t port;
    char byte = 0;

    raise_descriptors();
    if (read(from, &port, sizeof(port)) != sizeof(port))
        _exit(1);
    for (unsigned i = 0; i < streams; i++)
        listen_to(port);
    _exit(write(to, &byte, 1) == 1 && read(from, &byte, 1) == 1 ? 0 : 1);
}

/* ---- the server ---- */

static void handle(void *ctx, const struct httpd_request *r,
                   const struct error *refusal, struct arena *a,
                   struct httpd_reply *out)
{
    struct httpd_stream *s;
    struct error e;

    (void)ctx;
    (void)a;
    *out = (struct httpd_reply){.status = 200,
                                .content_type = "text/event-stream"};
    if (refusal || httpd_stream_open(r, out, &s, &e))
        samples_give_up("the server", "no stream");
    (void)httpd_stream_push(s, STR(EVENT)); /* held for good */
}

static unsigned long resident_kb(void)
{
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");

    if (!f || fscanf(f, "%*u %lu", &pages) != 1)
        samples_give_up("/proc/self/statm", strerror(errno));
    (void)fclose(f);
    return pages * (unsigned long)sysconf(_SC_PAGESIZE) / 1024;
}

static void measure(unsigned streams, int from, int to)
{
    const struct httpd_options o = {.address = "127.0.0.1",
                                    .handle = handle,
                                    .threads = 4,
                                    .max_connections = streams + 16,
                                    .max_queued = 256,
                                    .timeout_s = 30,
                                    .max_body = 1000000,
                                    .arena_bytes = 1000000};
    struct httpd *h;
    struct error e;
    uint16_t port;
    unsigned long empty_kb;
    char byte = 0;

    if (httpd_start(&o, &h, &port, &e))
        samples_give_up("the server", e.msg);
    empty_kb = resident_kb();
    if (write(to, &port, sizeof(port)) != sizeof(port) ||
        read(from, &byte, 1) != 1)
        samples_give_up("the clients", "they ended");
    (void)printf("{\"name\":\"streams\",\"streams\":%u,\"empty_kb\":%lu,"
                 "\"kb\":%lu}\n",
                 streams, empty_kb, resident_kb());
    if (write(to, &byte, 1) != 1)
        samples_give_up("the clients", "they ended");
}

int main(int argc, char **argv)
{
    unsigned streams = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1000;
    int to_clients[2];
    int to_server[2];
    pid_t clients;

    if (pipe(to_clients) || pipe(to_server))
        samples_give_up("pipe", strerror(errno));
    clients = fork();
    if (clients < 0)
        samples_give_up("fork", strerror(errno));
    if (clients == 0) {
        (void)close(to_clients[1]);
        be_clients(streams, to_clients[0], to_server[1]);
    }
    (void)close(to_server[1]);
    measure(streams, to_server[0], to_clients[1]);
    (void)waitpid(clients, NULL, 0);
    return 0;
}
