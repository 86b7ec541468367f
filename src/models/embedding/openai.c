#include "models/embedding/openai.h"

#include "base/mem.h"
#include "base/utf8.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define TEXT_BYTES   ((size_t)1 << 20) /* as of any embedder */
#define BODY_BYTES   ((size_t)4 << 20)
#define NUMBER_BYTES 32 /* "-0.012345678901234567" and white space */
#define AROUND_BYTES ((size_t)64 * 1024)
#define CALL_BYTES   ((size_t)256 << 20)
#define BATCH_TOKENS 100000

_Static_assert(OPENAI_BATCH *OPENAI_MAX_TOKENS <= BATCH_TOKENS,
               "a batch is bounded by its texts alone");

struct openai {
    struct embedder embedder; /* first, see embedder.h */
    struct endpoint endpoint;
    struct arena arena; /* holds the names */
    struct str model;
    atomic_uint_fast64_t calls, texts, tokens;
};

/* One call: texts that are sent, and where their vectors belong. */
struct batch {
    struct str text[OPENAI_BATCH];
    float *to[OPENAI_BATCH];
    size_t n;
    size_t tokens;
};

/* What is estimated of a text, and the part of it that is sent. */
struct look {
    struct embedding report;
    struct str sent;
};

static enum err look_at(struct str text, struct look *out, struct error *e)
{
    size_t ascii = 0;
    size_t other = 0;
    bool is_blank = true;

    if (text.n > TEXT_BYTES)
        return error_set(e, ERR_LIMIT, "a text of over 1 MiB to embed");
    *out = (struct look){.sent = text};
    for (size_t i = 0; i < text.n;) {
        size_t n = utf8_length(str_slice(text, i, text.n));
        bool is_ascii = (unsigned char)text.p[i] < 0x80;

        ascii += is_ascii;
        other += !is_ascii;
        if ((ascii + 3) / 4 + other > OPENAI_MAX_TOKENS &&
            out->sent.n == text.n)
            out->sent.n = i;
        is_blank = is_blank && str_trim(str_slice(text, i, i + 1)).n == 0;
        i += n ? n : 1;
    }
    out->report.tokens = (ascii + 3) / 4 + other;
    out->report.is_embedded = !is_blank;
    return OK;
}

static enum err measure(struct embedder *m, struct str text,
                        struct embedding *out, struct error *e)
{
    struct look l;
    enum err rc = look_at(text, &l, e);

    (void)m;
    if (!rc)
        *out = l.report;
    return rc;
}

static void write_body(const struct openai *o, const struct batch *b,
                       struct buf *body)
{
    struct jsonw w;

    jsonw_init(&w, body);
    jsonw_begin_object(&w);
    jsonw_member_str(&w, "model", o->model);
    jsonw_key(&w, "input");
    jsonw_begin_array(&w);
    for (size_t i = 0; i < b->n; i++)
        jsonw_str(&w, b->text[i]);
    jsonw_end_array(&w);
    jsonw_member_cstr(&w, "encoding_format", "float");
    jsonw_end_object(&w);
}

/* Of unit length; false if one is not a number or all are 0. */
static bool read_vector(const struct json *list, float *out)
{
    const struct json *j = list->first;
    double squares = 0;
    double length;

    for (; j; j = j->next) {
        double v = json_double(j);

        if (j->type != JSON_NUMBER)
            return false;
        squares += v * v;
    }
    length = sqrt(squares);
    if (!isfinite(length) || length == 0)
        return false;
    for (j = list->first; j; j = j->next)
        *out++ = (float)(json_double(j) / length);
    return true;
}

static enum err read_item(const struct openai *o, const struct json *item,
                          const struct batch *b, bool *seen, struct error *e)
{
    const struct json *list = json_find(item, "embedding");
    struct error detail;
    uint64_t index = 0;

    if (json_read_u64(json_find(item, "index"), "index", b->n - 1, &index,
                      &detail) ||
        seen[index])
        return endpoint_misshapen(&o->endpoint,
                                  "with an index that is wrong or twice", e);
    seen[index] = true;
    if (!list || list->type != JSON_ARRAY ||
        list->count != o->embedder.dimensions)
        return error_set(
            e, ERR_TOOL_WORKER_UNAVAILABLE,
            "'%.*s' answered with a vector that does not have %zu dimensions",
            STR_FMT(o->endpoint.shown), o->embedder.dimensions);
    if (!read_vector(list, b->to[index]))
        return endpoint_misshapen(
            &o->endpoint, "with a vector of no finite length or of length 0",
            e);
    return OK;
}

static void count_usage(struct openai *o, const struct json *root,
                        const struct batch *b)
{
    const struct json *total =
        json_find(json_find(root, "usage"), "total_tokens");
    struct error ignored;
    uint64_t tokens = 0;

    if (json_read_u64(total, "total_tokens", UINT32_MAX, &tokens, &ignored))
        tokens = b->tokens;
    (void)atomic_fetch_add(&o->calls, 1);
    (void)atomic_fetch_add(&o->texts, b->n);
    (void)atomic_fetch_add(&o->tokens, tokens);
}

static enum err read_answer(struct openai *o, const struct json *root,
                            const struct batch *b, struct error *e)
{
    const struct json *data = json_find(root, "data");
    bool seen[OPENAI_BATCH] = {false};
    enum err rc = OK;

    if (!data || data->type != JSON_ARRAY || data->count != b->n)
        return endpoint_misshapen(&o->endpoint,
                                  "without one vector for each text", e);
    for (const struct json *i = data->first; !rc && i; i = i->next)
        rc = read_item(o, i, b, seen, e);
    if (!rc)
        count_usage(o, root, b);
    return rc;
}

