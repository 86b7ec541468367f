/*
 * lexical_index.c - see the header. A state is what one manifest says with its
 * segments open; states share open segments, counted by `refs` under the
 * index's mutex, and the last state that holds one closes it.
 */
#include "lexical/lexical_index.h"

#include "base/fs.h"
#include "base/mem.h"
#include "lexical/manifest.h"
#include "lexical/merge.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define MANIFEST       "manifest"
#define SHOWN          "the index"
#define STATE_BYTES    ((size_t)4 << 30)
#define MAX_MANIFEST   ((size_t)1 << 30)
#define OPEN_TRIES     10
#define MERGE_FACTOR   8  /* segments of a tier that become one */
#define TIER_SHIFT     3  /* each tier is eight times the one below */
#define TIER_BYTES     16 /* log2 of the lowest tier */
#define MANY_DELETED_N 2  /* rewrite a segment when 2 of */
#define MANY_DELETED_D 5  /* 5 passages are deleted */

/* An open segment. */
struct held {
    struct segment *segment;
    unsigned refs;
};

struct state {
    struct lexical_snapshot snapshot; /* first: who reads gets its address */
    struct arena a;                   /* holds all below */
    struct manifest manifest;
    struct search_segment *in_view;
    struct held **held;
    unsigned refs;
};

/* Which file a manifest was read from. */
struct stamp {
    uint64_t inode;
    uint64_t bytes;
    int64_t s;
    int64_t ns;
};

struct lexical_index {
    struct arena a;
    const char *folder;
    const char *manifest;
    const char *change_lock;
    const char *merge_lock;
    pthread_mutex_t lock; /* guards what follows, and all refs */
    struct state *current;
    struct stamp stamp;
};

static void state_unref(struct state *s)
{
    if (!s || --s->refs)
        return;
    for (size_t i = 0; s->held && i < s->manifest.n; i++) {
        struct held *h = s->held[i];

        if (!h || --h->refs)
            continue;
        segment_close(h->segment);
        mem_free(h);
    }
    arena_release(&s->a);
    mem_free(s);
}

static enum err stamp_of(const char *path, struct stamp *out, struct error *e)
{
    struct stat st;

    if (stat(path, &st) != 0)
        return fs_error(ERR_FILE_READ_FAILED, "read", SHOWN, errno, e);
    *out = (struct stamp){st.st_ino, (uint64_t)st.st_size, st.st_mtim.tv_sec,
                          st.st_mtim.tv_nsec};
    return OK;
}

static bool same_stamp(const struct stamp *a, const struct stamp *b)
{
    return a->inode == b->inode && a->bytes == b->bytes && a->s == b->s &&
           a->ns == b->ns;
}

/* The open segment of that name, if the current state has it. */
static struct held *find_held(const struct lexical_index *ix, uint64_t name)
{
    const struct state *s = ix->current;

    for (size_t i = 0; s && i < s->manifest.n; i++) {
        if (s->manifest.at[i].name == name)
            return s->held[i];
    }
    return NULL;
}

static enum err open_held(const struct lexical_index *ix,
                          const struct manifest_segment *m, struct state *s,
                          struct held **out, struct error *e)
{
    char name[MANIFEST_NAME_BYTES];
    struct held *h;
    char *path;

    manifest_file_name(m->name, name);
    path = fs_join(ix->folder, name, &s->a, e);
    if (!path)
        return e->code;
    h = mem_new(sizeof(*h), e);
    if (!h)
        return e->code;
    h->refs = 1;
    *out = h; /* released with the state */
    if (segment_open(path, name, &h->segment, e))
        return e->code;
    if (segment_sum(h->segment) != m->sum ||
        segment_bytes(h->segment) != m->bytes ||
        segment_docs(h->segment) != m->docs)
        return segment_damaged(h->segment, e);
    return OK;
}

/* Open every segment of s->manifest, or take it from the current state. */
static enum err open_all(const struct lexical_index *ix, struct state *s,
                         struct error *e)
{
    size_t n = s->manifest.n;

    s->held = arena_alloc_array(&s->a, n, sizeof(struct held *), e);
    s->in_view = arena_alloc_array(&s->a, n, sizeof(*s->in_view), e);
    if (!s->held || !s->in_view)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        const struct manifest_segment *m = &s->manifest.at[i];
        struct held *h = find_held(ix, m->name);

        if (h) {
            h->refs++;
            s->held[i] = h;
        } else if (open_held(ix, m, s, &s->held[i], e)) {
            return e->code;
        }
        s->in_view[i] = (struct search_segment){
            s->held[i]->segment, m->deleted, m->n_deleted, m->deleted_length};
    }
    s->snapshot.view = (struct search_view){s->in_view, n};
    return OK;
}

