/*
 * lexical_index.c - see the header. A state is what one manifest says with its
 * segments open; states share open segments, counted by `refs` under the
 * index's mutex, and the last state that holds one closes it.
 */
#include "lexical/index_internal.h"

#include "base/fs.h"
#include "base/mem.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define MANIFEST     "manifest"
#define MAX_MANIFEST ((size_t)1 << 30)
#define OPEN_TRIES   10

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
            s->held[i]->segment, m->deleted, m->n_deleted, m->deleted_length, NULL};
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
        struct stamp now = {0};

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

enum err index_publish(struct lexical_index *ix, const struct manifest *m,
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
        rc = index_publish(ix, &none, &ix->a, e);
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
    if (rc == OK && ix->manifest && access(ix->manifest, F_OK) != 0)
        rc = make_manifest(ix, e);
    if (rc == OK && ix->manifest)
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

enum err index_acquire(struct lexical_index *ix, struct state **out,
                       struct error *e)
{
    enum err rc;

    (void)pthread_mutex_lock(&ix->lock);
    rc = refresh(ix, e);
    if (rc == OK && ix->current) {
        *out = ix->current;
        ix->current->refs++;
    }
    (void)pthread_mutex_unlock(&ix->lock);
    return rc;
}

void index_release(struct lexical_index *ix, struct state *s)
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

    if (index_acquire(ix, &s, e))
        return e->code;
    *out = &s->snapshot;
    return OK;
}

void lexical_index_release(struct lexical_index *ix,
                           const struct lexical_snapshot *s)
{
    if (s)
        index_release(ix, (struct state *)(uintptr_t)s);
}

/* The path of a segment's file in `a`. */
char *index_file_path(const struct lexical_index *ix, uint64_t name,
                      char file[MANIFEST_NAME_BYTES], struct arena *a,
                      struct error *e)
{
    manifest_file_name(name, file);
    return fs_join(ix->folder, file, a, e);
}

enum err index_new_name(uint64_t *name, struct error *e)
{
    if (getrandom(name, sizeof(*name), 0) != sizeof(*name))
        return error_set(e, ERR_INTERNAL, "no random numbers");
    return OK;
}

/* A copy of a manifest to change, with room for one more segment. */
enum err index_copy_manifest(const struct manifest *from, struct arena *a,
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
enum err index_mark(struct manifest_segment *m, const struct segment *s,
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
                (found && index_mark(&m->at[i], segment,
                                     s->manifest.at[i].deleted, doc, a, e)))
                return e->code;
        }
    }
    return OK;
}

/* What a segment's file says of itself, for a manifest. */
enum err index_describe(const char *path, const char *file, uint64_t name,
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
void index_drop_empty(struct manifest *m)
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
void index_remove_files(const struct lexical_index *ix,
                        const struct manifest *before,
                        const struct manifest *after, struct arena *a)
{
    for (size_t i = 0; i < before->n; i++) {
        char file[MANIFEST_NAME_BYTES];
        struct error e;
        const char *path;

        if (names(after, before->at[i].name))
            continue;
        path = index_file_path(ix, before->at[i].name, file, a, &e);
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
    rc = index_copy_manifest(&s->manifest, &a, &m, e);
    if (rc == OK)
        rc = delete_ids(s, &m, ids, n, &a, e);
    if (rc == OK && add && segment_builder_count(add)) {
        rc = index_new_name(&name, e);
        path = rc == OK ? index_file_path(ix, name, file, &a, e) : NULL;
        rc = path ? segment_builder_write(add, path, file, e) : e->code;
        if (rc == OK)
            rc = index_describe(path, file, name, &m.at[m.n], e);
        m.n += rc == OK;
    }
    index_drop_empty(&m);
    if (rc == OK)
        rc = index_publish(ix, &m, &a, e);
    if (rc == OK)
        index_remove_files(ix, &s->manifest, &m, &a);
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
        rc = index_acquire(ix, &s, e);
    if (s)
        rc = change(ix, s, add, ids, n, e);
    if (s)
        index_release(ix, s);
    fs_lock_close(&lock);
    return rc;
}

enum err lexical_index_verify(struct lexical_index *ix, struct error *e)
{
    struct state *s = NULL;
    enum err rc = index_acquire(ix, &s, e);

    for (size_t i = 0; s && rc == OK && i < s->manifest.n; i++)
        rc = segment_verify(s->in_view[i].segment, e);
    if (s)
        index_release(ix, s);
    return rc;
}
