/*
 * A state is what one manifest says with its segments open; states share open
 * segments, counted by `refs` under the index's mutex, and the last state that
 * holds one closes it.
 *
 * A manifest is never written in place, so it is the newest as long as its
 * name still means the file that the state keeps open: one look at the name a
 * request. While it is read, others may rename a newer one over it and remove
 * files that only the older named; whatever fails then fails no more with the
 * newer one.
 */
#include "search/segments/segments_internal.h"

#include "base/fs.h"
#include "base/mem.h"
#include "search/lexical/bm25.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_MANIFEST ((size_t)1 << 30)
#define OPEN_TRIES   100 /* of others that change it while we read */

static void state_unref(struct state *s)
{
    if (!s || --s->refs)
        return;
    for (size_t i = 0; s->held && i < s->manifest.n; i++) {
        struct held *h = s->held[i];

        if (!h || --h->refs)
            continue;
        segments_close_files(h);
        mem_free(h);
    }
    fs_close(&s->fd);
    arena_release(&s->a);
    mem_free(s);
}

/* The open segment of that name, if the current state has it. */
static struct held *find_held(const struct segments *x, uint64_t name)
{
    const struct state *s = x->current;

    for (size_t i = 0; s && i < s->manifest.n; i++) {
        if (s->manifest.at[i].name == name)
            return s->held[i];
    }
    return NULL;
}

static bool same_file(const struct segments_file *a,
                      const struct segments_file *b)
{
    return a->bytes == b->bytes && a->sum == b->sum;
}

/* Are these the files that the manifest means? */
static bool is_meant(const struct segments_manifest *m,
                     const struct segments_entry *s, const struct held *h)
{
    struct segments_entry is = segments_describe(s->name, h);
    struct vector_kind kind;

    if (!same_file(&is.words, &s->words) || is.docs != s->docs ||
        s->deleted_length > segment_length_sum(h->words))
        return false;
    if (!s->vectors.bytes)
        return true;
    kind = vector_segment_kind(h->vectors);
    return same_file(&is.vectors, &s->vectors) &&
           vector_segment_docs(h->vectors) == s->docs &&
           kind.dimensions == m->kind.dimensions &&
           str_eq(kind.model, m->kind.model);
}

static enum err open_held(const struct segments *x, struct state *s, size_t i,
                          struct error *e)
{
    const struct segments_entry *m = &s->manifest.at[i];
    struct held *h = find_held(x, m->name);

    if (h) {
        h->refs++;
        s->held[i] = h;
        return OK;
    }
    h = mem_new(sizeof(*h), e);
    if (!h)
        return e->code;
    h->refs = 1;
    s->held[i] = h; /* released with the state */
    if (segments_open_files(x, m->name, m->vectors.bytes != 0, h, e))
        return e->code;
    return is_meant(&s->manifest, m, h) ? OK : segment_damaged(h->words, e);
}

static void describe(struct state *s, uint64_t manifest_bytes)
{
    struct segments_snapshot *out = &s->snapshot;
    size_t n = s->manifest.n;

    out->words = (struct search_view){s->words, n};
    out->vectors = (struct vector_view){s->vectors, n};
    out->kind = s->manifest.kind;
    (void)snprintf(out->id, sizeof(out->id), "%016llx",
                   (unsigned long long)s->manifest.id);
    out->bytes = manifest_bytes;
    for (size_t i = 0; i < n; i++) {
        const struct segments_entry *m = &s->manifest.at[i];

        out->passages += m->docs - m->n_deleted;
        out->bytes += m->words.bytes + m->vectors.bytes;
        if (s->vectors[i].segment)
            out->vector_count += vector_segment_count(s->vectors[i].segment);
    }
}

/* Open every segment of s->manifest, or take it from the current state. */
static enum err open_all(const struct segments *x, struct state *s,
                         struct error *e)
{
    size_t n = s->manifest.n;

    s->held = arena_alloc_array(&s->a, n, sizeof(struct held *), e);
    s->words = arena_alloc_array(&s->a, n, sizeof(*s->words), e);
    s->vectors = arena_alloc_array(&s->a, n, sizeof(*s->vectors), e);
    if (!s->held || !s->words || !s->vectors)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        const struct segments_entry *m = &s->manifest.at[i];

        if (open_held(x, s, i, e))
            return e->code;
        s->words[i] =
            (struct search_segment){.segment = s->held[i]->words,
                                    .deleted = m->deleted,
                                    .n_deleted = m->n_deleted,
                                    .deleted_length = m->deleted_length};
        if (m->vectors.bytes)
            s->vectors[i].segment = s->held[i]->vectors;
    }
    return OK;
}

static enum err load(const struct segments *x, struct state **out,
                     struct error *e)
{
    struct state *s = mem_new(sizeof(*s), e);
    struct str bytes = {0};

    if (!s)
        return e->code;
    s->refs = 1;
    s->fd = -1;
    arena_init(&s->a, STATE_BYTES);
    if (fs_read_file(x->manifest, SHOWN, MAX_MANIFEST, &s->a, &bytes, e) ||
        segments_manifest_read(bytes, &s->a, &s->manifest, e) ||
        open_all(x, s, e)) {
        state_unref(s);
        return e->code;
    }
    describe(s, bytes.n);
    *out = s;
    return OK;
}

/* Does the manifest's name mean this open file? */
static bool is_newest(const struct segments *x, int fd)
{
    struct stat by_fd;
    struct stat by_name;

    return fstat(fd, &by_fd) == 0 && stat(x->manifest, &by_name) == 0 &&
           by_fd.st_dev == by_name.st_dev && by_fd.st_ino == by_name.st_ino;
}

/* Make the current state that of the manifest on the disk; lock is held. */
static enum err refresh(struct segments *x, struct error *e)
{
    enum err rc = OK;

    for (int i = 0; i < OPEN_TRIES; i++) {
        struct state *s = NULL;
        bool newest;
        int fd = -1;

        if (x->current && is_newest(x, x->current->fd))
            return OK;
        rc = fs_open_read(x->manifest, SHOWN, &fd, e);
        if (rc != OK)
            break;
        rc = load(x, &s, e);
        if (s) {
            s->fd = fd; /* if what was read is newer, we look again */
            state_unref(x->current);
            x->current = s;
            return OK;
        }
        newest = is_newest(x, fd);
        fs_close(&fd);
        if (newest)
            break;
    }
    if (rc == ERR_NOT_FOUND)
        return error_set(e, ERR_INTERNAL, "a part of the index is missing");
    return rc;
}

enum err state_acquire(struct segments *x, struct state **out, struct error *e)
{
    enum err rc;

    (void)pthread_mutex_lock(&x->lock);
    rc = refresh(x, e);
    if (rc == OK && x->current) {
        *out = x->current;
        x->current->refs++;
    }
    (void)pthread_mutex_unlock(&x->lock);
    return rc;
}

void state_release(struct segments *x, struct state *s)
{
    if (!s)
        return;
    (void)pthread_mutex_lock(&x->lock);
    state_unref(s);
    (void)pthread_mutex_unlock(&x->lock);
}