static enum err load_once(const struct lexical_index *ix, struct state **out,
                          struct error *e)
{
    struct state *s = mem_new(sizeof(*s), e);
    struct str bytes;

    if (!s)
        return e->code;
    s->refs = 1;
    arena_init(&s->a, STATE_BYTES);
    if (fs_read_file(ix->manifest, SHOWN, MAX_MANIFEST, &s->a, &bytes, e) ||
        manifest_read(bytes, &s->a, &s->manifest, e) || open_all(ix, s, e)) {
        state_unref(s);
        return e->code;
    }
    *out = s;
    return OK;
}

/* Make the current state that of the manifest on the disk; lock is held. */
static enum err refresh(struct lexical_index *ix, struct error *e)
{
    enum err rc = OK;

    for (int i = 0; i < OPEN_TRIES; i++) {
        struct state *s = NULL;
        struct stamp now;

        if (stamp_of(ix->manifest, &now, e))
            return e->code;
        if (ix->current && same_stamp(&now, &ix->stamp))
            return OK;
        rc = load_once(ix, &s, e);
        if (rc == OK) {
            state_unref(ix->current);
            ix->current = s;
            ix->stamp = now;
            return OK;
        }
        if (rc != ERR_NOT_FOUND) /* of a segment that was merged meanwhile */
            return rc;
    }
    return error_set(e, ERR_INTERNAL, "a part of the index is missing");
}

static enum err publish(struct lexical_index *ix, const struct manifest *m,
                        struct arena *a, struct error *e)
{
    struct str bytes;

    if (m->n > MANIFEST_MAX_SEGMENTS)
        return error_set(e, ERR_LIMIT, "over %d segments: merge first",
                         MANIFEST_MAX_SEGMENTS);
    if (manifest_write(m, a, &bytes, e))
        return e->code;
    return fs_write_atomic(ix->manifest, SHOWN, bytes, true, e);
}

static enum err make_manifest(struct lexical_index *ix, struct error *e)
{
    struct fs_lock lock = FS_LOCK_NONE;
    const struct manifest none = {0};
    enum err rc =
        fs_lock_open(ix->change_lock, SHOWN, LEXICAL_LOCK_MS, &lock, e);

    if (rc == OK && access(ix->manifest, F_OK) != 0)
        rc = publish(ix, &none, &ix->a, e);
    fs_lock_close(&lock);
    return rc;
}

enum err lexical_index_open(const char *folder, struct lexical_index **out,
                            struct error *e)
{
    struct lexical_index *ix = mem_new(sizeof(*ix), e);
    struct str copy;
    enum err rc;

    if (!ix)
        return e->code;
    arena_init(&ix->a, (size_t)1 << 20);
    (void)pthread_mutex_init(&ix->lock, NULL);
    rc = str_printf(&ix->a, &copy, e, "%s", folder);
    ix->folder = copy.p;
    if (rc == OK) {
        ix->manifest = fs_join(folder, MANIFEST, &ix->a, e);
        ix->change_lock = fs_join(folder, "change.lock", &ix->a, e);
        ix->merge_lock = fs_join(folder, "merge.lock", &ix->a, e);
        if (!ix->manifest || !ix->change_lock || !ix->merge_lock)
            rc = e->code;
    }
    if (rc == OK)
        rc = fs_mkdirs(folder, SHOWN, e);
    if (rc == OK && access(ix->manifest, F_OK) != 0)
        rc = make_manifest(ix, e);
    if (rc == OK)
        rc = refresh(ix, e);
    if (rc != OK) {
        lexical_index_close(ix);
        return rc;
    }
    *out = ix;
    return OK;
}

void lexical_index_close(struct lexical_index *ix)
{
    if (!ix)
        return;
    state_unref(ix->current);
    (void)pthread_mutex_destroy(&ix->lock);
    arena_release(&ix->a);
    mem_free(ix);
}

static enum err acquire(struct lexical_index *ix, struct state **out,
                        struct error *e)
{
    enum err rc;

    (void)pthread_mutex_lock(&ix->lock);
    rc = refresh(ix, e);
    if (rc == OK) {
        *out = ix->current;
        ix->current->refs++;
    }
    (void)pthread_mutex_unlock(&ix->lock);
    return rc;
}

static void release(struct lexical_index *ix, struct state *s)
{
    (void)pthread_mutex_lock(&ix->lock);
    state_unref(s);
    (void)pthread_mutex_unlock(&ix->lock);
}

