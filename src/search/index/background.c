/*
 * background.c - measures the similarity of unrelated questions to a base's
 * passages.
 *
 * Pairs of passages would need nobody to be asked, but tell of the base and not
 * of the model: a base is about something. With the model that comes with
 * Quarry pairs have a mean of .25 in XQuAD's paragraphs about anything and of
 * .64 in Cranfield's about aerodynamics, where passages that answer have .61.
 * The questions of probes.txt against the same passages: .05 and .12, with a
 * spread of .09 and .11, and of three passages drawn at random at most .05 from
 * that in nine of ten draws.
 *
 * The questions are in three languages, and a passage is held against those of
 * its own, or else against the English ones: many models put another language
 * further away, and one that knows a single language puts all others in one
 * place. Medians, as a base may be about what one of them asks.
 *
 * Where a backend has the vectors it says how near the questions are to the sample, one
 * call a question: to the nearest window of each passage, while here it is the first, so
 * its middle is somewhat higher.
 *
 * Above TOP, which nine spreads are, what is left is pressed together instead
 * of cut, so that the order stays.
 */
#include "search/index/background.h"

#include "base/json.h"
#include "base/jsonw.h"
#include "base/mem.h"
#include "search/index/indexed_passage.h"
#include "search/vector/vector_code.h"

#include <math.h>
#include <stdlib.h>

#define SETTING     "background"
#define ARENA_BYTES ((size_t)64 << 20)
#define MAX_PROBES  64
#define MAX_SAMPLE  256    /* passages */
#define LOW         .15865 /* of a normal distribution, one deviation below */
#define LEAST       .005   /* spread: what has less tells nothing apart */
#define TOP         .9
#define KEPT_BYTES  ((size_t)64 << 10)

/* Of the model that comes with Quarry: the mean of the two sets above. */
static const struct background own = {.middle = .083, .spread = .098};

/* probes.txt as it lies in the program: probes.S. */
extern const char index_probes[];
extern const uint64_t index_probes_bytes;

/* A passage. */
struct sample {
    struct str language; /* that there are questions in */
    const float *vector; /* NULL: a backend has it, */
    uint64_t id;         /* under this id */
};

/* A measurement under way. */
struct measuring {
    const struct index *ix;
    const struct segments_snapshot *s;
    struct arena a;
    struct str language[MAX_PROBES]; /* of the n questions, */
    struct str text[MAX_PROBES];     /* what they ask, */
    float *vector;                   /* and vector[n][dimensions] of them */
    size_t n;
    struct sample sample[MAX_SAMPLE];
    size_t samples;
};

static void read_probes(struct measuring *x)
{
    struct str all = {index_probes, (size_t)index_probes_bytes};

    while (all.n > 0 && x->n < MAX_PROBES) {
        const size_t end = str_find_char(all, '\n');
        const struct str line = str_slice(all, 0, end);
        const size_t tab = str_find_char(line, '\t');

        x->language[x->n] = str_slice(line, 0, tab);
        x->text[x->n++] = str_slice(line, tab + 1, line.n);
        all = str_slice(all, end + 1, all.n);
    }
}

static enum err embed_probes(struct measuring *x, struct error *e)
{
    struct embedding report[MAX_PROBES];
    const size_t dimensions = x->ix->model->dimensions;

    x->vector =
        arena_alloc_array(&x->a, x->n * dimensions, sizeof(*x->vector), e);
    return x->vector ? embedder_embed(x->ix->model, x->text, x->n, x->vector,
                                      report, e)
                     : e->code;
}

static struct str asked_in(const struct measuring *x, struct str language)
{
    for (size_t i = 0; i < x->n; i++) {
        if (str_eq(x->language[i], language))
            return x->language[i];
    }
    return x->language[0];
}

/* Its first vector, where it has one. */
static enum err take_sample(struct measuring *x, size_t segment, uint32_t doc,
                            struct error *e)
{
    const float *found = NULL;
    struct passage p;
    struct str stored;
    struct arena a;
    uint32_t n = 0;
    enum err rc = vector_segment_of(x->s->vectors.at[segment].segment, doc,
                                    &found, &n, e);

    if (rc || n == 0 || x->samples == MAX_SAMPLE)
        return rc;
    arena_init(&a, ARENA_BYTES);
    rc = segment_stored(x->s->words.at[segment].segment, doc, &stored, e);
    if (!rc)
        rc = passage_read(stored, &a, &p, e);
    if (!rc)
        x->sample[x->samples++] = (struct sample){
            .language = asked_in(x, p.language), .vector = found};
    arena_release(&a);
    return rc;
}

