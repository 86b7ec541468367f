#include "search/segments/segments_internal.h"

#include "base/fs.h"
#include "base/mem.h"
#include "search/segments/segments_claim.h"

#include <stdio.h>
#include <unistd.h>

#define MANIFEST   "manifest"
#define OPEN_TRIES 3

enum err segments_publish(const struct segments *x, struct segments_manifest *m,
                          struct arena *a, struct error *e)
{
    struct str bytes;

    if (m->n > MANIFEST_MAX_SEGMENTS)
        return error_set(e, ERR_LIMIT,
                         "too many segments (the limit is %d): merge first",
                         MANIFEST_MAX_SEGMENTS);
    m->version++;
    if (segments_manifest_write(m, a, &bytes, e))
        return e->code;
    return fs_write_atomic(x->manifest, SHOWN, bytes, true, e);
}

static enum err make_manifest(struct segments *x, struct error *e)
{
    struct fs_lock lock = FS_LOCK_NONE;
    struct segments_manifest none = {0};
    bool there = false;
    enum err rc =
        fs_lock_open(x->change_lock, SHOWN, SEGMENTS_LOCK_MS, &lock, e);

    if (rc == OK)
        rc = fs_exists(x->manifest, SHOWN, &there, e);
    if (rc == OK && !there)
        rc = claim_random(&none.id, e);
    if (rc == OK && !there)
        rc = segments_publish(x, &none, &x->a, e);
    fs_lock_close(&lock);
    return rc;
}

static enum err open_folder(struct segments *x, const char *folder,
                            struct error *e)
{
    bool there;

    x->folder = str_cstr(str_from(folder), &x->a, e);
    x->manifest = fs_join(folder, MANIFEST, &x->a, e);
    x->change_lock = fs_join(folder, "change.lock", &x->a, e);
    x->merge_lock = fs_join(folder, "merge.lock", &x->a, e);
    if (!x->folder || !x->manifest || !x->change_lock || !x->merge_lock ||
        fs_mkdirs(folder, SHOWN, e) || fs_exists(x->manifest, SHOWN, &there, e))
        return e->code;
    return there ? OK : make_manifest(x, e);
}

enum err segments_open(const char *folder, struct segments **out,
                       struct error *e)
{
    return segments_open_from(folder, NULL, out, e);
}

enum err segments_open_from(const char *folder,
                            const struct segments_source *source,
                            struct segments **out, struct error *e)
{
    struct segments *x = mem_new(sizeof(*x), e);
    struct state *s = NULL;

    if (!x)
        return e->code;
    if (source)
        x->source = *source;
    arena_init(&x->a, (size_t)1 << 20);
    (void)pthread_mutex_init(&x->lock, NULL);
    if (open_folder(x, folder, e) || state_acquire(x, &s, e)) {
        segments_close(x);
        return e->code;
    }
    state_release(x, s);
    *out = x;
    return OK;
}

void segments_close(struct segments *x)
{
    if (!x)
        return;
    state_release(x, x->current);
    (void)pthread_mutex_destroy(&x->lock);
    arena_release(&x->a);
    mem_free(x);
}

enum err segments_acquire(struct segments *x,
                          const struct segments_snapshot **out, struct error *e)
{
    struct state *s = NULL;

    if (state_acquire(x, &s, e))
        return e->code;
    *out = &s->snapshot;
    return OK;
}

void segments_release(struct segments *x, const struct segments_snapshot *s)
{
    state_release(x, (struct state *)(uintptr_t)s);
}

enum err segments_verify(struct segments *x, struct error *e)
{
    struct state *s = NULL;
    enum err rc = state_acquire(x, &s, e);

    for (size_t i = 0; s && rc == OK && i < s->manifest.n; i++) {
        rc = segment_verify(s->words[i].segment, e);
        if (rc == OK && s->vectors[i].segment)
            rc = vector_segment_verify(s->vectors[i].segment, e);
    }
    state_release(x, s);
    return rc;
}

enum err segments_path_of(const struct segments *x, uint64_t name,
                          enum segments_part part, struct arena *a,
                          struct segments_path *out, struct error *e)
{
    *out = (struct segments_path){0};
    (void)snprintf(out->file, sizeof(out->file), "%016llx.%s",
                   (unsigned long long)name,
                   part == SEGMENTS_WORDS ? "seg" : "vec");
    out->path = fs_join(x->folder, out->file, a, e);
    return out->path ? OK : e->code;
}

static enum err open_part(const struct segments *x,
                          const struct segments_path *p,
                          enum segments_part part, struct held *out,
                          struct error *e)
{
    enum err rc = x->source.bring
                      ? x->source.bring(x->source.ctx, p->file, p->path, e)
                      : OK;

    if (rc)
        return rc;
    return part == SEGMENTS_WORDS
               ? segment_open(p->path, p->file, &out->words, e)
               : vector_segment_open(p->path, p->file, &out->vectors, e);
}

/* Whoever keeps the folder small may remove it again in between, but not often, as it
 * was just used. */
static enum err open_file(const struct segments *x, uint64_t name,
                          enum segments_part part, struct held *out,
                          struct error *e)
{
    struct segments_path p;
    struct error why;
    struct arena a;
    enum err rc;

    arena_init(&a, (size_t)1 << 16);
    rc = segments_path_of(x, name, part, &a, &p, &why);
    for (int i = 0;
         i == 0 ? !rc
                : i < OPEN_TRIES && rc == ERR_NOT_FOUND && x->source.bring;
         i++)
        rc = open_part(x, &p, part, out, &why);
    if (rc)
        *e = why;
    arena_release(&a);
    return rc;
}

enum err segments_open_files(const struct segments *x, uint64_t name,
                             bool with_vectors, struct held *out,
                             struct error *e)
{
    enum err rc = open_file(x, name, SEGMENTS_WORDS, out, e);

    return rc || !with_vectors ? rc
                               : open_file(x, name, SEGMENTS_VECTORS, out, e);
}

static enum err add_name(const struct segments_entry *s, const char *end,
                         struct arena *a, struct str *out, struct error *e)
{
    return str_printf(a, out, e, "%016llx.%s", (unsigned long long)s->name,
                      end);
}

enum err segments_files(const struct segments_snapshot *s, struct arena *a,
                        struct str **list, size_t *n, struct error *e)
{
    const struct segments_manifest *m = &((const struct state *)s)->manifest;
    enum err rc = OK;

    *n = 0;
    *list = arena_alloc_array(a, m->n * 2, sizeof(**list), e);
    if (!*list)
        return e->code;
    for (size_t i = 0; i < m->n && !rc; i++) {
        rc = add_name(&m->at[i], "seg", a, &(*list)[(*n)++], e);
        if (!rc && m->at[i].vectors.bytes)
            rc = add_name(&m->at[i], "vec", a, &(*list)[(*n)++], e);
    }
    return rc;
}

void segments_close_files(struct held *h)
{
    segment_close(h->words);
    vector_segment_close(h->vectors);
    h->words = NULL;
    h->vectors = NULL;
}

struct segments_entry segments_describe(uint64_t name, const struct held *h)
{
    struct segments_entry s = {
        .name = name,
        .words = {segment_bytes(h->words), segment_sum(h->words)},
        .docs = segment_docs(h->words)};

    if (h->vectors)
        s.vectors = (struct segments_file){vector_segment_bytes(h->vectors),
                                           vector_segment_sum(h->vectors)};
    return s;
}
