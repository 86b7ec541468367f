/*
 * chat_anthropic.c - Anthropic's messages. The answer's shape is that of a tool
 * which the model must call; nothing else is offered, and nothing is run.
 *
 *     {"model":M,"max_tokens":N,"system":S,"messages":[...],
 *      "tools":[{"name":"answer","description":...,"input_schema":{...}}],
 *      "tool_choice":{"type":"tool","name":"answer"}}
 *     ->  {"content":[{"type":"tool_use","name":"answer","input":{...}}],
 *          "stop_reason":"tool_use"}
 *
 * A stream is the input in pieces of JSON, between the events that say which
 * block begins and ends; other events, as pings, say nothing.
 */
#include "models/llm/chat_kind.h"

static void write_tool(const struct chat_prompt *p, struct jsonw *w)
{
    jsonw_key(w, "tools");
    jsonw_begin_array(w);
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "name", CHAT_ANSWER_NAME);
    jsonw_member_cstr(w, "description", "Give the answer.");
    jsonw_member_raw(w, "input_schema", p->schema);
    jsonw_end_object(w);
    jsonw_end_array(w);
    jsonw_key(w, "tool_choice");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "type", "tool");
    jsonw_member_cstr(w, "name", CHAT_ANSWER_NAME);
    jsonw_end_object(w);
}

static void write(const struct chat_prompt *p, struct jsonw *w)
{
    jsonw_member_u64(w, "max_tokens", CHAT_MAX_TOKENS);
    jsonw_member_str(w, "system", p->system);
    jsonw_key(w, "messages");
    jsonw_begin_array(w);
    for (size_t i = 0; i < p->n; i++)
        chat_write_turn(p->turn[i].role == CHAT_ASKER ? "user" : "assistant",
                        p->turn[i].text, w);
    jsonw_end_array(w);
    write_tool(p, w);
}

static enum err read(const struct endpoint *ep, const struct json *answer,
                     struct arena *a, const struct json **root, struct error *e)
{
    const struct json *content = json_find(answer, "content");
    const struct json *why = json_find(answer, "stop_reason");

    (void)a;
    if (!content || content->type != JSON_ARRAY)
        return endpoint_misshapen(ep, "without content", e);
    if (json_is(why, "refusal"))
        return OK;
    if (json_is(why, "max_tokens"))
        return chat_is_cut(ep, e);
    for (const struct json *block = content->first; block;
         block = block->next) {
        if (json_is(json_find(block, "type"), "tool_use")) {
            *root = json_find(block, "input");
            break;
        }
    }
    if (!*root)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'%.*s' answered without the shape that was asked for",
                         STR_FMT(ep->shown));
    return OK;
}

/* A block begins: of the tool's, what follows is the answer. */
static void take_start(struct chat_stream *s, const struct json *event)
{
    const struct json *block = json_find(event, "content_block");

    s->is_in_shape = json_is(json_find(block, "type"), "tool_use");
}

static enum err take(struct chat_stream *s, const struct json *event,
                     struct error *e)
{
    const struct json *type = json_find(event, "type");
    const struct json *delta = json_find(event, "delta");
    const struct json *why = json_find(delta, "stop_reason");

    if (json_text(type).n == 0)
        return endpoint_misshapen(s->endpoint, "with an event without a type",
                                  e);
    if (json_is(type, "content_block_start"))
        take_start(s, event);
    else if (json_is(type, "content_block_stop"))
        s->is_in_shape = false;
    else if (json_is(type, "content_block_delta") && s->is_in_shape)
        chat_stream_put(s, json_text(json_find(delta, "partial_json")));
    else if (json_is(type, "message_stop"))
        s->is_done = true;
    s->is_refused |= json_is(why, "refusal");
    s->is_cut |= json_is(why, "max_tokens");
    return OK;
}

const struct chat_kind chat_anthropic = {
    .prefix = {"anthropic:", 10},
    .endpoint = {.path = "/messages",
                 .key = {.env = "QUARRY_MODEL_API_KEY",
                         .own_env = "ANTHROPIC_API_KEY",
                         .own_host = "api.anthropic.com"},
                 .key_header = "x-api-key",
                 .more = {"anthropic-version", "2023-06-01"}},
    .write = write,
    .read = read,
    .take = take,
};
