#include "search/retrieve/rank.h"

#include "search/lexical/allow.h"
#include "search/related/related_expand.h"
#include "search/retrieve/context.h"
#include "search/retrieve/near.h"
#include "search/vector/vector_code.h"

#include <stdlib.h>

#define DEPTH   200 /* passages that each side brings in, at least */
#define UNKNOWN (-1.0)

/* A question under way. */
struct ranking {
    const struct segments_snapshot *s;
    const struct rank_question *q;
    struct arena *a;
    struct search_view words;
    struct vector_view vectors;
    bool has_vectors; /* of the question's kind */
    struct near near; /* where a backend has them */
    size_t depth;
    uint64_t ceiling; /* of what words are worth */
    struct rank_hits *out;
};

static enum err make_plan(struct ranking *r, struct analyzer *z,
                          struct error *e)
{
    struct query *query = arena_alloc(r->a, sizeof(*query), e);
    enum err rc = query ? query_parse(r->q->text, r->a, query, e) : e->code;

    if (!rc)
        rc = query_parse_filters(r->q->where, r->a, query, e);
    return rc ? rc : plan_make(query, 0, z, r->a, &r->out->plan, e);
}

/* The snapshot's words, held to the scope. */
static enum err view_words(struct ranking *r, struct error *e)
{
    const struct search_view *all = &r->s->words;
    struct search_segment *at = arena_alloc_array(r->a, all->n, sizeof(*at), e);

    if (!at)
        return e->code;
    for (size_t i = 0; i < all->n; i++) {
        at[i] = all->at[i];
        at[i].among = r->q->among ? r->q->among[i] : NULL;
        r->out->passages += segment_docs(at[i].segment) - at[i].n_deleted;
    }
    r->words = (struct search_view){at, all->n};
    return OK;
}

static bool is_kind(const struct vector_segment *s, const struct vector_kind *k)
{
    struct vector_kind has;

    if (!s)
        return false;
    has = vector_segment_kind(s);
    return has.dimensions == k->dimensions && str_eq(has.model, k->model);
}

/* The vectors that can be compared with the question's, held to the scope. */
static enum err view_vectors(struct ranking *r, struct error *e)
{
    const struct vector_view *all = &r->s->vectors;
    struct vector_part *at = arena_alloc_array(r->a, all->n, sizeof(*at), e);
    enum err rc = OK;

    if (!at)
        return e->code;
    for (size_t i = 0; i < all->n && !rc; i++) {
        if (!r->q->backend && !is_kind(all->at[i].segment, &r->q->kind))
            continue;
        if (!r->q->backend)
            at[i].segment = all->at[i].segment;
        rc =
            allow_make(&r->words.at[i], &r->out->plan, r->a, &at[i].allowed, e);
        r->has_vectors = true;
    }
    r->vectors = (struct vector_view){at, all->n};
    r->near = (struct near){.backend = r->q->backend,
                            .words = &r->words,
                            .allowed = at,
                            .plan = &r->out->plan,
                            .keys = r->q->keys,
                            .vector = r->q->vector,
                            .dimensions = r->q->kind.dimensions};
    return rc;
}

static int by_place(const void *a, const void *b)
{
    const struct rank_hit *x = a;
    const struct rank_hit *y = b;

    if (x->segment != y->segment)
        return x->segment < y->segment ? -1 : 1;
    return (x->doc > y->doc) - (x->doc < y->doc);
}

