#include "lexical/manifest.h"

#include "base/hash.h"
#include "lexical/pack.h"
#include "lexical/segment_format.h"

#include <stdio.h>

#define MAGIC  UINT64_C(0x314e414d58454c51) /* "QLEXMAN1" */
#define FIELDS 6                            /* of a segment */

static size_t bitmap_words(uint64_t docs)
{
    return (size_t)(docs + 63) / 64;
}

void manifest_file_name(uint64_t name, char out[MANIFEST_NAME_BYTES])
{
    (void)snprintf(out, MANIFEST_NAME_BYTES, "%016llx.seg",
                   (unsigned long long)name);
}

static void put(unsigned char **p, uint64_t v)
{
    store64(*p, v);
    *p += 8;
}

enum err manifest_write(const struct manifest *m, struct arena *a,
                        struct str *out, struct error *e)
{
    size_t words = 3;
    unsigned char *p;
    unsigned char *start;

    for (size_t i = 0; i < m->n; i++)
        words += FIELDS + (m->at[i].deleted ? bitmap_words(m->at[i].docs) : 0);
    p = start = arena_alloc_array(a, words, 8, e);
    if (!p)
        return e->code;
    put(&p, MAGIC);
    put(&p, m->n);
    for (size_t i = 0; i < m->n; i++) {
        const struct manifest_segment *s = &m->at[i];

        put(&p, s->name);
        put(&p, s->bytes);
        put(&p, s->sum);
        put(&p, s->docs);
        put(&p, s->n_deleted);
        put(&p, s->deleted_length);
        for (size_t w = 0; s->deleted && w < bitmap_words(s->docs); w++)
            put(&p, s->deleted[w]);
    }
    put(&p, hash_sum(start, (words - 1) * 8, 0));
    *out = (struct str){(const char *)start, words * 8};
    return OK;
}

static enum err damaged(struct error *e)
{
    return error_set(e, ERR_INTERNAL, "the list of an index is damaged");
}

/* The next word, 0 behind the end. */
static uint64_t get(const unsigned char **p, const unsigned char *end)
{
    uint64_t v = end - *p >= 8 ? load64(*p) : 0;

    *p += end - *p >= 8 ? 8 : 0;
    return v;
}

static enum err read_segment(const unsigned char **p, const unsigned char *end,
                             struct manifest_segment *s, struct arena *a,
                             struct error *e)
{
    uint64_t count = 0;

    s->name = get(p, end);
    s->bytes = get(p, end);
    s->sum = get(p, end);
    s->docs = get(p, end);
    s->n_deleted = get(p, end);
    s->deleted_length = get(p, end);
    if (s->docs > SEGMENT_MAX_DOCS || s->n_deleted > s->docs)
        return damaged(e);
    if (!s->n_deleted)
        return OK;
    if ((uint64_t)(end - *p) / 8 < bitmap_words(s->docs))
        return damaged(e);
    s->deleted = arena_alloc_array(a, bitmap_words(s->docs), 8, e);
    if (!s->deleted)
        return e->code;
    for (size_t w = 0; w < bitmap_words(s->docs); w++) {
        s->deleted[w] = get(p, end);
        count += (uint64_t)__builtin_popcountll(s->deleted[w]);
    }
    return count == s->n_deleted ? OK : damaged(e);
}

enum err manifest_read(struct str bytes, struct arena *a, struct manifest *out,
                       struct error *e)
{
    const unsigned char *p = (const unsigned char *)bytes.p;
    const unsigned char *end = p + bytes.n;

    *out = (struct manifest){0};
    if (bytes.n < 24 || bytes.n % 8 ||
        load64(end - 8) != hash_sum(p, bytes.n - 8, 0))
        return damaged(e);
    end -= 8;
    if (get(&p, end) != MAGIC)
        return damaged(e);
    out->n = (size_t)get(&p, end);
    if (out->n > MANIFEST_MAX_SEGMENTS)
        return damaged(e);
    out->at = arena_alloc_array(a, out->n, sizeof(*out->at), e);
    if (!out->at)
        return e->code;
    for (size_t i = 0; i < out->n; i++) {
        if (read_segment(&p, end, &out->at[i], a, e))
            return e->code;
    }
    return p == end ? OK : damaged(e);
}
