/*
 * Vectors are kept as they come; their codes are made while they are written,
 * a row at a time, and only scales and errors, 8 bytes a vector, wait for their
 * place after them.
 */
#include "base/mem.h"
#include "search/vector/vector_code.h"
#include "search/vector/vector_segment.h"
#include "store/page_file/page_file.h"

#include <math.h>

#define ROW_MORE (3 * sizeof(uint32_t)) /* owner, scale, error */

struct vector_builder {
    uint32_t dimensions;
    uint32_t n;
    uint32_t most; /* as many as the budget holds */
    size_t model_bytes;
    char model[VECTOR_MODEL_MAX_BYTES];
    struct buf floats;
    struct buf owners;
    struct buf scales;
    struct buf errors;
    uint32_t last; /* owner */
};

struct vector_builder *vector_builder_new(const struct vector_kind *kind,
                                          size_t budget_bytes, struct error *e)
{
    struct vector_builder *b;
    size_t row;
    size_t most;

    if (kind->dimensions == 0 || kind->dimensions > VECTOR_MAX_DIMENSIONS ||
        kind->model.n > VECTOR_MODEL_MAX_BYTES) {
        (void)error_set(
            e, ERR_VALIDATION_FAILED,
            "vectors have 1 to %d dimensions, and the name of their "
            "model at most %d bytes",
            VECTOR_MAX_DIMENSIONS, VECTOR_MODEL_MAX_BYTES);
        return NULL;
    }
    b = mem_new(sizeof(*b), e);
    if (!b)
        return NULL;
    row = kind->dimensions * sizeof(float);
    most = budget_bytes / (row + ROW_MORE);
    b->dimensions = kind->dimensions;
    b->most = most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
    b->model_bytes = kind->model.n;
    if (kind->model.n)
        memcpy(b->model, kind->model.p, kind->model.n);
    buf_init(&b->floats, b->most * row);
    buf_init(&b->owners, b->most * sizeof(uint32_t));
    buf_init(&b->scales, b->most * sizeof(float));
    buf_init(&b->errors, b->most * sizeof(float));
    return b;
}

void vector_builder_free(struct vector_builder *b)
{
    if (!b)
        return;
    buf_release(&b->floats);
    buf_release(&b->owners);
    buf_release(&b->scales);
    buf_release(&b->errors);
    mem_free(b);
}

uint32_t vector_builder_count(const struct vector_builder *b)
{
    return b->n;
}

enum err vector_builder_add(struct vector_builder *b, uint32_t doc,
                            const float *vector, struct error *e)
{
    size_t row = b->dimensions * sizeof(float);
    float *to;

    BUG_ON(b->n && doc < b->last);
    for (uint32_t i = 0; i < b->dimensions; i++) {
        if (!isfinite(vector[i]))
            return error_set(e, ERR_VALIDATION_FAILED,
                             "a vector contains a value that is not a number");
    }
    if (b->n == b->most)
        return error_set(e, ERR_LIMIT, "%u vectors are in memory", b->n);
    /* Both or none: a row without an owner would move all after it. */
    to = (float *)(void *)buf_reserve(&b->floats, row);
    if (to)
        buf_put(&b->owners, &doc, sizeof(doc));
    if (!to || b->owners.overflow) {
        b->floats.overflow = b->owners.overflow = false;
        return error_set(e, ERR_LIMIT,
                         "out of memory: cannot hold more vectors");
    }
    memcpy(to, vector, row);
    buf_commit(&b->floats, row);
    b->last = doc;
    b->n++;
    return OK;
}

static enum err put_part(struct page_file *f, uint64_t at, const void *bytes,
                         size_t n, struct error *e)
{
    static const char zeros[VECTOR_ALIGN];

    if (page_file_put(f, zeros, at - f->offset, e))
        return e->code;
    return page_file_put(f, bytes, n, e);
}

static enum err put_codes(struct vector_builder *b, struct page_file *f,
                          struct error *e)
{
    uint8_t codes[VECTOR_MAX_DIMENSIONS];
    const float *v = (const void *)b->floats.p;

    for (uint32_t i = 0; i < b->n; i++, v += b->dimensions) {
        struct vector_fit fit = vector_encode(v, b->dimensions, codes);

        buf_put(&b->scales, &fit.scale, sizeof(fit.scale));
        buf_put(&b->errors, &fit.error, sizeof(fit.error));
        if (page_file_put(f, codes, vector_align(b->dimensions), e))
            return e->code;
    }
    return OK;
}

static enum err put_all(struct vector_builder *b, uint32_t docs,
                        struct page_file *f, struct error *e)
{
    uint64_t at[PAGE_FOOTER_OWN] = {[VECTOR_COUNT] = b->n,
                                    [VECTOR_DOCS] = docs,
                                    [VECTOR_DIMENSIONS] = b->dimensions,
                                    [VECTOR_MODEL_BYTES] = b->model_bytes};
    struct str scales;
    struct str errors;

    (void)vector_layout(at);
    if (page_file_put(f, b->model, b->model_bytes, e) ||
        put_part(f, at[VECTOR_FLOATS], b->floats.p, b->floats.n, e) ||
        put_part(f, at[VECTOR_CODES], NULL, 0, e) || put_codes(b, f, e) ||
        buf_finish(&b->scales, &scales, e) ||
        buf_finish(&b->errors, &errors, e) ||
        put_part(f, at[VECTOR_SCALES], scales.p, scales.n, e) ||
        put_part(f, at[VECTOR_ERRORS], errors.p, errors.n, e) ||
        put_part(f, at[VECTOR_OWNERS], b->owners.p, b->owners.n, e))
        return e->code;
    return page_file_finish(f, at, e);
}

enum err vector_builder_write(struct vector_builder *b, uint32_t docs,
                              const char *path, const char *shown,
                              struct error *e)
{
    struct page_file f = {.fd = -1};
    struct arena a;
    enum err rc;

    BUG_ON(b->n && b->last >= docs);
    arena_init(&a, (size_t)1 << 16);
    rc = page_file_open(&f, path, shown, VECTOR_KIND, &a, e);
    if (!rc)
        rc = put_all(b, docs, &f, e);
    page_file_release(&f);
    arena_release(&a);
    b->n = 0;
    buf_reset(&b->floats);
    buf_reset(&b->owners);
    buf_reset(&b->scales);
    buf_reset(&b->errors);
    return rc;
}
