/* show.h - prints the results of the table tools: aligned, or as CSV. */
#ifndef CLI_SHOW_H
#define CLI_SHOW_H

#include "base/json.h"
#include "cli/cli.h"

/* Each prints the answer of the tool it names. */
MUST_CHECK enum err show_map(struct cli *c, const struct json *answer,
                             struct error *e);
MUST_CHECK enum err show_description(struct cli *c, const struct json *answer,
                                     struct error *e);
MUST_CHECK enum err show_stats(struct cli *c, const struct json *answer,
                               struct error *e);
MUST_CHECK enum err show_rows(struct cli *c, const struct json *answer,
                              struct error *e);
MUST_CHECK enum err show_result(struct cli *c, const struct json *answer,
                                struct error *e);
MUST_CHECK enum err show_export(struct cli *c, const struct json *answer,
                                struct error *e);

/* The lines of a map about what changed in the file; NULL has none. */
void show_drift(struct cli *c, const struct json *drift);

/* The name before a line of such an answer; "" continues the line above. */
void show_label(struct cli *c, const char *name);

/* "12,345": a whole number as people read it. */
void show_count(struct buf *out, const struct json *number);

#endif
