#include "models/embedding/use_lite.h"

#include "base/fs.h"
#include "base/mem.h"
#include "models/embedding/encoder.h"

#include <string.h>
#include <unistd.h>

#define TEXT_BYTES ((size_t)1 << 20)

/* Of one call: the tokens of one text at its longest are 180 MiB. */
#define CALL_BYTES ((size_t)256 << 20)

struct use_lite {
    struct embedder embedder; /* first, see embedder.h */
    struct packed file;
    struct vocabulary vocabulary;
    struct encoder encoder;
};

static struct embedding report_of(const struct tokens *t)
{
    struct embedding r = {.tokens = t->n};

    if (t->characters)
        r.unknown_share = (double)t->unknown / (double)t->characters;
    r.is_embedded =
        t->characters > 0 && r.unknown_share <= USE_LITE_MAX_UNKNOWN;
    return r;
}

static enum err cut(const struct use_lite *u, struct str text, struct arena *a,
                    struct tokens *out, struct error *e)
{
    if (text.n > TEXT_BYTES)
        return error_set(e, ERR_LIMIT, "a text of over 1 MiB to embed");
    return tokenize(&u->vocabulary, text, a, out, e);
}

static enum err measure(struct embedder *m, struct str text,
                        struct embedding *out, struct error *e)
{
    const struct use_lite *u = (const struct use_lite *)m;
    struct arena a;
    struct tokens t;
    enum err rc;

    arena_init(&a, CALL_BYTES);
    rc = cut(u, text, &a, &t, e);
    if (!rc)
        *out = report_of(&t);
    arena_release(&a);
    return rc;
}

/* Texts that go through the encoder together. */
struct batch {
    const struct use_lite *u;
    struct arena words; /* one text's tokens while it is cut */
    struct arena room;  /* of the encoder */
    struct tokens text[ENCODER_ROWS];
    float *to[ENCODER_ROWS]; /* where their vectors belong */
    uint16_t id[ENCODER_ROWS];
    float out[ENCODER_ROWS * MODEL_WIDTH];
    size_t n;
    size_t rows;
};

static enum err flush(struct batch *b, struct error *e)
{
    enum err rc =
        encoder_run(&b->u->encoder, b->text, b->n, &b->room, b->out, e);

    for (size_t i = 0; !rc && i < b->n; i++)
        memcpy(b->to[i], b->out + i * MODEL_WIDTH,
               MODEL_WIDTH * sizeof(*b->out));
    arena_reset(&b->room);
    b->n = 0;
    b->rows = 0;
    return rc;
}

static enum err put(struct batch *b, struct str text, float *to,
                    struct embedding *report, struct error *e)
{
    struct tokens t;
    size_t rows;
    enum err rc;

    arena_reset(&b->words);
    rc = cut(b->u, text, &b->words, &t, e);
    if (rc)
        return rc;
    *report = report_of(&t);
    memset(to, 0, MODEL_WIDTH * sizeof(*to));
    if (!report->is_embedded)
        return OK;
    rows = t.n < MODEL_TOKENS ? t.n : MODEL_TOKENS;
    if (b->rows + rows > ENCODER_ROWS)
        rc = flush(b, e);
    memcpy(b->id + b->rows, t.id, rows * sizeof(*t.id));
    b->text[b->n] = (struct tokens){.id = b->id + b->rows, .n = rows};
    b->to[b->n++] = to;
    b->rows += rows;
    return rc;
}

static enum err embed(struct embedder *m, const struct str *text, size_t n,
                      float *out, struct embedding *report, struct error *e)
{
    struct batch *b = mem_new(sizeof(*b), e);
    enum err rc = OK;

    if (!b)
        return e->code;
    b->u = (const struct use_lite *)m;
    arena_init(&b->words, CALL_BYTES);
    arena_init(&b->room, CALL_BYTES);
    for (size_t i = 0; !rc && i < n; i++)
        rc = put(b, text[i], out + i * MODEL_WIDTH, &report[i], e);
    if (!rc)
        rc = flush(b, e);
    arena_release(&b->words);
    arena_release(&b->room);
    mem_free(b);
    return rc;
}

static void close_model(struct embedder *m)
{
    struct use_lite *u = (struct use_lite *)m;

    packed_close(&u->file);
    mem_free(u);
}

static const struct embedder_kind kind = {embed, measure, close_model};

static enum err read_vocabulary(struct use_lite *u, struct error *e)
{
    const struct packed *f = &u->file;

    u->vocabulary = (struct vocabulary){
        .piece = packed_at(f, PACKED_PIECES),
        .n = f->part[PACKED_PIECES].rows,
        .slot = packed_at(f, PACKED_SLOTS),
        .text = {packed_at(f, PACKED_TEXT), f->part[PACKED_TEXT].rows},
    };
    if (u->vocabulary.n > MODEL_EMBEDDINGS) /* the encoder looks ids up */
        return error_set(e, ERR_FILE_READ_FAILED,
                         "cannot use '%s': its vocabulary is damaged",
                         USE_LITE_FILE);
    return vocabulary_check(&u->vocabulary, f->part[PACKED_SLOTS].rows,
                            USE_LITE_FILE, e);
}

enum err use_lite_open(const char *path, struct embedder **out, struct error *e)
{
    struct use_lite *u = mem_new(sizeof(*u), e);

    if (!u)
        return e->code;
    if (packed_open(path, USE_LITE_FILE, &u->file, e) ||
        read_vocabulary(u, e)) {
        close_model(&u->embedder);
        return e->code;
    }
    encoder_init(&u->encoder, &u->file);
    u->embedder = (struct embedder){&kind, u->file.header->name, MODEL_WIDTH,
                                    MODEL_TOKENS};
    *out = &u->embedder;
    return OK;
}

enum err use_lite_find(struct arena *a, const char **path, struct error *e)
{
    char *dir = fs_program_dir(a, e);

    if (!dir)
        return e->code;
    *path = fs_join(dir, USE_LITE_FILE, a, e);
    if (!*path)
        return e->code;
    if (access(*path, R_OK) == 0)
        return OK;
    *path = fs_join(dir, "../share/quarry/" USE_LITE_FILE, a, e);
    return *path ? OK : e->code;
}
