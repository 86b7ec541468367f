/*
 * asked_match.h - which words of a text are the question's.
 *
 * A word is compared by the keys that search would look for it by (analyze.h), so
 * that what was found is also seen.
 */
#ifndef ANSWER_SELECTOR_ASKED_MATCH_H
#define ANSWER_SELECTOR_ASKED_MATCH_H

#include "answer/selector/asked.h"

/* What a word is to a question. */
struct asked_found {
    uint64_t has; /* terms that it is */
    uint64_t kin; /* terms that it begins like, or has a character of */
    struct asked_keys keys;
    bool has_keys; /* at least one */
};

/* Words of texts, each looked up once as long as its place is not taken. */
struct asked_matcher {
    const struct asked *q;
    struct analyzer *z;
    struct asked_seen *seen;
};

/* ERR_LIMIT: `a`, in which it lives, is full. */
MUST_CHECK enum err asked_matcher_init(const struct asked *q,
                                       struct analyzer *z, struct arena *a,
                                       struct asked_matcher *out,
                                       struct error *e);

/* What w->word[at] is; *out borrows `m` until its next use, and `m` the text of `w`
 * for good. */
MUST_CHECK enum err asked_match(struct asked_matcher *m, const struct words *w,
                                size_t at, const struct asked_found **out,
                                struct error *e);

/* Add the keys of what was found. */
void asked_keys_add(struct asked_keys *keys, const struct asked_found *x);

#endif
