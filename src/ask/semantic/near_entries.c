/*
 * An entry is embedded as what it is called and what it says of itself, an
 * example as its question. The model that comes with Quarry knows English
 * alone, so with it other questions and entries are left to words.
 */
#include "ask/semantic/near_entries.h"

#include "ask/vocabulary/question_words.h"
#include "models/embedding/provider.h"
#include "search/index/background.h"

#include <string.h>

#define BATCH      64
#define TEXT_BYTES ((size_t)8 * 1024)

/* Entries and their vectors on the way. */
struct nearing {
    const struct semantic_near_request *r;
    struct arena *a;
    struct base base;
    struct str provider;
    struct embedder *model;
    struct str *text;     /* text[entries->n]; empty: it is not embedded */
    const float **vector; /* the same; NULL: none yet */
    bool is_new;          /* some were made that are not kept */
};

/* Measured with use-lite on 30 questions that say otherwise what one of 15
 * metrics of four fields is: the share of the pairs of a cosine that belong
 * together, made to rise. Of unrelated questions none came over 0.5. */
double semantic_near_of_cosine(double cosine)
{
    static const double at[] = {0.30, 0.475, 0.55, 0.63, 0.68, 0.80};
    static const double is[] = {0.00, 0.18, 0.40, 0.50, 0.85, 0.95};
    const size_t last = sizeof(at) / sizeof(*at) - 1;

    if (cosine <= at[0])
        return is[0];
    for (size_t i = 1; i <= last; i++) {
        if (cosine < at[i])
            return is[i - 1] + (is[i] - is[i - 1]) * (cosine - at[i - 1]) /
                                   (at[i] - at[i - 1]);
    }
    return is[last];
}

static void put(struct buf *b, const struct json *v)
{
    if (!v)
        return;
    if (v->type == JSON_STRING) {
        buf_puts(b, b->n ? ". " : "");
        buf_put_str(b, v->text);
    }
    for (const struct json *i = v->first; i; i = i->next)
        put(b, i);
}

/* Does the model know the language of a text? */
static enum err is_known(const struct nearing *x, struct str text, bool *known,
                         struct error *e)
{
    struct words w;

    *known = true;
    if (!provider_is_english_only(x->provider))
        return OK;
    if (words_cut(text, WORDS_TEXT, x->a, &w, e))
        return e->code;
    *known = question_words_language(&w) == LANGUAGE_EN;
    return OK;
}

static enum err text_of(const struct nearing *x, const struct semantic_entry *s,
                        struct str *out, struct error *e)
{
    static const char *const fields[] = {"natural_language", "metric_name",
                                         "column_name",      "aliases",
                                         "synonyms",         "description"};
    struct json *payload;
    struct buf b;
    bool known = false;
    enum err rc =
        json_parse(s->payload, &json_default_limits, x->a, &payload, e);

    if (rc)
        return rc;
    buf_init(&b, TEXT_BYTES);
    for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
        put(&b, json_find(payload, fields[i]));
    rc = b.overflow ? OK : buf_dup(&b, x->a, out, e);
    for (size_t i = 0; i < out->n; i++) {
        if (out->p[i] == '_' || out->p[i] == '\n')
            ((char *)out->p)[i] = ' '; /* of this copy */
    }
    buf_release(&b);
    if (!rc)
        rc = is_known(x, *out, &known, e);
    if (!known)
        *out = (struct str){0};
    return rc;
}

/* ---- kept vectors ---- */

static enum err keep_vector(struct nearing *x, const struct db_rows *r,
                            struct error *e)
{
    const struct str text = db_column_text(r, 0);
    const struct str bytes = db_column_text(r, 1);
    float *copy;

    if (bytes.n != x->model->dimensions * sizeof(float))
        return OK;
    for (size_t i = 0; i < x->r->entries->n; i++) {
        if (x->vector[i] || !x->text[i].n || !str_eq(x->text[i], text))
            continue;
        copy = arena_alloc(x->a, bytes.n, e);
        if (!copy)
            return e->code;
        memcpy(copy, bytes.p, bytes.n);
        x->vector[i] = copy;
    }
    return OK;
}

static enum err read_kept(struct nearing *x, struct error *e)
{
    struct db_rows r;
    enum err rc = db_query(
        x->base.db, "SELECT text, vector FROM semantic_vector WHERE model = ?1",
        DB_ARGS(db_text(str_from(x->model->model))), &r, e);

    while (!rc && db_next(&r))
        rc = keep_vector(x, &r, e);
    return db_finish(&r, rc, e);
}

static enum err write_all(struct nearing *x, struct error *e)
{
    const size_t bytes = x->model->dimensions * sizeof(float);
    enum err rc =
        db_run(x->base.db, "DELETE FROM semantic_vector", DB_NO_ARGS, e);

