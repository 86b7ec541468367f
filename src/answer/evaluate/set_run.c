#include "answer/evaluate/set_run.h"

#include "base/clock.h"
#include "search/retrieve/passage_search.h"
#include "search/retrieve/rank.h"
#include "search/retrieve/search_question.h"

#include <stdlib.h>

#define PER_DOCUMENT   4 /* passages for each, as passage_search.c has it */
#define QUESTION_BYTES ((size_t)2 << 30)
#define NO_VECTORS     "no passage has a vector; searched by words"

/* A mode under way. */
struct running {
    const struct run_options *o;
    struct run *out;
    struct analyzer *analyzer;
    struct arena a;     /* of the question */
    uint32_t *seen;     /* by document: the last question that found it */
    struct str *ranked; /* ranked[0..n) */
    size_t n;
    uint64_t *ns; /* ns[0..out->questions) that each took */
};

/* Each document where its best passage is. */
static void rank_documents(struct running *x, const struct rank_hits *hits,
                           const struct beir_question *q)
{
    const uint32_t mark = (uint32_t)x->out->questions + 1;

    x->n = 0;
    for (size_t i = 0; i < hits->n && x->n < x->o->top_k; i++) {
        const struct rank_hit *h = &hits->hit[i];
        const uint32_t owner = x->o->index->owner[h->segment][h->doc];

        if (x->seen[owner] == mark)
            continue;
        x->seen[owner] = mark;
        x->ranked[x->n++] = x->o->set->document[owner].id;
        if (x->o->out)
            buf_printf(x->o->out, "%.*s Q0 %.*s %zu %.9f quarry-%s\n",
                       STR_FMT(q->id), STR_FMT(x->ranked[x->n - 1]), x->n,
                       h->strength, retrieval_mode_name(x->out->mode));
    }
}

static enum err rank(struct running *x, const struct beir_question *q,
                     struct rank_hits *hits, struct error *e)
{
    const struct question question = {q->text, x->analyzer, NULL};
    const size_t k = PER_DOCUMENT * x->o->top_k;
    struct question_vector v = {0};
    enum err rc = OK;

    if (x->out->mode != RETRIEVAL_KEYWORD)
        rc = question_embed(&x->o->index->ix, &question, &x->a, &v, e);
    if (!rc) {
        const struct rank_question r = {
            .text = q->text,
            .mode = x->out->mode,
            .k = k < RANK_MAX_CANDIDATES ? k : RANK_MAX_CANDIDATES,
            .weights = x->o->weights,
            .vector = v.vector,
            .kind = v.kind,
            .background = x->o->index->background};

        rc = rank_run(x->o->index->snapshot, &r, x->analyzer, &x->a, hits, e);
    }
    if (rc || hits->mode == x->out->mode)
        return rc;
    if (x->out->by_words++ == 0)
        x->out->note = v.note ? v.note : NO_VECTORS;
    return OK;
}

static bool is_refused(const struct beir_question *q)
{
    return str_trim(q->text).n == 0 || q->text.n > PASSAGE_SEARCH_MAX_BYTES;
}

/* From which scores on is it answered? */
static void put_on_curve(struct running *x, const struct rank_hits *hits,
                         const struct beir_question *q, bool is_right)
{
    for (size_t i = 0; i < RUN_CURVE && hits->n > 0; i++) {
        struct run_curve *c = &x->out->curve[i];

        if (hits->hit[0].score < c->min_score)
            continue;
        c->right += q->relevant > 0 && is_right;
        c->wrong += q->relevant > 0 && !is_right;
        c->without_answer += q->relevant == 0;
    }
}

/* A question that nothing is relevant to. */
static enum err ask_unanswerable(struct running *x,
                                 const struct beir_question *q, struct error *e)
{
    struct rank_hits hits = {0};
    enum err rc = is_refused(q) ? OK : rank(x, q, &hits, e);

    x->out->without_answer++;
    if (rc == ERR_LIMIT)
        return OK;
    if (!rc)
        put_on_curve(x, &hits, q, false);
    return rc;
}

static enum err ask(struct running *x, const struct beir_question *q,
                    struct measures *sum, struct error *e)
{
    const uint64_t began_ns = clock_ns();
    struct rank_hits hits = {0};
    struct measures m;
    bool refused = is_refused(q);
    enum err rc = refused ? OK : rank(x, q, &hits, e);

    if (rc == ERR_LIMIT) { /* a user would see this error, too */
        refused = true;
        hits.n = 0;
    } else if (rc) {
        return rc;
    }
    x->ns[x->out->questions] = clock_ns() - began_ns;
    rank_documents(x, &hits, q);
    measures_of(x->ranked, x->n, &q->judged, &m);
    measures_add(sum, &m);
    put_on_curve(x, &hits, q, m.mrr >= 1);
    x->out->refused += refused;
    x->out->questions++;
    return OK;
}

static enum err ask_all(struct running *x, struct error *e)
{
    const struct beir *set = x->o->set;
    struct measures sum = {0};
    enum err rc = OK;

    for (size_t i = 0; i < set->questions && !rc; i++) {
        if (x->o->cancel && atomic_load(x->o->cancel))
            return error_set(e, ERR_TIMEOUT, "cancelled");
        if (x->o->report)
            x->o->report(x->o->ctx, i, set->questions);
        if (set->question[i].relevant > 0)
            rc = ask(x, &set->question[i], &sum, e);
        else if (x->o->unanswerable)
            rc = ask_unanswerable(x, &set->question[i], e);
        arena_reset(&x->a);
    }
    measures_mean(&sum, x->out->questions, &x->out->mean);
    return rc;
}

static int by_size(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* The value that a share of them does not pass, in ms. */
static double percentile(const uint64_t *sorted, size_t n, size_t percent)
{
    const size_t at = n ? (n - 1) * percent / 100 : 0;

    return n ? (double)sorted[at] / 1e6 : 0;
}

static enum err prepare(struct running *x, struct arena *a, struct error *e)
{
    const struct beir *set = x->o->set;

    x->seen = arena_alloc_array(a, set->documents, sizeof(*x->seen), e);
    if (x->seen)
        x->ranked = arena_alloc_array(a, x->o->top_k, sizeof(*x->ranked), e);
    if (x->ranked)
        x->ns = arena_alloc_array(a, set->questions, sizeof(*x->ns), e);
    if (x->ns)
        x->analyzer = analyzer_new(e);
    return x->analyzer ? OK : e->code;
}

enum err run_mode(const struct run_options *o, enum retrieval_mode mode,
                  struct run *out, struct error *e)
{
    static const double scores[RUN_CURVE] = {0, .1, .2, .3, .5, .7};
    struct running x = {.o = o, .out = out};
    struct arena a;
    enum err rc;

    BUG_ON(o->top_k == 0 || o->top_k > RUN_MAX_TOP_K);
    *out = (struct run){.mode = mode};
    for (size_t i = 0; i < RUN_CURVE; i++)
        out->curve[i].min_score = i ? scores[i] : fuse_floor(mode);
    arena_init(&a, QUESTION_BYTES);
    arena_init(&x.a, QUESTION_BYTES);
    rc = prepare(&x, &a, e);
    if (!rc)
        rc = ask_all(&x, e);
    if (!rc && out->questions > 0) {
        qsort(x.ns, out->questions, sizeof(*x.ns), by_size);
        out->p50_ms = percentile(x.ns, out->questions, 50);
        out->p90_ms = percentile(x.ns, out->questions, 90);
    }
    analyzer_free(x.analyzer);
    arena_release(&x.a);
    arena_release(&a);
    return rc;
}
