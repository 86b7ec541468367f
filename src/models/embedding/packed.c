/*
 * packed.c - opening a model file: everything in it is compared with what it
 * must be before anybody computes with it.
 *
 * The sum runs over 8 bytes at a time by hash_step(), in eight lanes, because
 * one waits for its own multiplication: 28 MB take 4 ms instead of 13. SHA-256
 * takes 17, which a search from the command line would pay each time.
 */
#include "models/embedding/packed.h"

#include "base/fs.h"
#include "base/hash.h"

#include <string.h>
#include <sys/mman.h>

#define LANES     8
#define MAX_BYTES ((uint64_t)256 << 20)
#define MAX_ROWS  (1u << 20) /* of a part whose rows are free */

_Static_assert(sizeof(struct packed_header) == 128, "as the comment says");
_Static_assert(sizeof(struct packed_part) == 32, "as the comment says");

uint64_t packed_sum(const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    uint64_t lane[LANES] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint64_t sum = n * HASH_MULTIPLIER;
    uint64_t word;
    size_t i = 0;

    for (; i + sizeof(lane) <= n; i += sizeof(lane)) {
#pragma GCC unroll 8
        for (size_t k = 0; k < LANES; k++) {
            memcpy(&word, p + i + 8 * k, 8);
            lane[k] = hash_step(lane[k], word);
        }
    }
    for (; i < n; i++)
        lane[0] = (lane[0] ^ p[i]) * HASH_MULTIPLIER;
    for (size_t k = 0; k < LANES; k++) {
        sum = hash_step(sum, lane[k]);
    }
    return sum;
}

static struct packed_shape panels(uint32_t rows, uint32_t columns)
{
    return (struct packed_shape){rows, columns, sizeof(float), true};
}

static struct packed_shape array(uint32_t rows, uint32_t columns)
{
    return (struct packed_shape){rows, columns, sizeof(float), false};
}

/* A layer is as wide as what goes into it; the first gets embeddings. */
static struct packed_shape layer_shape(unsigned layer, unsigned id)
{
    uint32_t in = layer ? MODEL_WIDTH : MODEL_EMBEDDED;

    switch (id) {
    case LAYER_NORM_SCALE:
    case LAYER_NORM_BIAS: return array(1, in);
    case LAYER_QKV: return panels(in, 3 * in);
    case LAYER_QKV_BIAS: return array(1, 3 * in);
    case LAYER_OUT: return panels(in, MODEL_WIDTH);
    case LAYER_WIDEN: return panels(MODEL_WIDTH, MODEL_INNER);
    case LAYER_WIDEN_BIAS: return array(1, MODEL_INNER);
    case LAYER_NARROW: return panels(MODEL_INNER, MODEL_WIDTH);
    default: return array(1, MODEL_WIDTH);
    }
}

struct packed_shape packed_shape(unsigned id)
{
    BUG_ON(id >= PACKED_PARTS);
    if (id >= PACKED_LAYER && id < PACKED_TANH)
        return layer_shape((id - PACKED_LAYER) / LAYER_PARTS,
                           (id - PACKED_LAYER) % LAYER_PARTS);
    switch (id) {
    case PACKED_EMBEDDING: return array(MODEL_EMBEDDINGS, MODEL_EMBEDDED);
    case PACKED_TIMING: return array(MODEL_TOKENS, MODEL_EMBEDDED);
    case PACKED_DENSE: return panels(MODEL_EMBEDDED, MODEL_WIDTH);
    case PACKED_TANH: return panels(MODEL_WIDTH, MODEL_WIDTH);
    case PACKED_PIECES: return (struct packed_shape){0, 1, 16, false};
    case PACKED_SLOTS: return (struct packed_shape){0, 1, 2, false};
    case PACKED_TEXT: return (struct packed_shape){0, 1, 1, false};
    default: return array(1, MODEL_WIDTH);
    }
}

