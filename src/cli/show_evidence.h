/* show_evidence.h - what was found, for a person. */
#ifndef CLI_SHOW_EVIDENCE_H
#define CLI_SHOW_EVIDENCE_H

#include "base/json.h"
#include "cli/cli.h"

/* The answer of semantic_query(). */
void show_evidences(struct cli *c, const struct json *answer);

#endif
