#include "search/lexical/search.h"

#include "search/lexical/allow.h"
#include "search/lexical/term_expand.h"
#include "search/lexical/topk.h"

/* What of all segments the scores stand on. */
struct totals {
    uint64_t docs;
    uint64_t length;
};

struct searcher {
    const struct search_view *view;
    const struct plan *plan;
    struct bm25_norms norms;
    struct posting_list *found; /* a segment's n_lists, then the next's; df 0:
                                   the key is not there */
    float weight[BM25_MAX_LISTS];
    struct top top;
};

static struct totals totals_of(const struct search_view *v)
{
    struct totals t = {0};

    for (size_t i = 0; i < v->n; i++) {
        const struct search_segment *s = &v->at[i];

        t.docs += segment_docs(s->segment) - s->n_deleted;
        t.length += segment_length_sum(s->segment) - s->deleted_length;
    }
    return t;
}

/* Find every key in every segment; also how many passages hold each. */
static enum err find_lists(struct searcher *r, struct plan *p, struct arena *a,
                           struct error *e)
{
    const struct search_view *v = r->view;

    r->found =
        arena_alloc_array(a, v->n * p->n_lists + 1, sizeof(*r->found), e);
    if (!r->found)
        return e->code;
    for (size_t i = 0; i < p->n_lists; i++)
        p->list[i].df = 0;
    for (size_t i = 0; i < v->n * p->n_lists; i++) {
        const struct search_segment *s = &v->at[i / p->n_lists];
        struct plan_list *l = &p->list[i % p->n_lists];
        uint64_t df = 0;
        bool found;

        if (segment_find(s->segment, l->key, &found, &r->found[i], e) ||
            (found && expand_live_df(s, &r->found[i], &df, e)))
            return e->code;
        l->df += df;
    }
    return OK;
}

static float weight_of(const struct plan *p, size_t i, uint64_t docs)
{
    const struct plan_list *l = &p->list[i];
    uint64_t df = l->df;

    for (size_t k = 0; l->group && k < p->n_lists; k++) {
        if (k != i && p->list[k].group == l->group)
            df += p->list[k].df;
    }
    return bm25_weight(l->weight, docs, df < docs ? df : docs);
}

static enum err search_segment(struct searcher *r, uint32_t index,
                               struct arena *a, struct error *e)
{
    const struct search_segment *s = &r->view->at[index];
    struct topk_job job = {.segment = s->segment,
                           .segment_index = index,
                           .norms = &r->norms,
                           .top = &r->top,
                           .a = a};

    job.list = arena_alloc_array(a, r->plan->n_lists + 1,
                                 sizeof(struct scored_list *), e);
    if (!job.list)
        return e->code;
    for (size_t i = 0; i < r->plan->n_lists; i++) {
        const struct posting_list *list =
            &r->found[index * r->plan->n_lists + i];
        struct scored_list *l;

        if (!list->df)
            continue;
        l = arena_alloc(a, sizeof(*l), e);
        if (!l || postings_open(&l->p, s->segment, list, e))
            return e->code;
        l->weight = r->weight[i];
        job.list[job.n++] = l;
    }
    if (job.n == 0)
        return OK;
    if (allow_make(s, r->plan, a, &job.allowed, e))
        return e->code;
    return topk_run(&job, e);
}

static void prepare(struct searcher *r, const struct totals *t)
{
    bm25_norms_init(&r->norms,
                    t->docs ? (double)t->length / (double)t->docs : 0);
    for (size_t i = 0; i < r->plan->n_lists; i++)
        r->weight[i] = weight_of(r->plan, i, t->docs);
}

enum err search_run(const struct search_view *v, struct plan *p, size_t k,
                    struct arena *a, struct search_hits *out, struct error *e)
{
    struct searcher *r = arena_alloc(a, sizeof(*r), e);
    const struct totals t = totals_of(v);

    BUG_ON(k == 0 || k > SEARCH_MAX_HITS);
    if (!r)
        return e->code;
    r->view = v;
    r->plan = p;
    r->top.k = k;
    r->top.heap = arena_alloc_array(a, k, sizeof(*r->top.heap), e);
    if (!r->top.heap || expand_prefixes(v, p, a, e) || find_lists(r, p, a, e))
        return e->code;
    prepare(r, &t);
    for (uint32_t i = 0; i < v->n; i++) {
        struct arena scratch;
        enum err rc;

        arena_init(&scratch, a->budget_bytes - a->used_bytes);
        rc = search_segment(r, i, &scratch, e);
        arena_release(&scratch);
        if (rc != OK)
            return rc;
    }
    top_sort(&r->top);
    *out = (struct search_hits){r->top.heap, r->top.n};
    return OK;
}

/* Of the stems of a word the one that occurs most: a text is in one language,
 * so a stem of another is not missing in it. */
static bool is_best_stem(const struct plan *p, size_t at)
{
    const struct plan_list *own = &p->list[at];

    for (size_t i = 0; i < p->n_lists; i++) {
        const struct plan_list *other = &p->list[i];

        if (other->word != own->word || other == own)
            continue;
        if (other->df > own->df || (other->df == own->df && other < own))
            return false;
    }
    return true;
}

uint64_t search_ceiling(const struct search_view *v, const struct plan *p)
{
    const struct totals t = totals_of(v);
    double sum = 0;

    for (size_t i = 0; i < p->n_lists; i++) {
        const struct plan_list *l = &p->list[i];

        if (l->word ? is_best_stem(p, i) : l->df > 0)
            sum += (double)weight_of(p, i, t.docs);
    }
    return (uint64_t)(sum * (double)BM25_ONE) + p->n_lists;
}

/* What one key adds to hit[0..n), all of one segment. */
static enum err score_key(const struct searcher *r, size_t key,
                          struct search_hit *hit, size_t n, struct error *e)
{
    const struct segment *s = r->view->at[hit->segment].segment;
    const uint8_t *lengths = segment_lengths(s);
    struct posting_list list;
    struct postings post;
    uint32_t doc = 0;
    bool found;

    if (segment_find(s, r->plan->list[key].key, &found, &list, e) ||
        (found && postings_open(&post, s, &list, e)))
        return e->code;
    for (size_t i = 0; found && i < n && doc != NO_DOC; i++) {
        if (doc <= hit[i].doc && postings_seek(&post, hit[i].doc, &doc, e))
            return e->code;
        if (doc == hit[i].doc)
            hit[i].score += bm25_score(r->weight[key], post.tf[post.at],
                                       r->norms.inverse[lengths[doc]]);
    }
    return OK;
}

enum err search_score(const struct search_view *v, const struct plan *p,
                      struct search_hit *hit, size_t n, struct arena *a,
                      struct error *e)
{
    struct searcher *r = arena_alloc(a, sizeof(*r), e);
    const struct totals t = totals_of(v);
    size_t to;

    if (!r)
        return e->code;
    r->view = v;
    r->plan = p;
    prepare(r, &t);
    for (size_t from = 0; from < n; from = to) {
        for (to = from; to < n && hit[to].segment == hit[from].segment; to++)
            hit[to].score = 0;
        for (size_t key = 0; key < p->n_lists; key++) {
            if (score_key(r, key, hit + from, to - from, e))
                return e->code;
        }
    }
    return OK;
}
