/* base_call.h - makes one call about bases and prints its result. */
#ifndef CLI_BASE_CALL_H
#define CLI_BASE_CALL_H

#include "base/json.h"
#include "cli/cli.h"
#include "knowledge/knowledge_base/bases.h"

struct base_call {
    struct tables *tables;
    struct bases *bases;
    struct jsonw w; /* the answer goes here */
    struct buf answer;
    struct str behind; /* a base whose index is brought up to date when the
                          answer is given; empty: none */
};

typedef enum err base_call_run(struct cli *c, struct base_call *k,
                               struct error *e);
typedef enum err base_call_show(struct cli *c, const struct json *answer,
                                struct error *e);

/* Run it, and print the answer as it came (--json) or as `person` has it. */
MUST_CHECK enum err base_call(struct cli *c, base_call_run *run,
                              base_call_show *person, struct error *e);

/* As base_call(), with bases as bases_check() wants them. */
MUST_CHECK enum err base_call_to_check(struct cli *c, base_call_run *run,
                                       base_call_show *person, struct error *e);

/* Bring the index of a base up to date after an answer, which is written first;
 * what is not done in ten seconds stays for the next call. */
MUST_CHECK enum err base_call_catch_up(struct cli *c, struct tables *t,
                                       struct str base, struct error *e);

/* The text of a member, a number's as well; empty when there is none. */
struct str base_call_member(const struct json *j, const char *key);

#endif
