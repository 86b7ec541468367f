/*
 * bench_start.c - programs from their start to their answer.
 *
 *     bench_start QUARRY BARE FILE.csv HOME RUNS NODE SDK_SERVER
 *
 * Each is started with posix_spawn and waited for: a command until it has
 * ended, an MCP server until its first answer to tools/list has been read. All
 * take turns, so that what disturbs the machine disturbs all. HOME/fresh is
 * removed before each run that must find nothing cached, untimed.
 */
#include "samples.h"

#include "base/clock.h"
#include "base/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ANSWER_BYTES (1 << 20)
#define PATH_BYTES   4096

static const char requests[] =
    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
    "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{"
    "\"name\":\"bench\",\"version\":\"1\"}}}\n"
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n";

enum kind { COMMAND, COMMAND_FRESH, SERVER };

struct program {
    enum kind kind;
    const char *argv[8];
    struct samples samples;
};

static pid_t start(const char *const *argv, int in, int out)
{
    posix_spawn_file_actions_t actions;
    pid_t pid = 0;
    int failed = posix_spawn_file_actions_init(&actions);

    if (!failed)
        failed = posix_spawn_file_actions_adddup2(&actions, in, 0);
    if (!failed)
        failed = posix_spawn_file_actions_adddup2(&actions, out, 1);
    if (!failed)
        failed = posix_spawn(&pid, argv[0], &actions, NULL,
                             (char *const *)(uintptr_t)argv, environ);
    if (failed)
        samples_give_up(argv[0], strerror(failed));
    (void)posix_spawn_file_actions_destroy(&actions);
    return pid;
}

static void wait_for(pid_t pid, const char *name)
{
    int status = 0;

    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        samples_give_up(name, "did not end with status 0");
}

static uint64_t run_command(const struct program *p)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    uint64_t begun = clock_ns();
    uint64_t took;

    wait_for(start(p->argv, null, null), p->samples.name);
    took = clock_ns() - begun;
    (void)close(null);
    return took;
}

/* Read until the second answer is whole. */
static void read_answers(int fd, const char *name)
{
    static char answer[ANSWER_BYTES];
    size_t n = 0;
    unsigned lines = 0;

    while (lines < 2) {
        ssize_t got = read(fd, answer + n, sizeof(answer) - 1 - n);

        if (got <= 0)
            samples_give_up(name, "does not answer");
        for (ssize_t i = 0; i < got; i++)
            lines += answer[n + (size_t)i] == '\n';
        n += (size_t)got;
    }
    answer[n] = '\0';
    if (!strstr(answer, "\"tools\":["))
        samples_give_up(name, "does not list its tools");
}

static uint64_t run_server(const struct program *p)
{
    int in[2];
    int out[2];
    uint64_t begun;
    uint64_t took;
    pid_t pid;

    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
        samples_give_up("pipe", strerror(errno));
    begun = clock_ns();
    pid = start(p->argv, in[0], out[1]);
    (void)close(in[0]);
    (void)close(out[1]);
    if (write(in[1], requests, sizeof(requests) - 1) < 0)
        samples_give_up(p->samples.name, "does not read");
    read_answers(out[0], p->samples.name);
    took = clock_ns() - begun;
    (void)close(in[1]);
    wait_for(pid, p->samples.name);
    (void)close(out[0]);
    return took;
}

static uint64_t run_once(const struct program *p, const char *fresh)
{
    struct error e = {0};

    if (p->kind == COMMAND_FRESH && fs_remove_tree(fresh, "the home", &e))
        samples_give_up("the fresh home", e.msg);
    return p->kind == SERVER ? run_server(p) : run_command(p);
}

static void measure(struct program *programs, size_t n, size_t runs,
                    const char *fresh)
{
    for (size_t i = 0; i < n; i++)
        (void)run_once(&programs[i], fresh); /* fills page cache and home */
    for (size_t r = 0; r < runs; r++)
        for (size_t i = 0; i < n; i++)
            samples_add(&programs[i].samples, run_once(&programs[i], fresh));
    for (size_t i = 0; i < n; i++)
        samples_print(&programs[i].samples);
}

static const char *join(const char *folder, const char *name, struct arena *a)
{
    struct error e = {0};
    const char *path = fs_join(folder, name, a, &e);

    if (!path)
        samples_give_up(name, e.msg);
    return path;
}

int main(int argc, char **argv)
{
    static struct program programs[5];
    struct arena a;
    const char *fresh;
    const char *warm;

    if (argc != 8)
        samples_give_up("usage", "bench_start QUARRY BARE FILE.csv HOME RUNS "
                                 "NODE SDK_SERVER");
    arena_init(&a, PATH_BYTES * 4);
    fresh = join(argv[4], "fresh", &a);
    warm = join(argv[4], "warm", &a);
    programs[0] = (struct program){
        COMMAND_FRESH,
        {argv[1], "table", "map", argv[3], "--json", "--home", fresh},
        {.name = "map_fresh"}};
    programs[1] =
        (struct program){COMMAND, {argv[2], argv[3]}, {.name = "bare"}};
    programs[2] = (struct program){
        COMMAND,
        {argv[1], "table", "map", argv[3], "--json", "--home", warm},
        {.name = "map_cached"}};
    programs[3] =
        (struct program){SERVER,
                         {argv[1], "mcp", "--dir", argv[4], "--home", warm},
                         {.name = "mcp"}};
    programs[4] =
        (struct program){SERVER, {argv[6], argv[7]}, {.name = "mcp_sdk"}};
    measure(programs, 5, strtoul(argv[5], NULL, 10), fresh);
    arena_release(&a);
    return 0;
}
