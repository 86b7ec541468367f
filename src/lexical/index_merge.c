/*
 * index_merge.c - which segments are merged, and how the result takes their
 * place although the index changes meanwhile.
 *
 * Segments are sorted into tiers by size, each eight times the one below;
 * eight of a tier become one of the next, so a passage is rewritten once a
 * tier. The merged segment is written from a snapshot without a lock; then,
 * under the lock of changes, what was deleted meanwhile is deleted in it, too.
 */
#include "lexical/index_internal.h"

#include "base/fs.h"
#include "lexical/merge.h"

#include <unistd.h>

#define MERGE_FACTOR   8  /* segments of a tier that become one */
#define TIER_SHIFT     3  /* each tier is eight times the one below */
#define TIER_BYTES     16 /* log2 of the lowest tier */
#define MANY_DELETED_N 2  /* rewrite a segment when 2 of */
#define MANY_DELETED_D 5  /* 5 passages are deleted */

/* The tier of a segment: which others are of about its size. */
static unsigned tier_of(const struct manifest_segment *m)
{
    uint64_t bytes = m->bytes >> TIER_BYTES;
    unsigned tier = 0;

    for (; bytes; bytes >>= TIER_SHIFT)
        tier++;
    return tier;
}

/* Which segments to merge: indexes into the manifest, ascending. */
static size_t pick(const struct manifest *m, size_t chosen[MERGE_FACTOR])
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
        size_t n = 0;

        for (size_t k = i; k < m->n && n < MERGE_FACTOR; k++) {
            if (tier_of(&m->at[k]) != tier_of(&m->at[i]))
                continue;
            docs += m->at[k].docs;
            chosen[n++] = k;
        }
        if (n == MERGE_FACTOR && docs <= SEGMENT_MAX_DOCS)
            return n;
    }
    return 0;
}

struct merge_job {
    const struct state *old; /* what is merged */
    size_t chosen[MERGE_FACTOR];
    size_t n;
    struct segment *merged;
    struct manifest_segment result;
};

/* What of a source was deleted while it was merged is deleted in the result. */
static enum err carry_deletions(struct merge_job *job,
                                const struct search_segment *s,
                                const struct manifest_segment *now,
                                struct arena *a, struct error *e)
{
    for (uint32_t d = 0; now->deleted && d < now->docs; d++) {
        uint64_t id;
        uint32_t doc;
        bool found;

        if (!(now->deleted[d / 64] >> d % 64 & 1) ||
            (s->deleted && s->deleted[d / 64] >> d % 64 & 1))
            continue;
        if (segment_id(s->segment, d, &id, e) ||
            segment_find_id(job->merged, id, &found, &doc, e) ||
            (found && index_mark(&job->result, job->merged, NULL, doc, a, e)))
            return e->code;
    }
    return OK;
}

/* The newest manifest with the merged segment in place of its sources. */
static enum err replace(struct lexical_index *ix, struct merge_job *job,
                        const struct state *now, struct arena *a,
                        struct error *e)
{
    struct manifest m = {0};
    struct manifest out = {0};
    size_t first = now->manifest.n;

    if (index_copy_manifest(&now->manifest, a, &m, e) ||
        index_copy_manifest(&now->manifest, a, &out, e))
        return e->code;
    out.n = 0;
    for (size_t i = 0; i < m.n; i++) {
        bool merged = false;

        for (size_t k = 0; k < job->n; k++) {
            size_t c = job->chosen[k];

            if (job->old->manifest.at[c].name != m.at[i].name)
                continue;
            merged = true;
            if (carry_deletions(job, &job->old->in_view[c], &m.at[i], a, e))
                return e->code;
        }
        if (!merged)
            out.at[out.n++] = m.at[i];
        else if (first == now->manifest.n)
            first = out.n++; /* the result takes the place of the first */
    }
    if (first == now->manifest.n)
        return error_set(e, ERR_CONFLICT, "the index changed meanwhile");
    out.at[first] = job->result;
    index_drop_empty(&out);
    if (index_publish(ix, &out, a, e))
        return e->code;
    index_remove_files(ix, &m, &out, a);
    return OK;
}

/* Write the merged segment, without keeping anybody from anything. */
static enum err write_merged(struct merge_job *job, const char *path,
                             const char *file, struct arena *a, struct error *e)
{
    struct search_segment from[MERGE_FACTOR];

    for (size_t i = 0; i < job->n; i++)
        from[i] = job->old->in_view[job->chosen[i]];
    return merge_segments(from, job->n, path, file, a, e);
}

static enum err merge(struct lexical_index *ix, struct merge_job *job,
                      struct error *e)
{
    struct fs_lock lock = FS_LOCK_NONE;
    char file[MANIFEST_NAME_BYTES];
    struct state *now = NULL;
    const char *path = NULL;
    uint64_t name = 0;
    struct arena a;
    enum err rc;

    arena_init(&a, STATE_BYTES);
    rc = index_new_name(&name, e);
    path = rc == OK ? index_file_path(ix, name, file, &a, e) : NULL;
    rc = path ? write_merged(job, path, file, &a, e) : e->code;
    if (rc == OK)
        rc = index_describe(path, file, name, &job->result, e);
    if (rc == OK)
        rc = segment_open(path, file, &job->merged, e);
    if (rc == OK)
        rc = fs_lock_open(ix->change_lock, SHOWN, LEXICAL_LOCK_MS, &lock, e);
    if (rc == OK)
        rc = index_acquire(ix, &now, e);
    if (now)
        rc = replace(ix, job, now, &a, e);
    if (now)
        index_release(ix, now);
    if (rc != OK && path)
        (void)unlink(path);
    fs_lock_close(&lock);
    segment_close(job->merged);
    arena_release(&a);
    return rc;
}

enum err lexical_index_merge(struct lexical_index *ix, bool *did,
                             struct error *e)
{
    struct fs_lock lock = FS_LOCK_NONE;
    struct state *s = NULL;
    struct merge_job job = {0};
    enum err rc = fs_lock_try(ix->merge_lock, SHOWN, &lock, e);

    *did = false;
    if (rc != OK || lock.fd < 0)
        return rc;
    rc = index_acquire(ix, &s, e);
    if (s) {
        job.old = s;
        job.n = pick(&s->manifest, job.chosen);
        if (job.n)
            rc = merge(ix, &job, e);
        *did = job.n && rc == OK;
    }
    if (s)
        index_release(ix, s);
    fs_lock_close(&lock);
    return rc;
}
