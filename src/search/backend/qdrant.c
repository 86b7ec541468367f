/*
 * qdrant.c - vectors in a collection of Qdrant, by its REST interface.
 *
 * The collection is <base>_passages: the name of what it serves before what is in it, so
 * that several programs and kinds share a server. Its metadata say of which base,
 * index and model it is (Qdrant 1.16 and on); another's is never written to.
 *
 * A passage is one point with its id, and as many vectors as it has windows: a
 * multivector, whose similarity to a question is that of the nearest (max_sim). All
 * requests may be sent twice. A document's points of an earlier change are removed by
 * a filter on `document` and `batch`, which says by which change a point came; no list of ids is
 * needed, however long the document was.
 *
 * Its payload is what others need who search the same collection, and the conditions
 * of a search as the segments know them ("lang=en").
 */
#include "base/jsonw.h"
#include "base/mem.h"
#include "search/backend/backend_kind.h"
#include "search/backend/qdrant_read.h"

#include <stdio.h>

#define PREFIX       "qdrant@"
#define OPEN_BYTES   ((size_t)64 << 10)
#define CALL_BYTES   ((size_t)512 << 20)
#define BODY_BYTES   ((size_t)256 << 20)
#define ANSWER_BYTES ((size_t)1 << 20)
#define HIT_BYTES    256
#define LEAST_EF     128 /* as many candidates as are looked at, at least */
#define BATCH_BYTES  17

struct qdrant {
    struct endpoint endpoint;
    struct arena a; /* holds what follows */
    struct str collection;
    struct str base;
};

static const struct endpoint_kind service = {
    .path = "/collections",
    .key = {.env = "QUARRY_QDRANT_API_KEY"},
    .key_header = "api-key"};

/* A request. */
struct request {
    enum http_method method;
    const char *path;       /* after the collection */
    struct buf *body;       /* NULL: none */
    const struct str *text; /* text[n] that it holds */
    size_t n;
    uint64_t timeout_ms; /* 0: the endpoint's */
    size_t most_bytes;   /* of its answer */
};

static bool qdrant_is_named(struct str value)
{
    return str_starts(value, STR(PREFIX));
}

static enum err parse(struct str value, struct endpoint_name *out,
                      struct error *e)
{
    enum err rc = endpoint_name_parse(value, out, e);

    if (!rc && !str_is(out->model, "qdrant"))
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "it is written qdrant@<url>, without another '@'");
    return rc;
}

static enum err qdrant_check(struct str value, struct error *e)
{
    struct endpoint_name ignored;

    return parse(value, &ignored, e);
}

static void qdrant_close(void *ctx)
{
    struct qdrant *x = ctx;

    endpoint_close(&x->endpoint);
    arena_release(&x->a);
    mem_free(x);
}

static enum err qdrant_open(const struct base *b, struct str value,
                            const struct endpoint_options *how, void **out,
                            struct error *e)
{
    struct endpoint_name name;
    struct qdrant *x;
    enum err rc = parse(value, &name, e);

    x = rc ? NULL : mem_new(sizeof(*x), e);
    if (!x)
        return e->code;
    arena_init(&x->a, OPEN_BYTES);
    rc = str_printf(&x->a, &x->collection, e, "%s_passages", b->name);
    if (!rc)
        rc = str_dup(str_from(b->id), &x->a, &x->base, e);
    if (!rc)
        rc = endpoint_open(&x->endpoint, &name, &service, how, e);
    if (rc) {
        qdrant_close(x);
        return rc;
    }
    *out = x;
    return OK;
}

static enum err meaning(const struct qdrant *x, int status,
                        const struct error *why, struct error *e)
{
    if (status == 404)
        return error_set(e, ERR_NOT_FOUND,
                         "'%.*s' has no collection '%.*s' of this index; "
                         "'quarry reindex' fills it again",
                         STR_FMT(x->endpoint.shown), STR_FMT(x->collection));
    if (status == 400 || status == 422)
        return error_set(e, ERR_VALIDATION_FAILED, "%s", why->msg);
    *e = *why;
    return e->code;
}

