/*
 * All that takes long, writing segments, is done before the lock of changes is
 * taken. Under it a copy of the newest manifest is changed and published, and
 * then what neither it names nor anybody writes is removed.
 *
 * A manifest has one kind of vectors. When a change brings another, because the
 * base has another model, the old ones are useless: nothing asks for them any
 * more, and they are dropped before they can be compared.
 */
#include "search/segments/segments_claim.h"

#include "search/lexical/filter.h"
#include "search/lexical/postings.h"

#include <string.h>

enum err segments_manifest_copy(const struct segments_manifest *from,
                                size_t more, struct arena *a,
                                struct segments_manifest *out, struct error *e)
{
    *out = *from;
    out->at = arena_alloc_array(a, from->n + more, sizeof(*out->at), e);
    if (!out->at)
        return e->code;
    if (from->n)
        memcpy(out->at, from->at, from->n * sizeof(*out->at));
    return OK;
}

void segments_drop_empty(struct segments_manifest *m)
{
    size_t n = 0;

    for (size_t i = 0; i < m->n; i++) {
        if (m->at[i].n_deleted < m->at[i].docs)
            m->at[n++] = m->at[i];
    }
    m->n = n;
}

enum err segments_mark(struct segments_entry *m, const struct segment *s,
                       const uint64_t *shared, uint32_t doc, struct arena *a,
                       struct error *e)
{
    size_t words = (size_t)(m->docs + 63) / 64;
    uint64_t bit = UINT64_C(1) << doc % 64;

    if (m->deleted && m->deleted[doc / 64] & bit)
        return OK;
    if (!m->deleted || m->deleted == shared) {
        m->deleted = arena_alloc_array(a, words, 8, e);
        if (!m->deleted)
            return e->code;
        if (shared)
            memcpy(m->deleted, shared, words * 8);
    }
    m->deleted[doc / 64] |= bit;
    m->n_deleted++;
    m->deleted_length += bm25_length(segment_lengths(s)[doc]);
    return OK;
}

/* Mark the passages of a document in segment i of a state deleted. */
static enum err delete_in(const struct state *s, size_t i, struct str document,
                          struct segments_entry *m, struct arena *a,
                          struct error *e)
{
    const struct segment *segment = s->words[i].segment;
    struct posting_list list;
    struct postings p;
    bool found;

    if (filter_find(segment, STR(SEGMENTS_DOCUMENT), document, &found, &list,
                    e))
        return e->code;
    if (!found)
        return OK;
    if (postings_open(&p, segment, &list, e))
        return e->code;
    for (uint32_t b = 0; b < p.n_blocks; b++) {
        if (postings_load(&p, b, e))
            return e->code;
        for (uint32_t k = 0; k < p.n; k++) {
            if (segments_mark(m, segment, s->manifest.at[i].deleted, p.doc[k],
                              a, e))
                return e->code;
        }
    }
    return OK;
}

/* Vectors of another kind than `kind` are no part of the index any more. */
static void set_kind(struct segments_manifest *m,
                     const struct vector_kind *kind)
{
    bool same = m->kind.dimensions == kind->dimensions &&
                str_eq(m->kind.model, kind->model);

    for (size_t i = 0; !same && i < m->n; i++)
        m->at[i].vectors = (struct segments_file){0};
    m->kind = *kind;
}

/* What a writer wrote joins the manifest, which has room for it. */
static void add_entries(struct segments_manifest *m,
                        const struct segments_entry *at, size_t n,
                        const struct vector_kind *kind)
{
    bool with_vectors = false;

    for (size_t i = 0; i < n; i++)
        with_vectors = with_vectors || at[i].vectors.bytes;
    if (with_vectors)
        set_kind(m, kind);
    for (size_t i = 0; i < n; i++)
        m->at[m->n++] = at[i];
}

/* What is to be changed, and how far that is. */
struct change {
    struct segments_writer *w; /* may be NULL */
    const struct str *gone;
    size_t n_gone;
    bool tried; /* to publish: the manifest may name what was written */
};

static enum err change(struct segments *x, const struct state *s,
                       struct change *c, struct arena *a, struct error *e)
{
    const struct segments_entry *added = NULL;
    struct segments_manifest m;
    struct vector_kind kind;
    uint64_t deleted = 0;
    size_t n = 0;

    if (c->w)
        added = segments_writer_entries(c->w, &n, &kind);
    if (segments_manifest_copy(&s->manifest, n, a, &m, e))
        return e->code;
    for (size_t i = 0; i < m.n; i++) {
        uint64_t before = m.at[i].n_deleted;

        for (size_t k = 0; k < c->n_gone; k++) {
            if (delete_in(s, i, c->gone[k], &m.at[i], a, e))
                return e->code;
        }
        deleted += m.at[i].n_deleted - before;
    }
    if (!deleted && !n)
        return OK;
    if (n)
        add_entries(&m, added, n, &kind);
    segments_drop_empty(&m);
    c->tried = true;
    return segments_publish(x, &m, a, e);
}

/* As change(), under the lock of changes. */
static enum err change_locked(struct segments *x, struct change *c,
                              struct error *e)
{
    struct fs_lock lock = FS_LOCK_NONE;
    struct state *s = NULL;
    struct arena a;
    enum err rc =
        fs_lock_open(x->change_lock, SHOWN, SEGMENTS_LOCK_MS, &lock, e);

    arena_init(&a, STATE_BYTES);
    if (rc == OK)
        rc = state_acquire(x, &s, e);
    if (s)
        rc = change(x, s, c, &a, e);
    state_release(x, s);
    if (c->w && c->tried)
        segments_writer_hand_over(c->w);
    else if (c->w)
        segments_writer_drop(c->w);
    if (rc == OK || c->tried)
        claim_sweep(x);
    arena_release(&a);
    fs_lock_close(&lock);
    return rc;
}

enum err segments_change(struct segments *x, struct segments_writer *w,
                         const struct str *gone, size_t n, struct error *e)
{
    struct change c = {w, gone, n, false};

    if (w && segments_writer_flush(w, e))
        return e->code;
    return change_locked(x, &c, e);
}
