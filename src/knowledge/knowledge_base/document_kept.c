/*
 * document_kept.c - what a base keeps of one document, by the names that the
 * design has: `source_config` as the catalog has it, `chunks` with the passages
 * that the index has of it.
 */
#include "knowledge/knowledge_base/bases_internal.h"
#include "knowledge/knowledge_base/list.h"
#include "search/index/index.h"
#include "search/index/indexed_passage.h"

#include <stdlib.h>

#define KEPT_BYTES ((size_t)256 << 20)

static int by_place(const void *a, const void *b)
{
    const struct passage *x = a;
    const struct passage *y = b;

    return (x->index > y->index) - (x->index < y->index);
}

static enum err read_chunks(const struct segments_snapshot *s, struct str key,
                            struct arena *a, struct passage **list, size_t *n,
                            struct error *e)
{
    struct search_hits hits;
    struct str stored;
    enum err rc = segments_passages(s, key, a, &hits, e);

    *n = 0;
    if (rc)
        return rc;
    *list = arena_alloc_array(a, hits.n, sizeof(**list), e);
    if (!*list)
        return e->code;
    for (; *n < hits.n && !rc; ++*n) {
        rc = segment_stored(s->words.at[hits.hit[*n].segment].segment,
                            hits.hit[*n].doc, &stored, e);
        if (!rc)
            rc = passage_read(stored, a, &(*list)[*n], e);
    }
    if (!rc && *n > 0)
        qsort(*list, *n, sizeof(**list), by_place);
    return rc;
}

static void write_chunk(const struct passage *p, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_u64(w, "index", p->index);
    jsonw_member_str(w, "content", p->text);
    if (p->first_line) {
        jsonw_key(w, "lines");
        jsonw_begin_array(w);
        jsonw_u64(w, p->first_line);
        jsonw_u64(w, p->last_line);
        jsonw_end_array(w);
    }
    if (p->n_headings)
        jsonw_member_str(w, "heading", p->heading[p->n_headings - 1]);
    if (p->fragment.n)
        jsonw_member_str(w, "fragment", p->fragment);
    jsonw_end_object(w);
}

/* One that is not indexed has none, and its index is not begun for that. */
static enum err write_items(struct bases *b, const struct base *base,
                            const struct document *d, struct arena *a,
                            struct jsonw *w, struct error *e)
{
    const struct segments_snapshot *s = NULL;
    struct index ix = INDEX_NONE;
    struct passage *list = NULL;
    size_t n = 0;
    enum err rc = OK;

    if (d->chunk_count > 0)
        rc = index_open(base, b->home, NULL, &ix, e);
    if (!rc && ix.segments)
        rc = segments_acquire(ix.segments, &s, e);
    if (!rc && s)
        rc = read_chunks(s, d->key, a, &list, &n, e);
    jsonw_key(w, "items");
    jsonw_begin_array(w);
    for (size_t i = 0; i < n && i < BASES_MAX_CHUNKS && !rc; i++)
        write_chunk(&list[i], w);
    jsonw_end_array(w);
    segments_release(ix.segments, s);
    index_close(&ix);
    return rc;
}

/* The program that made its passages. */
static const char *splitter_of(const struct document *d)
{
    if (str_is(d->source_type, "table"))
        return "structured";
    return str_is(d->source_type, "data") ? "json" : "sections";
}

static enum err write_kept(struct bases *b, const struct base *base,
                           const struct document *d, struct arena *a,
                           struct jsonw *w, struct error *e)
{
    struct json *chunks = NULL;
    enum err rc =
        d->chunks.n ? json_parse(d->chunks, &json_answer_limits, a, &chunks, e)
                    : OK;

    if (rc)
        return rc;
    jsonw_member_raw(w, "source_config",
                     d->source_config.n ? d->source_config : STR("{}"));
    jsonw_key(w, "chunks");
    jsonw_begin_object(w);
    rc = write_items(b, base, d, a, w, e);
    jsonw_member_i64(w, "total_count", d->chunk_count);
    jsonw_member_cstr(w, "splitter_type", splitter_of(d));
    jsonw_member_text(w, "created_at", d->last_indexed_at);
    json_write_member(chunks, "structured_metadata", "structured_metadata", w);
    jsonw_end_object(w);
    return rc;
}

enum err bases_document_kept(struct bases *b, struct str name,
                             struct str reference, struct jsonw *w,
                             struct error *e)
{
    struct base base = BASE_NONE;
    struct document d;
    struct arena a;
    enum err rc;

    arena_init(&a, KEPT_BYTES);
    rc = base_open_in(&b->registry, name, &a, &base, e);
    if (!rc)
        rc = document_find(&base, reference, &a, &d, e);
    if (!rc)
        rc = write_kept(b, &base, &d, &a, w, e);
    base_close(&base);
    arena_release(&a);
    return rc;
}
