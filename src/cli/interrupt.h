/* interrupt.h - Ctrl-C ends the running call cleanly, a second one at once. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdatomic.h>

/* Catch SIGINT and SIGTERM from here on. */
void interrupt_install(void);

/* True once one of them came. */
const atomic_bool *interrupt_flag(void);

#endif
