/*
 * progress.h - a bar on standard error while a large file is read: only on a
 * terminal, only after half a second, gone when the work is done.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "cli/cli.h"

/* What the tables call while they read; draws nothing when it should not. */
struct table_progress progress_start(const struct cli *c);

/* Erase the bar if one was drawn. */
void progress_end(void);

#endif
