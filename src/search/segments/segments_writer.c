/*
 * A passage goes into two builders under one number. When either is full both
 * are written, so a segment's words and vectors always end at the same
 * passage.
 *
 * A vector that does not fit any more is met when the passage's words are in
 * already. These cannot be taken out again; so the segment is written with
 * that passage marked deleted, and the passage begins the next one.
 *
 * Clearing the tables of a large builder takes longer than a document of twenty
 * passages needs in it (256 MiB: 10 ms, 16 MiB: 4). So the first builders are
 * small, and those that come after a full one have the whole budget.
 */
#include "search/segments/segments_claim.h"

#include "base/mem.h"
#include "search/lexical/postings.h"

#include <string.h>

#define MIN_BUDGET_BYTES   ((size_t)4 << 20)
#define FIRST_BUDGET_BYTES ((size_t)16 << 20)
#define ENTRIES_BYTES      ((size_t)1 << 30) /* names, and bitmaps of one bit */

struct segments_writer {
    struct segments *x;
    struct vector_kind kind; /* dimensions 0: without vectors */
    char model[VECTOR_MODEL_MAX_BYTES];
    size_t budget_bytes;
    bool is_grown;                 /* builders have all of it */
    struct segment_builder *words; /* NULL after an error, as is */
    struct vector_builder *vectors;
    struct claim claim;
    struct arena a; /* what the claim and the entries hold */
    struct segments_entry at[MANIFEST_MAX_SEGMENTS];
    size_t n;
    uint64_t count;    /* passages, without those that are */
    uint32_t half_way; /* in the builders but not in the count, or NO_DOC */
};

static enum err make_builders(struct segments_writer *w, struct error *e)
{
    size_t all = w->is_grown || w->budget_bytes < FIRST_BUDGET_BYTES
                     ? w->budget_bytes
                     : FIRST_BUDGET_BYTES;
    size_t part = all / 2;

    if (!w->words)
        w->words = segment_builder_new(w->kind.dimensions ? part : all, e);
    if (!w->words)
        return e->code;
    if (w->kind.dimensions && !w->vectors)
        w->vectors = vector_builder_new(&w->kind, part, e);
    return w->kind.dimensions && !w->vectors ? e->code : OK;
}

static void free_builders(struct segments_writer *w)
{
    segment_builder_free(w->words);
    vector_builder_free(w->vectors);
    w->words = NULL;
    w->vectors = NULL;
}

static bool can_grow(const struct segments_writer *w)
{
    return !w->is_grown && w->budget_bytes > FIRST_BUDGET_BYTES;
}

/* The builders are empty; the next may be larger. */
static enum err grow(struct segments_writer *w, struct error *e)
{
    if (!can_grow(w))
        return OK;
    free_builders(w);
    w->is_grown = true;
    return make_builders(w, e);
}

struct segments_writer *segments_writer_new(struct segments *x,
                                            const struct vector_kind *kind,
                                            size_t budget_bytes,
                                            struct error *e)
{
    struct segments_writer *w = mem_new(sizeof(*w), e);

    if (!w)
        return NULL;
    w->x = x;
    w->budget_bytes =
        budget_bytes > MIN_BUDGET_BYTES ? budget_bytes : MIN_BUDGET_BYTES;
    w->claim = CLAIM_NONE;
    w->half_way = NO_DOC;
    arena_init(&w->a, ENTRIES_BYTES);
    if (kind)
        w->kind = *kind;
    if (make_builders(w, e)) { /* which looks at the kind */
        segments_writer_free(w);
        return NULL;
    }
    if (w->kind.model.n)
        memcpy(w->model, w->kind.model.p, w->kind.model.n);
    w->kind.model.p = w->model;
    return w;
}

static void begin_again(struct segments_writer *w)
{
    claim_close(&w->claim);
    arena_reset(&w->a);
    w->n = 0;
    w->count = 0;
    w->half_way = NO_DOC;
}

void segments_writer_hand_over(struct segments_writer *w)
{
    begin_again(w);
}

void segments_writer_drop(struct segments_writer *w)
{
    free_builders(w);
    for (size_t i = 0; i < w->n; i++)
        claim_remove(w->x, w->at[i].name);
    begin_again(w);
}

void segments_writer_free(struct segments_writer *w)
{
    if (!w)
        return;
    segments_writer_drop(w);
    arena_release(&w->a);
    mem_free(w);
}

uint64_t segments_writer_count(const struct segments_writer *w)
{
    return w->count;
}

const struct segments_entry *segments_writer_entries(
    const struct segments_writer *w, size_t *n, struct vector_kind *kind)
{
    *n = w->n;
    *kind = w->kind;
    return w->at;
}

static enum err write_files(struct segments_writer *w, uint64_t name,
                            bool with_vectors, struct error *e)
{
    uint32_t docs = segment_builder_count(w->words);
    struct segments_path p;

    if (segments_path_of(w->x, name, SEGMENTS_WORDS, &w->a, &p, e) ||
        segment_builder_write(w->words, p.path, p.file, e))
        return e->code;
    if (!with_vectors)
        return OK;
    if (segments_path_of(w->x, name, SEGMENTS_VECTORS, &w->a, &p, e))
        return e->code;
    return vector_builder_write(w->vectors, docs, p.path, p.file, e);
}