enum err lexical_index_acquire(struct lexical_index *ix,
                               const struct lexical_snapshot **out,
                               struct error *e)
{
    struct state *s = NULL;

    if (acquire(ix, &s, e))
        return e->code;
    *out = &s->snapshot;
    return OK;
}

void lexical_index_release(struct lexical_index *ix,
                           const struct lexical_snapshot *s)
{
    if (s)
        release(ix, (struct state *)(uintptr_t)s);
}

/* The path of a segment's file in `a`. */
static char *file_path(const struct lexical_index *ix, uint64_t name,
                       char file[MANIFEST_NAME_BYTES], struct arena *a,
                       struct error *e)
{
    manifest_file_name(name, file);
    return fs_join(ix->folder, file, a, e);
}

static enum err new_name(uint64_t *name, struct error *e)
{
    if (getrandom(name, sizeof(*name), 0) != sizeof(*name))
        return error_set(e, ERR_INTERNAL, "no random numbers");
    return OK;
}

/* A copy of a manifest to change, with room for one more segment. */
static enum err copy_manifest(const struct manifest *from, struct arena *a,
                              struct manifest *out, struct error *e)
{
    out->n = from->n;
    out->at = arena_alloc_array(a, from->n + 1, sizeof(*out->at), e);
    if (!out->at)
        return e->code;
    for (size_t i = 0; i < from->n; i++)
        out->at[i] = from->at[i];
    return OK;
}

/* Mark a passage of m deleted; its bitmap is a copy in `a` from then on. */
static enum err mark(struct manifest_segment *m, const struct segment *s,
                     const uint64_t *shared, uint32_t doc, struct arena *a,
                     struct error *e)
{
    size_t words = (size_t)(m->docs + 63) / 64;
    uint64_t bit = UINT64_C(1) << doc % 64;

