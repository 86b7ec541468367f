/* chat_kind.h - the differences between the providers of chat.h. */
#ifndef MODELS_LLM_CHAT_KIND_H
#define MODELS_LLM_CHAT_KIND_H

#include "base/jsonw.h"
#include "models/llm/chat.h"
#include "models/llm/events.h"

/* An answer that comes in events. */
struct chat_stream {
    const struct endpoint *endpoint;
    const struct chat_prompt *prompt;
    struct buf text;  /* the answer's JSON so far */
    bool is_in_shape; /* the answer has the schema, without text around it */
    bool is_done;     /* the endpoint said that this was all */
    bool is_refused;
    bool is_cut;
    bool is_enough; /* the listener has enough */
};

struct chat_kind {
    struct str prefix; /* "openai:" */
    struct endpoint_kind endpoint;
    /* The body's members after the model's name. */
    void (*write)(const struct chat_prompt *p, struct jsonw *w);
    /* As chat_ask(), of what the endpoint answered. */
    enum err (*read)(const struct endpoint *ep, const struct json *answer,
                     struct arena *a, const struct json **root,
                     struct error *e);
    /* An event's data; "[DONE]" has no tree. */
    enum err (*take)(struct chat_stream *s, const struct json *event,
                     struct error *e);
};

extern const struct chat_kind chat_openai;
extern const struct chat_kind chat_anthropic;

/* What the shape of an answer is called. */
#define CHAT_ANSWER_NAME "answer"

/* More of the answer's JSON. */
void chat_stream_put(struct chat_stream *s, struct str text);

/* {"role":R,"content":T} */
void chat_write_turn(const char *role, struct str text, struct jsonw *w);

/*
 * chat_parse - the answer of a model that writes it as text.
 *
 * Models that know no schema put a block of Markdown around their JSON: the text in
 * it is taken, if there is one.
 *
 * out      root  in `a`
 * errors   ERR_VALIDATION_FAILED  it is not JSON
 *          ERR_LIMIT, ERR_RATE_LIMITED  as json_parse()
 */
MUST_CHECK enum err chat_parse(const struct endpoint *ep, struct str text,
                               struct arena *a, const struct json **root,
                               struct error *e);

/* The error of an answer that was cut. */
enum err chat_is_cut(const struct endpoint *ep, struct error *e);

#endif
