/* show_added.h - shows what bases_add() answers. */
#ifndef CLI_SHOW_ADDED_H
#define CLI_SHOW_ADDED_H

#include "base/json.h"
#include "cli/cli.h"

/* A line each: counts, then files that failed, were skipped or are gone. */
MUST_CHECK enum err show_added(struct cli *c, const struct json *answer,
                               struct error *e);

/* How many documents of a base an older reader has read, if some; `answer` is of a
 * status or a check. */
void show_outdated(struct cli *c, const struct json *answer);

#endif