static int by_strength(const void *a, const void *b)
{
    const struct rank_hit *x = a;
    const struct rank_hit *y = b;

    if (x->strength != y->strength)
        return x->strength > y->strength ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

/* What one side found and the other may have, too. */
static void join(struct rank_hit *h, const struct rank_hit *same)
{
    h->keyword = same->keyword > h->keyword ? same->keyword : h->keyword;
    h->vector = same->vector > h->vector ? same->vector : h->vector;
}

/* What either side finds, each passage once, by place; UNKNOWN is what it has
 * on the side that did not find it. */
static enum err collect(struct ranking *r, const struct search_hits *words,
                        const struct vector_hits *vectors, struct error *e)
{
    struct rank_hits *out = r->out;
    size_t n = 0;

    out->hit =
        arena_alloc_array(r->a, words->n + vectors->n, sizeof(*out->hit), e);
    if (!out->hit)
        return e->code;
    for (size_t i = 0; i < words->n; i++)
        out->hit[n++] = (struct rank_hit){
            .segment = words->hit[i].segment,
            .doc = words->hit[i].doc,
            .keyword = fuse_keyword(words->hit[i].score, r->ceiling),
            .vector = UNKNOWN};
    for (size_t i = 0; i < vectors->n; i++)
        out->hit[n++] = (struct rank_hit){
            .segment = vectors->hit[i].segment,
            .doc = vectors->hit[i].doc,
            .keyword = UNKNOWN,
            .vector = fuse_vector(&r->q->background, vectors->hit[i].score)};
    if (n > 0)
        qsort(out->hit, n, sizeof(*out->hit), by_place);
    for (size_t i = 0; i < n; i++) {
        if (out->n > 0 && by_place(&out->hit[out->n - 1], &out->hit[i]) == 0)
            join(&out->hit[out->n - 1], &out->hit[i]);
        else
            out->hit[out->n++] = out->hit[i];
    }
    return OK;
}

/* What the words are worth in each hit and beside it. */
static enum err score_words(struct ranking *r, struct error *e)
{
    struct rank_hits *out = r->out;
    struct search_hit *hit = arena_alloc_array(r->a, out->n, sizeof(*hit), e);
    enum err rc;

    if (!hit)
        return e->code;
    for (size_t i = 0; i < out->n; i++)
        hit[i] = (struct search_hit){.segment = out->hit[i].segment,
                                     .doc = out->hit[i].doc};
    rc = context_score(&r->words, &out->plan, hit, out->n, r->a, e);
    for (size_t i = 0; i < out->n && !rc; i++)
        out->hit[i].keyword = fuse_keyword(hit[i].score, r->ceiling);
    return rc;
}

static enum err score_meaning(struct ranking *r, struct rank_hit *h,
                              struct error *e)
{
    const struct vector_segment *s = r->vectors.at[h->segment].segment;
    const size_t d = r->q->kind.dimensions;
    const float *vectors = NULL;
    uint32_t n = 0;
    double best = -1;
    enum err rc = s ? vector_segment_of(s, h->doc, &vectors, &n, e) : OK;

    for (uint32_t i = 0; i < n && !rc; i++) {
        double cosine = (double)vector_cosine(r->q->vector, vectors + i * d, d);

        best = cosine > best ? cosine : best;
    }
    h->vector = n > 0 ? fuse_vector(&r->q->background, best) : 0;
    return rc;
}

/* A backend that fails now is as one that failed before. */
static enum err score_far(struct ranking *r, struct error *e)
{
    struct rank_hits *out = r->out;
    double *cosine = arena_alloc_array(r->a, out->n, sizeof(*cosine), e);

    if (!cosine)
        return e->code;
    if (near_score(&r->near, out, r->a, cosine, &out->no_vectors)) {
        out->mode = RETRIEVAL_KEYWORD;
        return OK;
    }
    for (size_t i = 0; i < out->n; i++) {
        if (out->hit[i].vector < 0)
            out->hit[i].vector =
                cosine[i] < -1 ? 0 : fuse_vector(&r->q->background, cosine[i]);
    }
    return OK;
}

static enum err score(struct ranking *r, struct error *e)
{
    struct rank_hits *out = r->out;
    enum err rc = out->mode == RETRIEVAL_VECTOR ? OK : score_words(r, e);

    if (!rc && r->q->backend && out->mode == RETRIEVAL_HYBRID)
        rc = score_far(r, e);

    for (size_t i = 0; i < out->n && !rc; i++) {
        struct rank_hit *h = &out->hit[i];

        rc = segment_id(r->words.at[h->segment].segment, h->doc, &h->id, e);
        if (!rc && out->mode == RETRIEVAL_HYBRID && h->vector < 0)
            rc = score_meaning(r, h, e);
        h->keyword = h->keyword < 0 ? 0 : h->keyword;
        h->vector = h->vector < 0 ? 0 : h->vector;
        h->strength =
            fuse_strength(out->mode, &r->q->weights, h->keyword, h->vector);
        h->score = fuse_calibrate(out->mode, h->strength, r->out->passages);
    }
    if (!rc && out->n > 0)
        qsort(out->hit, out->n, sizeof(*out->hit), by_strength);
    out->n = out->n < r->q->k ? out->n : r->q->k;
    return rc;
}

/* Words alone answer where a backend cannot be asked. */
static enum err find_near(struct ranking *r, struct vector_hits *out,
                          struct error *e)
{
    const struct vector_query near = {.kind = r->q->kind,
                                      .vector = r->q->vector,
                                      .k = r->depth,
                                      .threads = r->q->threads};

    if (!r->q->backend)
        return vector_search(&r->vectors, &near, r->a, out, e);
    if (near_find(&r->near, r->depth, r->a, out, &r->out->no_vectors)) {
        *out = (struct vector_hits){0};
        r->out->mode = RETRIEVAL_KEYWORD;
    }
    return OK;
}

/* The words are searched in every mode: that fills in how often each occurs,
 * which snippets need. */
static enum err find(struct ranking *r, struct error *e)
{
    struct search_hits words = {0};
    struct vector_hits vectors = {0};
    enum err rc =
        search_run(&r->words, &r->out->plan, r->depth, r->a, &words, e);

    if (!rc && r->out->mode != RETRIEVAL_KEYWORD)
        rc = find_near(r, &vectors, e);
    if (r->out->mode == RETRIEVAL_VECTOR)
        words.n = 0;
    r->ceiling = search_score_ceiling(&r->words, &r->out->plan);
    if (!rc)
        rc = collect(r, &words, &vectors, e);
    return rc ? rc : score(r, e);
}

enum err rank_run(const struct segments_snapshot *s,
                  const struct rank_question *q, struct analyzer *z,
                  struct arena *a, struct rank_hits *out, struct error *e)
{
    struct ranking r = {.s = s, .q = q, .a = a, .out = out};
    enum err rc;

    BUG_ON(q->k == 0 || q->k > RANK_MAX_CANDIDATES);
    *out = (struct rank_hits){.mode = q->mode};
    r.depth = q->k > DEPTH ? q->k : DEPTH;
    rc = make_plan(&r, z, e);
    if (!rc)
        rc = view_words(&r, e);
    if (!rc)
        rc = related_expand(&r.words, z, a, &out->plan, e);
    if (!rc && q->vector)
        rc = view_vectors(&r, e);
    if (rc)
        return rc;
    if (!r.has_vectors)
        out->mode = RETRIEVAL_KEYWORD;
    return find(&r, e);
}
