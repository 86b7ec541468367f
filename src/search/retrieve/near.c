/*
 * near.c - ids of a backend become places in segments.
 *
 * Conditions that have a value, and the documents of the scope, are sent along. Whether a
 * passage may answer is decided here, for all conditions; where too few may of those
 * that came, as many as a backend gives at most are asked for.
 */
#include "search/retrieve/near.h"

#include "search/vector/vector_top.h"

#include <stdlib.h>

#define UNKNOWN (-2.0)

/* Conditions with a value, "lang=en". */
static enum err put_filters(const struct near *x, struct arena *a,
                            struct backend_where *out, struct error *e)
{
    struct str *filter =
        arena_alloc_array(a, x->plan->n_filters, sizeof(*filter), e);
    enum err rc = filter ? OK : e->code;

    for (size_t i = 0; i < x->plan->n_filters && !rc; i++) {
        const struct query_filter *f = &x->plan->filter[i];

        if (!f->is_part)
            rc = str_printf(a, &filter[out->n_filters++], e, "%.*s=%.*s",
                            STR_FMT(f->key), STR_FMT(f->value));
    }
    out->filter = filter;
    return rc;
}

static bool may_answer(const struct near *x, uint32_t segment, uint32_t doc)
{
    const uint64_t *allowed = x->allowed[segment].allowed;

    return !allowed || allowed[doc / 64] >> doc % 64 & 1;
}

/* The newest segment has the passage, if several do. */
static enum err place(const struct near *x, const struct backend_hit *hit,
                      struct vector_hits *out, struct error *e)
{
    enum err rc = OK;

    for (size_t i = x->words->n; i-- > 0 && !rc;) {
        uint32_t doc = 0;
        bool found = false;

        rc = segment_find_id(x->words->at[i].segment, hit->id, &found, &doc, e);
        if (!rc && found && may_answer(x, (uint32_t)i, doc)) {
            out->hit[out->n++] = (struct vector_hit){
                .score = hit->score, .segment = (uint32_t)i, .doc = doc};
            return OK;
        }
    }
    return rc;
}

/* Of the q->k that a backend has those that may answer; *got is how many it has. */
static enum err ask(const struct near *x, const struct backend_query *q,
                    struct arena *a, size_t *got, struct vector_hits *out,
                    struct error *e)
{
    struct backend_hits hits;
    enum err rc = backend_nearest(x->backend, q, a, &hits, e);

    *out = (struct vector_hits){0};
    if (rc)
        return rc;
    *got = hits.n;
    out->hit = arena_alloc_array(a, hits.n, sizeof(*out->hit), e);
    if (!out->hit)
        return e->code;
    for (size_t i = 0; i < hits.n && !rc; i++)
        rc = place(x, &hits.hit[i], out, e);
    if (!rc && out->n > 0)
        qsort(out->hit, out->n, sizeof(*out->hit), vector_hit_order);
    return rc;
}

enum err near_find(const struct near *x, size_t k, struct arena *a,
                   struct vector_hits *out, struct error *e)
{
    struct backend_query q = {
        .vector = x->vector, .dimensions = x->dimensions, .k = k};
    size_t got = 0;
    enum err rc = put_filters(x, a, &q.where, e);

    if (!rc && x->keys && x->keys->is_known) {
        q.where.document = x->keys->at;
        q.where.n_documents = x->keys->n;
        q.where.is_except = x->keys->is_except;
    }
    if (!rc)
        rc = ask(x, &q, a, &got, out, e);
    if (!rc && got >= q.k && out->n < k && q.k < BACKEND_MAX_HITS) {
        q.k = BACKEND_MAX_HITS;
        rc = ask(x, &q, a, &got, out, e);
    }
    out->n = out->n < k ? out->n : k;
    return rc;
}

static int by_id(const void *a, const void *b)
{
    const struct backend_hit *x = a;
    const struct backend_hit *y = b;

    return (x->id > y->id) - (x->id < y->id);
}

/* The ids that are wanted: id[*n]. */
static enum err wanted(const struct near *x, const struct rank_hits *hits,
                       uint64_t *id, size_t *n, struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < hits->n && !rc; i++) {
        const struct rank_hit *h = &hits->hit[i];

        if (h->vector < 0)
            rc = segment_id(x->words->at[h->segment].segment, h->doc,
                            &id[(*n)++], e);
    }
    return rc;
}

/* Each cosine that came, beside the hit with its id: id[k] is that of the k-th that was
 * asked about. */
static void spread(const struct rank_hits *hits, const uint64_t *id,
                   const struct backend_hits *got, double *cosine)
{
    for (size_t i = 0; i < hits->n; i++) {
        struct backend_hit key = {0};
        const struct backend_hit *found = NULL;

        cosine[i] = UNKNOWN;
        if (hits->hit[i].vector >= 0)
            continue;
        key.id = *id++;
        if (got->n > 0)
            found = bsearch(&key, got->hit, got->n, sizeof(key), by_id);
        if (found)
            cosine[i] = (double)found->score;
    }
}

enum err near_score(const struct near *x, const struct rank_hits *hits,
                    struct arena *a, double *cosine, struct error *e)
{
    uint64_t *id = arena_alloc_array(a, hits->n, sizeof(*id), e);
    struct backend_query q = {.vector = x->vector, .dimensions = x->dimensions};
    struct backend_hits got = {0};
    size_t n = 0;
    enum err rc;

    if (!id)
        return e->code;
    rc = wanted(x, hits, id, &n, e);
    q.where.id = id;
    q.where.n_ids = q.k = n < BACKEND_MAX_HITS ? n : BACKEND_MAX_HITS;
    if (!rc && n > 0)
        rc = backend_nearest(x->backend, &q, a, &got, e);
    if (rc)
        return rc;
    if (got.n > 0)
        qsort(got.hit, got.n, sizeof(*got.hit), by_id);
    spread(hits, id, &got, cosine);
    return OK;
}