static enum err call(const struct qdrant *x, const struct request *r,
                     struct arena *a, const struct json **root, struct error *e)
{
    struct endpoint_question q = {
        .method = r->method,
        .text = r->text,
        .n = r->n,
        .timeout_ms = r->timeout_ms,
        .max_response_bytes = r->most_bytes ? r->most_bytes : ANSWER_BYTES};
    struct error why;
    struct str path;
    int status = 0;
    enum err rc =
        str_printf(a, &path, e, "/%.*s%s", STR_FMT(x->collection), r->path);

    if (!rc && r->body)
        rc = buf_finish(r->body, &q.body, e);
    if (rc)
        return rc;
    q.path = path.p;
    q.status = &status;
    rc = endpoint_ask(&x->endpoint, &q, a, root, &why);
    return rc ? meaning(x, status, &why, e) : OK;
}

/* One whose answer says nothing but that it is done. */
static enum err tell(const struct qdrant *x, const struct request *r,
                     struct error *e)
{
    const struct json *root = NULL;
    struct arena a;
    enum err rc;

    arena_init(&a, CALL_BYTES);
    rc = call(x, r, &a, &root, e);
    arena_release(&a);
    return rc;
}

/* ---- the collection ---- */

static enum err taken(const struct qdrant *x, struct error *e)
{
    return error_set(e, ERR_CONFLICT,
                     "the collection '%.*s' of '%.*s' is of another base or "
                     "program: remove it there, or use another server",
                     STR_FMT(x->collection), STR_FMT(x->endpoint.shown));
}

/* What it is; *is_there is false where there is none. */
static enum err look(const struct qdrant *x, struct arena *a, bool *is_there,
                     struct qdrant_collection *out, struct error *e)
{
    const struct request r = {.method = HTTP_GET, .path = ""};
    const struct json *root = NULL;
    struct error why;
    enum err rc = call(x, &r, a, &root, &why);

    *is_there = rc != ERR_NOT_FOUND;
    if (rc == ERR_NOT_FOUND)
        return OK;
    if (rc) {
        *e = why;
        return rc;
    }
    if (!qdrant_read_collection(root, out))
        return endpoint_misshapen(&x->endpoint, "without a collection", e);
    return out->is_ours && str_eq(out->base, x->base) ? OK : taken(x, e);
}

static bool is_of(const struct qdrant_collection *c,
                  const struct backend_owner *o)
{
    return c->dimensions == o->kind.dimensions && str_eq(c->index, o->index) &&
           str_eq(c->model, o->kind.model);
}

static void write_collection(const struct qdrant *x,
                             const struct backend_owner *o, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_key(w, "vectors");
    jsonw_begin_object(w);
    jsonw_member_u64(w, "size", o->kind.dimensions);
    jsonw_member_cstr(w, "distance", "Cosine");
    jsonw_member_raw(w, "multivector_config",
                     STR("{\"comparator\":\"max_sim\"}"));
    jsonw_end_object(w);
    jsonw_key(w, "metadata");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "made_by", "quarry");
    jsonw_member_str(w, "base", x->base);
    jsonw_member_str(w, "index", o->index);
    jsonw_member_str(w, "model", o->kind.model);
    jsonw_end_object(w);
    jsonw_end_object(w);
}

/* An index on a member of the payload, so that conditions cost no scan. */
static enum err index_member(const struct qdrant *x, const char *name,
                             struct error *e)
{
    struct request r = {.method = HTTP_PUT, .path = "/index?wait=true"};
    struct jsonw w;
    struct buf body;
    enum err rc;

