#include "ask/candidates/ranker.h"

#include "ask/candidates/candidates_confidence.h"
#include "ask/candidates/features.h"
#include "base/mem.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_BYTES 32

/* Open addressing; a slot with weight 0 is empty. */
struct slot {
    uint32_t hash;
    float weight;
};

struct ranker {
    struct slot *slot; /* slot[n_slots], at most half full */
    uint32_t n_slots;  /* a power of two */
    struct candidates_confidence confidence;
    struct candidates_confidence rules; /* the steps of answers by the rules */
};

/* weights.txt as it lies in the program: weights.S. */
extern const char readings_weights[];
extern const uint64_t readings_weights_bytes;

static double weight_of(const struct ranker *r, uint32_t hash)
{
    uint32_t at = hash;

    for (;;) {
        const struct slot *s = &r->slot[at++ & (r->n_slots - 1)];

        if (s->weight == 0 || s->hash == hash)
            return (double)s->weight;
    }
}

static void put_weight(struct ranker *r, uint32_t hash, float weight)
{
    uint32_t at = hash;

    while (r->slot[at & (r->n_slots - 1)].weight != 0)
        at++;
    r->slot[at & (r->n_slots - 1)] = (struct slot){hash, weight};
}

static enum err read_line(struct ranker *r, struct str line, struct error *e)
{
    size_t space = str_find_char(line, ' ');
    struct str digits = str_slice(line, space + 1, line.n);
    char text[NUMBER_BYTES] = "";
    char *end;
    float weight;

    if (line.n == 0 || line.p[0] == '#')
        return OK;
    if (str_starts(line, STR("@rules ")))
        return candidates_confidence_read(&r->rules, line, e);
    if (line.p[0] == '@')
        return candidates_confidence_read(&r->confidence, line, e);
    if (digits.n == 0 || digits.n >= sizeof(text))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a line of weights must be a name and a number");
    memcpy(text, digits.p, digits.n);
    weight = strtof(text, &end);
    if (*end || !isfinite(weight))
        return error_set(e, ERR_VALIDATION_FAILED, "a weight is not a number");
    if (weight != 0)
        put_weight(r, feature_hash(str_slice(line, 0, space)), weight);
    return OK;
}

static enum err read_lines(struct ranker *r, struct str text, struct error *e)
{
    uint64_t number = 0;

    while (text.n) {
        size_t end = str_find_char(text, '\n');

        number++;
        if (read_line(r, str_slice(text, 0, end), e)) {
            e->pos.line = number;
            return e->code;
        }
        text = str_slice(text, end + 1, text.n);
    }
    return OK;
}

struct ranker *ranker_read(struct str text, struct error *e)
{
    struct ranker *r = mem_new(sizeof(*r), e);
    uint32_t lines = 1;

    if (!r)
        return NULL;
    for (size_t i = 0; i < text.n; i++)
        lines += text.p[i] == '\n';
    *r = (struct ranker){.n_slots = 2};
    while (r->n_slots < 2 * lines)
        r->n_slots *= 2;
    r->slot = mem_new(r->n_slots * sizeof(*r->slot), e);
    if (!r->slot || read_lines(r, text, e)) {
        ranker_free(r);
        return NULL;
    }
    return r;
}

const struct ranker *ranker_shared(struct error *e)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct ranker *shared; /* guarded by `lock` */
    const struct ranker *r;

    (void)pthread_mutex_lock(&lock);
    if (!shared)
        shared = ranker_read(
            (struct str){readings_weights, (size_t)readings_weights_bytes}, e);
    r = shared;
    (void)pthread_mutex_unlock(&lock);
    return r;
}

void ranker_free(struct ranker *r)
{
    if (r)
        mem_free(r->slot);
    mem_free(r);
}

double ranker_rules_weight(const struct ranker *r, const char *name)
{
    char text[NUMBER_BYTES * 2];
    int n = snprintf(text, sizeof(text), "rules:%s", name);

    BUG_ON(n < 0 || (size_t)n >= sizeof(text));
    return weight_of(r, feature_hash((struct str){text, (size_t)n}));
}

