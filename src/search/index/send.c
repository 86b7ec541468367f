/*
 * send.c - segments that were written become points of a backend.
 *
 * A segment has the filters of its passages the other way round, by key. They are
 * gathered from its dictionary once, so that a backend compares what the segments
 * compare.
 */
#include "search/index/send.h"

#include "search/index/indexed_passage.h"
#include "search/lexical/postings.h"

#include <sys/random.h>

#define ARENA_BYTES  ((size_t)1 << 30)
#define MOST_POINTS  64
#define MOST_NUMBERS ((size_t)128 << 10) /* of the vectors of one call */

/* A filter of a passage. */
struct filter_of {
    struct str text; /* "lang=en" */
    const struct filter_of *next;
};

/* Those of a passage. */
struct filters {
    const struct filter_of *first;
};

struct sender {
    struct backend *backend;
    struct backend_points points;
    struct backend_point at[MOST_POINTS];
    size_t numbers; /* of what waits */
    struct arena a; /* of what waits */
};

static enum err flush(struct sender *x, struct error *e)
{
    enum err rc = backend_put(x->backend, &x->points, e);

    x->points.n = 0;
    x->numbers = 0;
    arena_reset(&x->a);
    return rc;
}

/* "name=value" of the key 'f' name NUL value. */
static enum err filter_text(struct str key, struct arena *a, struct str *out,
                            struct error *e)
{
    const size_t end = str_find_char(key, '\0');

    return str_printf(a, out, e, "%.*s=%.*s", STR_FMT(str_slice(key, 1, end)),
                      STR_FMT(str_slice(key, end + 1, key.n)));
}

static enum err add_filter(const struct segment *s, const struct dict_cursor *c,
                           struct filters *list, struct arena *a,
                           struct error *e)
{
    struct postings p;
    struct str text;
    enum err rc = filter_text((struct str){c->key, c->key_n}, a, &text, e);

    if (!rc)
        rc = postings_open(&p, s, &c->list, e);
    for (uint32_t b = 0; !rc && b < p.n_blocks; b++) {
        rc = postings_load(&p, b, e);
        for (uint32_t i = 0; i < p.n && !rc; i++) {
            struct filter_of *f = arena_alloc(a, sizeof(*f), e);

            if (!f)
                return e->code;
            *f = (struct filter_of){text, list[p.doc[i]].first};
            list[p.doc[i]].first = f;
        }
    }
    return rc;
}

/* list[passages] of a segment. */
static enum err gather_filters(const struct segment *s, struct arena *a,
                               struct filters **out, struct error *e)
{
    static const char kind[] = {KEY_FILTER};
    struct dict_cursor c;
    bool found = false;
    enum err rc;

    *out = arena_alloc_array(a, segment_docs(s), sizeof(**out), e);
    rc = *out ? dict_seek(&c, s, (struct str){kind, 1}, &found, e) : e->code;
    while (!rc && found && c.key_n > 0 && c.key[0] == KEY_FILTER) {
        rc = add_filter(s, &c, *out, a, e);
        if (!rc)
            rc = dict_next(&c, &found, e);
    }
    return rc;
}

static enum err put_filters(struct sender *x, const struct filters *of,
                            struct backend_point *p, struct error *e)
{
    struct str *filter;
    size_t n = 0;

    for (const struct filter_of *f = of->first; f; f = f->next)
        n++;
    filter = arena_alloc_array(&x->a, n, sizeof(*filter), e);
    if (!filter)
        return e->code;
    p->filter = filter;
    p->n_filters = n;
    for (const struct filter_of *f = of->first; f; f = f->next)
        *filter++ = f->text;
    return OK;
}

static enum err put(struct sender *x, const struct segment *words, uint32_t doc,
                    struct backend_point p, const struct filters *filters,
                    struct error *e)
{
    struct passage passage;
    struct str stored;
    enum err rc = segment_id(words, doc, &p.id, e);

    if (!rc)
        rc = segment_stored(words, doc, &stored, e);
    if (!rc)
        rc = passage_read(stored, &x->a, &passage, e);
    if (!rc)
        rc = put_filters(x, filters, &p, e);
    if (rc)
        return rc;
    p.document = passage.document;
    p.index = passage.index;
    p.title = passage.title;
    p.language = passage.language;
    p.text = passage.text;
    x->at[x->points.n++] = p;
    x->numbers += (size_t)p.n * x->points.dimensions;
    return x->points.n == MOST_POINTS || x->numbers >= MOST_NUMBERS
               ? flush(x, e)
               : OK;
}

static enum err send_segment(void *ctx, const struct segment *words,
                             const struct vector_segment *vectors,
                             const uint64_t *deleted, struct error *e)
{
    struct sender *x = ctx;
    struct filters *filters = NULL;
    struct arena a;
    enum err rc = OK;

    if (!vectors)
        return OK;
    arena_init(&a, ARENA_BYTES);
    rc = gather_filters(words, &a, &filters, e);
    for (uint32_t doc = 0; doc < segment_docs(words) && !rc; doc++) {
        struct backend_point p = {0};

        if (deleted && deleted[doc / 64] >> doc % 64 & 1)
            continue;
        rc = vector_segment_of(vectors, doc, &p.vectors, &p.n, e);
        if (!rc && p.n > 0)
            rc = put(x, words, doc, p, &filters[doc], e);
    }
    if (!rc)
        rc = flush(x, e);
    arena_release(&a);
    return rc;
}

/* Which no other change has. */
static enum err draw_batch(uint64_t *out, struct error *e)
{
    if (getrandom(out, sizeof(*out), 0) != sizeof(*out))
        return error_set(e, ERR_INTERNAL, "cannot get random bytes");
    *out |= 1;
    return OK;
}

enum err send_passages(const struct sending *s, struct error *e)
{
    struct sender x = {.backend = s->ix->backend};
    struct vector_kind kind;
    enum err rc = draw_batch(&x.points.batch, e);

    if (index_kind(s->ix, &kind))
        x.points.dimensions = kind.dimensions;
    x.points.at = x.at;
    arena_init(&x.a, ARENA_BYTES);
    if (!rc)
        rc = segments_writer_hand_vectors(s->writer, send_segment, &x, e);
    arena_release(&x.a);
    return rc ? rc
              : backend_prune(x.backend, s->document, s->n, x.points.batch, e);
}

enum err send_removals(const struct index *ix, const struct str *document,
                       size_t n, struct error *e)
{
    return backend_prune(ix->backend, document, n, 0, e);
}
