/*
 * conversation.h - the previous turns of a conversation, for a follow-up
 * question.
 */
#ifndef ANSWER_CONVERSATION_H
#define ANSWER_CONVERSATION_H

#include "answer/joined_tables.h"

/*
 * conversation_refine - is a question of tables to be read with those before?
 *
 * The history is asked again: a client that sends it need not remember what was
 * understood, and the same history has the same meaning. Nothing of it is run
 * but the measuring of joins.
 *
 * out      refined       false: it is asked by itself
 *          j->out->asked  as of follow_ask(), where it is refined
 */
MUST_CHECK enum err conversation_refine(const struct joined_tables *j,
                                        const struct answer_request *r,
                                        bool *refined, struct error *e);

/*
 * conversation_question - what pages are searched for: of a question that goes
 * on from another, both; in `a`.
 *
 * out      joined   false: *out is `question`
 */
MUST_CHECK enum err conversation_question(const struct answer_request *r,
                                          struct str question, struct arena *a,
                                          struct str *out, bool *joined,
                                          struct error *e);

/* All that the user asked, a question a line, for the values that it may mean. */
MUST_CHECK enum err conversation_heard(const struct answer_request *r,
                                       struct arena *a, struct str *out,
                                       struct error *e);

#endif
