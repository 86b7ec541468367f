/*
 * quarry_worker.c - the program that reads untrusted files and runs SQL.
 *
 * Not for people: quarry starts it with a socket as descriptor 3 and two
 * arguments, memory in bytes and threads.
 */
#include "base/str.h"
#include "engine/sandbox/sandbox.h"
#include "engine/worker/worker.h"

#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#define SOCKET_FD 3

int main(int argc, char **argv)
{
    struct worker_start start = {.sock = SOCKET_FD};
    struct error e = {0};
    uint64_t threads = 1;
    int kind = 0;
    socklen_t size = sizeof(kind);

    if (argc != 3 ||
        getsockopt(SOCKET_FD, SOL_SOCKET, SO_TYPE, &kind, &size) != 0) {
        (void)fputs("quarry-worker is started by quarry\n", stderr);
        return err_exit_status(ERR_VALIDATION_FAILED);
    }
    if (str_parse_u64(str_from(argv[1]), UINT64_MAX, &start.memory_bytes, &e) ||
        str_parse_u64(str_from(argv[2]), 256, &threads, &e))
        return err_exit_status(e.code);
    start.threads = (unsigned)threads;
    sandbox_offer();
    /* Ctrl-C is the parent's to handle: it cancels, then closes the socket. */
    (void)signal(SIGINT, SIG_IGN);
    (void)signal(SIGPIPE, SIG_IGN);
    return worker_run(&start);
}
