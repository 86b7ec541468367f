#include "models/rerank/rerank.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

#define BODY_BYTES   ((size_t)16 << 20)
#define ITEM_BYTES   256 /* of an answer, a document in it aside */
#define AROUND_BYTES ((size_t)64 * 1024)
#define CALL_BYTES   ((size_t)256 << 20)

struct rerank {
    struct endpoint endpoint;
    struct arena arena; /* holds the name */
    struct str model;
};

enum err rerank_check(struct str text, struct error *e)
{
    struct endpoint_name name;

    return endpoint_name_parse(text, &name, e);
}

enum err rerank_open(struct str text, const struct endpoint_options *how,
                     struct rerank **out, struct error *e)
{
    static const struct endpoint_kind kind = {
        .path = "/rerank", .key = {.env = "QUARRY_RERANK_API_KEY"}};
    struct endpoint_name name;
    struct rerank *r;
    enum err rc = endpoint_name_parse(text, &name, e);

    if (rc)
        return rc;
    r = mem_new(sizeof(*r), e);
    if (!r)
        return e->code;
    arena_init(&r->arena, (size_t)64 * 1024);
    rc = str_dup(name.model, &r->arena, &r->model, e);
    if (!rc)
        rc = endpoint_open(&r->endpoint, &name, &kind, how, e);
    if (rc) {
        rerank_close(r);
        return rc;
    }
    *out = r;
    return OK;
}

void rerank_close(struct rerank *r)
{
    if (!r)
        return;
    endpoint_close(&r->endpoint);
    arena_release(&r->arena);
    mem_free(r);
}

static void write_body(const struct rerank *r, const struct rerank_question *q,
                       struct buf *body)
{
    struct jsonw w;

    jsonw_init(&w, body);
    jsonw_begin_object(&w);
    jsonw_member_str(&w, "model", r->model);
    jsonw_member_str(&w, "query", q->query);
    jsonw_key(&w, "documents");
    jsonw_begin_array(&w);
    for (size_t i = 0; i < q->n; i++)
        jsonw_str(&w, q->document[i]);
    jsonw_end_array(&w);
    jsonw_member_u64(&w, "top_n", q->top_n);
    jsonw_end_object(&w);
}

static enum err read_item(const struct rerank *r, const struct json *item,
                          const struct rerank_question *q, double *score,
                          struct error *e)
{
    const struct json *value = json_find(item, "relevance_score");
    struct error detail;
    uint64_t index = 0;

    if (json_read_u64(json_find(item, "index"), "index", q->n - 1, &index,
                      &detail) ||
        !isinf(score[index]))
        return endpoint_misshapen(&r->endpoint,
                                  "with an index that is wrong or twice", e);
    if (!value || value->type != JSON_NUMBER || !isfinite(json_double(value)))
        return endpoint_misshapen(
            &r->endpoint, "with a relevance_score that is not a number", e);
    score[index] = json_double(value);
    return OK;
}

static enum err read_answer(const struct rerank *r, const struct json *root,
                            const struct rerank_question *q, double *score,
                            struct error *e)
{
    const struct json *results = json_find(root, "results");
    enum err rc = OK;

    if (!results || results->type != JSON_ARRAY || results->count == 0)
        return endpoint_misshapen(&r->endpoint, "without results", e);
    for (size_t i = 0; i < q->n; i++)
        score[i] = -INFINITY;
    for (const struct json *i = results->first; !rc && i; i = i->next)
        rc = read_item(r, i, q, score, e);
    return rc;
}

/* The query is a text that no message may repeat, too: it comes first. */
static enum err ask(const struct rerank *r, const struct rerank_question *q,
                    struct arena *a, const struct json **root, struct error *e)
{
    struct endpoint_question sent = {
        .n = q->n + 1, .timeout_ms = q->budget_ms, .cancel = q->cancel};
    struct str *text = arena_alloc_array(a, sent.n, sizeof(*text), e);
    struct buf body;
    enum err rc;

    if (!text)
        return e->code;
    text[0] = q->query;
    memcpy(text + 1, q->document, q->n * sizeof(*text));
    sent.text = text;
    buf_init(&body, BODY_BYTES);
    write_body(r, q, &body);
    /* some send the documents back, whatever was asked */
    sent.max_response_bytes = AROUND_BYTES + q->n * ITEM_BYTES + 2 * body.n;
    rc = buf_finish(&body, &sent.body, e);
    if (!rc)
        rc = endpoint_ask(&r->endpoint, &sent, a, root, e);
    buf_release(&body);
    return rc;
}

bool rerank_score(const struct rerank *r, const struct rerank_question *q,
                  double *score, struct error *note)
{
    const struct json *root = NULL;
    struct arena a;
    enum err rc;

    BUG_ON(q->n == 0 || q->n > RERANK_MAX_DOCUMENTS);
    arena_init(&a, CALL_BYTES);
    rc = ask(r, q, &a, &root, note);
    if (!rc)
        rc = read_answer(r, root, q, score, note);
    arena_release(&a);
    if (rc)
        error_wrap(note, "not ranked again");
    return rc == OK;
}
