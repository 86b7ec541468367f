/* show_answer.h - prints an answer. */
#ifndef CLI_SHOW_ANSWER_H
#define CLI_SHOW_ANSWER_H

#include "answer/answer.h"
#include "cli/cli.h"

/* What a language model writes, shown while it does. */
struct show_live {
    struct cli *c;
    bool has_begun;   /* what tables say was shown, and some sentence */
    struct error why; /* code OK: all could be shown */
};

/* Its listener (answer/ask_request.h); `ctx` is the show_live. */
void show_live_said(void *ctx, const struct answer *so_far, struct str line);

struct show_how {
    bool explain;                 /* show_explain() too */
    const struct show_live *live; /* what was shown already; NULL: nothing */
};

/* Sentences, rows, notes, sources. */
MUST_CHECK enum err show_answer(struct cli *c, const struct answer *an,
                                const struct show_how *how, struct error *e);

/* The rows alone, as the options ask; it has some. */
MUST_CHECK enum err show_answer_rows(struct cli *c, const struct answer *an,
                                     struct error *e);

#endif