static enum err refuse(const char *shown, const char *why, struct error *e)
{
    return error_set(e, ERR_FILE_READ_FAILED, "cannot use '%s': %s", shown,
                     why);
}

static enum err check_head(const struct packed *p, const char *shown,
                           struct error *e)
{
    const struct packed_header *h = p->header;
    unsigned char head[PACKED_HEAD_BYTES];

    if (h->magic != PACKED_MAGIC)
        return refuse(shown, "it is not a model file", e);
    if (h->version != PACKED_VERSION)
        return refuse(shown, "it is of another version of Quarry", e);
    memcpy(head, p->bytes, sizeof(head));
    memset(head + offsetof(struct packed_header, sum), 0, sizeof(h->sum));
    if (h->sum != packed_sum(head, sizeof(head)) || h->file_bytes != p->n)
        return refuse(shown, "it is damaged", e);
    if (h->parts != PACKED_PARTS || h->dimensions != MODEL_WIDTH ||
        h->max_tokens != MODEL_TOKENS ||
        !memchr(h->name, '\0', sizeof(h->name)))
        return refuse(shown, "it is of another model", e);
    return OK;
}

static bool is_part_whole(const struct packed *p, unsigned id)
{
    const struct packed_part *part = &p->part[id];
    const struct packed_shape shape = packed_shape(id);

    if (part->columns != shape.columns || part->rows == 0 ||
        (shape.rows ? part->rows != shape.rows : part->rows > MAX_ROWS))
        return false;
    if (part->bytes != (uint64_t)part->rows * shape.columns * shape.size ||
        part->offset % PACKED_ALIGN || part->offset < PACKED_HEAD_BYTES ||
        part->offset > p->n || part->bytes > p->n - part->offset)
        return false;
    return part->sum == packed_sum(p->bytes + part->offset, part->bytes);
}

enum err packed_read(struct str bytes, const char *shown, struct packed *out,
                     struct error *e)
{
    struct packed p = {.bytes = (const unsigned char *)bytes.p, .n = bytes.n};

    BUG_ON((uintptr_t)bytes.p % PACKED_ALIGN);
    if (bytes.n < PACKED_HEAD_BYTES)
        return refuse(shown, "it is not a model file", e);
    p.header = (const void *)p.bytes;
    p.part = (const void *)(p.bytes + sizeof(*p.header));
    if (check_head(&p, shown, e))
        return e->code;
    for (unsigned id = 0; id < PACKED_PARTS; id++) {
        if (!is_part_whole(&p, id))
            return refuse(shown, "it is damaged", e);
    }
    *out = p;
    return OK;
}

enum err packed_open(const char *path, const char *shown, struct packed *out,
                     struct error *e)
{
    void *map = MAP_FAILED;
    uint64_t bytes = 0;
    int fd = -1;
    enum err rc = fs_size(path, shown, &bytes, e);

    if (!rc && bytes > MAX_BYTES)
        rc = refuse(shown, "it is not a model file", e);
    if (!rc && bytes < PACKED_HEAD_BYTES)
        rc = refuse(shown, "it is not a model file", e);
    if (!rc)
        rc = fs_open_read(path, shown, &fd, e);
    if (rc)
        goto out;
    map = mmap(NULL, bytes, PROT_READ, MAP_SHARED | MAP_POPULATE, fd, 0);
    if (map == MAP_FAILED) {
        rc = refuse(shown, "it cannot be mapped", e);
        goto out;
    }
    rc = packed_read((struct str){map, bytes}, shown, out, e);
    if (rc)
        (void)munmap(map, bytes);
    else
        out->is_mapped = true;
out:
    fs_close(&fd);
    return rc;
}

void packed_close(struct packed *p)
{
    if (p->is_mapped)
        (void)munmap((void *)(uintptr_t)p->bytes, p->n);
    *p = PACKED_NONE;
}

const void *packed_at(const struct packed *p, unsigned id)
{
    BUG_ON(id >= PACKED_PARTS);
    return p->bytes + p->part[id].offset;
}