    if (m->deleted && m->deleted[doc / 64] & bit)
        return OK;
    if (m->deleted == shared) {
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

static enum err delete_ids(const struct state *s, struct manifest *m,
                           const uint64_t *ids, size_t n, struct arena *a,
                           struct error *e)
{
    for (size_t i = 0; i < m->n; i++) {
        const struct segment *segment = s->in_view[i].segment;

        for (size_t k = 0; k < n; k++) {
            bool found;
            uint32_t doc;

            if (segment_find_id(segment, ids[k], &found, &doc, e) ||
                (found && mark(&m->at[i], segment, s->manifest.at[i].deleted,
                               doc, a, e)))
                return e->code;
        }
    }
    return OK;
}

/* What a segment's file says of itself, for a manifest. */
static enum err describe(const char *path, const char *file, uint64_t name,
                         struct manifest_segment *out, struct error *e)
{
    struct segment *s;

    if (segment_open(path, file, &s, e))
        return e->code;
    *out = (struct manifest_segment){.name = name,
                                     .bytes = segment_bytes(s),
                                     .sum = segment_sum(s),
                                     .docs = segment_docs(s)};
    segment_close(s);
    return OK;
}

/* Leave out segments of which everything is deleted. */
static void drop_empty(struct manifest *m)
{
    size_t n = 0;

    for (size_t i = 0; i < m->n; i++) {
        if (m->at[i].n_deleted < m->at[i].docs)
            m->at[n++] = m->at[i];
    }
    m->n = n;
}

static bool names(const struct manifest *m, uint64_t name)
{
    for (size_t i = 0; i < m->n; i++) {
        if (m->at[i].name == name)
            return true;
    }
    return false;
}

/* Remove the files that `before` names and `after` does not. */
static void remove_files(const struct lexical_index *ix,
                         const struct manifest *before,
                         const struct manifest *after, struct arena *a)
{
    for (size_t i = 0; i < before->n; i++) {
        char file[MANIFEST_NAME_BYTES];
        struct error e;
        const char *path;

        if (names(after, before->at[i].name))
            continue;
        path = file_path(ix, before->at[i].name, file, a, &e);
        if (path)
            (void)unlink(path); /* a file too many harms nobody */
    }
}

static enum err change(struct lexical_index *ix, const struct state *s,
                       struct segment_builder *add, const uint64_t *ids,
                       size_t n, struct error *e)
{
    char file[MANIFEST_NAME_BYTES];
    const char *path = NULL;
    struct manifest m = {0};
    uint64_t name = 0;
    struct arena a;
    enum err rc;

    arena_init(&a, STATE_BYTES);
    rc = copy_manifest(&s->manifest, &a, &m, e);
    if (rc == OK)
        rc = delete_ids(s, &m, ids, n, &a, e);
    if (rc == OK && add && segment_builder_count(add)) {
        rc = new_name(&name, e);
        path = rc == OK ? file_path(ix, name, file, &a, e) : NULL;
        rc = path ? segment_builder_write(add, path, file, e) : e->code;
        if (rc == OK)
            rc = describe(path, file, name, &m.at[m.n], e);
        m.n += rc == OK;
    }
    drop_empty(&m);
    if (rc == OK)
        rc = publish(ix, &m, &a, e);
    if (rc == OK)
        remove_files(ix, &s->manifest, &m, &a);
    arena_release(&a);
    return rc;
}

enum err lexical_index_change(struct lexical_index *ix,
                              struct segment_builder *add, const uint64_t *ids,
                              size_t n, struct error *e)
{
    struct fs_lock lock = FS_LOCK_NONE;
    struct state *s = NULL;
    enum err rc =
        fs_lock_open(ix->change_lock, SHOWN, LEXICAL_LOCK_MS, &lock, e);

    if (rc == OK)
        rc = acquire(ix, &s, e);
    if (rc == OK)
        rc = change(ix, s, add, ids, n, e);
    if (s)
        release(ix, s);
    fs_lock_close(&lock);
    return rc;
}

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

/* What of source `i` was deleted while it was merged is deleted in `to`. */
static enum err carry_deletions(const struct state *old, size_t i,
                                const struct manifest_segment *now,
                                const struct segment *merged,
                                struct manifest_segment *to, struct arena *a,
                                struct error *e)
{
    const struct search_segment *s = &old->in_view[i];

    for (uint32_t d = 0; now->deleted && d < now->docs; d++) {
        uint64_t id;
        uint32_t doc;
        bool found;

        if (!(now->deleted[d / 64] >> d % 64 & 1) ||
            (s->deleted && s->deleted[d / 64] >> d % 64 & 1))
            continue;
        if (segment_id(s->segment, d, &id, e) ||
            segment_find_id(merged, id, &found, &doc, e) ||
            (found && mark(to, merged, NULL, doc, a, e)))
            return e->code;
    }
    return OK;
}

struct merge_job {
    const struct state *old; /* what is merged */
    size_t chosen[MERGE_FACTOR];
    size_t n;
    struct segment *merged;
    struct manifest_segment result;
};

/* The newest manifest with the merged segment in place of its sources. */
static enum err replace(struct lexical_index *ix, struct merge_job *job,
                        const struct state *now, struct arena *a,
                        struct error *e)
{
    struct manifest m = {0};
    struct manifest out = {0};
    size_t first = now->manifest.n;

    if (copy_manifest(&now->manifest, a, &m, e) ||
        copy_manifest(&now->manifest, a, &out, e))
        return e->code;
    out.n = 0;
    for (size_t i = 0; i < m.n; i++) {
        bool merged = false;

        for (size_t k = 0; k < job->n; k++) {
            size_t c = job->chosen[k];

            if (job->old->manifest.at[c].name != m.at[i].name)
                continue;
            merged = true;
            if (carry_deletions(job->old, c, &m.at[i], job->merged,
                                &job->result, a, e))
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
    drop_empty(&out);
    if (publish(ix, &out, a, e))
        return e->code;
    remove_files(ix, &m, &out, a);
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
    rc = new_name(&name, e);
    path = rc == OK ? file_path(ix, name, file, &a, e) : NULL;
    rc = path ? write_merged(job, path, file, &a, e) : e->code;
    if (rc == OK)
        rc = describe(path, file, name, &job->result, e);
    if (rc == OK)
        rc = segment_open(path, file, &job->merged, e);
    if (rc == OK)
        rc = fs_lock_open(ix->change_lock, SHOWN, LEXICAL_LOCK_MS, &lock, e);
    if (rc == OK)
        rc = acquire(ix, &now, e);
    if (rc == OK)
        rc = replace(ix, job, now, &a, e);
    if (now)
        release(ix, now);
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
    rc = acquire(ix, &s, e);
    if (rc == OK) {
        job.old = s;
        job.n = pick(&s->manifest, job.chosen);
        if (job.n)
            rc = merge(ix, &job, e);
        *did = job.n && rc == OK;
    }
    if (s)
        release(ix, s);
    fs_lock_close(&lock);
    return rc;
}

enum err lexical_index_verify(struct lexical_index *ix, struct error *e)
{
    struct state *s = NULL;
    enum err rc = acquire(ix, &s, e);

    for (size_t i = 0; rc == OK && i < s->manifest.n; i++)
        rc = segment_verify(s->in_view[i].segment, e);
    if (s)
        release(ix, s);
    return rc;
}
