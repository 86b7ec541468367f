#include "search/index/previous.h"

#include "search/index/indexed_passage.h"

#include <stdlib.h>

#define HEAD_BYTES ((size_t)16 << 20)

static int by_content(const void *a, const void *b)
{
    const struct previous_passage *x = a;
    const struct previous_passage *y = b;

    return (x->content > y->content) - (x->content < y->content);
}

/* Into the list, unless another model was asked about it. */
static enum err add(struct previous *out, struct previous_passage *list,
                    const struct search_hit *hit, struct error *e)
{
    struct passage p;
    struct arena a;
    struct str stored;
    enum err rc;

    arena_init(&a, HEAD_BYTES);
    rc = segment_stored(out->snapshot->words.at[hit->segment].segment, hit->doc,
                        &stored, e);
    if (!rc)
        rc = passage_read(stored, &a, &p, e);
    if (!rc && str_eq(p.model, out->kind.model))
        list[out->n++] =
            (struct previous_passage){p.content, hit->segment, hit->doc};
    arena_release(&a);
    return rc;
}

enum err previous_find(const struct segments_snapshot *s, struct str document,
                       const struct vector_kind *kind, struct arena *a,
                       struct previous *out, struct error *e)
{
    struct previous_passage *list;
    struct search_hits hits;
    enum err rc = segments_passages(s, document, a, &hits, e);

    *out = (struct previous){.snapshot = s};
    if (kind)
        out->kind = *kind;
    if (rc)
        return rc;
    list = arena_alloc_array(a, hits.n, sizeof(*list), e);
    if (!list)
        return e->code;
    for (size_t i = 0; i < hits.n && !rc; i++)
        rc = add(out, list, &hits.hit[i], e);
    if (!rc && out->n > 0)
        qsort(list, out->n, sizeof(*list), by_content);
    out->at = list;
    return rc;
}

enum err previous_vectors(const struct previous *p, uint64_t content,
                          bool *known, const float **vectors, uint32_t *n,
                          struct error *e)
{
    const struct previous_passage key = {.content = content};
    const struct previous_passage *found =
        p->n ? bsearch(&key, p->at, p->n, sizeof(key), by_content) : NULL;
    const struct vector_segment *s;

    *known = found != NULL;
    *vectors = NULL;
    *n = 0;
    s = found ? p->snapshot->vectors.at[found->segment].segment : NULL;
    if (!s || p->kind.dimensions != vector_segment_kind(s).dimensions)
        return OK;
    return vector_segment_of(s, found->doc, vectors, n, e);
}
