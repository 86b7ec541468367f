/*
 * segment_write.h - writes a segment file from sorted keys and documents
 * (segment_build.h makes them from texts, segment_merge.h from segments).
 *
 * The calls, in this order: open; for each key, ascending: key, then its
 * postings; for each document: stored; finish; release, always.
 */
#ifndef SEARCH_LEXICAL_SEGMENT_WRITE_H
#define SEARCH_LEXICAL_SEGMENT_WRITE_H

#include "search/lexical/impacts.h"
#include "store/page_file/page_file.h"

/* The documents of a segment; doc[0..n). */
struct segment_docs {
    const uint64_t *id;
    const uint8_t *length; /* bm25_length_code() */
    uint32_t n;
};

struct segment_writer {
    struct page_file file;
    struct segment_docs docs;
    struct arena *a;
    struct buf positions; /* of the key under way */
    struct buf skips;
    struct buf blocks;
    struct buf dict;
    struct buf dict_index; /* offsets in `dict`, uint64 */
    struct buf stored_ends;
    char key[MAX_KEY_BYTES]; /* under way */
    size_t key_n;
    size_t shared;     /* with the key before */
    size_t dict_block; /* where the block of `dict` under way begins */
    uint64_t n_keys;
    uint64_t data_start; /* of the key under way */
    uint64_t stored;     /* where that begins; 0 before */
    uint32_t df;
    uint32_t doc[PACK_BLOCK]; /* of the block under way */
    uint32_t tf[PACK_BLOCK];
    unsigned n;
    uint32_t last_doc; /* of the block before; UINT32_MAX: there is none */
    struct front block_front;
    struct front list_front;
};

/*
 * segment_writer_open - begin the file `path`.
 *
 * in       docs   borrowed, as are `path`, `shown` and `a`, until release;
 *                 the ids must differ
 * errors   ERR_FILE_WRITE_FAILED, ERR_LIMIT
 */
MUST_CHECK enum err segment_writer_open(struct segment_writer *w,
                                        const char *path, const char *shown,
                                        const struct segment_docs *docs,
                                        struct arena *a, struct error *e);

/* The next key, greater than the one before; at most MAX_KEY_BYTES. */
MUST_CHECK enum err segment_writer_key(struct segment_writer *w, struct str key,
                                       struct error *e);

/* Its next posting: `doc` greater than the one before, tf 1..BM25_MAX_TF, its
 * positions as they stand in the file or none. */
MUST_CHECK enum err segment_writer_posting(struct segment_writer *w,
                                           uint32_t doc, uint32_t tf,
                                           struct str positions,
                                           struct error *e);

/* What to keep of the next document. */
MUST_CHECK enum err segment_writer_stored(struct segment_writer *w,
                                          struct str bytes, struct error *e);

/*
 * segment_writer_finish - write the rest; the file is on the disk and has its
 * name.
 *
 * errors   ERR_FILE_WRITE_FAILED; ERR_LIMIT; ERR_CONFLICT two ids are equal
 */
MUST_CHECK enum err segment_writer_finish(struct segment_writer *w,
                                          struct error *e);

/* Free; what is not finished leaves nothing. */
void segment_writer_release(struct segment_writer *w);

#endif
