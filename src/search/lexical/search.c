#include "search/lexical/search.h"

#include "search/lexical/allow.h"
#include "search/lexical/term_expand.h"
#include "search/lexical/topk.h"

#include <math.h>
#include <string.h>

/* What a word beside a passage is worth of one in it, in tenths. By make corpora,
 * over three corpora: 2 to 4 find as many facts in the first five, 3 most of them
 * first. The same of a passage's whole score, or of its document's best one, gave
 * less. A passage that is all of its document has nobody to say the rest: with 2
 * Cranfield's abstracts, of one passage or of two, are ranked as well as without
 * any of this (nDCG@10 .375), with 0 or 3 worse (.361, .370). */
#define BESIDE_TENTHS 3
#define ALONE_TENTHS  2

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
    bool respelt;

    BUG_ON(k == 0 || k > SEARCH_MAX_HITS);
    if (!r)
        return e->code;
    r->view = v;
    r->plan = p;
    r->top.k = k;
    r->top.heap = arena_alloc_array(a, k, sizeof(*r->top.heap), e);
    if (!r->top.heap || expand_prefixes(v, p, a, e) || find_lists(r, p, a, e) ||
        expand_misspelt(v, p, a, &respelt, e))
        return e->code;
    if (respelt && find_lists(r, p, a, e))
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

/* What all of a token's own words are worth at most. */
static double token_ceiling(const struct plan *p, uint32_t token, uint64_t docs)
{
    double sum = 0;

    for (size_t i = 0; i < p->n_lists; i++) {
        const struct plan_list *l = &p->list[i];

        if (l->token == token && (!l->word || is_best_stem(p, i)))
            sum += (double)weight_of(p, i, docs);
    }
    return sum;
}

static bool stands_for(const struct plan_alternative *x, uint32_t token)
{
    return x->from <= token && token < x->to;
}

/* How much of a word a token is that no passage has and that there are other words
 * for; else 0. */
static double replaced_share(const struct plan *p, uint32_t token)
{
    double share = 0;

    for (size_t i = 0; i < p->n_lists && token > 0; i++)
        if (p->list[i].token == token && p->list[i].df > 0)
            return 0;
    for (size_t i = 0; i < p->n_alternatives; i++)
        if (stands_for(&p->alternative[i], token))
            share = fmax(share, p->alternative[i].share);
    return share;
}

uint64_t search_ceiling(const struct search_view *v, const struct plan *p)
{
    const struct totals t = totals_of(v);
    double sum = 0;

    for (size_t i = 0; i < p->n_lists; i++) {
        const struct plan_list *l = &p->list[i];

        if (!l->is_alternative && !(replaced_share(p, l->token) > 0) &&
            (l->word ? is_best_stem(p, i) : l->df > 0))
            sum += (double)weight_of(p, i, t.docs);
    }
    for (uint32_t token = 1; token <= p->n_tokens; token++)
        sum += (double)bm25_weight(replaced_share(p, token), t.docs, 0);
    return (uint64_t)(sum * (double)BM25_ONE) + p->n_lists;
}

/* What one key is worth in hit[0..n), all of one segment. */
static enum err score_key(const struct searcher *r, size_t key,
                          const struct search_hit *hit, uint32_t *worth,
                          size_t n, struct error *e)
{
    const struct segment *s = r->view->at[hit->segment].segment;
    const uint8_t *lengths = segment_lengths(s);
    struct posting_list list;
    struct postings post;
    uint32_t doc = 0;
    bool found;

    memset(worth, 0, n * sizeof(*worth));
    if (segment_find(s, r->plan->list[key].key, &found, &list, e) ||
        (found && postings_open(&post, s, &list, e)))
        return e->code;
    for (size_t i = 0; found && i < n && doc != NO_DOC; i++) {
        if ((i == 0 || doc < hit[i].doc) &&
            postings_seek(&post, hit[i].doc, &doc, e))
            return e->code;
        if (doc == hit[i].doc)
            worth[i] = bm25_score(r->weight[key], post.tf[post.at],
                                  r->norms.inverse[lengths[doc]]);
    }
    return OK;
}

/* As score_key(), in all segments. */
static enum err score_key_in_all(const struct searcher *r, size_t key,
                                 const struct search_hit *hit, uint32_t *worth,
                                 size_t n, struct error *e)
{
    size_t to;

    for (size_t from = 0; from < n; from = to) {
        for (to = from; to < n && hit[to].segment == hit[from].segment;)
            to++;
        if (score_key(r, key, hit + from, worth + from, to - from, e))
            return e->code;
    }
    return OK;
}

static uint32_t worth_beside(const struct search_places *x,
                             const uint32_t *worth, size_t i)
{
    uint32_t most = 0;
    bool alone = true;

    for (size_t side = 0; x->beside && side < SEARCH_BESIDE; side++) {
        uint32_t at = x->beside[i].at[side];

        alone = alone && at == SEARCH_NONE;
        if (at != SEARCH_NONE && worth[at] > most)
            most = worth[at];
    }
    if (x->beside && alone)
        return worth[i] / 10 * ALONE_TENTHS;
    return most / 10 * BESIDE_TENTHS;
}