double ranker_rules_share(const struct ranker *r, double raw)
{
    return candidates_confidence_at(&r->rules, raw);
}

static double score_of(const struct ranker *r, const struct features *f)
{
    double score = 0;

    for (size_t i = 0; i < f->n; i++)
        score += weight_of(r, f->hash[i]);
    return score;
}

/* Keep an answer among the best. */
static void keep(struct ranking *out, struct ranked x)
{
    size_t at = out->n;

    while (at > 0 && x.probability > out->best[at - 1].probability)
        at--;
    if (at == RANKER_BEST)
        return;
    if (out->n < RANKER_BEST)
        out->n++;
    memmove(&out->best[at + 1], &out->best[at], (out->n - at - 1) * sizeof(x));
    out->best[at] = x;
}

/* What is known of a question while it is ranked. */
struct ranked_question {
    const struct feature_question *x;
    const struct candidates *all;
    struct vote *vote; /* vote[groups] */
    uint32_t groups;
};

static void keep_best(const struct ranker *r, const struct ranked_question *q,
                      struct ranking *out)
{
    struct candidates_confidence_view view = {
        .vote = q->vote, .groups = q->groups, .nothing = out->nothing};
    double fact[CANDIDATES_CONFIDENCE_TERMS];
    struct features f = {.names = NULL};
    const struct candidate *best;

    for (uint32_t i = 0; i < q->groups; i++)
        keep(out,
             (struct ranked){&q->all->candidate[q->vote[i].best],
                             q->vote[i].of_best, q->vote[i].probability, 0});
    if (out->n == 0)
        return;
    view.best = consensus_best(q->vote, q->groups);
    best = out->best[0].candidate;
    features_of(q->x, best, &f);
    view.look = reading_facts_of(q->x, best, &f);
    out->left_over = f.left_over;
    out->left_hard = f.left_hard;
    candidates_confidence_facts(&view, fact);
    out->best[0].confidence = candidates_confidence_at(
        &r->confidence, candidates_confidence_raw(&r->confidence, fact));
}

/* score[n + 1]; the last is that of nothing. */
static void score_all(const struct ranker *r, const struct feature_question *x,
                      const struct candidates *all, double *score)
{
    uint32_t missed = UINT32_MAX, missed_links = UINT32_MAX;
    struct features f = {.names = NULL};

    for (size_t i = 0; i < all->n; i++) {
        features_of(x, &all->candidate[i], &f);
        score[i] = score_of(r, &f);
        missed = f.missed < missed ? f.missed : missed;
        missed_links =
            f.missed_links < missed_links ? f.missed_links : missed_links;
    }
    features_of_nothing(x, all->n, missed, missed_links, &f);
    score[all->n] = score_of(r, &f);
}

static enum err rank_all(const struct ranker *r,
                         const struct feature_question *x,
                         const struct candidates *all, struct arena *a,
                         struct ranking *out, struct error *e)
{
    struct ranked_question q = {.x = x, .all = all};
    double *score = arena_alloc_array(a, all->n + 1, sizeof(*score), e);
    uint32_t *group = arena_alloc_array(a, all->n, sizeof(*group), e);

    q.vote = arena_alloc_array(a, all->n, sizeof(*q.vote), e);
    if (!score || !group || !q.vote)
        return e->code;
    if (consensus_group(x->g, all, a, group, &q.groups, e))
        return e->code;
    score_all(r, x, all, score);
    consensus_vote(group, all->n, score, q.vote, q.groups);
    out->candidates = all->n;
    out->nothing = score[all->n];
    keep_best(r, &q, out);
    return OK;
}

enum err ranker_rank(const struct ranker *r, const struct grid *g,
                     struct str question, struct arena *a, struct ranking *out,
                     struct error *e)
{
    struct feature_question x;
    struct candidates all;
    struct question q;
    struct grid_links l;

    *out = (struct ranking){0};
    if (question_read(g->words, question, a, &q, e) ||
        links_find(g, &q, a, &l, e) || candidates_make(g, &q, &l, a, &all, e) ||
        features_begin(g, &q, &l, a, &x, e))
        return e->code;
    return rank_all(r, &x, &all, a, out, e);
}
