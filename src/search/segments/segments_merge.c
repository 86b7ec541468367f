/*
 * Which segments are merged, and how the result takes their place although the
 * index changes meanwhile.
 *
 * Segments are sorted into tiers by size, each eight times the one below;
 * eight of a tier become one of the next, so a passage is rewritten once a
 * tier. The merged segment is written from a snapshot without a lock; then,
 * under the lock of changes, what was deleted meanwhile is deleted in it, too:
 * merged passages are in the order of their sources, so counting those that
 * the snapshot had tells the number of each.
 */
#include "search/segments/segments_merge.h"

#include "search/lexical/segment_merge.h"

#define TIER_SHIFT     3  /* each tier is eight times the one below */
#define TIER_BYTES     16 /* log2 of the lowest tier */
#define MANY_DELETED_N 2  /* rewrite a segment when 2 of */
#define MANY_DELETED_D 5  /* 5 passages are deleted */

/* Vectors are gathered in memory: more than this are not put together. */
#define MAX_VECTOR_BYTES ((uint64_t)512 << 20)

static uint64_t bytes_of(const struct segments_entry *m)
{
    return m->words.bytes + m->vectors.bytes;
}

/* The tier of a segment: segments of similar size share one. */
static unsigned tier_of(const struct segments_entry *m)
{
    uint64_t bytes = bytes_of(m) >> TIER_BYTES;
    unsigned tier = 0;

    for (; bytes; bytes >>= TIER_SHIFT)
        tier++;
    return tier;
}

/* Which segments to merge: indexes into the manifest, ascending. */
static size_t pick(const struct segments_manifest *m,
                   size_t chosen[MERGE_FACTOR])
{
    for (size_t i = 0; i < m->n; i++) {
        if (m->at[i].n_deleted * MANY_DELETED_D >
            m->at[i].docs * MANY_DELETED_N) {
            chosen[0] = i;
            return 1;
        }
    }
    for (size_t i = 0; i < m->n; i++) {
        uint64_t docs = 0;
        uint64_t vectors = 0;
        size_t n = 0;

        for (size_t k = i; k < m->n && n < MERGE_FACTOR; k++) {
            if (tier_of(&m->at[k]) != tier_of(&m->at[i]))
                continue;
            docs += m->at[k].docs;
            vectors += m->at[k].vectors.bytes;
            chosen[n++] = k;
        }
        if (n == MERGE_FACTOR && docs <= SEGMENT_MAX_DOCS &&
            vectors <= MAX_VECTOR_BYTES)
            return n;
    }
    return 0;
}

static bool is_deleted(const uint64_t *deleted, uint32_t doc)
{
    return deleted && deleted[doc / 64] >> doc % 64 & 1;
}

/* The vectors of one source, of passages numbered from *doc on. */
static enum err copy_vectors(const struct merge_job *job, size_t source,
                             struct vector_builder *b, uint32_t *doc,
                             struct error *e)
{
    const struct vector_segment *from = job->old->vectors[source].segment;
    const struct segments_entry *m = &job->old->manifest.at[source];
    uint32_t dimensions = job->old->manifest.kind.dimensions;

    for (uint32_t d = 0; d < m->docs; d++) {
        const float *vectors = NULL;
        uint32_t n = 0;

        if (is_deleted(m->deleted, d))
            continue;
        if (from && vector_segment_of(from, d, &vectors, &n, e))
            return e->code;
        for (uint32_t i = 0; i < n; i++) {
            if (vector_builder_add(b, *doc, vectors + (size_t)i * dimensions,
                                   e))
                return e->code;
        }
        ++*doc;
    }
    return OK;
}

/* Write the vectors of all sources, if there are any. */
static enum err merge_vectors(const struct segments *x, struct merge_job *job,
                              struct arena *a, struct error *e)
{
    struct vector_builder *b;
    struct segments_path p;
    uint64_t bytes = 0;
    uint32_t docs = 0;
    enum err rc = OK;

    for (size_t i = 0; i < job->n; i++)
        bytes += job->old->manifest.at[job->chosen[i]].vectors.bytes;
    if (!bytes)
        return OK;
    b = vector_builder_new(&job->old->manifest.kind,
                           (size_t)bytes * 2 + ((size_t)4 << 20), e);
    if (!b)
        return e->code;
    for (size_t i = 0; rc == OK && i < job->n; i++)
        rc = copy_vectors(job, job->chosen[i], b, &docs, e);
    job->with_vectors = rc == OK && vector_builder_count(b);
    if (job->with_vectors)
        rc = segments_path_of(x, job->name, SEGMENTS_VECTORS, a, &p, e);
    if (rc == OK && job->with_vectors)
        rc = vector_builder_write(b, docs, p.path, p.file, e);
    vector_builder_free(b);
    return rc;
}

static enum err merge_words(const struct segments *x,
                            const struct merge_job *job, struct arena *a,
                            struct error *e)
{
    struct search_segment from[MERGE_FACTOR];
    struct segments_path p;

