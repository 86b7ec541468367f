/*
 * One pass: the data of a key goes to the file when the key is complete, its
 * dictionary entry stays in memory until the end (about 12 bytes a key).
 */
#include "search/lexical/segment_write.h"

#include <stdlib.h>
#include <string.h>

#define MAX_LIST_BYTES ((size_t)UINT32_MAX) /* offsets in skip tables */
#define MAX_DICT_BYTES ((size_t)8 << 30)
#define NO_DOC         UINT32_MAX

enum err segment_writer_open(struct segment_writer *w, const char *path,
                             const char *shown, const struct segment_docs *docs,
                             struct arena *a, struct error *e)
{
    *w = (struct segment_writer){.docs = *docs, .a = a, .file = {.fd = -1}};
    buf_init(&w->positions, MAX_LIST_BYTES);
    buf_init(&w->skips, MAX_LIST_BYTES);
    buf_init(&w->blocks, MAX_LIST_BYTES);
    buf_init(&w->dict, MAX_DICT_BYTES);
    buf_init(&w->dict_index, MAX_DICT_BYTES);
    buf_init(&w->stored_ends, MAX_DICT_BYTES);
    if (docs->n > SEGMENT_MAX_DOCS)
        return error_set(e, ERR_LIMIT,
                         "too many passages in one segment: the limit is %u",
                         SEGMENT_MAX_DOCS);
    return page_file_open(&w->file, path, shown, SEGMENT_KIND, a, e);
}

static void put64(struct buf *b, uint64_t v)
{
    unsigned char bytes[8];

    store64(bytes, v);
    buf_put(b, bytes, sizeof(bytes));
}

static void put_varint(struct buf *b, uint64_t v)
{
    unsigned char bytes[10];

    buf_put(b, bytes, varint_put(v, bytes));
}

static void put_full_block(struct segment_writer *w, const uint32_t *delta)
{
    uint32_t tf[PACK_BLOCK];
    unsigned bits = pack_bits(delta, PACK_BLOCK);
    unsigned tf_bits;
    unsigned char out[2 + 2 * PACK_BYTES(32)];

    for (unsigned i = 0; i < PACK_BLOCK; i++)
        tf[i] = w->tf[i] - 1;
    tf_bits = pack_bits(tf, PACK_BLOCK);
    out[0] = (unsigned char)bits;
    out[1] = (unsigned char)tf_bits;
    pack_block(delta, bits, out + 2);
    pack_block(tf, tf_bits, out + 2 + PACK_BYTES(bits));
    buf_put(&w->blocks, out, 2 + PACK_BYTES(bits) + PACK_BYTES(tf_bits));
}

static void put_tail(struct segment_writer *w, const uint32_t *delta)
{
    for (unsigned i = 0; i < w->n; i++) {
        put_varint(&w->blocks, (uint64_t)delta[i] * 2 + (w->tf[i] != 1));
        if (w->tf[i] != 1)
            buf_put_char(&w->blocks, (char)w->tf[i]);
    }
}

/* The block under way is complete, or the list is. */
static void end_block(struct segment_writer *w)
{
    unsigned char skip[SKIP_BYTES];
    uint32_t delta[PACK_BLOCK] = {0};
    uint32_t before = w->last_doc;

    for (unsigned i = 0; i < w->n; i++) {
        delta[i] = w->doc[i] - before - 1;
        before = w->doc[i];
    }
    if (w->n == PACK_BLOCK)
        put_full_block(w, delta);
    else
        put_tail(w, delta);
    for (unsigned i = 0; i < w->block_front.n; i++)
        front_add(&w->list_front, w->block_front.at[i]);
    store32(skip, before);
    store32(skip + 4, (uint32_t)w->blocks.n);
    store32(skip + 8, (uint32_t)w->positions.n);
    front_write(&w->block_front, skip + 12);
    buf_put(&w->skips, skip, sizeof(skip));
    w->block_front.n = 0;
    w->last_doc = before;
    w->n = 0;
}

static size_t shared_prefix(const struct segment_writer *w, struct str key)
{
    size_t n = 0;

    while (n < key.n && n < w->key_n && key.p[n] == w->key[n])
        n++;
    return n;
}

static enum err put_entry(struct segment_writer *w, struct error *e)
{
    unsigned char impacts[2 * IMPACTS];
    size_t skips = w->df >= PACK_BLOCK ? w->skips.n : 0;
    struct str s;

    if (w->n_keys % DICT_BLOCK == 0) {
        w->dict_block = w->dict.n;
        put64(&w->dict_index, w->dict.n);
        put64(&w->dict, w->data_start);
        buf_put_char(&w->dict, 0); /* the number of keys: counted below */
        w->shared = 0;
    }
    put_varint(&w->dict, w->shared);
    put_varint(&w->dict, w->key_n - w->shared);
    buf_put(&w->dict, w->key + w->shared, w->key_n - w->shared);
    put_varint(&w->dict, w->df);
    put_varint(&w->dict, w->positions.n);
    put_varint(&w->dict, skips + w->blocks.n);
    front_write(&w->list_front, impacts);
    buf_put(&w->dict, impacts, sizeof(impacts));
    if (buf_finish(&w->dict, &s, e) || buf_finish(&w->dict_index, &s, e))
        return e->code;
    w->dict.p[w->dict_block + 8]++;
    w->n_keys++;
    return OK;
}

static enum err put_buf(struct segment_writer *w, struct buf *b,
                        struct error *e)
{
    struct str s;

    if (buf_finish(b, &s, e) || page_file_put(&w->file, s.p, s.n, e))
        return e->code;
    buf_reset(b);
    return OK;
}

