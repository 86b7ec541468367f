#include "answer/evaluate/corpus_index.h"

#include "search/chunks/chunk.h"
#include "search/index/indexed_passage.h"

#include <stdio.h>

#define SHOWN        "the index of the set"
#define DOCUMENT     ((size_t)2 << 30) /* one document in pieces */
#define PASSAGE      ((size_t)256 << 20)
#define WRITER_BYTES ((size_t)128 << 20)
#define NAME_BYTES   24
#define BATCH        4096 /* documents published at once */

struct building {
    const struct corpus_index_options *o;
    struct corpus_index *out;
    struct segments_writer *writer;
    struct embed_queue *queue;
};

static bool is_cancelled(const struct building *x)
{
    return x->o->cancel && atomic_load(x->o->cancel);
}

/* Where the line at `at` ends, after its line feed. */
static size_t line_end(struct str text, size_t at)
{
    size_t n = at + str_find_char(str_slice(text, at, text.n), '\n');

    return n < text.n ? n + 1 : n;
}

/* The paragraphs of a text: what stands between blank lines. */
static enum err find_blocks(struct str text, struct arena *a, struct outline *o,
                            struct error *e)
{
    struct outline_block *block;
    size_t lines = 1;
    bool inside = false;
    size_t n = 0;

    for (size_t i = 0; i < text.n; i++)
        lines += text.p[i] == '\n';
    block = arena_alloc_array(a, lines, sizeof(*block), e);
    if (!block)
        return e->code;
    for (size_t at = 0; at < text.n;) {
        size_t end = line_end(text, at);
        bool blank = str_trim(str_slice(text, at, end)).n == 0;

        if (!blank && !inside)
            block[n++].range.begin = at;
        if (!blank)
            block[n - 1].range.end = end;
        inside = !blank;
        at = end;
    }
    o->blocks = block;
    o->n_blocks = n;
    return OK;
}

/* A document of text without headings; one without text is its title. */
static enum err cut_document(const struct beir_document *d, struct arena *a,
                             struct chunk_list *out, struct error *e)
{
    struct outline o = {.text = str_trim(d->text).n ? d->text : d->title,
                        .title = d->title,
                        .n_sections = 1};
    struct outline_section section = {
        .parent = SIZE_MAX,
        .range = {.first_line = 1, .last_line = 1, .end = o.text.n}};
    enum err rc = find_blocks(o.text, a, &o, e);

    section.end_block = o.n_blocks;
    o.sections = &section;
    return rc ? rc : chunk_text(&o, NULL, a, out, e);
}

/* Documents go by their numbers, since ids may be longer than a filter. */
static enum err put_document(struct building *x, size_t number, struct error *e)
{
    const struct beir_document *d = &x->o->set->document[number];
    const struct embed_filters filters = {0};
    const struct embed_origin origin = {NULL, &x->out->counts};
    struct chunk_list list = {0};
    char name[NAME_BYTES];
    struct arena a;
    enum err rc;

    (void)snprintf(name, sizeof(name), "%zu", number);
    arena_init(&a, DOCUMENT);
    rc = cut_document(d, &a, &list, e);
    for (size_t i = 0; i < list.n && !rc; i++) {
        const struct chunk *c = &list.chunk[i];
        const struct passage p = {.document = str_from(name),
                                  .version = 1,
                                  .index = i,
                                  .title = str_trim(d->title),
                                  .first_line = c->first_line,
                                  .last_line = c->last_line,
                                  .begin = c->begin,
                                  .end = c->end,
                                  .overlap = c->overlap_bytes,
                                  .text = c->text};

        rc = embed_queue_put(x->queue, &p, &filters, &origin, e);
    }
    arena_release(&a);
    return rc;
}

static enum err publish(struct building *x, struct error *e)
{
    enum err rc = embed_queue_flush(x->queue, e);

    return rc ? rc
              : segments_change(x->out->ix.segments, x->writer, NULL, 0, e);
}

static enum err put_all(struct building *x, struct error *e)
{
    const size_t n = x->o->set->documents;
    enum err rc = OK;

