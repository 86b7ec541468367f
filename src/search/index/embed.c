#include "search/index/embed.h"

#include "base/cpu.h"
#include "base/mem.h"
#include "base/pipeline.h"
#include "search/chunks/windows.h"
#include "search/index/language.h"

#include <string.h>

#define PENDING_WINDOWS 256 /* embedded together, some by each core */
#define MAX_WINDOWS     64  /* of one passage */
#define PENDING_BYTES   ((size_t)64 << 20)
#define ARENA_BYTES     ((size_t)1 << 30)
#define STORED_BYTES    ((size_t)64 << 20)
#define PART            8 /* windows that a thread takes at once */

/* A passage that waits. */
struct pending {
    struct passage p;
    const struct lexical_filter *filter;
    size_t n_filters;
    size_t first; /* window[first .. first + n) */
    size_t n;
    bool is_known;
    const float *vectors; /* that it had */
    uint32_t n_vectors;
    struct embed_counts *counts;
    struct pending *next;
};

struct embed_queue {
    struct embed_options o;
    struct analyzer *analyzer;
    struct arena a; /* what waits */
    struct pending *first;
    struct pending *last;
    struct str window[PENDING_WINDOWS];
    struct embedding report[PENDING_WINDOWS];
    size_t windows;
    float *vectors; /* float[PENDING_WINDOWS][dimensions] */
    bool failed;
};

static size_t dimensions(const struct embed_queue *q)
{
    return q->o.model ? q->o.model->dimensions : 0;
}

struct embed_queue *embed_queue_new(const struct embed_options *o,
                                    struct error *e)
{
    struct embed_queue *q = mem_new(sizeof(*q), e);

    if (!q)
        return NULL;
    q->o = *o;
    if (q->o.threads == 0)
        q->o.threads = cpu_cores();
    if (q->o.threads > PIPELINE_MAX)
        q->o.threads = PIPELINE_MAX;
    arena_init(&q->a, ARENA_BYTES);
    q->analyzer = analyzer_new(e);
    if (q->analyzer)
        q->vectors =
            mem_new(PENDING_WINDOWS * dimensions(q) * sizeof(float), e);
    if (q->vectors)
        return q;
    embed_queue_free(q);
    return NULL;
}

void embed_queue_free(struct embed_queue *q)
{
    if (!q)
        return;
    analyzer_free(q->analyzer);
    mem_free(q->vectors);
    arena_release(&q->a);
    mem_free(q);
}

/* The model knows no line ends: a heading, and the text in one line. */
static enum err embedded_text(const struct passage *p, struct arena *a,
                              struct str *out, struct error *e)
{
    struct str heading =
        p->n_headings ? p->heading[p->n_headings - 1] : p->title;
    enum err rc = heading.n ? str_printf(a, out, e, "%.*s. %.*s",
                                         STR_FMT(heading), STR_FMT(p->text))
                            : str_dup(p->text, a, out, e);

    for (size_t i = 0; !rc && i < out->n; i++) {
        if ((unsigned char)out->p[i] < ' ')
            ((char *)out->p)[i] = ' ';
    }
    return rc;
}

static enum err copy_parts(struct passage *p, struct arena *a, struct error *e)
{
    struct passage_part *part =
        arena_alloc_array(a, p->n_parts, sizeof(*part), e);
    enum err rc = OK;

    if (!part)
        return e->code;
    for (size_t i = 0; i < p->n_parts && !rc; i++) {
        part[i] = p->part[i];
        rc = str_dup(part[i].heading_id, a, &part[i].heading_id, e);
        if (!rc)
            rc = str_dup(part[i].page_label, a, &part[i].page_label, e);
        for (size_t k = 0; k < part[i].n_headings && !rc; k++)
            rc = str_dup(part[i].heading[k], a, &part[i].heading[k], e);
    }
    p->part = part;
    return rc;
}

static enum err copy_texts(struct pending *w, struct arena *a, struct error *e)
{
    struct passage *p = &w->p;
    struct str *const texts[] = {&p->document,     &p->fragment,   &p->pointer,
                                 &p->last_pointer, &p->title,      &p->tags,
                                 &p->links,        &p->heading_id, &p->chapter,
                                 &p->language,     &p->text,       &p->anchors,
                                 &p->page_label};
    enum err rc = OK;

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]) && !rc; i++)
        rc = str_dup(*texts[i], a, texts[i], e);
    for (size_t i = 0; i < p->n_headings && !rc; i++)
        rc = str_dup(p->heading[i], a, &p->heading[i], e);
    return rc ? rc : copy_parts(p, a, e);
}

