/*
 * quarry_postgres.c - the program that talks to one PostgreSQL server and ends.
 *
 * Not for people: quarry starts it with a socket as descriptor 3. What it may use comes
 * with its assignment, never on its command line or in its environment, where others
 * could read a password.
 */
#include "engine/postgres/postgres_worker.h"
#include "engine/sandbox/sandbox.h"

#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>

#define SOCKET_FD 3

int main(void)
{
    int kind = 0;
    socklen_t size = sizeof(kind);

    if (getsockopt(SOCKET_FD, SOL_SOCKET, SO_TYPE, &kind, &size) != 0) {
        (void)fputs("quarry-postgres is started by quarry\n", stderr);
        return err_exit_status(ERR_VALIDATION_FAILED);
    }
    sandbox_offer();
    /* Ctrl-C is the parent's to handle: it cancels, then closes the socket. */
    (void)signal(SIGINT, SIG_IGN);
    (void)signal(SIGPIPE, SIG_IGN);
    return postgres_worker_run(SOCKET_FD);
}
