/*
 * model_pack.c - from the shards of a TensorFlow.js package to one file in our
 * order.
 *
 * dist/model.json lists the tensors with name, shape and type as they lie one
 * after another in the shards. We take those that the forward pass needs, by
 * name, refuse any other shape, and bring what is multiplied by into panels.
 * Names and their places in the graph were read from model.json. The places of
 * tokens, sin and cos of t / 10000^(i/127), are computed here once, as angles
 * in float as the graph does, so that no two machines differ in them.
 */
#include "models/embedding/model_pack.h"

#include "base/fs.h"
#include "base/json.h"
#include "models/embedding/kernel.h"
#include "models/embedding/packed.h"
#include "models/embedding/vocabulary.h"

#include <math.h>
#include <string.h>

#define JSON_BYTES   ((size_t)16 << 20)
#define MAX_SHARDS   64
#define SHARDS_BYTES ((size_t)128 << 20)
#define HALF         (MODEL_EMBEDDED / 2) /* sines, then cosines */

#define TENSOR_BYTES 200 /* of the longest name */

#define GRAPH "module_apply_default/Encoder_en/KonaTransformer/Encode/"
#define WHOLE "/ConcatPartitions/concat"

struct job {
    const char *package;
    const struct json *weights; /* of the manifest */
    struct str shards;          /* all of them, one after another */
    unsigned char *file;
    size_t bytes;
    struct arena *a;
};

/* Tensors by enum packed_layer_id; # is the layer. */
static const char *const layer_tensor[LAYER_PARTS] = {
    (GRAPH "Layer_#/TransformerLayer/layer_prepostprocess/layer_norm/"
           "layer_norm_scale" WHOLE),
    (GRAPH "Layer_#/TransformerLayer/layer_prepostprocess/layer_norm/"
           "layer_norm_bias" WHOLE),
    ("module/Encoder_en/KonaTransformer/Encode/Layer_#/TransformerLayer/"
     "MultiheadAttention/qkv_transform_single/kernel/part_0"),
    (GRAPH "Layer_#/TransformerLayer/MultiheadAttention/qkv_transform_single/"
           "bias" WHOLE),
    ("module/Encoder_en/KonaTransformer/Encode/Layer_#/TransformerLayer/"
     "MultiheadAttention/output_transform_single/kernel/part_0"),
    (GRAPH "Layer_#/TransformerLayer/MultiheadAttention/"
           "output_transform_single/bias" WHOLE),
    (GRAPH "Layer_#/TransformerLayer/FFN/layer_prepostprocess/layer_norm/"
           "layer_norm_scale" WHOLE),
    (GRAPH "Layer_#/TransformerLayer/FFN/layer_prepostprocess/layer_norm/"
           "layer_norm_bias" WHOLE),
    (GRAPH "TransformerStack/Layer_#/TransformerLayer/FFN/conv1/Tensordot/"
           "Reshape_1"),
    (GRAPH "Layer_#/TransformerLayer/FFN/conv1/bias" WHOLE),
    (GRAPH "TransformerStack/Layer_#/TransformerLayer/FFN/conv2/Tensordot/"
           "Reshape_1"),
    (GRAPH "Layer_#/TransformerLayer/FFN/conv2/bias" WHOLE),
};

static const char *const other_tensor[PACKED_PARTS] = {
    [PACKED_EMBEDDING] = "module/Embeddings_en",
    [PACKED_TIMING] = (GRAPH "TransformerStack/Layer_0/AddTimingSignal/"
                             "TimingSignal/ExpandDims_1"),
    [PACKED_DENSE] = (GRAPH "Layer_0/TransformerLayer/dense/kernel" WHOLE),
    [PACKED_DENSE_BIAS] = (GRAPH "Layer_0/TransformerLayer/dense/bias" WHOLE),
    [PACKED_TANH] = "module/Encoder_en/hidden_layers/tanh_layer_0/weights",
    [PACKED_TANH_BIAS] = "module/Encoder_en/hidden_layers/tanh_layer_0/bias",
};

static enum err odd(const char *what, struct error *e)
{
    return error_set(e, ERR_VALIDATION_FAILED,
                     "the package is of another shape: %s", what);
}

static enum err read_part(const struct job *j, const char *name, size_t max,
                          struct str *out, struct error *e)
{
    char *path = fs_join(j->package, name, j->a, e);

    if (!path)
        return e->code;
    return fs_read_file(path, name, max, j->a, out, e);
}

static enum err read_json(const struct job *j, const char *name,
                          struct json **out, struct error *e)
{
    struct str text = {0};

    if (read_part(j, name, JSON_BYTES, &text, e))
        return e->code;
    if (json_parse(text, &json_default_limits, j->a, out, e)) {
        error_wrap(e, "reading '%s'", name);
        return e->code;
    }
    return OK;
}