static bool is_deleted(const struct search_segment *s, uint32_t doc)
{
    return s->deleted && s->deleted[doc / 64] >> doc % 64 & 1;
}

/* One that a backend has. */
static enum err take_far_sample(struct measuring *x, size_t segment,
                                uint32_t doc, struct error *e)
{
    const struct search_segment *in = &x->s->words.at[segment];
    struct sample *to = &x->sample[x->samples];
    struct passage p;
    struct str stored;
    struct arena a;
    enum err rc;

    if (x->samples == MAX_SAMPLE || is_deleted(in, doc))
        return OK;
    arena_init(&a, ARENA_BYTES);
    rc = segment_stored(in->segment, doc, &stored, e);
    if (!rc)
        rc = passage_read(stored, &a, &p, e);
    if (!rc && p.lexical_only.n == 0) {
        *to = (struct sample){.language = asked_in(x, p.language)};
        rc = segment_id(in->segment, doc, &to->id, e);
        x->samples += rc == OK;
    }
    arena_release(&a);
    return rc;
}

/* As take_samples(), of what a backend has. */
static enum err take_far_samples(struct measuring *x, struct error *e)
{
    const struct search_view *v = &x->s->words;
    const uint64_t step = x->s->passages / MAX_SAMPLE + 1;
    uint64_t next = 0;
    enum err rc = OK;

    for (size_t i = 0; i < v->n && !rc; i++) {
        const uint32_t docs = segment_docs(v->at[i].segment);

        for (; next < docs && !rc; next += step)
            rc = take_far_sample(x, i, (uint32_t)next, e);
        next -= next < docs ? next : docs;
    }
    return rc;
}

/* Passages at even distances. */
static enum err take_samples(struct measuring *x, struct error *e)
{
    const struct vector_view *v = &x->s->vectors;
    uint64_t passages = 0;
    uint64_t step, next = 0;
    enum err rc = OK;

    for (size_t i = 0; i < v->n; i++)
        passages +=
            v->at[i].segment ? vector_segment_docs(v->at[i].segment) : 0;
    step = passages / MAX_SAMPLE + 1;
    for (size_t i = 0; i < v->n && !rc; i++) {
        const uint32_t docs =
            v->at[i].segment ? vector_segment_docs(v->at[i].segment) : 0;

        for (; next < docs && !rc; next += step)
            rc = take_sample(x, i, (uint32_t)next, e);
        next -= next < docs ? next : docs;
    }
    return rc;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;

    return (x > y) - (x < y);
}

static double share(const double *sorted, size_t n, double at)
{
    return sorted[(size_t)((double)(n - 1) * at + .5)];
}

/* Question i beside the samples of its language. */
static void ask_near(const struct measuring *x, size_t i, double *cosine,
                     size_t *n)
{
    const size_t d = x->ix->model->dimensions;

    for (size_t k = 0; k < x->samples; k++) {
        if (str_eq(x->language[i], x->sample[k].language))
            cosine[(*n)++] = (double)vector_cosine(x->vector + i * d,
                                                   x->sample[k].vector, d);
    }
}

/* As ask_near(), of a backend. */
static enum err ask_far(struct measuring *x, size_t i, double *cosine,
                        size_t *n, struct error *e)
{
    const size_t d = x->ix->model->dimensions;
    uint64_t id[MAX_SAMPLE];
    struct backend_hits hits = {0};
    struct backend_query q = {
        .vector = x->vector + i * d, .dimensions = (uint32_t)d, .where.id = id};
    enum err rc = OK;

    for (size_t k = 0; k < x->samples; k++) {
        if (str_eq(x->language[i], x->sample[k].language))
            id[q.where.n_ids++] = x->sample[k].id;
    }
    q.k = q.where.n_ids;
    if (q.k > 0)
        rc = backend_nearest(x->ix->backend, &q, &x->a, &hits, e);
    for (size_t k = 0; k < hits.n && k < q.k && !rc; k++)
        cosine[(*n)++] = (double)hits.hit[k].score;
    return rc;
}

static enum err compare(struct measuring *x, struct background *out,
                        struct error *e)
{
    double *cosine =
        arena_alloc_array(&x->a, x->n * x->samples, sizeof(*cosine), e);
    size_t n = 0;
    enum err rc = OK;

