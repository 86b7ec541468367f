#include "model/chat.h"

#include "base/mem.h"
#include "model/chat_kind.h"

#define ANSWER_BYTES ((size_t)1 << 20)
#define NAME_BYTES   ((size_t)64 * 1024)

struct chat {
    const struct chat_kind *kind;
    struct endpoint endpoint;
    struct arena arena; /* holds the name */
    struct str model;
};

static const struct chat_kind *const kinds[] = {&chat_openai, &chat_anthropic};

static enum err parse(struct str provider, const struct chat_kind **kind,
                      struct endpoint_name *name, struct error *e)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (!str_starts(provider, kinds[i]->prefix))
            continue;
        *kind = kinds[i];
        return endpoint_name_parse(
            str_slice(provider, kinds[i]->prefix.n, provider.n), name, e);
    }
    return error_set(e, ERR_VALIDATION_FAILED,
                     "a language model is openai:<model>@<url> or "
                     "anthropic:<model>@<url>");
}

enum err chat_check(struct str provider, struct error *e)
{
    const struct chat_kind *kind;
    struct endpoint_name name;

    return parse(provider, &kind, &name, e);
}

enum err chat_open(struct str provider, const struct endpoint_options *how,
                   struct chat **out, struct error *e)
{
    const struct chat_kind *kind = NULL;
    struct endpoint_name name;
    struct chat *c;
    enum err rc = parse(provider, &kind, &name, e);

    if (rc)
        return rc;
    c = mem_new(sizeof(*c), e);
    if (!c)
        return e->code;
    c->kind = kind;
    arena_init(&c->arena, NAME_BYTES);
    rc = str_dup(name.model, &c->arena, &c->model, e);
    if (!rc)
        rc = endpoint_open(&c->endpoint, &name, &kind->endpoint, how, e);
    if (rc) {
        chat_close(c);
        return rc;
    }
    *out = c;
    return OK;
}

void chat_close(struct chat *c)
{
    if (!c)
        return;
    endpoint_close(&c->endpoint);
    arena_release(&c->arena);
    mem_free(c);
}

struct str chat_shown(const struct chat *c)
{
    return c->endpoint.shown;
}

void chat_write_turn(const char *role, struct str text, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "role", role);
    jsonw_member_str(w, "content", text);
    jsonw_end_object(w);
}

void chat_write(const struct chat *c, const struct chat_prompt *p,
                struct buf *body)
{
    struct jsonw w;

    jsonw_init(&w, body);
    jsonw_begin_object(&w);
    jsonw_member_str(&w, "model", c->model);
    c->kind->write(p, &w);
    jsonw_end_object(&w);
}

enum err chat_is_cut(const struct endpoint *ep, struct error *e)
{
    return error_set(e, ERR_LIMIT,
                     "the answer of '%.*s' was cut, as it became too long",
                     STR_FMT(ep->shown));
}

/* No message of the endpoint may repeat what a prompt says. */
enum err chat_ask(const struct chat *c, struct str body,
                  const struct chat_prompt *p, struct arena *a,
                  const struct json **root, struct error *e)
{
    struct str text[CHAT_MAX_TURNS + 1] = {p->system};
    const struct endpoint_question q = {.body = body,
                                        .text = text,
                                        .n = p->n + 1,
                                        .max_response_bytes = ANSWER_BYTES};
    const struct json *answer = NULL;

    for (size_t i = 0; i < p->n; i++)
        text[i + 1] = p->turn[i].text;
    if (endpoint_ask(&c->endpoint, &q, a, &answer, e))
        return e->code;
    *root = NULL;
    return c->kind->read(&c->endpoint, answer, a, root, e);
}