    for (size_t i = 0; i < n && !rc; i++) {
        if (is_cancelled(x))
            return error_set(e, ERR_TIMEOUT, "cancelled");
        if (x->o->report)
            x->o->report(x->o->ctx, i, n);
        rc = put_document(x, i, e);
        if (!rc && (i + 1) % BATCH == 0)
            rc = publish(x, e);
    }
    return rc ? rc : publish(x, e);
}

static enum err merge(struct building *x, struct error *e)
{
    bool did = true;
    enum err rc = OK;

    while (!rc && did && !is_cancelled(x))
        rc = segments_merge(x->out->ix.segments, &did, e);
    return rc;
}

static enum err write_passages(struct building *x, struct error *e)
{
    struct index *ix = &x->out->ix;
    struct embed_options o = {.model = ix->model,
                              .english_only = ix->english_only};
    struct vector_kind kind;
    const bool has_vectors = index_kind(ix, &kind);
    enum err rc;

    x->writer = segments_writer_new(ix->segments, has_vectors ? &kind : NULL,
                                    WRITER_BYTES, e);
    if (!x->writer)
        return e->code;
    o.writer = x->writer;
    x->queue = embed_queue_new(&o, e);
    rc = x->queue ? put_all(x, e) : e->code;
    embed_queue_free(x->queue);
    segments_writer_free(x->writer);
    return rc ? rc : merge(x, e);
}

static enum err read_owner(const struct segment *s, uint32_t doc, size_t n,
                           uint32_t *out, struct error *e)
{
    struct str stored;
    struct passage p;
    struct arena a;
    uint64_t number = 0;
    enum err rc = segment_stored(s, doc, &stored, e);

    arena_init(&a, PASSAGE);
    if (!rc)
        rc = passage_read(stored, &a, &p, e);
    if (!rc)
        rc = str_parse_u64(p.document, n - 1, &number, e);
    *out = (uint32_t)number;
    arena_release(&a);
    return rc;
}

static enum err read_owners(struct corpus_index *x, const struct beir *set,
                            struct arena *a, struct error *e)
{
    const struct search_view *v = &x->snapshot->words;
    enum err rc = OK;

    x->owner = arena_alloc_array(a, v->n, sizeof(*x->owner), e);
    if (!x->owner)
        return e->code;
    for (size_t i = 0; i < v->n && !rc; i++) {
        const struct segment *s = v->at[i].segment;
        uint32_t *owner =
            arena_alloc_array(a, segment_docs(s), sizeof(*owner), e);

        if (!owner)
            return e->code;
        for (uint32_t d = 0; d < segment_docs(s) && !rc; d++)
            rc = read_owner(s, d, set->documents, &owner[d], e);
        x->owner[i] = owner;
    }
    return rc;
}

static enum err open_index(struct building *x, struct arena *a, struct error *e)
{
    const struct endpoint_options how = {.home = x->o->home->path,
                                         .cancel = x->o->cancel};
    const struct str provider = x->o->provider;
    struct index *ix = &x->out->ix;
    char *folder = fs_join(x->o->folder, "index", a, e);
    enum err rc = folder ? fs_mkdirs(folder, SHOWN, e) : e->code;

    if (!rc)
        rc = segments_open(folder, &ix->segments, e);
    if (x->o->without_model)
        return rc;
    if (!rc && provider_open(provider, &how, &ix->model, &ix->model_error))
        ix->model = NULL;
    if (!rc && !ix->model && provider_is_endpoint(provider)) {
        *e = ix->model_error;
        rc = e->code;
    }
    ix->english_only = provider_is_english_only(provider);
    return rc;
}

enum err corpus_index_build(const struct corpus_index_options *o,
                            struct arena *a, struct corpus_index *out,
                            struct error *e)
{
    struct building x = {.o = o, .out = out};
    enum err rc;

    *out = CORPUS_INDEX_NONE;
    rc = open_index(&x, a, e);
    if (!rc)
        rc = write_passages(&x, e);
    if (!rc)
        rc = segments_acquire(out->ix.segments, &out->snapshot, e);
    if (!rc && out->ix.model && provider_is_endpoint(o->provider))
        rc = background_measure(&out->ix, out->snapshot, &out->background, e);
    return rc ? rc : read_owners(out, o->set, a, e);
}

void corpus_index_close(struct corpus_index *x)
{
    segments_release(x->ix.segments, x->snapshot);
    index_close(&x->ix);
    *x = CORPUS_INDEX_NONE;
}
