/*
 * progress.h - a progress bar on standard error while a large file is read:
 * only on a terminal, only after half a second, removed when the work is done.
 * Of many files it is a line every few seconds where there is no terminal.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "cli/cli.h"
#include "knowledge/knowledge_base/bases.h"

/* What the tables call while they read; draws nothing when it should not. */
struct table_progress progress_start(const struct cli *c);

/* The same bar, from now on, about another work: "asking". */
struct table_progress progress_start_as(const struct cli *c, const char *work);

/* As progress_start_as() for files that are added and indexed: without a terminal
 * "indexing: 120 of 4000 files, 1.25 MB/s, 200 s left" every five seconds. */
struct bases_progress progress_of_files(const struct cli *c);

/* For tests: another time between two lines. */
void progress_set_pause(uint64_t ms);

/* Erase the bar if one was drawn. */
void progress_end(void);

#endif
