#include "search/vector/vector_segment.h"

#include "base/mem.h"
#include "search/vector/vector_format.h"
#include "search/vector/vector_rows.h"
#include "store/page_file/page_map.h"

struct vector_segment {
    struct page_map file;
    struct str model; /* in the file */
};

static uint64_t field(const struct vector_segment *s, enum vector_footer f)
{
    return s->file.footer[f];
}

enum err vector_rows_damaged(const struct vector_segment *s, struct error *e)
{
    return page_map_damaged(&s->file, e);
}

enum err vector_rows_conflict(const struct vector_segment *s, struct error *e)
{
    return error_set(e, ERR_CONFLICT, "'%s' has vectors of another model",
                     s->file.shown);
}

/* Are the counts within their limits, and lies all where they say? */
static bool layout_fits(const struct vector_segment *s)
{
    uint64_t must[PAGE_FOOTER_OWN];
    uint64_t sums = s->file.footer[PAGE_FOOTER_SUMS];
    uint64_t end;

    memcpy(must, s->file.footer, sizeof(must));
    if (must[VECTOR_COUNT] > UINT32_MAX || must[VECTOR_DOCS] > UINT32_MAX ||
        must[VECTOR_DIMENSIONS] == 0 ||
        must[VECTOR_DIMENSIONS] > VECTOR_MAX_DIMENSIONS ||
        must[VECTOR_MODEL_BYTES] > VECTOR_MODEL_MAX_BYTES)
        return false;
    end = vector_layout(must);
    return memcmp(must, s->file.footer, sizeof(must)) == 0 && end <= sums &&
           sums - end < PAGE_BYTES;
}

enum err vector_segment_open(const char *path, const char *shown,
                             struct vector_segment **out, struct error *e)
{
    struct vector_segment *s = mem_new(sizeof(*s), e);
    const unsigned char *name;

    if (!s)
        return e->code;
    if (page_map_open(&s->file, path, shown, VECTOR_KIND, e))
        goto out;
    if (!layout_fits(s)) {
        (void)vector_rows_damaged(s, e);
        goto out;
    }
    name = page_map_at(&s->file, PAGE_HEADER_BYTES,
                       field(s, VECTOR_MODEL_BYTES), e);
    if (!name)
        goto out;
    s->model = (struct str){(const char *)name, field(s, VECTOR_MODEL_BYTES)};
    *out = s;
    return OK;
out:
    vector_segment_close(s);
    return e->code;
}

void vector_segment_close(struct vector_segment *s)
{
    if (!s)
        return;
    page_map_close(&s->file);
    mem_free(s);
}

enum err vector_segment_verify(const struct vector_segment *s, struct error *e)
{
    return page_map_verify(&s->file, e);
}

struct vector_kind vector_segment_kind(const struct vector_segment *s)
{
    return (struct vector_kind){s->model,
                                (uint32_t)field(s, VECTOR_DIMENSIONS)};
}

uint32_t vector_segment_count(const struct vector_segment *s)
{
    return (uint32_t)field(s, VECTOR_COUNT);
}

uint32_t vector_segment_docs(const struct vector_segment *s)
{
    return (uint32_t)field(s, VECTOR_DOCS);
}

uint64_t vector_segment_bytes(const struct vector_segment *s)
{
    return s->file.bytes;
}

uint64_t vector_segment_sum(const struct vector_segment *s)
{
    return s->file.footer[PAGE_FOOTER_SUM];
}

/* Rows [from, from + n) of `row_bytes` in a part of the file. */
static const void *rows(const struct vector_segment *s, enum vector_footer part,
                        uint64_t row_bytes, uint64_t from, uint64_t n,
                        struct error *e)
{
    if (from + n > field(s, VECTOR_COUNT)) {
        (void)vector_rows_damaged(s, e);
        return NULL;
    }
    return page_map_at(&s->file, field(s, part) + from * row_bytes,
                       n * row_bytes, e);
}

const float *vector_rows_floats(const struct vector_segment *s, uint32_t from,
                                uint32_t n, struct error *e)
{
    return rows(s, VECTOR_FLOATS, sizeof(float) * field(s, VECTOR_DIMENSIONS),
                from, n, e);
}

const uint8_t *vector_rows_codes(const struct vector_segment *s, uint32_t from,
                                 uint32_t n, struct error *e)
{
    return rows(s, VECTOR_CODES, vector_align(field(s, VECTOR_DIMENSIONS)),
                from, n, e);
}

const float *vector_rows_scales(const struct vector_segment *s, uint32_t from,
                                uint32_t n, struct error *e)
{
    return rows(s, VECTOR_SCALES, sizeof(float), from, n, e);
}

const float *vector_rows_errors(const struct vector_segment *s, uint32_t from,
                                uint32_t n, struct error *e)
{
    return rows(s, VECTOR_ERRORS, sizeof(float), from, n, e);
}

const uint32_t *vector_rows_owners(const struct vector_segment *s,
                                   uint32_t from, uint32_t n, struct error *e)
{
    return rows(s, VECTOR_OWNERS, sizeof(uint32_t), from, n, e);
}

enum err vector_rows_find(const struct vector_segment *s, uint64_t doc,
                          uint32_t *row, struct error *e)
{
    uint32_t from = 0;
    uint32_t to = vector_segment_count(s);

    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        const uint32_t *owner = vector_rows_owners(s, middle, 1, e);

        if (!owner)
            return e->code;
        if (*owner < doc)
            from = middle + 1;
        else
            to = middle;
    }
    *row = from;
    return OK;
}

enum err vector_segment_of(const struct vector_segment *s, uint32_t doc,
                           const float **vectors, uint32_t *n, struct error *e)
{
    uint32_t from = 0;
    uint32_t to = 0;

    *n = 0;
    if (vector_rows_find(s, doc, &from, e) ||
        vector_rows_find(s, (uint64_t)doc + 1, &to, e))
        return e->code;
    if (to < from)
        return vector_rows_damaged(s, e);
    *vectors = vector_rows_floats(s, from, to - from, e);
    if (!*vectors)
        return e->code;
    *n = to - from;
    return OK;
}
