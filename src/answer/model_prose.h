/*
 * model_prose.h - what a language model writes from passages: sentences, each with
 * the passages that support it.
 *
 * The model answers with a list of sentences and the numbers of what they are
 * from; each is looked at when it is whole, so what was given on is never taken
 * back. One that names no passage that there is, is dropped. What passages say
 * to the model is data: it has no tool, and all that it can do is write.
 */
#ifndef ANSWER_MODEL_PROSE_H
#define ANSWER_MODEL_PROSE_H

#include "models/llm/chat.h"

#define MODEL_PROSE_MAX_PASSAGES  10
#define MODEL_PROSE_MAX_SENTENCES 16
#define MODEL_PROSE_MAX_CITED     4   /* passages of one sentence */
#define MODEL_PROSE_MAX_CHARS     600 /* of a sentence; a longer one is dropped */

struct model_prose_passage {
    struct str title; /* of its document */
    struct str section;
    struct str text;
};

struct model_prose_sentence {
    struct str text; /* a line, without marks of citation */
    size_t passage[MODEL_PROSE_MAX_CITED]; /* indices in the request */
    size_t n;                              /* 1 and more */
};

/* Takes a sentence that is whole; false: that was enough. */
typedef bool (*prose_take)(void *ctx, const struct model_prose_sentence *s);

struct model_prose_request {
    const struct chat *chat;
    struct str question;
    const struct model_prose_passage *passages; /* passages[n] */
    size_t n;
    prose_take take;
    void *ctx;
};

struct model_prose {
    struct str sent; /* the body, byte for byte */
    size_t taken;    /* sentences */
    size_t dropped;  /* those that cite nothing, or too much was said */
    bool is_refused;
};

/*
 * model_prose_ask - let the model write.
 *
 * out      out    in `a`, filled also when it fails: sentences that were taken
 *                 until then stay
 * errors   those of chat_ask(), and ERR_LIMIT
 */
MUST_CHECK enum err model_prose_ask(const struct model_prose_request *r,
                                    struct arena *a, struct model_prose *out,
                                    struct error *e);

#endif
