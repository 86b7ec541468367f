#include "search/index/index_backend.h"

#include "search/index/indexed_passage.h"
#include "store/catalog/index_job.h"

#define ARENA_BYTES   ((size_t)1 << 20)
#define PASSAGE_BYTES ((size_t)16 << 20)

static bool is_deleted(const struct search_segment *s, uint32_t doc)
{
    return s->deleted && s->deleted[doc / 64] >> doc % 64 & 1;
}

/* Adds the passages of a segment that have vectors. */
static enum err count_segment(const struct search_segment *s, uint64_t *n,
                              struct error *e)
{
    struct arena a;
    enum err rc = OK;

    arena_init(&a, PASSAGE_BYTES);
    for (uint32_t doc = 0; doc < segment_docs(s->segment) && !rc; doc++) {
        struct passage p;
        struct str stored;

        if (is_deleted(s, doc))
            continue;
        arena_reset(&a);
        rc = segment_stored(s->segment, doc, &stored, e);
        if (!rc)
            rc = passage_read(stored, &a, &p, e);
        *n += !rc && p.lexical_only.n == 0;
    }
    arena_release(&a);
    return rc;
}

static enum err count_passages(const struct index *ix, uint64_t *n,
                               struct error *e)
{
    const struct segments_snapshot *s = NULL;
    enum err rc = segments_acquire(ix->segments, &s, e);

    *n = 0;
    for (size_t i = 0; !rc && i < s->words.n; i++)
        rc = count_segment(&s->words.at[i], n, e);
    segments_release(ix->segments, s);
    return rc;
}

static enum err compare(const struct index *ix, struct arena *a,
                        struct error *e)
{
    struct backend_owner owner;
    struct index_job_counts jobs = {0};
    uint64_t has = 0;
    uint64_t wanted = 0;
    struct error why;
    enum err rc = index_owner(ix, a, &owner, e);

    if (!rc)
        rc = index_jobs_count(ix->base, &jobs, e);
    if (rc || jobs.waiting + jobs.running > 0 || owner.kind.dimensions == 0)
        return rc;
    rc = count_passages(ix, &wanted, e);
    if (rc)
        return rc;
    rc = backend_count(ix->backend, &owner, &has, &why);
    if (rc && rc != ERR_NOT_FOUND) {
        *e = why;
        return rc;
    }
    if (has == wanted)
        return OK;
    return error_set(e, ERR_INTERNAL,
                     "the backend has the vectors of %llu passages; the index "
                     "has %llu",
                     (unsigned long long)has, (unsigned long long)wanted);
}

enum err index_backend_verify(const struct base *b, const struct home *home,
                              struct error *e)
{
    struct index ix = INDEX_NONE;
    struct str value = {0};
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = backend_setting(b, &a, &value, e);
    if (!rc && value.n > 0)
        rc = index_open(b, home, NULL, &ix, e);
    if (!rc && value.n > 0)
        rc = index_open_model(&ix, e);
    if (!rc && ix.backend_error.code) {
        *e = ix.backend_error;
        rc = e->code;
    }
    if (!rc && ix.backend)
        rc = compare(&ix, &a, e);
    index_close(&ix);
    arena_release(&a);
    return rc;
}

enum err index_backend_drop(const struct base *b, const struct home *home,
                            struct error *e)
{
    const struct endpoint_options how = {.home = home->path};
    struct backend *x = NULL;
    struct str value = {0};
    struct error why;
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = backend_setting(b, &a, &value, e);
    if (!rc && value.n > 0)
        rc = backend_open(b, value, &how, &x, e);
    if (!rc && x && backend_drop(x, &why) && why.code != ERR_CONFLICT) {
        *e = why;
        rc = e->code;
    }
    backend_close(x);
    arena_release(&a);
    return rc;
}
