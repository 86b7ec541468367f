/*
 * segments_manifest.h - the manifest: which segments an index consists of.
 *
 * The file, all integers uint64, little-endian; docs/index-format.md has it,
 * too:
 *
 *     "QSEGMAN1"
 *     id of the index; its hexadecimal digits are shown to others
 *     version: 1 when the index is made, one more with each manifest
 *     dimensions of the vectors; 0: there never were any
 *     bytes of their model's name; the name, padded with zeros to 8 bytes
 *     number of segments
 *     each segment:
 *         its name
 *         bytes and segment_sum() of its file of words
 *         bytes and vector_segment_sum() of its file of vectors, or 0 and 0
 *         passages
 *         deleted passages, the sum of their lengths, and, when some are
 *         deleted, (passages + 63) / 64 words with a bit for each
 *     hash_sum() of all before
 *
 * A segment's files are its name in 16 hexadecimal digits and ".seg" (words) or
 * ".vec" (vectors). All vectors that a manifest names were made by its model.
 *
 * It is written whole and renamed into place: readers see one or the other.
 */
#ifndef SEARCH_SEGMENTS_SEGMENTS_MANIFEST_H
#define SEARCH_SEGMENTS_SEGMENTS_MANIFEST_H

#include "search/vector/vector_segment.h"

#define MANIFEST_MAX_SEGMENTS 1024

/* A file: how large it is and the sum over its footer. */
struct segments_file {
    uint64_t bytes; /* 0: there is none */
    uint64_t sum;
};

struct segments_entry {
    uint64_t name;
    struct segments_file words;
    struct segments_file vectors;
    uint64_t docs;
    uint64_t n_deleted;
    uint64_t deleted_length; /* sum of bm25_length() */
    uint64_t *deleted;       /* a bit each passage; NULL: none */
};

struct segments_manifest {
    uint64_t id;
    uint64_t version;
    struct vector_kind kind;   /* dimensions 0: no vectors */
    struct segments_entry *at; /* at[0..n), oldest first */
    size_t n;
};

/* A manifest as bytes, in `a`. */
MUST_CHECK enum err segments_manifest_write(const struct segments_manifest *m,
                                            struct arena *a, struct str *out,
                                            struct error *e);

/* The reverse; borrows `bytes`, the rest lives in `a`. ERR_INTERNAL when it is
 * damaged. */
MUST_CHECK enum err segments_manifest_read(struct str bytes, struct arena *a,
                                           struct segments_manifest *out,
                                           struct error *e);

/* The entry of that name, or NULL. */
const struct segments_entry *segments_manifest_find(
    const struct segments_manifest *m, uint64_t name);

#endif