static enum err copy_filters(struct pending *w, const struct embed_filters *f,
                             struct arena *a, struct error *e)
{
    struct lexical_filter *copy =
        arena_alloc_array(a, f->n + 1, sizeof(*copy), e);
    enum err rc = OK;

    if (!copy)
        return e->code;
    for (size_t i = 0; i < f->n && !rc; i++) {
        copy[i].exact = f->filter[i].exact;
        rc = str_dup(f->filter[i].key, a, &copy[i].key, e);
        if (!rc)
            rc = str_dup(f->filter[i].value, a, &copy[i].value, e);
    }
    w->filter = copy;
    w->n_filters = f->n;
    if (!rc && w->p.language.n) {
        copy[f->n] = (struct lexical_filter){STR("lang"), w->p.language, false};
        w->n_filters++;
    }
    return rc;
}

static enum err count_tokens(void *model, struct str text, size_t *n,
                             struct error *e)
{
    struct embedding report = {0};
    enum err rc = embedder_measure(model, text, &report, e);

    *n = report.tokens;
    return rc;
}

/* Windows of a text of the passage after those that wait. */
static enum err cut(struct embed_queue *q, struct pending *w, struct str text,
                    struct error *e)
{
    struct embedder *model = q->o.model;
    const struct window_measure measure = {count_tokens, model};
    struct window_list list;
    size_t n;
    enum err rc = windows_cut(text, model ? model->max_tokens : 1, &measure,
                              &q->a, &list, e);

    if (rc)
        return rc;
    n = list.n < MAX_WINDOWS - w->n ? list.n : MAX_WINDOWS - w->n;
    w->n += n;
    for (size_t i = 0; i < n; i++)
        q->window[q->windows++] = list.window[i];
    return OK;
}

/* Why no model needs to be asked; empty when one is. */
static struct str refusal(const struct embed_queue *q, const struct passage *p)
{
    if (!q->o.model)
        return STR("no model");
    if (q->o.english_only && p->language.n > 0 &&
        language_bit(p->language) != LANG_ENGLISH)
        return STR("language");
    return (struct str){0};
}

static enum err prepare(struct embed_queue *q, struct pending *w,
                        const struct previous *old, struct error *e)
{
    struct str text[PASSAGE_MAX_PARTS] = {{0}};
    const size_t n = w->p.n_parts > 1 ? w->p.n_parts : 1;
    enum err rc = OK;

    /* no window has text of two sections, and each begins with its heading */
    for (size_t i = 0; i < n && !rc; i++) {
        const struct passage part =
            passage_part_at(&w->p, w->p.n_parts > 1 ? w->p.part[i].at : 0);

        rc = embedded_text(&part, &q->a, &text[i], e);
    }
    if (rc)
        return rc;
    w->p.content = passage_hash(text, n);
    w->p.model = q->o.model ? str_from(q->o.model->model) : (struct str){0};
    w->p.lexical_only = refusal(q, &w->p);
    if (old)
        rc = previous_vectors(old, w->p.content, &w->is_known, &w->vectors,
                              &w->n_vectors, e);
    if (w->p.lexical_only.n > 0)
        w->n_vectors = 0; /* that it had while its language was another */
    if (rc || w->p.lexical_only.n > 0 || w->n_vectors > 0)
        return rc;
    w->first = q->windows;
    for (size_t i = 0; i < n && !rc; i++)
        rc = cut(q, w, text[i], e);
    return rc;
}

enum err embed_queue_language(struct embed_queue *q, struct str text,
                              struct str *out, struct error *e)
{
    return language_of(q->analyzer, text, out, e);
}

enum err embed_queue_put(struct embed_queue *q, const struct passage *p,
                         const struct embed_filters *f,
                         const struct embed_origin *origin, struct error *e)
{
    struct pending *w;
    enum err rc = OK;

    if (q->windows + MAX_WINDOWS > PENDING_WINDOWS ||
        q->a.used_bytes > PENDING_BYTES)
        rc = embed_queue_flush(q, e);
    w = rc ? NULL : arena_alloc(&q->a, sizeof(*w), e);
    if (!w)
        return e->code;
    w->p = *p;
    w->counts = origin->counts;
    rc = embed_queue_language(q, p->text, &w->p.language, e);
    if (w->p.language.n == 0)
        w->p.language = p->language;
    if (!rc)
        rc = copy_texts(w, &q->a, e);
    if (!rc)
        rc = copy_filters(w, f, &q->a, e);
    if (!rc)
        rc = prepare(q, w, origin->old, e);
    if (rc)
        return rc;
    if (q->last)
        q->last->next = w;
    else
        q->first = w;
    q->last = w;
    return OK;
}

