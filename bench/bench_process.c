/*
 * bench_process.c - what a program takes from its start to its end.
 *
 *     bench_process OUT PROGRAM ARGUMENT...
 *
 * Its standard output goes to the file OUT; one JSON line says the time of the
 * clock, that of the processor, and the greatest resident memory of it or of a
 * child of it. Time of children counts where the program waits for them.
 */
#include "base/clock.h"
#include "samples.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t start(const char *out, char **argv)
{
    posix_spawn_file_actions_t actions;
    pid_t pid = 0;
    int failed = posix_spawn_file_actions_init(&actions);

    if (!failed)
        failed = posix_spawn_file_actions_addopen(
            &actions, STDOUT_FILENO, out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (!failed)
        failed = posix_spawn(&pid, argv[0], &actions, NULL, argv, environ);
    if (failed)
        samples_give_up(argv[0], strerror(failed));
    (void)posix_spawn_file_actions_destroy(&actions);
    return pid;
}

static double milliseconds(const struct timeval *t)
{
    return (double)t->tv_sec * 1e3 + (double)t->tv_usec / 1e3;
}

int main(int argc, char **argv)
{
    struct rusage use = {0};
    int status = 0;
    uint64_t began;
    pid_t pid;

    if (argc < 3)
        samples_give_up("bench_process", "OUT PROGRAM ARGUMENT...");
    began = clock_ns();
    pid = start(argv[1], argv + 2);
    while (wait4(pid, &status, 0, &use) < 0 && errno == EINTR)
        ;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        samples_give_up(argv[2], "did not end with status 0");
    (void)printf("{\"wall_ms\":%.3f,\"cpu_ms\":%.3f,\"peak_mb\":%.1f}\n",
                 (double)(clock_ns() - began) / 1e6,
                 milliseconds(&use.ru_utime) + milliseconds(&use.ru_stime),
                 (double)use.ru_maxrss / 1e3);
    return 0;
}
