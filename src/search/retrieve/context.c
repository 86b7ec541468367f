/*
 * The passages of a document are written one after the other, so those beside a
 * passage are nearly always its neighbours in the segment. Only where a full
 * segment ended inside a document is one in another segment; it is looked for
 * there, so that answers do not depend on how passages are spread.
 */
#include "search/retrieve/context.h"

#include "search/index/indexed_passage.h"
#include "search/lexical/filter.h"
#include "search/lexical/postings.h"
#include "search/segments/segments.h"

#include <stdlib.h>

#define SIDES SEARCH_BESIDE

struct contexts {
    const struct search_view *view;
    struct search_hit
        *place; /* place[0..n): the hits and what is beside them */
    size_t n;
};

static int by_place(const void *a, const void *b)
{
    const struct search_hit *x = a;
    const struct search_hit *y = b;

    if (x->segment != y->segment)
        return x->segment < y->segment ? -1 : 1;
    return (x->doc > y->doc) - (x->doc < y->doc);
}

static bool is_deleted(const struct search_segment *s, uint32_t doc)
{
    return s->deleted && (s->deleted[doc / 64] >> doc % 64 & 1);
}

/* Is passage `doc` there, and the one that is meant? */
static enum err is_wanted(const struct search_segment *s, uint32_t doc,
                          const struct passage_origin *wanted, bool *yes,
                          struct error *e)
{
    struct passage_origin o;
    struct str stored;

    *yes = doc < segment_docs(s->segment) && !is_deleted(s, doc);
    if (!*yes)
        return OK;
    if (segment_stored(s->segment, doc, &stored, e))
        return e->code;
    *yes = passage_read_origin(stored, &o) && o.index == wanted->index &&
           o.version == wanted->version && str_eq(o.document, wanted->document);
    return OK;
}

/* Look through all passages that a segment has of the document. */
static enum err find_in(const struct search_segment *s,
                        const struct passage_origin *wanted, bool *found,
                        uint32_t *doc, struct error *e)
{
    struct posting_list list;
    struct postings p;
    enum err rc = filter_find(s->segment, STR(SEGMENTS_DOCUMENT),
                              wanted->document, found, &list, e);

    if (rc || !*found)
        return rc;
    *found = false;
    rc = postings_open(&p, s->segment, &list, e);
    for (uint32_t b = 0; b < p.n_blocks && !rc && !*found; b++) {
        rc = postings_load(&p, b, e);
        for (uint32_t i = 0; i < p.n && !rc && !*found; i++) {
            *doc = p.doc[i];
            rc = is_wanted(s, *doc, wanted, found, e);
        }
    }
    return rc;
}

/* The passage that is meant joins the places: at `doc` of the hit's segment, or
 * in another. */
static enum err add_beside(struct contexts *x, const struct search_hit *hit,
                           uint32_t doc, const struct passage_origin *wanted,
                           struct error *e)
{
    uint32_t segment = hit->segment;
    bool found;
    enum err rc = is_wanted(&x->view->at[segment], doc, wanted, &found, e);

    for (uint32_t i = 0; i < x->view->n && !rc && !found; i++) {
        if (i == hit->segment)
            continue;
        segment = i;
        rc = find_in(&x->view->at[i], wanted, &found, &doc, e);
    }
    if (!rc && found)
        x->place[x->n++] = (struct search_hit){.segment = segment, .doc = doc};
    return rc;
}

/* The hit, and what is beside it; *from and *to are where these begin and end. */
static enum err add_hit(struct contexts *x, const struct search_hit *hit,
                        size_t end[SIDES], struct error *e)
{
    struct passage_origin o;
    struct str stored;
    enum err rc;

    x->place[x->n++] = *hit;
    end[0] = end[1] = x->n;
    rc =
        segment_stored(x->view->at[hit->segment].segment, hit->doc, &stored, e);
    if (rc || !passage_read_origin(stored, &o) || !o.is_text)
        return rc;
    if (o.index-- > 0)
        rc = add_beside(x, hit, hit->doc - 1, &o, e);
    end[0] = end[1] = x->n;
    o.index += 2;
    if (!rc)
        rc = add_beside(x, hit, hit->doc + 1, &o, e);
    end[1] = x->n;
    return rc;
}

/* Where a place is among the sorted ones. */
static uint32_t index_of(const struct search_hit *sorted, size_t n,
                         const struct search_hit *place)
{
    const struct search_hit *at =
        bsearch(place, sorted, n, sizeof(*sorted), by_place);

    return (uint32_t)(at - sorted);
}

/* Each once, ascending. */
static size_t sort_places(struct search_hit *place, size_t n)
{
    size_t kept = 0;

    qsort(place, n, sizeof(*place), by_place);
    for (size_t i = 0; i < n; i++) {
        if (kept == 0 || by_place(&place[kept - 1], &place[i]) != 0)
            place[kept++] = place[i];
    }
    return kept;
}

enum err context_score(const struct search_view *v, const struct plan *p,
                       struct search_hit *hit, size_t n, struct arena *a,
                       struct error *e)
{
    const size_t most = n * (1 + SIDES);
    struct contexts x = {.view = v};
    struct search_hit *sorted = arena_alloc_array(a, most, sizeof(*sorted), e);
    struct search_beside *beside =
        arena_alloc_array(a, most, sizeof(*beside), e);
    size_t(*end)[SIDES] = arena_alloc_array(a, n, sizeof(*end), e);
    size_t begin = 0;
    size_t count;
    enum err rc = OK;

    x.place = arena_alloc_array(a, most, sizeof(*x.place), e);
    if (!sorted || !beside || !end || !x.place)
        return e->code;
    for (size_t i = 0; i < n && !rc; i++)
        rc = add_hit(&x, &hit[i], end[i], e);
    if (rc)
        return rc;
    for (size_t i = 0; i < x.n; i++)
        sorted[i] = x.place[i];
    count = sort_places(sorted, x.n);
    for (size_t i = 0; i < count; i++)
        beside[i] = (struct search_beside){{SEARCH_NONE, SEARCH_NONE}};
    for (size_t i = 0; i < n; i++) {
        struct search_beside *b =
            &beside[index_of(sorted, count, &x.place[begin++])];

        for (size_t side = 0; side < SIDES; side++) {
            if (begin < end[i][side])
                b->at[side] = index_of(sorted, count, &x.place[begin++]);
        }
    }
    rc = search_score(v, p, &(struct search_places){sorted, beside, count}, a,
                      e);
    for (size_t i = 0; i < n && !rc; i++)
        hit[i].score = sorted[index_of(sorted, count, &hit[i])].score;
    return rc;
}
