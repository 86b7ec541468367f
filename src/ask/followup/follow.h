/*
 * follow.h - follow-up questions: "and by month?", "only 2023", "y en 2022?",
 * "那2023年呢？".
 */
#ifndef ASK_FOLLOWUP_FOLLOW_H
#define ASK_FOLLOWUP_FOLLOW_H

#include "ask/ask.h"

struct follow_request {
    const struct ask_schema *schema;
    const struct ask_result *last; /* ASK_ANSWERABLE, over tables of `schema` */
    struct str question;
};

/*
 * follow_ask - the spec of the last question with what the new words say.
 *
 * New filters take the place of those on the same column, or come beside them;
 * new groups, measures and limits take the place of the old ones. A question
 * that says all by itself is no refinement.
 *
 * out      refined  false: it is to be asked by itself, and *out is not set
 *          out      ASK_ANSWERABLE, in `a`; how it was read is its first note
 * errors   as ask_question()
 */
MUST_CHECK enum err follow_ask(const struct follow_request *r, struct arena *a,
                               struct ask_result *out, bool *refined,
                               struct error *e);

/*
 * follow_may_go_on - may a question go on from another: is it marked so, or does it say
 * less than all by itself?
 *
 * errors   as ask_question()
 */
MUST_CHECK enum err follow_may_go_on(const struct ask_schema *s,
                                     struct str question, const struct words *w,
                                     struct arena *a, bool *may,
                                     struct error *e);

/* Does a question begin or end as one that goes on: and, only, 那...呢? */
bool follow_is_marked(const struct words *w);

#endif
