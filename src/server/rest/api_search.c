/*
 * What is found of a question: POST /v1/retrieve and /v1/structured-query, and
 * the same for callers that were built on another service's names,
 * /api/internal/rag/.
 */
#include "search/retrieve/conditions.h"
#include "server/rest/call.h"
#include "server/rest/call_tool.h"
#include "server/rest/job_reply.h"
#include "server/tools/asking.h"

#define ANSWER_BYTES ((size_t)16 << 20)

static bool is_text(const struct json *j)
{
    return j && (j->type == JSON_STRING || j->type == JSON_NUMBER);
}

/* The base: `base`, or `knowledge_base_id`, which may be a number; NULL:
 * none. */
static const struct json *id_of(const struct json *body)
{
    const struct json *base = json_find(body, "base");
    const struct json *id = json_find(body, "knowledge_base_id");

    return is_text(base) ? base : is_text(id) ? id : NULL;
}

static struct str base_of(const struct json *body)
{
    const struct json *id = id_of(body);

    return id ? id->text : STR("");
}

static bool is_structured(const struct json *body)
{
    return json_is(json_find(body, "retrieval_mode"), "structured");
}

/* ---- tables ---- */

/* Conditions apply to passages; a table is chosen by its name. */
static enum err check_unconditional(const struct api_call *call,
                                    struct error *e)
{
    struct str filters;
    enum err rc = conditions_read(json_find(call->body, "metadata_condition"),
                                  call->a, &filters, e);

    return rc || filters.n == 0
               ? rc
               : error_set(e, ERR_VALIDATION_FAILED,
                           "metadata_condition is for passages; for one table "
                           "give 'base' as BASE/DOCUMENT");
}

static enum err ask(const struct api_call *call, struct answer *an,
                    struct error *e)
{
    const struct json *max_rows = json_find(call->body, "max_rows");
    struct table_source source = {.path = base_of(call->body)};
    struct answer_request r = {.question =
                                   json_text(json_find(call->body, "query")),
                               .sources = &source,
                               .n = 1,
                               .type = REQUEST_STRUCTURED,
                               .cancel = call->gone};
    enum err rc = call_check_path(call, source.path, RIGHT_READ, e);

    if (!rc)
        rc = check_unconditional(call, e);
    if (!rc && max_rows)
        rc = json_read_u64(max_rows, "max_rows", REQUEST_MAX_ROWS, &r.max_rows,
                           e);
    return rc ? rc : asking_answer(call->served, &r, call->a, an, e);
}

/* The answer of tables, for a writer. */
struct asked {
    const struct json *id; /* of the base, as it was given */
    struct answer *an;
};

static enum err ask_and_write(const struct api_call *call,
                              void (*write)(const void *ctx, struct jsonw *w),
                              struct str *json, struct error *e)
{
    const struct asked x = {id_of(call->body),
                            arena_alloc(call->a, sizeof(*x.an), e)};

    if (!x.an || ask(call, x.an, e))
        return e->code;
    return call_write(call, write, &x, json, e);
}

static void write_whole(const void *ctx, struct jsonw *w)
{
    const struct asked *x = ctx;

    answer_write(x->an, w);
}

enum err api_structured_query(const struct api_call *call, struct str *json,
                              struct error *e)
{
    return ask_and_write(call, write_whole, json, e);
}

/* ---- passages ---- */

/* What semantic_query calls it. */
static enum err read_search(const struct api_call *call, struct json_object *x,
                            struct error *e)
{
    const struct json *body = call->body;
    const bool has_top = json_find(body, "top_k") != NULL;
    struct json_object options;
    struct str filters;

    json_object_init(x, call->a);
    json_object_init(&options, call->a);
    if (json_object_text(x, "base", base_of(body), e) ||
        json_object_member(x, body, "query", "query", e) ||
        (!is_structured(body) &&
         json_object_member(x, body, "retrieval_mode", "mode", e)) ||
        json_object_member(x, body, has_top ? "top_k" : "max_results", "top_k",
                           e) ||
        conditions_read(json_find(body, "metadata_condition"), call->a,
                        &filters, e) ||
        (filters.n && json_object_text(x, "filters", filters, e)) ||
        json_object_bool(&options, "include_text", true, e))
        return e->code;
    return json_object_value(x, "options", &options.root, e);
}

static enum err search(const struct api_call *call, struct str *json,
                       struct error *e)
{
    struct json_object arguments;

