#include "search/retrieve/search_question.h"

#include "search/index/language.h"
#include "search/retrieve/question_kept.h"

#define NO_MODEL "the base has no model; searched by words"
#define NO_LANGUAGE                                                    \
    "the model knows English only; searched by words ('embedding' of " \
    "'quarry base config' chooses another)"
#define NO_ANSWER "the model cannot be asked; searched by words"

static enum err embed(struct embedder *m, const struct question *q, float *out,
                      struct embedding *report, struct error *e)
{
    return q->cache ? query_cache_embed(q->cache, m, q->text, out, report, e)
                    : embedder_embed(m, &q->text, 1, out, report, e);
}

/* Where another process, or another server, asked the same. */
static enum err find_kept(const struct index *ix, const struct question *q,
                          struct arena *a, struct question_vector *out,
                          struct error *e)
{
    /* a set that is judged has no base to keep them in */
    out->is_asked = ix->base && provider_is_endpoint(out->kind.model);
    if (!out->is_asked)
        return OK;
    return question_kept_find(ix->base, &out->kind, q->text, a, &out->vector,
                              e);
}

enum err question_embed(const struct index *ix, const struct question *q,
                        struct arena *a, struct question_vector *out,
                        struct error *e)
{
    struct embedding report = {0};
    struct str language;
    float *vector;
    enum err rc = language_of(q->analyzer, q->text, &language, e);

    *out = (struct question_vector){.why = ix->model_error};
    if (rc)
        return rc;
    if (!index_kind(ix, &out->kind)) {
        out->note = out->why.code ? NO_ANSWER : NO_MODEL;
        return OK;
    }
    if (ix->english_only && language.n > 0 && !str_is(language, "en")) {
        out->note = NO_LANGUAGE;
        return OK;
    }
    rc = find_kept(ix, q, a, out, e);
    if (rc || out->vector) {
        out->is_asked = false;
        return rc;
    }
    vector = arena_alloc_array(a, out->kind.dimensions, sizeof(*vector), e);
    if (!vector)
        return e->code;
    rc = embed(ix->model, q, vector, &report, &out->why);
    if (rc)
        out->note = NO_ANSWER;
    else if (!report.is_embedded)
        out->note = NO_LANGUAGE;
    else
        out->vector = vector;
    return OK;
}
