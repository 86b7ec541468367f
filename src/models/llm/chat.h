/*
 * chat.h - asks a language model for JSON of a given schema.
 *
 *     openai:<model>@<url>     POST <url>/chat/completions
 *     anthropic:<model>@<url>  POST <url>/messages
 *
 * An answer may be streamed: then it is heard while it comes, and a model that
 * is slow is waited for as long as it goes on. An endpoint that does not stream
 * answers in one piece, which is heard at once.
 *
 * What it says is data. It is offered no tool but the one that stands for its
 * answer, so nothing that it says, or that a prompt says to it, starts
 * anything.
 */
#ifndef MODELS_LLM_CHAT_H
#define MODELS_LLM_CHAT_H

#include "base/buf.h"
#include "models/http_client/endpoint.h"

#define CHAT_MAX_TOKENS 4096 /* of an answer, where an endpoint wants a limit */
#define CHAT_MAX_TURNS  8
#define CHAT_BODY_BYTES ((size_t)1 << 20)
/* A stream may last this many times its idle timeout. */
#define CHAT_STREAM_TIMES 10

enum chat_role { CHAT_ASKER, CHAT_MODEL };

struct chat_turn {
    enum chat_role role;
    struct str text;
};

/* Receives the answer's JSON while it comes, in pieces cut anywhere. */
struct chat_listener {
    void *ctx;
    bool (*heard)(void *ctx, struct str text); /* false: enough; NULL: nobody */
};

struct chat_prompt {
    struct str system;
    struct chat_turn turn[CHAT_MAX_TURNS]; /* turn[n], the asker's first */
    size_t n;
    struct str schema; /* JSON Schema of the answer: an object, every property
                          required and no other allowed, as `strict` wants it */
    bool stream;
    struct chat_listener to;
};

struct chat; /* many threads may use one */

/* errors ERR_VALIDATION_FAILED  no such provider; the message says what there
 *        is */
MUST_CHECK enum err chat_check(struct str provider, struct error *e);

/*
 * chat_open - ready to ask; nothing is sent.
 *
 * The key is that of keys/<host>, of QUARRY_MODEL_API_KEY, or what the makers'
 * own programs use, for their own host: OPENAI_API_KEY, ANTHROPIC_API_KEY.
 *
 * out      out    chat_close() it
 * errors   those of chat_check() and endpoint_open()
 */
MUST_CHECK enum err chat_open(struct str provider,
                              const struct endpoint_options *how,
                              struct chat **out, struct error *e);

/* NULL is allowed. */
void chat_close(struct chat *c);

/* The host and path that are asked, for people. */
struct str chat_shown(const struct chat *c);

/* Write the body that asks a prompt: what is sent, byte for byte. */
void chat_write(const struct chat *c, const struct chat_prompt *p,
                struct buf *body);

/*
 * chat_ask - one answer.
 *
 * in       body   of chat_write() for this prompt
 * out      root   the answer, in `a`; not checked against the schema. NULL: the
 *                 model refused, or `p->to` had enough
 * errors   ERR_VALIDATION_FAILED  the answer is not JSON
 *          ERR_LIMIT              it was cut, as it became too long
 *          ERR_TOOL_WORKER_UNAVAILABLE, ERR_RATE_LIMITED, ...
 *                                 the stream ended before the answer did, or
 *                                 said why it goes no further
 *          those of endpoint_ask()
 * threads  any number at once
 */
MUST_CHECK enum err chat_ask(const struct chat *c, struct str body,
                             const struct chat_prompt *p, struct arena *a,
                             const struct json **root, struct error *e);

#endif