    buf_init(&body, OPEN_BYTES);
    jsonw_init(&w, &body);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "field_name", name);
    jsonw_member_cstr(&w, "field_schema", "keyword");
    jsonw_end_object(&w);
    r.body = &body;
    rc = tell(x, &r, e);
    buf_release(&body);
    return rc;
}

static enum err create(const struct qdrant *x, const struct backend_owner *o,
                       struct error *e)
{
    static const char *const members[] = {"document", "batch", "filters"};
    struct request r = {.method = HTTP_PUT, .path = ""};
    struct jsonw w;
    struct buf body;
    enum err rc;

    buf_init(&body, OPEN_BYTES);
    jsonw_init(&w, &body);
    write_collection(x, o, &w);
    r.body = &body;
    rc = tell(x, &r, e);
    buf_release(&body);
    for (size_t i = 0; i < COUNT_OF(members) && !rc; i++)
        rc = index_member(x, members[i], e);
    return rc;
}

static enum err remove_collection(const struct qdrant *x, struct error *e)
{
    const struct request r = {.method = HTTP_DELETE, .path = ""};
    struct error why;
    enum err rc = tell(x, &r, &why);

    if (rc && rc != ERR_NOT_FOUND) {
        *e = why;
        return rc;
    }
    return OK;
}

/* Whose the collection is. */
enum standing { STANDS_NOT, STANDS_FOR_ANOTHER, STANDS_FOR_OWNER };

/* in  o  NULL: whoever it is of is another */
static enum err find_standing(const struct qdrant *x,
                              const struct backend_owner *o, enum standing *out,
                              struct error *e)
{
    struct qdrant_collection c;
    struct arena a;
    bool is_there = false;
    enum err rc;

    arena_init(&a, CALL_BYTES);
    rc = look(x, &a, &is_there, &c, e);
    *out = rc || !is_there     ? STANDS_NOT
           : o && is_of(&c, o) ? STANDS_FOR_OWNER
                               : STANDS_FOR_ANOTHER;
    arena_release(&a);
    return rc;
}

static enum err qdrant_prepare(void *ctx, const struct backend_owner *o,
                               bool *is_new, struct error *e)
{
    const struct qdrant *x = ctx;
    enum standing is;
    enum err rc = find_standing(x, o, &is, e);

    *is_new = !rc && is != STANDS_FOR_OWNER;
    if (!rc && is == STANDS_FOR_ANOTHER)
        rc = remove_collection(x, e);
    if (!rc && *is_new)
        rc = create(x, o, e);
    return rc;
}

static enum err qdrant_drop(void *ctx, struct error *e)
{
    const struct qdrant *x = ctx;
    enum standing is;
    enum err rc = find_standing(x, NULL, &is, e);

    return rc || is == STANDS_NOT ? rc : remove_collection(x, e);
}

/* ---- points ---- */

static void put_vector(struct buf *b, const float *v, size_t dimensions)
{
    buf_put_char(b, '[');
    for (size_t i = 0; i < dimensions; i++)
        buf_printf(b, i ? ",%.9g" : "%.9g", (double)v[i]);
    buf_put_char(b, ']');
}

/* vectors[n] as a value of its own. */
static void write_vectors(struct jsonw *w, const float *v, size_t n,
                          size_t dimensions)
{
    jsonw_begin_array(w);
    for (size_t i = 0; i < n; i++) {
        jsonw_raw(w, (struct str){0}); /* which places the comma */
        put_vector(w->out, v + i * dimensions, dimensions);
    }
    jsonw_end_array(w);
}

static void write_batch(struct jsonw *w, const char *key, uint64_t batch)
{
    char text[BATCH_BYTES];

    (void)snprintf(text, sizeof(text), "%016llx", (unsigned long long)batch);
    jsonw_member_cstr(w, key, text);
}

static void write_strs(struct jsonw *w, const char *key, const struct str *s,
                       size_t n)
{
    jsonw_key(w, key);
    jsonw_begin_array(w);
    for (size_t i = 0; i < n; i++)
        jsonw_str(w, s[i]);
    jsonw_end_array(w);
}