/* Some windows, by one of the threads: nobody else writes their places. */
static enum err embed_part(void *member, size_t part, struct error *e)
{
    struct embed_queue *q = member;
    size_t from = part * PART;
    size_t n = q->windows - from < PART ? q->windows - from : PART;

    return embedder_embed(q->o.model, q->window + from, n,
                          q->vectors + from * dimensions(q), q->report + from,
                          e);
}

static enum err deliver_nothing(void *member, size_t part, struct error *e)
{
    (void)member;
    (void)part;
    (void)e;
    return OK;
}

static enum err embed_windows(struct embed_queue *q, struct error *e)
{
    const struct pipeline_job job = {.parts = (q->windows + PART - 1) / PART,
                                     .work = embed_part,
                                     .deliver = deliver_nothing};
    void *members[PIPELINE_MAX];

    for (size_t i = 0; i < PIPELINE_MAX; i++)
        members[i] = q;
    return q->windows ? pipeline_run(&job, members, q->o.threads, e) : OK;
}

/* Its vectors, side by side; why there is none where there is none. */
static void gather(struct embed_queue *q, struct pending *w)
{
    const size_t d = dimensions(q);
    float *out = q->vectors + w->first * d;
    bool unknown = false;

    for (size_t i = w->first; i < w->first + w->n; i++) {
        const struct embedding *r = &q->report[i];

        w->counts->tokens += r->tokens < q->o.model->max_tokens
                                 ? r->tokens
                                 : q->o.model->max_tokens;
        unknown = unknown || r->unknown_share > 0;
        if (r->is_embedded)
            memmove(out + d * w->n_vectors++, q->vectors + i * d,
                    d * sizeof(float));
    }
    w->vectors = out;
    w->counts->embedded += w->n_vectors > 0;
    if (w->n_vectors == 0)
        w->p.lexical_only = unknown ? STR("unknown") : STR("empty");
}

static void put_heading(struct str heading, struct buf *out)
{
    if (out->n > 0)
        buf_put_char(out, '\n');
    buf_put_str(out, heading);
}

/* Of all parts, each heading once. */
static void put_headings(const struct passage *p, struct buf *out)
{
    for (size_t i = 0; i < p->n_headings; i++)
        put_heading(p->heading[i], out);
    for (size_t i = 1; i < p->n_parts; i++) {
        const struct passage_part *x = &p->part[i];

        for (size_t k = 0; k < x->n_headings; k++) {
            if (k >= x[-1].n_headings ||
                !str_eq(x->heading[k], x[-1].heading[k]))
                put_heading(x->heading[k], out);
        }
    }
}

static enum err write_passage(struct embed_queue *q, const struct pending *w,
                              struct error *e)
{
    struct buf stored, headings;
    struct lexical_doc d = {.id = passage_id(&w->p),
                            .title = w->p.title,
                            .body = w->p.text,
                            .anchor = w->p.anchors,
                            .filter = w->filter,
                            .n_filters = w->n_filters,
                            .language = language_bit(w->p.language)};
    enum err rc;

    buf_init(&stored, STORED_BYTES);
    buf_init(&headings, STORED_BYTES);
    passage_write(&w->p, &stored);
    put_headings(&w->p, &headings);
    rc = buf_finish(&stored, &d.stored, e);
    if (!rc)
        rc = buf_finish(&headings, &d.heading, e);
    if (!rc)
        rc = segments_writer_add(q->o.writer, w->p.document, &d, w->vectors,
                                 w->n_vectors, e);
    buf_release(&headings);
    buf_release(&stored);
    return rc;
}

enum err embed_queue_flush(struct embed_queue *q, struct error *e)
{
    enum err rc = embed_windows(q, e);

    for (struct pending *w = q->first; w && !rc; w = w->next) {
        const bool is_asked = w->n_vectors == 0 && w->p.lexical_only.n == 0;

        if (is_asked)
            gather(q, w);
        w->counts->passages++;
        w->counts->reused += w->is_known && !(is_asked && w->n_vectors > 0);
        w->counts->lexical_only += w->n_vectors == 0;
        w->counts->vectors += w->n_vectors;
        rc = write_passage(q, w, e);
    }
    q->failed = q->failed || rc;
    q->first = q->last = NULL;
    q->windows = 0;
    arena_reset(&q->a);
    return rc;
}

bool embed_queue_has_failed(struct embed_queue *q)
{
    bool failed = q->failed;

    q->failed = false;
    return failed;
}
