#include "server/mcp/fixtures.h"

#include "server/mcp/mcp_call.h"

#include <time.h>

#define PARAMS_BYTES ((size_t)1024 * 1024)
#define ROWS         50
#define ROW_COLUMNS  8

/* The name of the tool or prompt that was called. */
static struct str name_of(const struct mcp_request *t)
{
    return json_text(json_find(t->call->params, "name"));
}

static struct str argument(const struct mcp_request *t, const char *name)
{
    return json_text(json_find(json_find(t->call->params, "arguments"), name));
}

/* So that a client sees several messages and not one burst. */
static void pause_briefly(void)
{
    const struct timespec pause = {.tv_nsec = 50 * 1000 * 1000};

    (void)nanosleep(&pause, NULL);
}

static void write_content(struct mcp_request *t, struct str content,
                          bool is_error)
{
    mcp_request_begin(t);
    jsonw_member_raw(t->w, "content", content);
    jsonw_member_bool(t->w, "isError", is_error);
    mcp_request_end(t);
}

static void write_text(struct mcp_request *t, struct str text, bool is_error)
{
    mcp_request_begin(t);
    jsonw_key(t->w, "content");
    jsonw_begin_array(t->w);
    jsonw_begin_object(t->w);
    jsonw_member_cstr(t->w, "type", "text");
    jsonw_member_str(t->w, "text", text);
    jsonw_end_object(t->w);
    jsonw_end_array(t->w);
    jsonw_member_bool(t->w, "isError", is_error);
    mcp_request_end(t);
}

/* ---- tools that answer by themselves ---- */

enum err fixture_answer_content(struct mcp_request *t, struct error *e)
{
    const struct fixture_content *f = fixture_contents;

    (void)e;
    while (!str_is(name_of(t), f->tool))
        f++;
    write_content(t, str_from(f->content), f->is_error);
    return OK;
}

/* As large as 50 rows of eight columns. */
static void write_rows(struct jsonw *w)
{
    static const char *const columns[ROW_COLUMNS] = {
        "order",    "date",  "city", "product",
        "quantity", "price", "paid", "note"};

    jsonw_begin_object(w);
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; i < ROW_COLUMNS; i++)
        jsonw_cstr(w, columns[i]);
    jsonw_end_array(w);
    jsonw_key(w, "rows");
    jsonw_begin_array(w);
    for (uint64_t i = 0; i < ROWS; i++) {
        jsonw_begin_array(w);
        jsonw_u64(w, 10000 + i);
        jsonw_cstr(w, "2025-03-14");
        jsonw_cstr(w, i % 2 ? "Zürich" : "Montevideo");
        jsonw_cstr(w, "a \"large\" lamp");
        jsonw_u64(w, 1 + i % 9);
        jsonw_u64(w, 1995 + 17 * i);
        jsonw_bool(w, i % 3);
        jsonw_null(w);
        jsonw_end_array(w);
    }
    jsonw_end_array(w);
    jsonw_end_object(w);
}

enum err fixture_answer_rows(struct mcp_request *t, struct error *e)
{
    struct str json;
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, PARAMS_BYTES);
    jsonw_init(&w, &b);
    write_rows(&w);
    rc = buf_finish(&b, &json, e);
    if (!rc)
        mcp_call_write_result(t, json, false);
    buf_release(&b);
    return rc;
}

enum err fixture_answer_logging(struct mcp_request *t, struct error *e)
{
    (void)e;
    mcp_request_log(t, MCP_INFO, STR("\"Tool execution started\""));
    pause_briefly();
    mcp_request_log(t, MCP_INFO, STR("\"Tool processing data\""));
    pause_briefly();
    mcp_request_log(t, MCP_INFO, STR("\"Tool execution completed\""));
    write_text(t, STR("Three things were told"), false);
    return OK;
}

enum err fixture_answer_progress(struct mcp_request *t, struct error *e)
{
    (void)e;
    mcp_request_progress(t, 0, 100, NULL);
    pause_briefly();
    mcp_request_progress(t, 50, 100, NULL);
    pause_briefly();
    mcp_request_progress(t, 100, 100, NULL);
    write_text(t, STR("All is done"), false);
    return OK;
}

enum err fixture_answer_capability(struct mcp_request *t, struct error *e)
{
    if (!(t->call->can & CAN_SAMPLE))
        return mcp_request_fail(
            t, RPC_MISSING_CAPABILITY,
            STR("{\"requiredCapabilities\":{\"sampling\":{}}}"), e,
            "this tool needs a client that can sample");
    write_text(t, STR("The client can sample"), false);
    return OK;
}

/* ---- tools that ask their client, in a session ---- */

