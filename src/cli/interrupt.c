#include "cli/interrupt.h"

#include "base/err.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

static atomic_bool interrupted;
static bool answers_json;

/* timeout(1) and some shells signal a program and then its whole group: two of
 * one moment are one. */
#define SAME_MOMENT_MS 300

static _Atomic int64_t first_ms;

static int64_t now_ms(void)
{
    struct timespec t = {0};

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void on_signal(int number)
{
    if (!atomic_exchange(&interrupted, true))
        atomic_store(&first_ms, now_ms());
    else if (now_ms() - atomic_load(&first_ms) > SAME_MOMENT_MS)
        _exit(128 + number);
}

/* Files of an index and SQLite's memory are mapped: where the disk fails under
 * them no caller is left to return an error to. Nothing that was acknowledged
 * is in this process. */
static void on_bus_error(int number)
{
#define MESSAGE "the disk fails under a file of the home"
    static const char text[] = "quarry: " MESSAGE " [FILE_READ_FAILED]\n";
    static const char json[] = "{\"error\":{\"code\":\"FILE_READ_FAILED\","
                               "\"message\":\"" MESSAGE "\"}}\n";

    (void)number;
    if (answers_json)
        (void)!write(STDOUT_FILENO, json, sizeof(json) - 1);
    else
        (void)!write(STDERR_FILENO, text, sizeof(text) - 1);
    _exit(err_exit_status(ERR_FILE_READ_FAILED));
}

void interrupt_install(bool json)
{
    struct sigaction action = {.sa_handler = on_signal};
    struct sigaction bus = {.sa_handler = on_bus_error};

    answers_json = json;
    (void)sigaction(SIGBUS, &bus, NULL);
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
    (void)signal(SIGPIPE, SIG_IGN);
}

void interrupt_clear(void)
{
    atomic_store(&interrupted, false);
}

const atomic_bool *interrupt_flag(void)
{
    return &interrupted;
}
