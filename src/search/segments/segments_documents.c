#include "search/segments/segments_internal.h"

#include "search/lexical/filter.h"
#include "search/lexical/postings.h"

/* Those of one segment that are not deleted. */
static enum err add_hits(const struct segments_snapshot *s, uint32_t segment,
                         const struct posting_list *list,
                         struct search_hits *out, struct error *e)
{
    const struct search_segment *in = &s->words.at[segment];
    struct postings p;

    if (postings_open(&p, in->segment, list, e))
        return e->code;
    for (uint32_t b = 0; b < p.n_blocks; b++) {
        if (postings_load(&p, b, e))
            return e->code;
        for (uint32_t i = 0; i < p.n; i++) {
            struct search_hit *h = &out->hit[out->n];
            uint32_t doc = p.doc[i];

            if (in->deleted && in->deleted[doc / 64] >> doc % 64 & 1)
                continue;
            *h = (struct search_hit){.segment = segment, .doc = doc};
            if (segment_id(in->segment, doc, &h->id, e))
                return e->code;
            out->n++;
        }
    }
    return OK;
}

enum err segments_passages(const struct segments_snapshot *s,
                           struct str document, struct arena *a,
                           struct search_hits *out, struct error *e)
{
    struct posting_list *list =
        arena_alloc_array(a, s->words.n, sizeof(*list), e);
    uint64_t n = 0;

    if (!list)
        return e->code;
    for (size_t i = 0; i < s->words.n; i++) {
        bool found = false;

        if (filter_find(s->words.at[i].segment, STR(SEGMENTS_DOCUMENT),
                        document, &found, &list[i], e))
            return e->code;
        if (!found)
            list[i].df = 0;
        n += list[i].df;
    }
    *out =
        (struct search_hits){arena_alloc_array(a, n, sizeof(*out->hit), e), 0};
    if (!out->hit)
        return e->code;
    for (size_t i = 0; i < s->words.n; i++) {
        if (list[i].df && add_hits(s, (uint32_t)i, &list[i], out, e))
            return e->code;
    }
    return OK;
}