    for (size_t i = 0; i < x->r->entries->n && !rc; i++) {
        const struct str vector = {(const char *)x->vector[i], bytes};

        if (x->vector[i])
            rc = db_run(x->base.db,
                        "INSERT INTO semantic_vector(text, model,"
                        " vector) VALUES (?1, ?2, ?3)"
                        " ON CONFLICT(text, model) DO UPDATE SET"
                        " vector = excluded.vector",
                        DB_ARGS(db_text(x->text[i]),
                                db_text(str_from(x->model->model)),
                                db_blob(vector)),
                        e);
    }
    return rc;
}

/* Kept where that can be done now; else they are made again. */
static void keep(struct nearing *x)
{
    struct error ignored;

    if (!x->is_new || db_begin_write(x->base.db, &ignored))
        return;
    (void)!db_end(x->base.db, write_all(x, &ignored), &ignored);
}

/* ---- making them ---- */

static enum err embed_batch(struct nearing *x, const size_t *which, size_t n,
                            struct error *e)
{
    const size_t dimensions = x->model->dimensions;
    struct embedding report[BATCH];
    struct str text[BATCH];
    float *out = arena_alloc_array(x->a, n * dimensions, sizeof(*out), e);

    if (!out)
        return e->code;
    for (size_t i = 0; i < n; i++)
        text[i] = x->text[which[i]];
    if (embedder_embed(x->model, text, n, out, report, e))
        return e->code;
    for (size_t i = 0; i < n; i++) {
        if (report[i].is_embedded)
            x->vector[which[i]] = out + i * dimensions;
    }
    x->is_new = true;
    return OK;
}

static enum err embed_missing(struct nearing *x, struct error *e)
{
    size_t which[BATCH];
    size_t n = 0;
    enum err rc = OK;

    for (size_t i = 0; i < x->r->entries->n && !rc; i++) {
        if (x->text[i].n && !x->vector[i])
            which[n++] = i;
        if (n == BATCH) {
            rc = embed_batch(x, which, n, e);
            n = 0;
        }
    }
    return rc || n == 0 ? rc : embed_batch(x, which, n, e);
}

static enum err compare(struct nearing *x, struct semantic_near *out,
                        struct error *e)
{
    const size_t dimensions = x->model->dimensions;
    double *of = arena_alloc_array(x->a, x->r->entries->n, sizeof(*of), e);
    float *q = arena_alloc_array(x->a, dimensions, sizeof(*q), e);
    const struct vector_kind kind = index_kind_of(x->model);
    struct background background;
    struct embedding report;

    if (!of || !q ||
        embedder_embed(x->model, &x->r->question, 1, q, &report, e) ||
        background_find(&x->base, &kind, &background, e))
        return e->code;
    for (size_t i = 0; report.is_embedded && i < x->r->entries->n; i++) {
        double dot = 0;

        for (size_t k = 0; x->vector[i] && k < dimensions; k++)
            dot += (double)q[k] * (double)x->vector[i][k];
        of[i] = semantic_near_of_cosine(background_scale(&background, dot));
    }
    out->of = of;
    return OK;
}

/* ---- all of it ---- */

static enum err prepare(struct nearing *x, struct error *e)
{
    const size_t n = x->r->entries->n;

    x->text = arena_alloc_array(x->a, n, sizeof(*x->text), e);
    x->vector = arena_alloc_array(x->a, n, sizeof(*x->vector), e);
    if (!x->text || !x->vector)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        if (text_of(x, &x->r->entries->list[i], &x->text[i], e))
            return e->code;
    }
    return OK;
}

/* What goes wrong from here on leaves words. */
static enum err try_vectors(struct nearing *x, struct semantic_near *out,
                            struct error *e)
{
    const struct endpoint_options how = {
        .home = tables_home(x->r->tables)->path, .cancel = x->r->cancel};
    enum err rc = provider_open(x->provider, &how, &x->model, e);

    if (rc || !x->model)
        return rc ? rc
                  : error_set(e, ERR_NOT_FOUND, "the base has no embeddings");
    rc = prepare(x, e);
    if (!rc)
        rc = read_kept(x, e);
    if (!rc)
        rc = embed_missing(x, e);
    if (!rc)
        keep(x);
    return rc ? rc : compare(x, out, e);
}

static enum err find(struct nearing *x, struct semantic_near *out,
                     struct error *e)
{
    struct error why = {0};
    bool known;

    if (index_provider(&x->base, x->a, &x->provider, e) ||
        is_known(x, x->r->question, &known, e))
        return e->code;
    if (!known) {
        out->why = STR("the model of the base does not know its language");
        return OK;
    }
    if (try_vectors(x, out, &why) == OK)
        return OK;
    out->of = NULL;
    return str_dup(str_from(why.msg), x->a, &out->why, e);
}

enum err semantic_near_find(const struct semantic_near_request *r,
                            struct arena *a, struct semantic_near *out,
                            struct error *e)
{
    struct nearing x = {.r = r, .a = a, .base = BASE_NONE};
    enum err rc = base_open(tables_home(r->tables), r->base, a, &x.base, e);

    *out = (struct semantic_near){0};
    if (!rc && r->entries->n > 0)
        rc = find(&x, out, e);
    embedder_close(x.model);
    base_close(&x.base);
    return rc;
}