/* What was written becomes an entry, without the passage that is half in. */
static enum err add_entry(struct segments_writer *w, uint64_t name,
                          bool with_vectors, struct error *e)
{
    struct segments_entry *s = &w->at[w->n];
    struct held h = {0};
    enum err rc = segments_open_files(w->x, name, with_vectors, &h, e);

    if (rc == OK)
        *s = segments_describe(name, &h);
    if (rc == OK && w->half_way != NO_DOC)
        rc = segments_mark(s, h.words, NULL, w->half_way, &w->a, e);
    segments_close_files(&h);
    if (rc != OK)
        return rc;
    if (s->n_deleted == s->docs)
        claim_remove(w->x, name);
    else
        w->n++;
    return OK;
}

static enum err write_segment(struct segments_writer *w, struct error *e)
{
    bool with_vectors = w->vectors && vector_builder_count(w->vectors);
    uint64_t name;
    enum err rc;

    if (w->n == MANIFEST_MAX_SEGMENTS)
        return error_set(e, ERR_LIMIT,
                         "too many segments in one change: the limit is %d",
                         MANIFEST_MAX_SEGMENTS);
    if (w->claim.lock.fd < 0 && claim_open(w->x, &w->a, &w->claim, e))
        return e->code;
    if (claim_name(&w->claim, &name, e))
        return e->code;
    rc = write_files(w, name, with_vectors, e);
    if (rc == OK)
        rc = add_entry(w, name, with_vectors, e);
    if (rc != OK)
        claim_remove(w->x, name);
    return rc;
}

enum err segments_writer_flush(struct segments_writer *w, struct error *e)
{
    if (!w->words || !segment_builder_count(w->words))
        return OK;
    if (write_segment(w, e)) {
        segments_writer_drop(w);
        return e->code;
    }
    w->half_way = NO_DOC;
    return OK;
}

/* One passage into both builders. */
static enum err put(struct segments_writer *w, const struct lexical_doc *doc,
                    const float *vectors, uint32_t n, struct error *e)
{
    uint32_t number = segment_builder_count(w->words);
    enum err rc = segment_builder_add(w->words, doc, e);
    struct error worse;

    if (rc != OK)
        return rc;
    for (uint32_t i = 0; rc == OK && i < n; i++)
        rc = vector_builder_add(w->vectors, number,
                                vectors + (size_t)i * w->kind.dimensions, e);
    if (rc == OK) {
        w->count++;
        return OK;
    }
    w->half_way = number;
    if (segments_writer_flush(w, &worse))
        *e = worse;
    return e->code;
}

/* As put(), in the next segment when it does not fit into this one. */
static enum err put_somewhere(struct segments_writer *w,
                              const struct lexical_doc *doc,
                              const float *vectors, uint32_t n, struct error *e)
{
    bool was_empty = segment_builder_count(w->words) == 0;
    struct error first;

    if (put(w, doc, vectors, n, &first) == OK)
        return OK;
    *e = first;
    if (first.code != ERR_LIMIT || !w->words || (was_empty && !can_grow(w)))
        return first.code;
    return segments_writer_flush(w, e) || grow(w, e) ||
                   put(w, doc, vectors, n, e)
               ? e->code
               : OK;
}

enum err segments_writer_add(struct segments_writer *w, struct str document,
                             const struct lexical_doc *doc,
                             const float *vectors, uint32_t n, struct error *e)
{
    struct lexical_filter filter[LEXICAL_MAX_FILTERS];
    struct lexical_doc all = *doc;

    if (n && !w->kind.dimensions)
        return error_set(e, ERR_VALIDATION_FAILED, "vectors of no model");
    if (doc->n_filters >= LEXICAL_MAX_FILTERS)
        return error_set(e, ERR_LIMIT,
                         "a passage has too many filters: the limit is %d",
                         LEXICAL_MAX_FILTERS - 1);
    for (size_t i = 0; i < doc->n_filters; i++) {
        filter[i] = doc->filter[i];
        if (str_is(filter[i].key, SEGMENTS_DOCUMENT))
            return error_set(e, ERR_VALIDATION_FAILED,
                             "the filter name '%s' is reserved",
                             SEGMENTS_DOCUMENT);
    }
    filter[doc->n_filters] =
        (struct lexical_filter){STR(SEGMENTS_DOCUMENT), document, true};
    all.filter = filter;
    all.n_filters++;
    if (make_builders(w, e))
        return e->code;
    if (segment_builder_is_full(w->words) &&
        (segments_writer_flush(w, e) || grow(w, e)))
        return e->code;
    return put_somewhere(w, &all, vectors, n, e);
}

static enum err hand(struct segments_writer *w, const struct segments_entry *s,
                     segments_reader *take, void *ctx, struct error *e)
{
    struct held h = {0};
    enum err rc =
        segments_open_files(w->x, s->name, s->vectors.bytes > 0, &h, e);

    if (!rc)
        rc = take(ctx, h.words, h.vectors, s->deleted, e);
    segments_close_files(&h);
    return rc;
}

enum err segments_writer_hand_vectors(struct segments_writer *w,
                                      segments_reader *take, void *ctx,
                                      struct error *e)
{
    enum err rc = segments_writer_flush(w, e);

    for (size_t i = 0; i < w->n && !rc; i++)
        rc = hand(w, &w->at[i], take, ctx, e);
    for (size_t i = 0; i < w->n && !rc; i++)
        w->at[i].vectors = (struct segments_file){0};
    return rc;
}
