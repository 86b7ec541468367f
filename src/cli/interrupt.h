/* interrupt.h - Ctrl-C ends the running call cleanly, a second one at once. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdatomic.h>
#include <stdbool.h>

/*
 * Catch SIGINT and SIGTERM from here on; and SIGBUS, which is a disk that fails
 * under a mapped file: the program ends with FILE_READ_FAILED, as JSON where
 * that was asked for.
 */
void interrupt_install(bool json);

/* What was stopped has stopped: the next one stops the next call. */
void interrupt_clear(void);

/* True once one of them came. */
const atomic_bool *interrupt_flag(void);

#endif
