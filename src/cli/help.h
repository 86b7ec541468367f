/* help.h - help texts, generated from the tables of commands and options. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/cli.h"

/* Every command with its summary. */
void help_overview(struct buf *out);

/* Is it the first word of commands of two, as "table" is? */
bool help_is_group(const char *word);

/* The commands that begin with this word. */
void help_group(const char *word, struct buf *out);

/* One command: usage, text, options, exit status. */
void help_command(const struct command *c, struct buf *out);

#endif
