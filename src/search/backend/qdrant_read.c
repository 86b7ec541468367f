#include "search/backend/qdrant_read.h"

#include "search/backend/backend_kind.h"

#include <math.h>

#define SLACK 1e-3 /* a cosine of floats may be more than 1 by */

static const struct json *result_of(const struct json *root)
{
    return json_find(root, "result");
}

static bool read_number(const struct json *j, uint64_t *out)
{
    struct error ignored;

    return j && !json_read_u64(j, "number", UINT64_MAX, out, &ignored);
}

bool qdrant_read_collection(const struct json *root,
                            struct qdrant_collection *out)
{
    const struct json *config = json_find(result_of(root), "config");
    const struct json *vectors =
        json_find(json_find(config, "params"), "vectors");
    const struct json *several = json_find(vectors, "multivector_config");
    const struct json *owner = json_find(config, "metadata");

    *out = (struct qdrant_collection){0};
    if (!config || config->type != JSON_OBJECT)
        return false;
    out->base = json_text(json_find(owner, "base"));
    out->index = json_text(json_find(owner, "index"));
    out->model = json_text(json_find(owner, "model"));
    out->is_ours = json_is(json_find(owner, "made_by"), "quarry") &&
                   json_is(json_find(vectors, "distance"), "Cosine") &&
                   json_is(json_find(several, "comparator"), "max_sim") &&
                   read_number(json_find(vectors, "size"), &out->dimensions);
    return true;
}

static bool read_hit(const struct json *point, struct backend_hit *out)
{
    const struct json *score = json_find(point, "score");
    double cosine;

    if (!score || score->type != JSON_NUMBER ||
        !read_number(json_find(point, "id"), &out->id))
        return false;
    cosine = json_double(score);
    if (!(fabs(cosine) <= 1 + SLACK))
        return false;
    out->score = (float)(cosine > 1 ? 1 : cosine < -1 ? -1 : cosine);
    return true;
}

enum err qdrant_read_hits(const struct json *root, size_t most, struct arena *a,
                          struct backend_hits *out, struct error *e)
{
    const struct json *points = json_find(result_of(root), "points");

    *out = (struct backend_hits){0};
    if (!points || points->type != JSON_ARRAY || points->count > most)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE, "no points");
    out->hit = arena_alloc_array(a, points->count, sizeof(*out->hit), e);
    if (!out->hit)
        return e->code;
    for (const struct json *p = points->first; p; p = p->next) {
        if (!read_hit(p, &out->hit[out->n++]))
            return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE, "no point");
    }
    backend_hits_once(out);
    return OK;
}

bool qdrant_read_count(const struct json *root, uint64_t *out)
{
    return read_number(json_find(result_of(root), "count"), out);
}