/* All shards as one text. */
static enum err read_shards(struct job *j, const struct json *paths,
                            struct error *e)
{
    size_t max = SHARDS_BYTES;
    char *all;
    size_t n = 0;
    struct str shard[MAX_SHARDS] = {0};
    size_t shards = 0;

    for (const struct json *p = paths ? paths->first : NULL; p; p = p->next) {
        char *name = fs_join("dist", json_text(p).p, j->a, e);

        if (shards == MAX_SHARDS)
            return odd("too many shards", e);
        if (!name || read_part(j, name, max, &shard[shards], e))
            return e->code;
        max -= shard[shards].n;
        n += shard[shards++].n;
    }
    all = arena_alloc(j->a, n, e);
    if (!all)
        return e->code;
    j->shards = (struct str){all, n};
    for (size_t i = 0; i < shards; i++) {
        if (shard[i].n)
            memcpy(all, shard[i].p, shard[i].n);
        all += shard[i].n;
    }
    return OK;
}

static enum err read_weights(struct job *j, struct error *e)
{
    struct json *model = NULL;
    const struct json *manifest;

    if (read_json(j, "dist/model.json", &model, e))
        return e->code;
    manifest = json_find(model, "weightsManifest");
    if (!manifest || manifest->count != 1)
        return odd("no list of tensors", e);
    j->weights = json_find(manifest->first, "weights");
    if (!j->weights)
        return odd("no list of tensors", e);
    return read_shards(j, json_find(manifest->first, "paths"), e);
}

/* How many values a tensor has: the product of its shape. */
static enum err count_values(const struct json *tensor, uint64_t *n,
                             struct error *e)
{
    const struct json *shape = json_find(tensor, "shape");
    uint64_t length;

    *n = 1;
    for (shape = shape ? shape->first : NULL; shape; shape = shape->next) {
        if (json_read_u64(shape, "shape", SHARDS_BYTES, &length, e))
            return e->code;
        if (length && *n > SHARDS_BYTES / length)
            return odd("a tensor is too large", e);
        *n *= length;
    }
    return OK;
}

/* Why there is no such tensor; NULL, so that it can be returned. */
static float *no_tensor(const char *why, struct error *e)
{
    (void)odd(why, e);
    return NULL;
}

/* The floats of a tensor, copied so that they are aligned; NULL on error. */
static float *find_tensor(const struct job *j, const char *name, size_t want,
                          struct error *e)
{
    float *out;
    const struct json *t = j->weights->first;
    uint64_t offset = 0;
    uint64_t n = 0;

    for (; t; t = t->next) {
        if (count_values(t, &n, e))
            return NULL;
        if (json_is(json_find(t, "name"), name))
            break;
        offset += 4 * n; /* int32 or float32, both of 4 bytes */
    }
    if (!t || !json_is(json_find(t, "dtype"), "float32") || n != want)
        return no_tensor(name, e);
    if (offset > j->shards.n || 4 * n > j->shards.n - offset)
        return no_tensor("the shards are too short", e);
    out = arena_alloc_array(j->a, want, sizeof(*out), e);
    if (!out)
        return NULL;
    memcpy(out, j->shards.p + offset, want * sizeof(*out));
    for (size_t i = 0; i < want; i++) {
        if (!isfinite(out[i]))
            return no_tensor(name, e);
    }
    return out;
}

static struct packed_part *part_of(const struct job *j, unsigned id)
{
    return (struct packed_part *)(void *)(j->file +
                                          sizeof(struct packed_header)) +
           id;
}

static size_t align(size_t n)
{
    return (n + PACKED_ALIGN - 1) / PACKED_ALIGN * PACKED_ALIGN;
}

/* Offsets and sizes of all parts; `v` decides the last three. */
static enum err lay_out(struct job *j, const struct vocabulary *v,
                        struct error *e)
{
    struct packed_part part[PACKED_PARTS];
    size_t at = align(PACKED_HEAD_BYTES);

    for (unsigned id = 0; id < PACKED_PARTS; id++) {
        struct packed_shape s = packed_shape(id);

        if (id == PACKED_PIECES)
            s.rows = (uint32_t)v->n;
        else if (id == PACKED_SLOTS)
            s.rows = VOCABULARY_SLOTS;
        else if (id == PACKED_TEXT)
            s.rows = (uint32_t)v->text.n;
        part[id] =
            (struct packed_part){.offset = at,
                                 .bytes = (uint64_t)s.rows * s.columns * s.size,
                                 .rows = s.rows,
                                 .columns = s.columns};
        at = align(at + part[id].bytes);
    }
    j->bytes = at;
    j->file = arena_alloc(j->a, at, e);
    if (!j->file)
        return e->code;
    memcpy(part_of(j, 0), part, sizeof(part));
    return OK;
}

