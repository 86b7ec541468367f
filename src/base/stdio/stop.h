/*
 * stop.h - a request to shut down, as a file descriptor for poll(2).
 *
 * While a stop is open, SIGTERM, SIGINT and SIGHUP make its descriptor
 * readable, for good, and SIGPIPE does nothing, so that writing to a client
 * that left is an error and not a death. Handlers are used and not a blocked
 * mask, because programs that are started meanwhile inherit masks.
 */
#ifndef BASE_STDIO_STOP_H
#define BASE_STDIO_STOP_H

#include "base/err.h"

#include <signal.h>
#include <stdbool.h>

#define STOP_SIGNALS 4

struct stop {
    int fd;        /* readable once shutdown was requested; never drained */
    int reload_fd; /* readable when SIGHUP came; -1: SIGHUP requests it */
    struct sigaction before[STOP_SIGNALS]; /* what stop_close() puts back */
};

/*
 * stop_open - catch the signals.
 *
 * out      s      the caller's until stop_close(); must stay where it is
 * errors   ERR_CONFLICT  another stop is open: a process has one
 *          ERR_INTERNAL  the system has no descriptor left
 */
MUST_CHECK enum err stop_open(struct stop *s, struct error *e);

/* Put the signals back as they were. */
void stop_close(struct stop *s);

/* SIGHUP makes `reload_fd` readable from now on, and not `fd`; where there is no
 * descriptor for it left it still wants the end. */
void stop_watch_reload(struct stop *s);

/* A reload begins: the next SIGHUP makes it readable again. */
void stop_clear_reload(const struct stop *s);

/* Make a stop's descriptor readable; any thread and any signal handler may. */
void stop_raise(int fd);

#endif
