/*
 * packed.h - the memory-mapped file of the embedding model.
 *
 * Made from the npm package by model_pack.h when Quarry is built, installed
 * beside it, read by nobody else. Numbers are little-endian, as on the machines
 * that Quarry runs on; a file of another order has another magic number.
 *
 *     offset 0     struct packed_header, 128 bytes
 *     offset 128   struct packed_part[PACKED_PARTS]
 *     then         the parts in order of their number, each at a multiple of
 *                  64 bytes, so that a vector load never crosses a cache line
 *
 * Matrices that a product multiplies by lie in panels of KERNEL_PANEL columns
 * (kernel.h): [columns / 32][rows][32] floats. Other arrays lie row by row.
 * Each part has a sum, the header with the table of parts has one, too; all
 * are compared when the file is opened, so what is damaged is refused.
 */
#ifndef MODELS_EMBEDDING_PACKED_H
#define MODELS_EMBEDDING_PACKED_H

#include "base/str.h"

#define PACKED_MAGIC      UINT64_C(0x314c444d59525551) /* "QURYMDL1" */
#define PACKED_VERSION    1
#define PACKED_ALIGN      64
#define PACKED_NAME_BYTES 64

/* The shape of Universal Sentence Encoder Lite, the one model that there is. */
#define MODEL_TOKENS     128  /* what is longer is cut */
#define MODEL_EMBEDDED   256  /* floats a token as it is looked up */
#define MODEL_WIDTH      512  /* floats a token inside, and of a vector */
#define MODEL_INNER      1536 /* floats a token between the two halves */
#define MODEL_LAYERS     2
#define MODEL_HEADS      4
#define MODEL_EMBEDDINGS 8002

enum packed_id {
    PACKED_EMBEDDING,  /* float[MODEL_EMBEDDINGS][MODEL_EMBEDDED] */
    PACKED_TIMING,     /* float[MODEL_TOKENS][MODEL_EMBEDDED] */
    PACKED_DENSE,      /* MODEL_EMBEDDED to MODEL_WIDTH */
    PACKED_DENSE_BIAS, /* a bias and a scale are one row */
    PACKED_LAYER,      /* the parts of enum packed_layer_id, layer by layer */
    PACKED_TANH = PACKED_LAYER + 12 * MODEL_LAYERS,
    PACKED_TANH_BIAS,
    PACKED_PIECES, /* struct piece[n], see vocabulary.h */
    PACKED_SLOTS,  /* uint16[n] */
    PACKED_TEXT,   /* the bytes of the pieces */
    PACKED_PARTS
};

enum packed_layer_id {
    LAYER_NORM_SCALE,
    LAYER_NORM_BIAS,
    LAYER_QKV, /* queries, keys and values side by side */
    LAYER_QKV_BIAS,
    LAYER_OUT,
    LAYER_OUT_BIAS,
    LAYER_FFN_SCALE,
    LAYER_FFN_BIAS,
    LAYER_WIDEN,
    LAYER_WIDEN_BIAS,
    LAYER_NARROW,
    LAYER_NARROW_BIAS,
    LAYER_PARTS
};

struct packed_header {
    uint64_t magic;
    uint32_t version;
    uint32_t parts;
    uint64_t file_bytes;
    uint64_t sum; /* of header and table, with this field 0 */
    uint32_t dimensions;
    uint32_t max_tokens;
    char name[PACKED_NAME_BYTES]; /* package@version, NUL-terminated */
    uint8_t zero[24];
};

struct packed_part {
    uint64_t offset;
    uint64_t bytes; /* rows * columns * size of one */
    uint64_t sum;
    uint32_t rows;
    uint32_t columns;
};

#define PACKED_TABLE_BYTES (PACKED_PARTS * sizeof(struct packed_part))
#define PACKED_HEAD_BYTES  (sizeof(struct packed_header) + PACKED_TABLE_BYTES)

/* What a part must be. */
struct packed_shape {
    uint32_t rows; /* 0: any number from 1 on */
    uint32_t columns;
    uint32_t size;    /* of one value in bytes */
    bool is_panelled; /* lies in panels of columns */
};

struct packed {
    const struct packed_header *header;
    const struct packed_part *part; /* part[PACKED_PARTS] */
    const unsigned char *bytes;
    size_t n;
    bool is_mapped;
};
#define PACKED_NONE ((struct packed){0})

/* What part `id` must be. */
struct packed_shape packed_shape(unsigned id);

/*
 * packed_read - a file that is in memory.
 *
 * in       bytes  begins at a multiple of 64 bytes; must outlive *out
 *          shown  what messages call it
 * errors   ERR_FILE_READ_FAILED  not such a file, of another version, damaged
 * cost     O(n): every sum is compared, about 4 ms for the 28 MB
 */
MUST_CHECK enum err packed_read(struct str bytes, const char *shown,
                                struct packed *out, struct error *e);

/*
 * packed_open - map a file read-only and packed_read() it.
 *
 * errors   ERR_NOT_FOUND, ERR_FILE_READ_FAILED; then there is nothing to close
 * threads  what is mapped may be shared; a file that is cut short while it is
 *          mapped kills the process, so it is replaced by rename only
 */
MUST_CHECK enum err packed_open(const char *path, const char *shown,
                                struct packed *out, struct error *e);

/* Unmap; PACKED_NONE and what packed_read() gave are allowed. */
void packed_close(struct packed *p);

/* Where a part begins. */
const void *packed_at(const struct packed *p, unsigned id);

/* The sum that the file keeps of a part, and of its head. */
uint64_t packed_sum(const void *bytes, size_t n);

#endif
