#include "models/embedding/query_cache.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/mem.h"

#include <pthread.h>
#include <string.h>

#define MOST_ENTRIES 4096

const struct query_cache_limits query_cache_default_limits = {
    .entries = 256,
    .life_ms = 600000,
    .text_bytes = 4096,
    .now_ms = clock_ms,
};

/*
 * One question; the entry, the model's name, the text and the vector are one
 * piece of memory. A few hundred are looked through one after the other:
 * comparing their hashes takes less than a microsecond.
 */
struct entry {
    uint64_t hash;
    uint64_t made_ms;
    uint64_t used; /* the cache's count of questions, when asked for last */
    struct str model;
    struct str text;
    size_t dimensions;
    const float *vector;
    struct embedding report;
};

struct query_cache {
    struct query_cache_limits limits;
    pthread_mutex_t lock; /* guards all below */
    uint64_t asked;
    struct query_cache_counts counts;
    struct entry **entry; /* entry[limits.entries], NULL where free */
};

struct question {
    uint64_t hash;
    struct str model;
    struct str text;
    size_t dimensions;
};

static struct question question_of(const struct embedder *m, struct str text)
{
    struct str model = str_from(m->model);
    uint64_t half[2] = {hash_bytes(model.p, model.n),
                        hash_bytes(text.p, text.n)};

    return (struct question){hash_bytes(half, sizeof(half)), model, text,
                             m->dimensions};
}

enum err query_cache_new(const struct query_cache_limits *limits,
                         struct query_cache **out, struct error *e)
{
    struct query_cache *c = mem_new(sizeof(*c), e);

    BUG_ON(limits->entries == 0 || limits->entries > MOST_ENTRIES);
    if (!c)
        return e->code;
    c->limits = *limits;
    c->entry = mem_new(limits->entries * sizeof(struct entry *), e);
    if (!c->entry) {
        mem_free(c);
        return e->code;
    }
    (void)pthread_mutex_init(&c->lock, NULL);
    *out = c;
    return OK;
}

void query_cache_free(struct query_cache *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->limits.entries; i++)
        mem_free(c->entry[i]);
    mem_free(c->entry);
    (void)pthread_mutex_destroy(&c->lock);
    mem_free(c);
}

static bool answers(const struct entry *x, const struct question *q)
{
    return x && x->hash == q->hash && x->dimensions == q->dimensions &&
           str_eq(x->text, q->text) && str_eq(x->model, q->model);
}

/* Under the lock: where it is, or else where it belongs; what is too old goes. */
static size_t find(struct query_cache *c, const struct question *q)
{
    uint64_t now = c->limits.now_ms();
    size_t best = 0;

    for (size_t i = 0; i < c->limits.entries; i++) {
        struct entry *x = c->entry[i];

        if (x && now - x->made_ms >= c->limits.life_ms) {
            mem_free(x);
            x = c->entry[i] = NULL;
        }
        if (answers(x, q))
            return i;
        if (c->entry[best] && (!x || x->used < c->entry[best]->used))
            best = i;
    }
    return best;
}

static bool get(struct query_cache *c, const struct question *q, float *out,
                struct embedding *report)
{
    struct entry *x;
    bool hit;

    (void)pthread_mutex_lock(&c->lock);
    x = c->entry[find(c, q)];
    hit = answers(x, q);
    c->asked++;
    if (hit) {
        memcpy(out, x->vector, q->dimensions * sizeof(*out));
        *report = x->report;
        x->used = c->asked;
        c->counts.hits++;
    } else {
        c->counts.misses++;
    }
    (void)pthread_mutex_unlock(&c->lock);
    return hit;
}

/* NULL without memory. */
static struct entry *make(const struct question *q, const float *vector,
                          const struct embedding *report)
{
    size_t vector_bytes = q->dimensions * sizeof(*vector);
    struct error ignored;
    struct entry *x =
        mem_new(sizeof(*x) + vector_bytes + q->model.n + q->text.n, &ignored);
    char *at;

    if (!x)
        return NULL;
    at = (char *)(x + 1);
    memcpy(at, vector, vector_bytes);
    memcpy(at + vector_bytes, q->model.p, q->model.n);
    if (q->text.n)
        memcpy(at + vector_bytes + q->model.n, q->text.p, q->text.n);
    *x = (struct entry){
        .hash = q->hash,
        .model = {at + vector_bytes, q->model.n},
        .text = {at + vector_bytes + q->model.n, q->text.n},
        .dimensions = q->dimensions,
        .vector = (const float *)(x + 1),
        .report = *report,
    };
    return x;
}

static void keep(struct query_cache *c, struct entry *x,
                 const struct question *q)
{
    size_t i;

    (void)pthread_mutex_lock(&c->lock);
    i = find(c, q);
    mem_free(c->entry[i]);
    x->made_ms = c->limits.now_ms();
    x->used = c->asked;
    c->entry[i] = x;
    (void)pthread_mutex_unlock(&c->lock);
}

enum err query_cache_embed(struct query_cache *c, struct embedder *m,
                           struct str text, float *out,
                           struct embedding *report, struct error *e)
{
    struct question q = question_of(m, text);
    struct entry *x;
    enum err rc;

    if (text.n <= c->limits.text_bytes && get(c, &q, out, report))
        return OK;
    rc = embedder_embed(m, &text, 1, out, report, e);
    if (rc || text.n > c->limits.text_bytes)
        return rc;
    x = make(&q, out, report);
    if (x)
        keep(c, x, &q);
    return OK;
}

struct query_cache_counts query_cache_counts(struct query_cache *c)
{
    struct query_cache_counts counts;

    (void)pthread_mutex_lock(&c->lock);
    counts = c->counts;
    (void)pthread_mutex_unlock(&c->lock);
    return counts;
}
