#include "models/llm/chat.h"

#include "base/mem.h"
#include "models/llm/chat_kind.h"

#define ANSWER_BYTES ((size_t)1 << 20)
#define NAME_BYTES   ((size_t)64 * 1024)
#define EVENT_BYTES  ((size_t)16 << 20)

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
    if (p->stream)
        jsonw_member_bool(&w, "stream", true);
    c->kind->write(p, &w);
    jsonw_end_object(&w);
}

enum err chat_is_cut(const struct endpoint *ep, struct error *e)
{
    return error_set(e, ERR_LIMIT,
                     "the answer of '%.*s' was cut, as it became too long",
                     STR_FMT(ep->shown));
}

void chat_stream_put(struct chat_stream *s, struct str text)
{
    const struct chat_listener *to = &s->prompt->to;

    buf_put_str(&s->text, text);
    if (text.n && to->heard && !to->heard(to->ctx, text))
        s->is_enough = true;
}

/* A streamed answer on its way to the tree it becomes. */
struct streaming {
    const struct chat_kind *kind;
    const struct endpoint_question *q;
    struct chat_stream s;
    struct events events;
    struct arena one; /* of an event */
    struct error why; /* it ended; code OK: it did not */
};

/* An error inside of a stream is {"error":{"type":T,"code":C,...}}. */
static enum err read_failure(struct streaming *x, const struct json *event,
                             struct str data, struct error *e)
{
    const struct json *error = json_find(event, "error");
    struct str kind = json_text(json_find(error, "code"));

    if (!error || error->type == JSON_NULL)
        return OK;
    if (kind.n == 0)
        kind = json_text(json_find(error, "type"));
    return endpoint_failed(x->s.endpoint, x->q, kind, data, e);
}

static enum err take_event(void *ctx, struct str name, struct str data,
                           struct error *e)
{
    struct streaming *x = ctx;
    struct json *event = NULL;
    struct error detail;
    enum err rc;

    (void)name; /* the data says it, too */
    if (str_is(str_trim(data), "[DONE]")) {
        x->s.is_done = true;
        return OK;
    }
    arena_reset(&x->one);
    /* the parser's own message quotes the text */
    rc = json_parse(data, &json_default_limits, &x->one, &event, &detail);
    if (rc == ERR_LIMIT || rc == ERR_RATE_LIMITED) {
        *e = detail;
        return rc;
    }
    if (rc)
        return endpoint_misshapen(x->s.endpoint,
                                  "with an event that is not JSON", e);
    rc = read_failure(x, event, data, e);
    return rc ? rc : x->kind->take(&x->s, event, e);
}

static bool take_bytes(void *ctx, struct str bytes)
{
    struct streaming *x = ctx;

    if (events_feed(&x->events, bytes, &x->why))
        return false;
    return !x->s.is_enough && !x->s.is_done;
}

/* The text in a block of Markdown; without one, all of it. */
static struct str without_fence(struct str text)
{
    const struct str fence = STR("```");
    size_t from = str_find(text, fence);
    size_t to = text.n;

    if (from == text.n)
        return text;
    from += str_find_char(str_slice(text, from, text.n), '\n');
    while (to > from && !str_starts(str_slice(text, to, text.n), fence))
        to--;
    return to > from ? str_slice(text, from, to) : text;
}

enum err chat_parse(const struct endpoint *ep, struct str text, struct arena *a,
                    const struct json **root, struct error *e)
{
    struct json *tree = NULL;
    struct error detail; /* it quotes the text */
    enum err rc = json_parse(text, &json_default_limits, a, &tree, &detail);

    if (rc == ERR_VALIDATION_FAILED)
        rc = json_parse(without_fence(text), &json_default_limits, a, &tree,
                        &detail);
    if (rc == ERR_LIMIT || rc == ERR_RATE_LIMITED) {
        *e = detail;
        return rc;
    }
    if (rc)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'%.*s' answered with a text that is not JSON",
                         STR_FMT(ep->shown));
    *root = tree;
    return OK;
}

static enum err end_stream(struct streaming *x, struct arena *a,
                           const struct json **root, struct error *e)
{
    const struct endpoint *ep = x->s.endpoint;
    struct str text;

    if (x->why.code == ERR_LIMIT)
        return error_set(e, ERR_LIMIT, "an event of '%.*s' is too large",
                         STR_FMT(ep->shown));
    if (x->why.code) {
        *e = x->why;
        return e->code;
    }
    if (x->s.is_enough || x->s.is_refused)
        return OK;
    if (x->s.is_cut)
        return chat_is_cut(ep, e);
    if (!x->s.is_done)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "'%.*s' broke off its answer", STR_FMT(ep->shown));
    return buf_finish(&x->s.text, &text, e) ? e->code
                                            : chat_parse(ep, text, a, root, e);
}

/* What came in one piece is heard in one. */
static void pass_on_whole(const struct chat_prompt *p, const struct json *root)
{
    struct jsonw w;
    struct buf b;

    if (!root || !p->to.heard)
        return;
    buf_init(&b, ANSWER_BYTES);
    jsonw_init(&w, &b);
    json_write(root, &w);
    if (!b.overflow)
        (void)p->to.heard(p->to.ctx, buf_str(&b));
    buf_release(&b);
}

static enum err ask_streamed(const struct chat *c,
                             const struct endpoint_question *q,
                             const struct chat_prompt *p, struct arena *a,
                             const struct json **root, struct error *e)
{
    const uint64_t silence_ms = c->endpoint.how.timeout_ms;
    struct streaming x = {.kind = c->kind, .q = q};
    const struct http_stream stream = {&x, take_bytes, silence_ms};
    struct endpoint_question streamed = *q;
    const struct json *answer = NULL;
    enum err rc;

    streamed.stream = &stream;
    streamed.timeout_ms = CHAT_STREAM_TIMES * silence_ms;
    x.s = (struct chat_stream){.endpoint = &c->endpoint, .prompt = p};
    buf_init(&x.s.text, ANSWER_BYTES);
    events_init(&x.events, take_event, &x);
    arena_init(&x.one, EVENT_BYTES);
    rc = endpoint_ask(&c->endpoint, &streamed, a, &answer, e);
    if (!rc && !answer)
        rc = end_stream(&x, a, root, e);
    else if (!rc)
        rc = c->kind->read(&c->endpoint, answer, a, root, e);
    if (!rc && answer)
        pass_on_whole(p, *root);
    arena_release(&x.one);
    events_release(&x.events);
    buf_release(&x.s.text);
    return rc;
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
    *root = NULL;
    if (p->stream)
        return ask_streamed(c, &q, p, a, root, e);
    if (endpoint_ask(&c->endpoint, &q, a, &answer, e))
        return e->code;
    return c->kind->read(&c->endpoint, answer, a, root, e);
}
