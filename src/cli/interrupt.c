#include "cli/interrupt.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

static atomic_bool interrupted;

static void on_signal(int number)
{
    if (atomic_exchange(&interrupted, true))
        _exit(128 + number);
}

void interrupt_install(void)
{
    struct sigaction action = {.sa_handler = on_signal};

    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
    (void)signal(SIGPIPE, SIG_IGN);
}

const atomic_bool *interrupt_flag(void)
{
    return &interrupted;
}