static void write_point(const struct backend_point *p,
                        const struct backend_points *of, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_u64(w, "id", p->id);
    jsonw_key(w, "vector");
    write_vectors(w, p->vectors, p->n, of->dimensions);
    jsonw_key(w, "payload");
    jsonw_begin_object(w);
    jsonw_member_str(w, "document", p->document);
    jsonw_member_u64(w, "chunk_index", p->index);
    write_batch(w, "batch", of->batch);
    write_strs(w, "filters", p->filter, p->n_filters);
    if (p->title.n)
        jsonw_member_str(w, "title", p->title);
    if (p->language.n)
        jsonw_member_str(w, "language", p->language);
    jsonw_member_str(w, "text", p->text);
    jsonw_end_object(w);
    jsonw_end_object(w);
}

static enum err qdrant_put(void *ctx, const struct backend_points *p,
                           struct error *e)
{
    const struct qdrant *x = ctx;
    struct request r = {.method = HTTP_PUT, .path = "/points?wait=true"};
    struct jsonw w;
    struct buf body;
    struct arena a;
    struct str *text;
    enum err rc;

    arena_init(&a, OPEN_BYTES + p->n * sizeof(*text));
    text = arena_alloc_array(&a, p->n, sizeof(*text), e);
    buf_init(&body, BODY_BYTES);
    jsonw_init(&w, &body);
    jsonw_begin_object(&w);
    jsonw_key(&w, "points");
    jsonw_begin_array(&w);
    for (size_t i = 0; i < p->n && text; i++) {
        text[i] = p->at[i].text;
        write_point(&p->at[i], p, &w);
    }
    jsonw_end_array(&w);
    jsonw_end_object(&w);
    r.body = &body;
    r.text = text;
    r.n = p->n;
    rc = text ? tell(x, &r, e) : e->code;
    buf_release(&body);
    arena_release(&a);
    return rc;
}

/* ---- conditions ---- */

/* {"key":...,"match":{"any":[...]}} */
static void write_any(struct jsonw *w, const char *key, const struct str *s,
                      size_t n)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "key", key);
    jsonw_key(w, "match");
    jsonw_begin_object(w);
    write_strs(w, "any", s, n);
    jsonw_end_object(w);
    jsonw_end_object(w);
}