    for (size_t i = 0; i < job->n; i++)
        from[i] = job->old->words[job->chosen[i]];
    if (segments_path_of(x, job->name, SEGMENTS_WORDS, a, &p, e))
        return e->code;
    return merge_segments(from, job->n, p.path, p.file, a, e);
}

enum err merge_begin(struct segments *x, struct merge_job *job, struct error *e)
{
    enum err rc;

    *job = (struct merge_job){.claim = CLAIM_NONE};
    arena_init(&job->a, STATE_BYTES);
    rc = state_acquire(x, &job->old, e);
    if (rc != OK)
        return rc;
    job->n = pick(&job->old->manifest, job->chosen);
    if (!job->n)
        return OK;
    if (claim_open(x, &job->a, &job->claim, e) ||
        claim_name(&job->claim, &job->name, e) ||
        merge_words(x, job, &job->a, e) || merge_vectors(x, job, &job->a, e) ||
        segments_open_files(x, job->name, job->with_vectors, &job->merged, e))
        return e->code;
    job->result = segments_describe(job->name, &job->merged);
    return OK;
}

/*
 * What of a source was deleted since the snapshot is deleted in the result,
 * where its passages have the numbers from *doc on. `now` is NULL when nothing
 * of the source is left.
 */
static enum err carry_deletions(struct merge_job *job,
                                const struct segments_entry *old,
                                const struct segments_entry *now, uint32_t *doc,
                                struct error *e)
{
    for (uint32_t d = 0; d < old->docs; d++) {
        if (is_deleted(old->deleted, d))
            continue;
        if (*doc >= job->result.docs)
            return segment_damaged(job->merged.words, e);
        if ((!now || is_deleted(now->deleted, d)) &&
            segments_mark(&job->result, job->merged.words, NULL, *doc, &job->a,
                          e))
            return e->code;
        ++*doc;
    }
    return OK;
}

/* Is segment `name` one that was merged? */
static bool is_source(const struct merge_job *job, uint64_t name)
{
    for (size_t i = 0; i < job->n; i++) {
        if (job->old->manifest.at[job->chosen[i]].name == name)
            return true;
    }
    return false;
}

/* The newest manifest with the merged segment in place of its sources. */
static enum err replace(struct merge_job *job, const struct state *now,
                        struct segments_manifest *out, struct error *e)
{
    const struct segments_manifest *m = &now->manifest;
    const struct segments_manifest *old = &job->old->manifest;
    size_t place = m->n;
    uint32_t doc = 0;

    if (m->id != old->id)
        return error_set(e, ERR_CONFLICT, "the index is another one now");
    for (size_t i = 0; i < job->n; i++) {
        const struct segments_entry *source = &old->at[job->chosen[i]];

        if (carry_deletions(job, source,
                            segments_manifest_find(m, source->name), &doc, e))
            return e->code;
    }
    if (m->kind.dimensions != old->kind.dimensions ||
        !str_eq(m->kind.model, old->kind.model))
        job->result.vectors = (struct segments_file){0};
    if (segments_manifest_copy(m, 1, &job->a, out, e))
        return e->code;
    out->n = 0;
    for (size_t i = 0; i < m->n; i++) {
        if (!is_source(job, m->at[i].name))
            out->at[out->n++] = m->at[i];
        else if (place == m->n)
            place = out->n++; /* the result takes the place of the first */
    }
    if (place == m->n)
        place = out->n++; /* nothing of the sources is left, nor of it */
    out->at[place] = job->result;
    segments_drop_empty(out);
    return OK;
}

enum err merge_finish(struct segments *x, struct merge_job *job,
                      struct error *e)
{
    struct fs_lock lock = FS_LOCK_NONE;
    struct segments_manifest m;
    struct state *now = NULL;
    enum err rc =
        fs_lock_open(x->change_lock, SHOWN, SEGMENTS_LOCK_MS, &lock, e);

    if (rc == OK)
        rc = state_acquire(x, &now, e);
    if (now)
        rc = replace(job, now, &m, e);
    if (rc == OK) {
        job->tried = true;
        rc = segments_publish(x, &m, &job->a, e);
        claim_close(&job->claim);
        claim_sweep(x);
    }
    state_release(x, now); /* m has its bitmaps */
    fs_lock_close(&lock);
    return rc;
}

void merge_release(struct segments *x, struct merge_job *job)
{
    segments_close_files(&job->merged);
    if (job->name && !job->tried)
        claim_remove(x, job->name);
    claim_close(&job->claim);
    state_release(x, job->old);
    arena_release(&job->a);
}

enum err segments_merge(struct segments *x, bool *did, struct error *e)
{
    struct fs_lock lock = FS_LOCK_NONE;
    struct merge_job job;
    enum err rc = fs_lock_try(x->merge_lock, SHOWN, &lock, e);

    *did = false;
    if (rc != OK || lock.fd < 0)
        return rc;
    rc = merge_begin(x, &job, e);
    if (rc == OK && job.n)
        rc = merge_finish(x, &job, e);
    *did = rc == OK && job.n;
    merge_release(x, &job);
    fs_lock_close(&lock);
    return rc;
}