    if (read_search(call, &arguments, e))
        return e->code;
    return call_tool(call, &spec_semantic_query, &arguments.root, json, e);
}

/* A token that may only search may not ask tables by another name. */
static enum err check_ask(const struct api_call *call, struct error *e)
{
    if (scope_has(&call->served->grant->tools, str_from(spec_ask.name)))
        return OK;
    return error_set(e, ERR_FORBIDDEN, "the token gives no access to tables");
}

enum err api_retrieve(const struct api_call *call, struct str *json,
                      struct error *e)
{
    bool waits;
    enum err rc;

    if (is_structured(call->body))
        return check_ask(call, e) ? e->code
                                  : api_structured_query(call, json, e);
    rc = job_reply_wait(call, base_of(call->body), &waits, json, e);
    return rc || waits ? rc : search(call, json, e);
}

/* ---- the internal routes ---- */

static void put_explanation(const struct answer *an, struct jsonw *w)
{
    struct buf b;

    buf_init(&b, ANSWER_BYTES);
    buf_put_str(&b, an->text);
    for (size_t i = 0; i < an->asked.n_notes; i++) {
        buf_puts(&b, "; ");
        buf_put_str(&b, an->asked.notes[i]);
    }
    for (size_t i = 0; i < an->n_table_notes; i++) {
        buf_puts(&b, "; ");
        table_note_say(an->table_notes[i],
                       (enum table_note_language)an->asked.language, &b);
    }
    jsonw_member_str(w, "explanation", buf_str(&b));
    buf_release(&b);
}

/* Of a question that no rows answer: no SQL, and the clarifying question. */
static void write_structured(const void *ctx, struct jsonw *w)
{
    const struct asked *x = ctx;
    const struct answer *an = x->an;
    size_t n = 0;

    jsonw_begin_object(w);
    jsonw_member_str(w, "query", an->question);
    jsonw_member_cstr(w, "mode", "structured_query");
    jsonw_member_text(w, "generated_sql",
                      an->result ? an->asked.sql : (struct str){0});
    put_explanation(an, w);
    jsonw_member_double(w, "confidence", an->result ? an->asked.confidence : 0);
    jsonw_key(w, "results");
    if (an->result)
        answer_write_results(an, w);
    else
        jsonw_null(w);
    jsonw_key(w, "sources");
    jsonw_begin_array(w);
    for (size_t i = 0; an->result && i < an->n_sources; i++) {
        if (i != an->used)
            continue;
        jsonw_begin_object(w);
        jsonw_member_u64(w, "index", ++n);
        jsonw_member_str(w, "title", str_after_last(an->sources[i].file, '/'));
        jsonw_key(w, "kb_id"); /* a number where it was given as one */
        json_write(x->id, w);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    jsonw_end_object(w);
}

enum err api_rag_structured_query(const struct api_call *call, struct str *json,
                                  struct error *e)
{
    return ask_and_write(call, write_structured, json, e);
}

static void write_records(const void *ctx, struct jsonw *w)
{
    const struct json *found = ctx;
    const struct json *list = json_find(found, "evidences");

    jsonw_begin_object(w);
    json_write_member(found, "query", "query", w);
    json_write_member(found, "mode", "mode", w);
    jsonw_key(w, "records");
    jsonw_begin_array(w);
    for (const struct json *x = list ? list->first : NULL; x; x = x->next) {
        const struct json *m = json_find(x, "metadata");

        jsonw_begin_object(w);
        json_write_member(x, "text", "content", w);
        json_write_member(x, "score", "score", w);
        jsonw_member_str(
            w, "title",
            str_after_last(json_text(json_find(m, "source_file")), '/'));
        json_write_member(x, "metadata", "metadata", w);
        json_write_member(x, "pointer", "pointer", w);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    jsonw_member_u64(w, "total", list ? list->count : 0);
    jsonw_end_object(w);
}

enum err api_rag_retrieve(const struct api_call *call, struct str *json,
                          struct error *e)
{
    struct json *found = NULL;
    struct str text = {0};

    /* Their callers are used to passages where tables are switched off. */
    if (is_structured(call->body) && asking_has_tables(call->served))
        return check_ask(call, e) ? e->code
                                  : api_rag_structured_query(call, json, e);
    if (search(call, &text, e) ||
        json_parse(text, &json_answer_limits, call->a, &found, e))
        return e->code;
    return call_write(call, write_records, found, json, e);
}