/* The client's answer as a text after `before`. */
static enum err write_reply(struct mcp_request *t, const char *before,
                            const struct json *reply, struct error *e)
{
    struct str text;
    struct buf b;
    struct jsonw w;
    enum err rc;

    buf_init(&b, PARAMS_BYTES);
    buf_puts(&b, before);
    jsonw_init(&w, &b);
    json_write(reply, &w);
    rc = buf_finish(&b, &text, e);
    if (!rc)
        write_text(t, text, false);
    buf_release(&b);
    return rc;
}

static enum err ask_client(struct mcp_request *t, enum mcp_can can,
                           const char *method, struct str params,
                           struct error *e)
{
    const struct json *reply;

    if (!(t->call->can & (unsigned)can)) {
        write_text(t, STR("this tool needs a client that can do more"), true);
        return OK;
    }
    if (mcp_request_ask(t, method, params, &reply, e))
        return e->code;
    return write_reply(t, "The client answered: ", reply, e);
}

enum err fixture_answer_request(struct mcp_request *t, struct error *e)
{
    const struct fixture_request *f = fixture_requests;

    while (!str_is(name_of(t), f->tool))
        f++;
    return ask_client(t, f->can, f->method, str_from(f->params), e);
}

enum err fixture_answer_sampling(struct mcp_request *t, struct error *e)
{
    struct buf b;
    struct jsonw w;
    enum err rc;

    buf_init(&b, PARAMS_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_key(&w, "messages");
    jsonw_begin_array(&w);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "role", "user");
    jsonw_key(&w, "content");
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "type", "text");
    jsonw_member_str(&w, "text", argument(t, "prompt"));
    jsonw_end_object(&w);
    jsonw_end_object(&w);
    jsonw_end_array(&w);
    jsonw_member_u64(&w, "maxTokens", 100);
    jsonw_end_object(&w);
    rc = ask_client(t, CAN_SAMPLE, "sampling/createMessage", buf_str(&b), e);
    buf_release(&b);
    return rc;
}

enum err fixture_answer_elicitation(struct mcp_request *t, struct error *e)
{
    struct buf b;
    struct jsonw w;
    enum err rc;

    buf_init(&b, PARAMS_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_member_str(&w, "message", argument(t, "message"));
    jsonw_member_raw(
        &w, "requestedSchema",
        STR("{\"type\":\"object\",\"properties\":{\"username\":{\"type\":"
            "\"string\",\"description\":\"User's response\"},\"email\":{"
            "\"type\":\"string\",\"description\":\"User's email address\"}},"
            "\"required\":[\"username\",\"email\"]}"));
    jsonw_end_object(&w);
    rc = ask_client(t, CAN_ELICIT, "elicitation/create", buf_str(&b), e);
    buf_release(&b);
    return rc;
}

/* ---- what needs more than one round, without a session ---- */

static void write_input_required(struct mcp_request *t, struct str requests,
                                 const char *state)
{
    jsonw_begin_object(t->w);
    jsonw_member_cstr(t->w, "resultType", "input_required");
    jsonw_member_raw(t->w, "inputRequests", requests);
    if (state)
        jsonw_member_cstr(t->w, "requestState", state);
    jsonw_end_object(t->w);
}

static enum err fail_params(struct mcp_request *t, struct error *e,
                            const char *message)
{
    return mcp_request_fail(t, RPC_INVALID_PARAMS, (struct str){0}, e, message);
}

/* The round that the client's state belongs to; NULL: it was changed. */
static const struct fixture_round *find_round(const struct mcp_request *t)
{
    const struct fixture_round *f = fixture_rounds;
    const struct json *state = json_find(t->call->params, "requestState");

    while (!str_is(name_of(t), f->name))
        f++;
    if (!state || !f->state)
        return f;
    for (; f->name && str_is(name_of(t), f->name); f++)
        if (json_is(state, f->state))
            return f;
    return NULL;
}

/* Are all answers there? What is not an answer is an error. */
static enum err check_answers(struct mcp_request *t,
                              const struct fixture_round *f, bool *complete,
                              struct error *e)
{
    const struct json *given = json_find(t->call->params, "inputResponses");

    *complete = false;
    if (given && given->type != JSON_OBJECT)
        return fail_params(t, e, "'inputResponses' must be an object");
    for (size_t i = 0; i < FIXTURE_KEYS && f->keys[i]; i++) {
        const struct json *one = json_find(given, f->keys[i]);

        if (!one)
            return OK;
        if (one->type != JSON_OBJECT)
            return fail_params(t, e, "an input response must be an object");
    }
    *complete = true;
    return OK;
}

static void write_done(struct mcp_request *t)
{
    static const char messages[] =
        "[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":"
        "\"Use the context that was given.\"}}]";

    if (!prompt_find(t->call->offer->prompts, name_of(t))) {
        write_text(t, STR("state-ok, thank you"), false);
        return;
    }
    mcp_request_begin(t);
    jsonw_member_raw(t->w, "messages", STR(messages));
    mcp_request_end(t);
}

enum err fixture_answer_rounds(struct mcp_request *t, struct error *e)
{
    const struct fixture_round *f;
    bool complete;

