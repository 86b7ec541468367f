/*
 * progress.h - a progress bar on standard error while a large file is read:
 * only on a terminal, only after half a second, removed when the work is done.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "cli/cli.h"

/* What the tables call while they read; draws nothing when it should not. */
struct table_progress progress_start(const struct cli *c);

/* The same bar, from now on, about another work: "asking". */
struct table_progress progress_start_as(const struct cli *c, const char *work);

/* Erase the bar if one was drawn. */
void progress_end(void);

#endif
