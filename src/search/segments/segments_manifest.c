#include "search/segments/segments_manifest.h"

#include "base/hash.h"
#include "base/little_endian.h"
#include "search/lexical/segment_format.h"

#include <string.h>

#define MAGIC     UINT64_C(0x314e414d47455351) /* "QSEGMAN1" */
#define HEAD      6 /* words of a manifest without a name and segments */
#define ENTRY     8 /* of a segment without its bitmap */
#define MIN_BYTES ((size_t)(HEAD + 1) * 8)

static size_t bitmap_words(uint64_t docs)
{
    return (size_t)(docs + 63) / 64;
}

static size_t name_words(size_t bytes)
{
    return (bytes + 7) / 8;
}

const struct segments_entry *segments_manifest_find(
    const struct segments_manifest *m, uint64_t name)
{
    for (size_t i = 0; i < m->n; i++) {
        if (m->at[i].name == name)
            return &m->at[i];
    }
    return NULL;
}

static void put(unsigned char **p, uint64_t v)
{
    store64(*p, v);
    *p += 8;
}

static void put_entry(unsigned char **p, const struct segments_entry *s)
{
    put(p, s->name);
    put(p, s->words.bytes);
    put(p, s->words.sum);
    put(p, s->vectors.bytes);
    put(p, s->vectors.sum);
    put(p, s->docs);
    put(p, s->n_deleted);
    put(p, s->deleted_length);
    for (size_t w = 0; s->n_deleted && w < bitmap_words(s->docs); w++)
        put(p, s->deleted[w]);
}

enum err segments_manifest_write(const struct segments_manifest *m,
                                 struct arena *a, struct str *out,
                                 struct error *e)
{
    size_t words = HEAD + 1 + name_words(m->kind.model.n);
    unsigned char *p;
    unsigned char *start;

    for (size_t i = 0; i < m->n; i++)
        words += ENTRY + (m->at[i].n_deleted ? bitmap_words(m->at[i].docs) : 0);
    p = start = arena_alloc_array(a, words, 8, e);
    if (!p)
        return e->code;
    put(&p, MAGIC);
    put(&p, m->id);
    put(&p, m->version);
    put(&p, m->kind.dimensions);
    put(&p, m->kind.model.n);
    if (m->kind.model.n)
        memcpy(p, m->kind.model.p, m->kind.model.n);
    p += name_words(m->kind.model.n) * 8;
    put(&p, m->n);
    for (size_t i = 0; i < m->n; i++)
        put_entry(&p, &m->at[i]);
    put(&p, hash_sum(start, (words - 1) * 8, 0));
    *out = (struct str){(const char *)start, words * 8};
    return OK;
}

static enum err damaged(struct error *e)
{
    return error_set(e, ERR_INTERNAL, "the list of an index is damaged");
}

static size_t words_left(const unsigned char *p, const unsigned char *end)
{
    return (size_t)(end - p) / 8;
}

/* The next word: there is one. */
static uint64_t get(const unsigned char **p)
{
    uint64_t v = load64(*p);

    *p += 8;
    return v;
}

static enum err read_kind(const unsigned char **p, const unsigned char *end,
                          struct vector_kind *out, struct error *e)
{
    uint64_t dimensions = get(p);
    uint64_t bytes = get(p);

    if (dimensions > VECTOR_MAX_DIMENSIONS || bytes > VECTOR_MODEL_MAX_BYTES ||
        name_words(bytes) + 1 > words_left(*p, end))
        return damaged(e);
    *out =
        (struct vector_kind){{(const char *)*p, bytes}, (uint32_t)dimensions};
    *p += name_words(bytes) * 8;
    return OK;
}

static enum err read_deleted(const unsigned char **p, const unsigned char *end,
                             struct segments_entry *s, struct arena *a,
                             struct error *e)
{
    size_t words = bitmap_words(s->docs);
    uint64_t count = 0;

    if (words_left(*p, end) < words)
        return damaged(e);
    s->deleted = arena_alloc_array(a, words, 8, e);
    if (!s->deleted)
        return e->code;
    for (size_t w = 0; w < words; w++) {
        s->deleted[w] = get(p);
        count += (uint64_t)__builtin_popcountll(s->deleted[w]);
    }
    if (s->docs % 64 && s->deleted[words - 1] >> s->docs % 64)
        return damaged(e);
    return count == s->n_deleted ? OK : damaged(e);
}

static enum err read_entry(const unsigned char **p, const unsigned char *end,
                           struct segments_entry *s, struct arena *a,
                           struct error *e)
{
    if (words_left(*p, end) < ENTRY)
        return damaged(e);
    s->name = get(p);
    s->words.bytes = get(p);
    s->words.sum = get(p);
    s->vectors.bytes = get(p);
    s->vectors.sum = get(p);
    s->docs = get(p);
    s->n_deleted = get(p);
    s->deleted_length = get(p);
    if (s->docs > SEGMENT_MAX_DOCS || s->n_deleted > s->docs)
        return damaged(e);
    return s->n_deleted ? read_deleted(p, end, s, a, e) : OK;
}

enum err segments_manifest_read(struct str bytes, struct arena *a,
                                struct segments_manifest *out, struct error *e)
{
    const unsigned char *p = (const unsigned char *)bytes.p;
    const unsigned char *end = p + bytes.n;

    *out = (struct segments_manifest){0};
    if (bytes.n < MIN_BYTES || bytes.n % 8 ||
        load64(end - 8) != hash_sum(p, bytes.n - 8, 0))
        return damaged(e);
    end -= 8;
    if (get(&p) != MAGIC)
        return damaged(e);
    out->id = get(&p);
    out->version = get(&p);
    if (read_kind(&p, end, &out->kind, e))
        return e->code;
    out->n = (size_t)get(&p);
    if (out->n > MANIFEST_MAX_SEGMENTS)
        return damaged(e);
    out->at = arena_alloc_array(a, out->n, sizeof(*out->at), e);
    if (!out->at)
        return e->code;
    for (size_t i = 0; i < out->n; i++) {
        if (read_entry(&p, end, &out->at[i], a, e))
            return e->code;
    }
    return p == end ? OK : damaged(e);
}
