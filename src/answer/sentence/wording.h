/*
 * wording.h - the words of answers, which are data: data/answer_wording/<language>.txt has a
 * line for each, "key = text", where {1} to {9} stand for what is filled in.
 */
#ifndef ANSWER_SENTENCE_WORDING_H
#define ANSWER_SENTENCE_WORDING_H

#include "ask/vocabulary/question_words.h"
#include "base/buf.h"

/* Their keys. */
enum wording {
#define WORDING(id, key) WORDING_##id,
#include "answer/sentence/wording.def"
#undef WORDING
    WORDINGS
};

#define WORDING_FILLED 3 /* of wording_fill() */

/* A text as it stands in the data. */
struct str wording_text(enum language language, enum wording w);

/* As wording_text(), with {1}, {2}, ... filled in from fill[n]; `b` gets it. */
void wording_put(struct buf *b, enum language language, enum wording w,
                 const struct str *fill, size_t n);

/*
 * wording_make - a text of its own, with {1} filled in.
 *
 * out      out   in `a`
 * errors   ERR_LIMIT  it is longer than a sentence ever is, or `a` is full
 */
MUST_CHECK enum err wording_make(enum language language, enum wording w,
                                 struct str fill, struct arena *a,
                                 struct str *out, struct error *e);

/* As wording_make(), with {1} to {3}; empty texts for those that it has not. */
MUST_CHECK enum err wording_fill(enum language language, enum wording w,
                                 const struct str fill[WORDING_FILLED],
                                 struct arena *a, struct str *out,
                                 struct error *e);

/* Its key in the data. */
const char *wording_key(enum wording w);

#endif
