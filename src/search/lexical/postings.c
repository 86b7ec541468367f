#include "search/lexical/postings.h"

enum err postings_open(struct postings *p, const struct segment *s,
                       const struct posting_list *list, struct error *e)
{
    uint64_t start = list->positions + list->positions_bytes;
    uint64_t skip_bytes;

    p->segment = s;
    p->list = *list;
    p->n_blocks = (list->df + PACK_BLOCK - 1) / PACK_BLOCK;
    p->block = NO_DOC;
    p->n = p->at = 0;
    skip_bytes =
        list->df >= PACK_BLOCK ? (uint64_t)SKIP_BYTES * p->n_blocks : 0;
    if (skip_bytes > list->data_bytes)
        return segment_damaged(s, e);
    p->blocks = start + skip_bytes;
    p->blocks_bytes = list->data_bytes - skip_bytes;
    if (p->blocks_bytes > UINT32_MAX || list->positions_bytes > UINT32_MAX)
        return segment_damaged(s, e);
    p->skips = p->only_skip;
    if (skip_bytes) {
        p->skips = segment_bytes_at(s, start, skip_bytes, e);
        return p->skips ? OK : e->code;
    }
    store32(p->only_skip, segment_docs(s) - 1);
    store32(p->only_skip + 4, (uint32_t)p->blocks_bytes);
    store32(p->only_skip + 8, (uint32_t)list->positions_bytes);
    memcpy(p->only_skip + 12, list->impacts, sizeof(list->impacts));
    return OK;
}

/* Where something of block b ends: field 4 of its skip entry, or 8. */
static uint32_t skip_end(const struct postings *p, uint32_t b, unsigned field)
{
    return load32(p->skips + (size_t)SKIP_BYTES * b + field);
}

static bool unpack_full(struct postings *p, const unsigned char *in, size_t n,
                        uint32_t before)
{
    unsigned bits = n >= 2 ? in[0] : 255;
    unsigned tf_bits = n >= 2 ? in[1] : 255;

    if (bits > PACK_MAX_BITS || tf_bits > 8 ||
        n != 2 + PACK_BYTES(bits) + PACK_BYTES(tf_bits))
        return false;
    unpack_block(in + 2, bits, p->doc);
    unpack_block(in + 2 + PACK_BYTES(bits), tf_bits, p->tf);
    /* 129 numbers of 24 bits: the sum fits */
    (void)unpack_sums(before, p->doc);
    for (unsigned i = 0; i < PACK_BLOCK; i++)
        p->tf[i]++;
    p->n = PACK_BLOCK;
    return true;
}

static bool unpack_tail(struct postings *p, const unsigned char *in, size_t n,
                        uint32_t before)
{
    const unsigned char *end = in + n;
    uint64_t doc = (uint64_t)before + 1; /* of a list's start: 0 */

    if (before == NO_DOC)
        doc = 0;
    p->n = p->list.df % PACK_BLOCK;
    for (uint32_t i = 0; i < p->n; i++) {
        uint64_t v = 0;

        if (!varint_get(&in, end, &v) || v / 2 >= SEGMENT_MAX_DOCS)
            return false;
        doc += v / 2;
        p->tf[i] = 1;
        if (v & 1) {
            if (in == end || *in == 0)
                return false;
            p->tf[i] = *in++;
        }
        if (doc >= segment_docs(p->segment))
            return false;
        p->doc[i] = (uint32_t)doc++;
    }
    return in == end;
}

enum err postings_load(struct postings *p, uint32_t b, struct error *e)
{
    uint32_t from = b ? skip_end(p, b - 1, 4) : 0;
    uint32_t to = skip_end(p, b, 4);
    uint32_t before = b ? postings_last(p, b - 1) : NO_DOC;
    const unsigned char *in;
    bool full = p->list.df / PACK_BLOCK > b;