uint64_t search_score_ceiling(const struct search_view *v, const struct plan *p)
{
    return search_ceiling(v, p) / 10 * (10 + ALONE_TENTHS);
}

/* Passages being scored. A token that has other words is worth what the best of
 * them, or it itself, is worth; the rest adds up as it comes. */
struct scoring {
    const struct searcher *r;
    const struct search_places *x;
    uint32_t *worth; /* of one key, of each place */
    uint32_t *least; /* of the keys of an alternative so far */
    uint32_t *
        *token; /* token[n_tokens + 1]: of each place; NULL: no other words */
    struct arena *a;
};

static enum err prepare_tokens(struct scoring *s, struct error *e)
{
    const struct plan *p = s->r->plan;

    s->token = arena_alloc_array(s->a, p->n_tokens + 2, sizeof(*s->token), e);
    if (!s->token)
        return e->code;
    for (size_t i = 0; i < p->n_alternatives; i++) {
        for (uint32_t t = p->alternative[i].from; t < p->alternative[i].to;
             t++) {
            if (!s->token[t])
                s->token[t] =
                    arena_alloc_array(s->a, s->x->n + 1, sizeof(**s->token), e);
            if (!s->token[t])
                return e->code;
        }
    }
    return OK;
}

static enum err score_own(struct scoring *s, size_t key, struct error *e)
{
    const struct search_places *x = s->x;
    const uint32_t token = s->r->plan->list[key].token;
    uint32_t *sum = token <= s->r->plan->n_tokens ? s->token[token] : NULL;

    if (score_key_in_all(s->r, key, x->hit, s->worth, x->n, e))
        return e->code;
    for (size_t i = 0; i < x->n; i++) {
        const uint32_t worth = s->worth[i] + worth_beside(x, s->worth, i);

        if (sum)
            sum[i] += worth;
        else
            x->hit[i].score += worth;
    }
    return OK;
}

/* The mean of what its keys are worth where all of them are, in s->least. */
static enum err score_keys(struct scoring *s, const struct plan_alternative *o,
                           struct error *e)
{
    for (size_t k = 0; k < o->n; k++) {
        const double share = o->share * o->weight /
                             s->r->plan->list[o->list[k]].weight / (double)o->n;

        if (score_key_in_all(s->r, o->list[k], s->x->hit, s->worth, s->x->n, e))
            return e->code;
        for (size_t i = 0; i < s->x->n; i++) {
            const bool has_all = s->worth[i] > 0 && (k == 0 || s->least[i] > 0);
            const uint32_t worth = (uint32_t)(share * s->worth[i]);

            s->least[i] = has_all ? worth + (k ? s->least[i] : 1) : 0;
        }
    }
    return OK;
}

static enum err score_alternative(struct scoring *s,
                                  const struct plan_alternative *o,
                                  uint64_t docs, struct error *e)
{
    if (score_keys(s, o, e))
        return e->code;
    for (uint32_t t = o->from; t < o->to; t++) {
        const uint32_t most =
            (uint32_t)(o->weight * token_ceiling(s->r->plan, t, docs) *
                       (double)BM25_ONE);

        for (size_t i = 0; i < s->x->n; i++) {
            uint32_t worth = s->least[i] + worth_beside(s->x, s->least, i);

            worth = worth < most ? worth : most;
            if (worth > s->token[t][i])
                s->token[t][i] = worth;
        }
    }
    return OK;
}

static enum err score_all(struct scoring *s, uint64_t docs, struct error *e)
{
    const struct plan *p = s->r->plan;

    for (size_t key = 0; key < p->n_lists; key++)
        if (!p->list[key].is_alternative && score_own(s, key, e))
            return e->code;
    for (size_t i = 0; i < p->n_alternatives; i++)
        if (score_alternative(s, &p->alternative[i], docs, e))
            return e->code;
    for (size_t t = 1; t <= p->n_tokens; t++)
        for (size_t i = 0; s->token[t] && i < s->x->n; i++)
            s->x->hit[i].score += s->token[t][i];
    return OK;
}

enum err search_score(const struct search_view *v, const struct plan *p,
                      const struct search_places *x, struct arena *a,
                      struct error *e)
{
    struct searcher *r = arena_alloc(a, sizeof(*r), e);
    struct scoring s = {.r = r, .x = x, .a = a};
    const struct totals t = totals_of(v);

    s.worth = arena_alloc_array(a, x->n + 1, sizeof(*s.worth), e);
    s.least = arena_alloc_array(a, x->n + 1, sizeof(*s.least), e);
    if (!r || !s.worth || !s.least)
        return e->code;
    r->view = v;
    r->plan = p;
    prepare(r, &t);
    for (size_t i = 0; i < x->n; i++)
        x->hit[i].score = 0;
    if (prepare_tokens(&s, e))
        return e->code;
    return score_all(&s, t.docs, e);
}