static void write_must(struct jsonw *w, const struct backend_where *q)
{
    jsonw_key(w, "must");
    jsonw_begin_array(w);
    for (size_t i = 0; i < q->n_filters; i++)
        write_any(w, "filters", &q->filter[i], 1);
    if (q->n_documents && !q->is_except)
        write_any(w, "document", q->document, q->n_documents);
    if (q->n_ids) {
        jsonw_begin_object(w);
        jsonw_key(w, "has_id");
        jsonw_begin_array(w);
        for (size_t i = 0; i < q->n_ids; i++)
            jsonw_u64(w, q->id[i]);
        jsonw_end_array(w);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void write_where(struct jsonw *w, const struct backend_where *q)
{
    jsonw_key(w, "filter");
    jsonw_begin_object(w);
    write_must(w, q);
    if (q->n_documents && q->is_except) {
        jsonw_key(w, "must_not");
        jsonw_begin_array(w);
        write_any(w, "document", q->document, q->n_documents);
        jsonw_end_array(w);
    }
    jsonw_end_object(w);
}

static void write_query(struct jsonw *w, const struct backend_query *q)
{
    jsonw_begin_object(w);
    jsonw_key(w, "query");
    write_vectors(w, q->vector, 1, q->dimensions);
    jsonw_member_u64(w, "limit", q->k);
    jsonw_member_bool(w, "with_payload", false);
    jsonw_key(w, "params");
    jsonw_begin_object(w);
    jsonw_member_u64(w, "hnsw_ef", q->k > LEAST_EF ? q->k : LEAST_EF);
    jsonw_end_object(w);
    write_where(w, &q->where);
    jsonw_end_object(w);
}

static enum err qdrant_nearest(void *ctx, const struct backend_query *q,
                               struct arena *a, struct backend_hits *out,
                               struct error *e)
{
    const struct qdrant *x = ctx;
    struct request r = {.path = "/points/query",
                        .timeout_ms = BACKEND_QUERY_MS,
                        .most_bytes = ANSWER_BYTES + q->k * HIT_BYTES};
    const struct json *root = NULL;
    struct error why;
    struct jsonw w;
    struct buf body;
    struct arena read;
    enum err rc;

    arena_init(&read, CALL_BYTES);
    buf_init(&body, BODY_BYTES);
    jsonw_init(&w, &body);
    write_query(&w, q);
    r.body = &body;
    rc = call(x, &r, &read, &root, e);
    if (!rc) {
        rc = qdrant_read_hits(root, q->k, a, out, &why);
        if (rc == ERR_TOOL_WORKER_UNAVAILABLE)
            rc = endpoint_misshapen(&x->endpoint, "without points", e);
        else if (rc)
            *e = why;
    }
    buf_release(&body);
    arena_release(&read);
    return rc;
}

static enum err qdrant_prune(void *ctx, const struct str *document, size_t n,
                             uint64_t batch, struct error *e)
{
    const struct qdrant *x = ctx;
    struct request r = {.path = "/points/delete?wait=true"};
    struct jsonw w;
    struct buf body;
    enum err rc;

    buf_init(&body, BODY_BYTES);
    jsonw_init(&w, &body);
    jsonw_begin_object(&w);
    jsonw_key(&w, "filter");
    jsonw_begin_object(&w);
    write_must(&w,
               &(struct backend_where){.document = document, .n_documents = n});
    if (batch) {
        jsonw_key(&w, "must_not");
        jsonw_begin_array(&w);
        jsonw_begin_object(&w);
        jsonw_member_cstr(&w, "key", "batch");
        jsonw_key(&w, "match");
        jsonw_begin_object(&w);
        write_batch(&w, "value", batch);
        jsonw_end_object(&w);
        jsonw_end_object(&w);
        jsonw_end_array(&w);
    }
    jsonw_end_object(&w);
    jsonw_end_object(&w);
    r.body = &body;
    rc = tell(x, &r, e);
    buf_release(&body);
    return rc;
}

static enum err ask_count(const struct qdrant *x, uint64_t *passages,
                          struct error *e)
{
    struct request r = {.path = "/points/count"};
    const struct json *root = NULL;
    struct arena a;
    struct buf body;
    enum err rc;

    arena_init(&a, CALL_BYTES);
    buf_init(&body, OPEN_BYTES);
    buf_puts(&body, "{\"exact\":true}");
    r.body = &body;
    rc = call(x, &r, &a, &root, e);
    if (!rc && !qdrant_read_count(root, passages))
        rc = endpoint_misshapen(&x->endpoint, "without a count", e);
    buf_release(&body);
    arena_release(&a);
    return rc;
}

static enum err qdrant_count(void *ctx, const struct backend_owner *o,
                             uint64_t *passages, struct error *e)
{
    const struct qdrant *x = ctx;
    enum standing is;
    enum err rc = find_standing(x, o, &is, e);

    if (!rc && is != STANDS_FOR_OWNER)
        rc = meaning(x, 404, NULL, e);
    return rc ? rc : ask_count(x, passages, e);
}

const struct backend_kind backend_qdrant = {.is_named = qdrant_is_named,
                                            .check = qdrant_check,
                                            .open = qdrant_open,
                                            .close = qdrant_close,
                                            .prepare = qdrant_prepare,
                                            .put = qdrant_put,
                                            .prune = qdrant_prune,
                                            .nearest = qdrant_nearest,
                                            .count = qdrant_count,
                                            .drop = qdrant_drop};
