/*
 * postings.h - iterates over one posting list of a segment, forward only.
 *
 * Nothing is trusted: a block that does not hold what its skip entry says is
 * damaged, so documents always ascend and lie below segment_docs().
 */
#ifndef SEARCH_LEXICAL_POSTINGS_H
#define SEARCH_LEXICAL_POSTINGS_H

#include "search/lexical/segment.h"

#define NO_DOC UINT32_MAX

struct postings {
    const struct segment *segment;
    struct posting_list list;
    uint32_t n_blocks;
    const unsigned char *skips; /* n_blocks entries */
    uint64_t blocks;            /* where they begin in the file */
    uint64_t blocks_bytes;
    uint32_t block;   /* the one in doc and tf; NO_DOC: none is loaded */
    uint32_t n;       /* doc[0..n), tf[0..n) */
    uint32_t at;      /* in the block */
    uint32_t read_at; /* whose positions come next in */
    const unsigned char *read_pos;       /* the block's; NULL: not begun */
    unsigned char only_skip[SKIP_BYTES]; /* for a list that has no table */
    uint32_t doc[PACK_BLOCK];
    uint32_t tf[PACK_BLOCK];
};

/* Before the first posting; borrows the segment. Do not copy it. */
MUST_CHECK enum err postings_open(struct postings *p, const struct segment *s,
                                  const struct posting_list *list,
                                  struct error *e);

/* The last document that block b may hold. */
static inline uint32_t postings_last(const struct postings *p, uint32_t b)
{
    return load32(p->skips + (size_t)SKIP_BYTES * b);
}

/* The impacts of block b. */
static inline const unsigned char *postings_impacts(const struct postings *p,
                                                    uint32_t b)
{
    return p->skips + (size_t)SKIP_BYTES * b + 12;
}

/* Load block b, if it is another; at is 0 then. */
MUST_CHECK enum err postings_load(struct postings *p, uint32_t b,
                                  struct error *e);

/* The first block from b on whose last document is not below `doc`; n_blocks
 * when there is none. */
uint32_t postings_find_block(const struct postings *p, uint32_t b,
                             uint32_t doc);

/* Move to the first posting not below `doc` of the loaded block, or to its
 * end; false then. */
static inline bool postings_seek_in_block(struct postings *p, uint32_t doc)
{
    uint32_t at = 0;

    if (p->at < p->n && p->doc[p->at] >= doc)
        return true;
    if (p->n < PACK_BLOCK) {
        while (p->at < p->n && p->doc[p->at] < doc)
            p->at++;
        return p->at < p->n;
    }
    /* no branch depends on what is found: they would be guessed wrong */
    for (uint32_t half = PACK_BLOCK / 2; half; half /= 2)
        at += half & -(uint32_t)(p->doc[at + half - 1] < doc);
    p->at = at + (p->doc[at] < doc);
    return p->at < p->n;
}

/* Move to the first posting not below `doc`; *out is it or NO_DOC. */
MUST_CHECK enum err postings_seek(struct postings *p, uint32_t doc,
                                  uint32_t *out, struct error *e);

/*
 * postings_positions - where the key is in the current document.
 *
 * out      out      ascending; positions after the max-th are left out
 *          n        at most max
 */
MUST_CHECK enum err postings_positions(struct postings *p, uint32_t *out,
                                       size_t max, size_t *n, struct error *e);

/* As postings_positions(), as it stands in the file; empty for a key without positions. */
MUST_CHECK enum err postings_raw_positions(struct postings *p, struct str *out,
                                           struct error *e);

#endif