/* Write the key under way, if there is one. */
static enum err end_key(struct segment_writer *w, struct error *e)
{
    if (!w->df)
        return OK;
    if (w->n)
        end_block(w);
    if (put_entry(w, e))
        return e->code;
    if (w->df < PACK_BLOCK)
        buf_reset(&w->skips);
    if (put_buf(w, &w->positions, e) || put_buf(w, &w->skips, e) ||
        put_buf(w, &w->blocks, e))
        return e->code;
    w->df = 0;
    return OK;
}

enum err segment_writer_key(struct segment_writer *w, struct str key,
                            struct error *e)
{
    if (end_key(w, e))
        return e->code;
    BUG_ON(key.n > MAX_KEY_BYTES);
    w->shared = shared_prefix(w, key);
    memcpy(w->key, key.p, key.n);
    w->key_n = key.n;
    w->data_start = w->file.offset;
    w->last_doc = NO_DOC;
    w->list_front.n = 0;
    return OK;
}

enum err segment_writer_posting(struct segment_writer *w, uint32_t doc,
                                uint32_t tf, struct str positions,
                                struct error *e)
{
    struct str s;

    if (w->n == PACK_BLOCK)
        end_block(w);
    w->doc[w->n] = doc;
    w->tf[w->n++] = tf;
    w->df++;
    front_add(&w->block_front,
              (struct impact){(uint8_t)tf, w->docs.length[doc]});
    buf_put_str(&w->positions, positions);
    return w->positions.overflow ? buf_finish(&w->positions, &s, e) : OK;
}

/* Begin the section of stored bytes when all keys are written. */
static enum err begin_stored(struct segment_writer *w, struct error *e)
{
    if (w->stored)
        return OK;
    if (end_key(w, e))
        return e->code;
    w->stored = w->file.offset;
    return OK;
}

enum err segment_writer_stored(struct segment_writer *w, struct str bytes,
                               struct error *e)
{
    if (begin_stored(w, e) || page_file_put(&w->file, bytes.p, bytes.n, e))
        return e->code;
    put64(&w->stored_ends, w->file.offset - w->stored);
    return OK;
}

struct numbered {
    uint64_t id;
    uint32_t doc;
};

static int by_id(const void *a, const void *b)
{
    const struct numbered *x = a;
    const struct numbered *y = b;

    return (x->id > y->id) - (x->id < y->id);
}

static enum err put_ids(struct segment_writer *w, uint64_t *footer,
                        struct error *e)
{
    const struct segment_docs *d = &w->docs;
    struct numbered *all = arena_alloc_array(w->a, d->n, sizeof(*all), e);
    unsigned char *out = arena_alloc_array(w->a, d->n, 8, e);

    if (!all || !out)
        return e->code;
    for (uint32_t i = 0; i < d->n; i++) {
        all[i] = (struct numbered){d->id[i], i};
        store64(out + (size_t)8 * i, d->id[i]);
    }
    qsort(all, d->n, sizeof(*all), by_id);
    footer[FOOTER_IDS] = w->file.offset;
    if (page_file_put(&w->file, out, (size_t)8 * d->n, e))
        return e->code;
    for (uint32_t i = 0; i < d->n; i++) {
        if (i && all[i].id == all[i - 1].id)
            return error_set(e, ERR_CONFLICT, "a passage is there twice");
        store32(out + (size_t)4 * i, all[i].doc);
    }
    footer[FOOTER_ID_ORDER] = w->file.offset;
    return page_file_put(&w->file, out, (size_t)4 * d->n, e);
}

/* The dictionary and its index, whose offsets become those of the file. */
static enum err put_dict(struct segment_writer *w, uint64_t *footer,
                         struct error *e)
{
    footer[FOOTER_DICT] = w->file.offset;
    for (size_t i = 0; i < w->dict_index.n; i += 8) {
        unsigned char *p = (unsigned char *)w->dict_index.p + i;

        store64(p, load64(p) + w->file.offset);
    }
    put64(&w->dict_index, w->file.offset + w->dict.n);
    if (put_buf(w, &w->dict, e))
        return e->code;
    footer[FOOTER_DICT_INDEX] = w->file.offset;
    return put_buf(w, &w->dict_index, e);
}

enum err segment_writer_finish(struct segment_writer *w, struct error *e)
{
    uint64_t footer[PAGE_FOOTER_OWN] = {0};

    if (begin_stored(w, e))
        return e->code;
    BUG_ON(!w->stored_ends.overflow &&
           w->stored_ends.n != (size_t)8 * w->docs.n);
    footer[FOOTER_DOCS] = w->docs.n;
    footer[FOOTER_KEYS] = w->n_keys;
    footer[FOOTER_STORED] = w->stored;
    for (uint32_t i = 0; i < w->docs.n; i++)
        footer[FOOTER_LENGTH_SUM] += bm25_length(w->docs.length[i]);
    if (put_dict(w, footer, e) || put_ids(w, footer, e))
        return e->code;
    footer[FOOTER_LENGTHS] = w->file.offset;
    if (page_file_put(&w->file, w->docs.length, w->docs.n, e))
        return e->code;
    footer[FOOTER_STORED_ENDS] = w->file.offset;
    if (put_buf(w, &w->stored_ends, e))
        return e->code;
    return page_file_finish(&w->file, footer, e);
}

void segment_writer_release(struct segment_writer *w)
{
    page_file_release(&w->file);
    buf_release(&w->positions);
    buf_release(&w->skips);
    buf_release(&w->blocks);
    buf_release(&w->dict);
    buf_release(&w->dict_index);
    buf_release(&w->stored_ends);
}