/* Where each place of a text is, as sines and cosines. */
static void fill_timing(const float *rate, float *out)
{
    for (size_t t = 0; t < MODEL_TOKENS; t++, out += MODEL_EMBEDDED) {
        for (size_t i = 0; i < HALF; i++) {
            const float angle = (float)t * rate[i];

            out[i] = (float)sin(angle);
            out[i + HALF] = (float)cos(angle);
        }
    }
}

/* The tensor that part `id` is made of, in `name`. */
static void name_tensor(unsigned id, char name[TENSOR_BYTES])
{
    const bool in_layer = id >= PACKED_LAYER && id < PACKED_TANH;
    const unsigned layer = in_layer ? (id - PACKED_LAYER) / LAYER_PARTS : 0;
    const char *from = in_layer
                           ? layer_tensor[(id - PACKED_LAYER) % LAYER_PARTS]
                           : other_tensor[id];
    size_t n = strlen(from);

    BUG_ON(n >= TENSOR_BYTES);
    for (size_t i = 0; i <= n; i++)
        name[i] = from[i] == '#' ? (char)('0' + layer) : from[i];
}

static enum err fill(const struct job *j, unsigned id, struct error *e)
{
    const struct packed_shape s = packed_shape(id);
    size_t want = (size_t)s.rows * s.columns;
    void *to = j->file + part_of(j, id)->offset;
    char name[TENSOR_BYTES];
    const float *from;

    name_tensor(id, name);
    from = find_tensor(j, name, id == PACKED_TIMING ? HALF : want, e);
    if (!from)
        return e->code;
    if (id == PACKED_TIMING)
        fill_timing(from, to);
    else if (s.is_panelled)
        kernel_pack((struct kernel_source){from, s.columns, 1}, s.rows,
                    s.columns, to);
    else
        memcpy(to, from, want * sizeof(*from));
    return OK;
}

/* vocab.json: [["piece", score or null], ...]; null counts as 0 there. */
static enum err read_vocabulary(const struct job *j, struct vocabulary *out,
                                struct error *e)
{
    struct vocabulary_entry *list;
    struct json *root = NULL;
    size_t n = 0;

    if (read_json(j, "dist/vocab.json", &root, e))
        return e->code;
    if (!root || root->type != JSON_ARRAY)
        return odd("the vocabulary is not a list of pairs", e);
    list = arena_alloc_array(j->a, root->count, sizeof(*list), e);
    if (!list)
        return e->code;
    for (const struct json *p = root->first; p; p = p->next, n++) {
        if (p->type != JSON_ARRAY || p->count != 2)
            return odd("the vocabulary is not a list of pairs", e);
        list[n].text = json_text(p->first);
        list[n].score = json_double(p->first->next);
    }
    return vocabulary_build(list, n, j->a, out, e);
}

static void fill_vocabulary(const struct job *j, const struct vocabulary *v)
{
    memcpy(j->file + part_of(j, PACKED_PIECES)->offset, v->piece,
           v->n * sizeof(*v->piece));
    memcpy(j->file + part_of(j, PACKED_SLOTS)->offset, v->slot,
           VOCABULARY_SLOTS * sizeof(*v->slot));
    memcpy(j->file + part_of(j, PACKED_TEXT)->offset, v->text.p, v->text.n);
}

static enum err fill_head(const struct job *j, struct error *e)
{
    struct packed_header *h = (void *)j->file;
    struct json *package = NULL;
    int n;

    if (read_json(j, "package.json", &package, e))
        return e->code;
    *h = (struct packed_header){.magic = PACKED_MAGIC,
                                .version = PACKED_VERSION,
                                .parts = PACKED_PARTS,
                                .file_bytes = j->bytes,
                                .dimensions = MODEL_WIDTH,
                                .max_tokens = MODEL_TOKENS};
    n = snprintf(h->name, sizeof(h->name), "%.*s@%.*s",
                 STR_FMT(json_text(json_find(package, "name"))),
                 STR_FMT(json_text(json_find(package, "version"))));
    if (n < 0 || (size_t)n >= sizeof(h->name))
        return odd("the name is too long", e);
    for (unsigned id = 0; id < PACKED_PARTS; id++) {
        struct packed_part *part = part_of(j, id);

        part->sum = packed_sum(j->file + part->offset, part->bytes);
    }
    h->sum = packed_sum(j->file, PACKED_HEAD_BYTES);
    return OK;
}

enum err pack_model(const char *package, const char *path, struct arena *a,
                    struct error *e)
{
    struct job j = {.package = package, .a = a};
    struct vocabulary v;

    if (read_weights(&j, e) || read_vocabulary(&j, &v, e) || lay_out(&j, &v, e))
        return e->code;
    for (unsigned id = 0; id < PACKED_PIECES; id++) {
        if (fill(&j, id, e))
            return e->code;
    }
    fill_vocabulary(&j, &v);
    if (fill_head(&j, e))
        return e->code;
    return fs_write_atomic(path, "the model file",
                           (struct str){(char *)j.file, j.bytes}, false, e);
}
