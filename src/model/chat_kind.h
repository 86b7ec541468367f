/* chat_kind.h - what tells one provider of chat.h from another. */
#ifndef MODEL_CHAT_KIND_H
#define MODEL_CHAT_KIND_H

#include "base/jsonw.h"
#include "model/chat.h"

struct chat_kind {
    struct str prefix; /* "openai:" */
    struct endpoint_kind endpoint;
    /* The body's members behind the model's name. */
    void (*write)(const struct chat_prompt *p, struct jsonw *w);
    /* As chat_ask(), of what the endpoint answered. */
    enum err (*read)(const struct endpoint *ep, const struct json *answer,
                     struct arena *a, const struct json **root,
                     struct error *e);
};

extern const struct chat_kind chat_openai;
extern const struct chat_kind chat_anthropic;

/* What the shape of an answer is called. */
#define CHAT_ANSWER_NAME "answer"

/* {"role":R,"content":T} */
void chat_write_turn(const char *role, struct str text, struct jsonw *w);

/* The error of an answer that was cut. */
enum err chat_is_cut(const struct endpoint *ep, struct error *e);

#endif
