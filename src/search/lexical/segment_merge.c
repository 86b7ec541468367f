#include "search/lexical/segment_merge.h"

#include "search/lexical/postings.h"
#include "search/lexical/segment_write.h"

struct source {
    const struct search_segment *s;
    struct dict_cursor keys;
    bool has_key;
    uint32_t *renamed; /* each passage's number in the new segment, or NO_DOC */
};

struct merger {
    struct source *source; /* source[0..n) */
    size_t n;
    struct segment_writer w;
    uint64_t *id; /* of the new segment */
    uint8_t *length;
    uint32_t n_docs;
};

static bool is_deleted(const struct search_segment *s, uint32_t doc)
{
    return s->deleted && (s->deleted[doc / 64] >> doc % 64 & 1);
}

static enum err take_docs(struct merger *m, struct source *src, struct arena *a,
                          struct error *e)
{
    const struct segment *s = src->s->segment;
    uint32_t docs = segment_docs(s);

    src->renamed = arena_alloc_array(a, docs, sizeof(*src->renamed), e);
    if (!src->renamed)
        return e->code;
    for (uint32_t d = 0; d < docs; d++) {
        src->renamed[d] = NO_DOC;
        if (is_deleted(src->s, d))
            continue;
        if (segment_id(s, d, &m->id[m->n_docs], e))
            return e->code;
        m->length[m->n_docs] = segment_lengths(s)[d];
        src->renamed[d] = m->n_docs++;
    }
    return dict_seek(&src->keys, s, (struct str){0}, &src->has_key, e);
}

static enum err prepare(struct merger *m, const struct search_segment *from,
                        size_t n, struct arena *a, struct error *e)
{
    uint64_t docs = 0;

    *m = (struct merger){.n = n};
    m->source = arena_alloc_array(a, n, sizeof(*m->source), e);
    if (!m->source)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        m->source[i].s = &from[i];
        docs += segment_docs(from[i].segment);
    }
    m->id = arena_alloc_array(a, docs, sizeof(*m->id), e);
    m->length = arena_alloc_array(a, docs, 1, e);
    if (!m->id || !m->length)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        if (take_docs(m, &m->source[i], a, e))
            return e->code;
    }
    return OK;
}

static struct str key_of(const struct source *s)
{
    return (struct str){s->keys.key, s->keys.key_n};
}

/* The source with the least key, the first of equal ones; n when none has. */
static size_t least_key(const struct merger *m)
{
    size_t least = m->n;

    for (size_t i = 0; i < m->n; i++) {
        if (m->source[i].has_key &&
            (least == m->n ||
             str_cmp(key_of(&m->source[i]), key_of(&m->source[least])) < 0))
            least = i;
    }
    return least;
}

/* Write the postings of a source's key; the key with the first of them. */
static enum err copy_postings(struct merger *m, const struct source *src,
                              bool *begun, struct error *e)
{
    struct postings p;

    if (postings_open(&p, src->s->segment, &src->keys.list, e))
        return e->code;
    for (uint32_t b = 0; b < p.n_blocks; b++) {
        if (postings_load(&p, b, e))
            return e->code;
        for (; p.at < p.n; p.at++) {
            uint32_t doc = src->renamed[p.doc[p.at]];
            struct str positions;

            if (doc == NO_DOC)
                continue;
            if (!*begun && segment_writer_key(&m->w, key_of(src), e))
                return e->code;
            *begun = true;
            if (postings_raw_positions(&p, &positions, e) ||
                segment_writer_posting(&m->w, doc, p.tf[p.at], positions, e))
                return e->code;
        }
    }
    return OK;
}

static enum err copy_key(struct merger *m, size_t first, struct error *e)
{
    char bytes[MAX_KEY_BYTES];
    struct str key = {bytes, m->source[first].keys.key_n};
    bool begun = false;

    memcpy(bytes, m->source[first].keys.key, key.n);
    for (size_t i = first; i < m->n; i++) {
        struct source *src = &m->source[i];

        if (!src->has_key || !str_eq(key_of(src), key))
            continue;
        if (copy_postings(m, src, &begun, e) ||
            dict_next(&src->keys, &src->has_key, e))
            return e->code;
        if (src->has_key && str_cmp(key_of(src), key) <= 0)
            return segment_damaged(src->s->segment, e);
    }
    return OK;
}

static enum err copy_stored(struct merger *m, struct error *e)
{
    for (size_t i = 0; i < m->n; i++) {
        const struct source *src = &m->source[i];

        for (uint32_t d = 0; d < segment_docs(src->s->segment); d++) {
            struct str bytes;

            if (src->renamed[d] == NO_DOC)
                continue;
            if (segment_stored(src->s->segment, d, &bytes, e) ||
                segment_writer_stored(&m->w, bytes, e))
                return e->code;
        }
    }
    return OK;
}

enum err merge_segments(const struct search_segment *from, size_t n,
                        const char *path, const char *shown, struct arena *a,
                        struct error *e)
{
    struct merger *m = arena_alloc(a, sizeof(*m), e);
    struct segment_docs docs;
    enum err rc;

    BUG_ON(n == 0 || n > MERGE_MAX_SEGMENTS);
    if (!m || prepare(m, from, n, a, e))
        return e->code;
    docs = (struct segment_docs){m->id, m->length, m->n_docs};
    rc = segment_writer_open(&m->w, path, shown, &docs, a, e);
    for (size_t i; rc == OK && (i = least_key(m)) < n;)
        rc = copy_key(m, i, e);
    if (rc == OK)
        rc = copy_stored(m, e);
    if (rc == OK)
        rc = segment_writer_finish(&m->w, e);
    segment_writer_release(&m->w);
    return rc;
}
