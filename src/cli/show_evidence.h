/* show_evidence.h - prints the results of a search. */
#ifndef CLI_SHOW_EVIDENCE_H
#define CLI_SHOW_EVIDENCE_H

#include "base/json.h"
#include "cli/cli.h"

/* The answer of passage_search(). */
void show_evidences(struct cli *c, const struct json *answer);

#endif