    if (t->call->era == MCP_SESSION)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "revisions with sessions have no such results");
    f = find_round(t);
    if (!f)
        return fail_params(t, e, "'requestState' is not as it was sent");
    if (check_answers(t, f, &complete, e))
        return e->code;
    if (complete && (f + 1)->name && str_is(name_of(t), (f + 1)->name)) {
        f++;
        complete = false;
    }
    if (complete)
        write_done(t);
    else
        write_input_required(t, str_from(f->requests), f->state);
    return OK;
}

enum err fixture_answer_possible(struct mcp_request *t, struct error *e)
{
    (void)e;
    if (t->call->era == MCP_STATELESS && t->call->can & CAN_SAMPLE &&
        !json_find(t->call->params, "inputResponses"))
        write_input_required(t, str_from(fixture_sampling_request), NULL);
    else
        write_text(t, STR("Nothing is needed of this client"), false);
    return OK;
}

/* ---- prompts ---- */

enum err fixture_answer_prompt_image(struct mcp_request *t, struct error *e)
{
    (void)e;
    mcp_request_begin(t);
    jsonw_member_raw(t->w, "messages", str_from(fixture_image_messages));
    mcp_request_end(t);
    return OK;
}

enum err fixture_answer_prompt_resource(struct mcp_request *t, struct error *e)
{
    struct str uri = argument(t, "resourceUri");
    struct jsonw *w = t->w;

    if (!uri.n)
        return error_set(e, ERR_VALIDATION_FAILED, "'resourceUri' is missing");
    mcp_request_begin(t);
    jsonw_key(w, "messages");
    jsonw_begin_array(w);
    prompt_begin_user(w, "resource");
    jsonw_key(w, "resource");
    jsonw_begin_object(w);
    jsonw_member_str(w, "uri", uri);
    jsonw_member_cstr(w, "mimeType", "text/plain");
    jsonw_member_cstr(w, "text", "Embedded resource content for testing.");
    jsonw_end_object(w);
    prompt_end_user(w);
    prompt_begin_user(w, "text");
    jsonw_member_cstr(w, "text", "Please process the embedded resource above.");
    prompt_end_user(w);
    jsonw_end_array(w);
    mcp_request_end(t);
    return OK;
}

/* ---- resources ---- */

enum err fixture_list_resources(void *context, struct resource_page *page,
                                struct arena *a, struct error *e)
{
    const struct fixture_resource *f = fixture_resources;

    (void)context;
    if (resource_page_begin(page, a, e))
        return e->code;
    for (uint64_t i = 0; i < page->offset && f->uri; i++)
        f++;
    for (; f->uri && page->n < RESOURCE_PAGE; f++)
        page->list[page->n++] =
            (struct resource){.uri = str_from(f->uri),
                              .name = str_from(f->uri),
                              .mime_type = str_from(f->mime_type)};
    page->more = f->uri != NULL;
    return OK;
}

/* test://template/{id}/data */
static enum err read_template(struct str uri, struct arena *a,
                              struct resource_content *out, struct error *e)
{
    const struct str head = STR("test://template/");
    const struct str tail = STR("/data");
    struct str id;

    if (!str_starts(uri, head) || !str_ends(uri, tail) ||
        uri.n <= head.n + tail.n)
        return error_set(e, ERR_NOT_FOUND, "no such resource");
    id = str_slice(uri, head.n, uri.n - tail.n);
    for (size_t i = 0; i < id.n; i++)
        if (id.p[i] < '0' || id.p[i] > '9')
            return error_set(e, ERR_NOT_FOUND, "no such resource");
    out->mime_type = STR("application/json");
    return str_printf(a, &out->text, e,
                      "{\"id\":\"%.*s\",\"templateTest\":true,\"data\":"
                      "\"Data for ID: %.*s\"}",
                      STR_FMT(id), STR_FMT(id));
}

enum err fixture_read_resource(void *context, struct str uri,
                               const atomic_bool *cancel, struct arena *a,
                               struct resource_content *out, struct error *e)
{
    (void)context;
    (void)cancel;
    for (const struct fixture_resource *f = fixture_resources; f->uri; f++) {
        if (!str_is(uri, f->uri))
            continue;
        *out = (struct resource_content){str_from(f->mime_type),
                                         str_from(f->text), f->is_base64};
        return OK;
    }
    return read_template(uri, a, out, e);
}
