/*
 * chat_openai.c - chat completions with a strict JSON schema, as OpenAI, vLLM,
 * llama.cpp and Ollama speak it.
 *
 *     {"model":M,"messages":[{"role":"system","content":S},...],
 *      "response_format":{"type":"json_schema","json_schema":{"name":"answer",
 *                         "strict":true,"schema":{...}}}}
 *     ->  {"choices":[{"message":{"content":"{...}","refusal":null},
 *                      "finish_reason":"stop"}]}
 *
 * A stream is the content in pieces, "delta" in place of "message", and ends
 * with the text [DONE].
 *
 * A temperature is not sent: some models refuse any but their own.
 */
#include "models/llm/chat_kind.h"

static void write(const struct chat_prompt *p, struct jsonw *w)
{
    jsonw_key(w, "messages");
    jsonw_begin_array(w);
    chat_write_turn("system", p->system, w);
    for (size_t i = 0; i < p->n; i++)
        chat_write_turn(p->turn[i].role == CHAT_ASKER ? "user" : "assistant",
                        p->turn[i].text, w);
    jsonw_end_array(w);
    jsonw_key(w, "response_format");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "type", "json_schema");
    jsonw_key(w, "json_schema");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "name", CHAT_ANSWER_NAME);
    jsonw_member_bool(w, "strict", true);
    jsonw_member_raw(w, "schema", p->schema);
    jsonw_end_object(w);
    jsonw_end_object(w);
}

static enum err read(const struct endpoint *ep, const struct json *answer,
                     struct arena *a, const struct json **root, struct error *e)
{
    const struct json *choices = json_find(answer, "choices");
    const struct json *choice =
        choices && choices->type == JSON_ARRAY ? choices->first : NULL;
    const struct json *message = json_find(choice, "message");
    const struct json *why = json_find(choice, "finish_reason");

    if (!message)
        return endpoint_misshapen(ep, "without a message", e);
    if (json_text(json_find(message, "refusal")).n ||
        json_is(why, "content_filter"))
        return OK;
    if (json_is(why, "length"))
        return chat_is_cut(ep, e);
    return chat_parse(ep, json_text(json_find(message, "content")), a, root, e);
}

/* {"choices":[{"delta":{"content":"{\"a"},"finish_reason":null}]}; the last
 * ones may have no choice. */
static enum err take(struct chat_stream *s, const struct json *event,
                     struct error *e)
{
    const struct json *choices = json_find(event, "choices");
    const struct json *choice =
        choices && choices->type == JSON_ARRAY ? choices->first : NULL;
    const struct json *delta = json_find(choice, "delta");
    const struct json *why = json_find(choice, "finish_reason");

    if (!choices)
        return endpoint_misshapen(s->endpoint, "with an event without choices",
                                  e);
    if (json_text(json_find(delta, "refusal")).n ||
        json_is(why, "content_filter"))
        s->is_refused = true;
    s->is_cut |= json_is(why, "length");
    s->is_done |= json_text(why).n > 0;
    chat_stream_put(s, json_text(json_find(delta, "content")));
    return OK;
}

const struct chat_kind chat_openai = {
    .prefix = {"openai:", 7},
    .endpoint = {.path = "/chat/completions",
                 .key = {.env = "QUARRY_MODEL_API_KEY",
                         .own_env = "OPENAI_API_KEY",
                         .own_host = "api.openai.com"}},
    .write = write,
    .read = read,
    .take = take,
};