    if (p->block == b)
        return OK;
    p->block = NO_DOC;
    if (from > to || to > p->blocks_bytes ||
        (b && before >= segment_docs(p->segment)))
        return segment_damaged(p->segment, e);
    in = segment_bytes_at(p->segment, p->blocks + from, to - from, e);
    if (!in)
        return e->code;
    if (!(full ? unpack_full(p, in, to - from, before)
               : unpack_tail(p, in, to - from, before)))
        return segment_damaged(p->segment, e);
    if (p->doc[p->n - 1] >= segment_docs(p->segment) ||
        p->doc[p->n - 1] > postings_last(p, b))
        return segment_damaged(p->segment, e);
    p->block = b;
    p->at = 0;
    p->read_pos = NULL;
    return OK;
}

uint32_t postings_find_block(const struct postings *p, uint32_t b, uint32_t doc)
{
    uint32_t step = 1;
    uint32_t to;

    if (b >= p->n_blocks || postings_last(p, b) >= doc)
        return b;
    /* block b is too early: look 1, 2, 4 ... further, then between */
    while (b + step < p->n_blocks && postings_last(p, b + step) < doc) {
        b += step;
        step *= 2;
    }
    to = b + step < p->n_blocks ? b + step : p->n_blocks;
    while (to - b > 1) {
        uint32_t middle = b + (to - b) / 2;

        if (postings_last(p, middle) < doc)
            b = middle;
        else
            to = middle;
    }
    return to;
}

enum err postings_seek(struct postings *p, uint32_t doc, uint32_t *out,
                       struct error *e)
{
    uint32_t b = p->block == NO_DOC ? 0 : p->block;

    *out = NO_DOC;
    for (b = postings_find_block(p, b, doc); b < p->n_blocks; b++) {
        if (postings_load(p, b, e))
            return e->code;
        if (postings_seek_in_block(p, doc)) {
            *out = p->doc[p->at];
            return OK;
        }
    }
    return OK;
}

/* Begin the positions of the loaded block; *end is where they end. */
static enum err begin_positions(struct postings *p, const unsigned char **end,
                                struct error *e)
{
    uint32_t from = p->block ? skip_end(p, p->block - 1, 8) : 0;
    uint32_t to = skip_end(p, p->block, 8);
    const unsigned char *in;

    if (from > to || to > p->list.positions_bytes)
        return segment_damaged(p->segment, e);
    in = segment_bytes_at(p->segment, p->list.positions + from, to - from, e);
    if (!in)
        return e->code;
    *end = in + (to - from);
    if (p->read_pos && p->read_at <= p->at)
        return OK;
    p->read_pos = in;
    p->read_at = 0;
    return OK;
}

enum err postings_positions(struct postings *p, uint32_t *out, size_t max,
                            size_t *n, struct error *e)
{
    const unsigned char *end = NULL;

    if (begin_positions(p, &end, e))
        return e->code;
    *n = 0;
    for (; p->read_at <= p->at; p->read_at++) {
        uint64_t position = 0;
        uint64_t count = 0;
        uint64_t step = 0;

        if (!varint_get(&p->read_pos, end, &count))
            return segment_damaged(p->segment, e);
        for (; count; count--) {
            if (!varint_get(&p->read_pos, end, &step) || step > UINT32_MAX)
                return segment_damaged(p->segment, e);
            position += step;
            if (p->read_at == p->at && *n < max)
                out[(*n)++] = (uint32_t)position;
        }
    }
    return OK;
}

enum err postings_raw_positions(struct postings *p, struct str *out,
                                struct error *e)
{
    const unsigned char *end = NULL;
    const unsigned char *from;

    *out = (struct str){0};
    if (p->list.positions_bytes == 0)
        return OK;
    if (begin_positions(p, &end, e))
        return e->code;
    from = p->read_pos;
    for (; p->read_at <= p->at; p->read_at++) {
        uint64_t count = 0;
        uint64_t step;

        from = p->read_pos;
        if (!varint_get(&p->read_pos, end, &count))
            return segment_damaged(p->segment, e);
        for (; count; count--) {
            if (!varint_get(&p->read_pos, end, &step))
                return segment_damaged(p->segment, e);
        }
    }
    *out = (struct str){(const char *)from, (size_t)(p->read_pos - from)};
    return OK;
}