static enum err ask(struct openai *o, const struct batch *b, struct arena *a,
                    const struct json **root, struct error *e)
{
    size_t dimensions =
        o->embedder.dimensions ? o->embedder.dimensions : OPENAI_MAX_DIMENSIONS;
    struct endpoint_question q = {
        .text = b->text,
        .n = b->n,
        .max_response_bytes = AROUND_BYTES + b->n * dimensions * NUMBER_BYTES};
    struct buf body;
    enum err rc;

    buf_init(&body, BODY_BYTES);
    write_body(o, b, &body);
    rc = buf_finish(&body, &q.body, e);
    if (!rc)
        rc = endpoint_ask(&o->endpoint, &q, a, root, e);
    buf_release(&body);
    return rc;
}

static enum err flush(struct openai *o, struct batch *b, struct error *e)
{
    const struct json *root = NULL;
    struct arena a;
    enum err rc;

    if (b->n == 0)
        return OK;
    arena_init(&a, CALL_BYTES);
    rc = ask(o, b, &a, &root, e);
    if (!rc)
        rc = read_answer(o, root, b, e);
    arena_release(&a);
    b->n = 0;
    b->tokens = 0;
    return rc;
}

static enum err put(struct openai *o, struct batch *b, struct str text,
                    float *to, struct embedding *report, struct error *e)
{
    struct look l;
    enum err rc = look_at(text, &l, e);

    if (rc)
        return rc;
    *report = l.report;
    memset(to, 0, o->embedder.dimensions * sizeof(*to));
    if (!l.report.is_embedded)
        return OK;
    b->text[b->n] = l.sent;
    b->to[b->n++] = to;
    b->tokens += l.report.tokens < OPENAI_MAX_TOKENS ? l.report.tokens
                                                     : OPENAI_MAX_TOKENS;
    return b->n == OPENAI_BATCH ? flush(o, b, e) : OK;
}

static enum err embed(struct embedder *m, const struct str *text, size_t n,
                      float *out, struct embedding *report, struct error *e)
{
    struct openai *o = (struct openai *)m;
    struct batch b = {.n = 0};
    enum err rc = OK;

    for (size_t i = 0; !rc && i < n; i++)
        rc = put(o, &b, text[i], out + i * m->dimensions, &report[i], e);
    return rc ? rc : flush(o, &b, e);
}

static void close_openai(struct embedder *m)
{
    struct openai *o = (struct openai *)m;

    endpoint_close(&o->endpoint);
    arena_release(&o->arena);
    mem_free(o);
}

static const struct embedder_kind kind = {embed, measure, close_openai};

/* Ask for the vector of one word, which also shows that the endpoint works. */
static enum err probe(struct openai *o, struct error *e)
{
    struct batch b = {.text = {STR("quarry")}, .n = 1, .tokens = 2};
    const struct json *root = NULL;
    const struct json *data;
    const struct json *list;
    struct arena a;
    enum err rc;

    arena_init(&a, CALL_BYTES);
    rc = ask(o, &b, &a, &root, e);
    if (rc)
        goto out;
    data = json_find(root, "data");
    list = json_find(data && data->type == JSON_ARRAY ? data->first : NULL,
                     "embedding");
    if (!list || list->type != JSON_ARRAY || list->count == 0 ||
        list->count > OPENAI_MAX_DIMENSIONS) {
        rc = endpoint_misshapen(&o->endpoint,
                                "without a vector of 1 to 8192 dimensions", e);
        goto out;
    }
    o->embedder.dimensions = list->count;
    b.to[0] = arena_alloc_array(&a, list->count, sizeof(float), e);
    rc = b.to[0] ? read_answer(o, root, &b, e) : e->code;
out:
    arena_release(&a);
    return rc;
}

static enum err open_parts(struct openai *o, const struct endpoint_name *name,
                           const struct endpoint_options *how, struct error *e)
{
    static const struct endpoint_kind kind_of = {
        .path = "/embeddings",
        .key = {.env = "QUARRY_OPENAI_API_KEY",
                .own_env = "OPENAI_API_KEY",
                .own_host = "api.openai.com"}};
    struct str full;
    enum err rc = str_dup(name->model, &o->arena, &o->model, e);

    if (!rc)
        rc = endpoint_open(&o->endpoint, name, &kind_of, how, e);
    if (!rc && !o->embedder.dimensions)
        rc = probe(o, e);
    if (!rc)
        rc = str_printf(&o->arena, &full, e, "openai:%.*s@%.*s#dimensions=%zu",
                        STR_FMT(name->model), STR_FMT(name->url),
                        o->embedder.dimensions);
    if (!rc)
        o->embedder.model = full.p;
    return rc;
}

enum err openai_open(const struct endpoint_name *name, size_t dimensions,
                     const struct endpoint_options *how, struct embedder **out,
                     struct error *e)
{
    struct openai *o;
    enum err rc;

    if (dimensions > OPENAI_MAX_DIMENSIONS)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a vector has 1 to 8192 dimensions");
    o = mem_new(sizeof(*o), e);
    if (!o)
        return e->code;
    arena_init(&o->arena, (size_t)64 * 1024);
    o->embedder = (struct embedder){&kind, NULL, dimensions, OPENAI_MAX_TOKENS};
    rc = open_parts(o, name, how, e);
    if (rc) {
        close_openai(&o->embedder);
        return rc;
    }
    *out = &o->embedder;
    return OK;
}

struct openai_usage openai_usage(const struct embedder *m)
{
    struct openai *o = (struct openai *)m;

    return (struct openai_usage){atomic_load(&o->calls), atomic_load(&o->texts),
                                 atomic_load(&o->tokens)};
}