    if (!cosine)
        return e->code;
    for (size_t i = 0; i < x->n && !rc; i++) {
        if (x->ix->backend)
            rc = ask_far(x, i, cosine, &n, e);
        else
            ask_near(x, i, cosine, &n);
    }
    if (rc || n == 0)
        return rc;
    qsort(cosine, n, sizeof(*cosine), by_size);
    out->middle = share(cosine, n, .5);
    out->spread = (share(cosine, n, 1 - LOW) - share(cosine, n, LOW)) / 2;
    out->spread = out->spread < LEAST ? LEAST : out->spread;
    return OK;
}

enum err background_measure(const struct index *ix,
                            const struct segments_snapshot *s,
                            struct background *out, struct error *e)
{
    struct measuring *x = mem_new(sizeof(*x), e);
    enum err rc;

    *out = BACKGROUND_NONE;
    if (!x)
        return e->code;
    x->ix = ix;
    x->s = s;
    arena_init(&x->a, ARENA_BYTES);
    read_probes(x);
    rc = ix->backend ? take_far_samples(x, e) : take_samples(x, e);
    if (!rc && x->samples > 0)
        rc = embed_probes(x, e);
    if (!rc && x->samples > 0)
        rc = compare(x, out, e);
    arena_release(&x->a);
    mem_free(x);
    return rc;
}

/* ---- with the base ---- */

static enum err read_kept(const struct base *b, const struct vector_kind *kind,
                          struct background *out, uint64_t *vectors,
                          struct error *e)
{
    struct json *j = NULL;
    struct error ignored;
    struct str text;
    struct arena a;
    enum err rc;

    *out = BACKGROUND_NONE;
    *vectors = 0;
    arena_init(&a, ARENA_BYTES);
    rc = base_get_setting(b, SETTING, &a, &text, e);
    if (!rc && text.n &&
        !json_parse(text, &json_default_limits, &a, &j, &ignored) &&
        str_eq(json_text(json_find(j, "model")), kind->model)) {
        out->middle = json_double(json_find(j, "middle"));
        out->spread = json_double(json_find(j, "spread"));
        *vectors = (uint64_t)json_double(json_find(j, "vectors"));
    }
    arena_release(&a);
    return rc;
}

enum err background_find(const struct base *b, const struct vector_kind *kind,
                         struct background *out, struct error *e)
{
    uint64_t ignored;

    *out = BACKGROUND_NONE;
    return provider_is_endpoint(kind->model)
               ? read_kept(b, kind, out, &ignored, e)
               : OK;
}

static enum err write(const struct index *ix, const struct background *b,
                      uint64_t vectors, struct error *e)
{
    struct jsonw w;
    struct buf text;
    struct str done;
    enum err rc;

    buf_init(&text, KEPT_BYTES);
    jsonw_init(&w, &text);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "model", ix->model->model);
    jsonw_member_double(&w, "middle", b->middle);
    jsonw_member_double(&w, "spread", b->spread);
    jsonw_member_u64(&w, "vectors", vectors);
    jsonw_end_object(&w);
    rc = buf_finish(&text, &done, e);
    if (!rc)
        rc = base_set_setting(ix->base, SETTING, done, e);
    buf_release(&text);
    return rc;
}

static enum err keep(const struct index *ix, const struct segments_snapshot *s,
                     struct error *e)
{
    const struct vector_kind kind = index_kind_of(ix->model);
    const uint64_t has = ix->backend ? s->passages : s->vector_count;
    struct background b;
    uint64_t vectors;
    enum err rc = read_kept(ix->base, &kind, &b, &vectors, e);

    if (rc || has == 0 || (b.spread > 0 && has < 2 * vectors))
        return rc;
    rc = background_measure(ix, s, &b, e);
    return rc || b.spread <= 0 ? rc : write(ix, &b, has, e);
}

enum err background_keep(const struct index *ix, struct error *e)
{
    const struct segments_snapshot *s = NULL;
    enum err rc;

    if (!ix->model || !provider_is_endpoint(str_from(ix->model->model)))
        return OK;
    rc = segments_acquire(ix->segments, &s, e);
    if (!rc)
        rc = keep(ix, s, e);
    segments_release(ix->segments, s);
    return rc;
}

double background_scale(const struct background *b, double cosine)
{
    double x;

    if (b->spread <= 0)
        return cosine;
    x = own.middle + (cosine - b->middle) * own.spread / b->spread;
    return x <= TOP ? x : TOP + (1 - TOP) * (1 - exp((TOP - x) / (1 - TOP)));
}
