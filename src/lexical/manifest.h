/*
 * manifest.h - which segments an index consists of.
 *
 * The file, all integers uint64, little-endian: "QLEXMAN1"; the number of
 * segments; each: its name, bytes of its file, segment_sum(), passages,
 * deleted passages, sum of their lengths, and, when some are deleted,
 * (passages + 63) / 64 words with a bit for each; hash_sum() of all before.
 * A segment's file is its name in 16 hexadecimal digits and ".seg".
 *
 * It is written whole and renamed into place: readers see one or the other.
 */
#ifndef LEXICAL_MANIFEST_H
#define LEXICAL_MANIFEST_H

#include "base/str.h"

#include <stdint.h>

#define MANIFEST_MAX_SEGMENTS 1024
#define MANIFEST_NAME_BYTES   21 /* "0123456789abcdef.seg" and the NUL */

struct manifest_segment {
    uint64_t name;
    uint64_t bytes;
    uint64_t sum;
    uint64_t docs;
    uint64_t n_deleted;
    uint64_t deleted_length;
    uint64_t *deleted; /* a bit each passage; NULL: none */
};

struct manifest {
    struct manifest_segment *at; /* at[0..n) */
    size_t n;
};

/* A manifest as bytes, in `a`. */
MUST_CHECK enum err manifest_write(const struct manifest *m, struct arena *a,
                                   struct str *out, struct error *e);

/* The reverse; lives in `a`. ERR_INTERNAL when it is damaged. */
MUST_CHECK enum err manifest_read(struct str bytes, struct arena *a,
                                  struct manifest *out, struct error *e);

/* The file name of a segment. */
void manifest_file_name(uint64_t name, char out[MANIFEST_NAME_BYTES]);

#endif
