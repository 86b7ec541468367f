/*
 * segment.h - a memory-mapped segment file.
 *
 * Everything is const after segment_open() but a flag for each page that says
 * it was verified, so that any number of threads may read at once. A page is
 * verified when it is first touched; what it then says is checked against its
 * bounds each time it is used. Damage is ERR_INTERNAL with "damaged": the index
 * is derived, and who meets that builds it again.
 */
#ifndef SEARCH_LEXICAL_SEGMENT_H
#define SEARCH_LEXICAL_SEGMENT_H

#include "base/str.h"
#include "search/lexical/segment_format.h"

struct segment;

/*
 * segment_open - map a segment; its footer, its sums and its lengths are
 * verified.
 *
 * in       path, shown   as in fs.h; `shown` is copied
 * out      out           segment_close() it
 * errors   ERR_NOT_FOUND, ERR_FILE_READ_FAILED; ERR_LIMIT; ERR_INTERNAL it is
 *          damaged or of another version
 * cost     O(pages), a few milliseconds for a GiB
 */
MUST_CHECK enum err segment_open(const char *path, const char *shown,
                                 struct segment **out, struct error *e);

/* Unmap and free; NULL is allowed. */
void segment_close(struct segment *s);

/* Verify every page: ERR_INTERNAL when one is damaged. */
MUST_CHECK enum err segment_verify(const struct segment *s, struct error *e);

/* Passages, and the sum of their lengths. */
uint32_t segment_docs(const struct segment *s);
uint64_t segment_length_sum(const struct segment *s);

/* Bytes of the file. */
uint64_t segment_bytes(const struct segment *s);

/* uint8[segment_docs()], bm25_length_code() of each passage. */
const uint8_t *segment_lengths(const struct segment *s);

/* The sum over the footer: two segments with the same are the same. */
uint64_t segment_sum(const struct segment *s);

/* "damaged", with the name of the segment. */
enum err segment_damaged(const struct segment *s, struct error *e);

/* The bytes [from, from + n) of the file, verified; NULL on error. */
MUST_CHECK const unsigned char *segment_bytes_at(const struct segment *s,
                                                 uint64_t from, uint64_t n,
                                                 struct error *e);

/* The id of a passage below segment_docs(). */
MUST_CHECK enum err segment_id(const struct segment *s, uint32_t doc,
                               uint64_t *id, struct error *e);

/* The passage with an id; *found says whether there is one. */
MUST_CHECK enum err segment_find_id(const struct segment *s, uint64_t id,
                                    bool *found, uint32_t *doc,
                                    struct error *e);

/* What was stored of a passage; borrows the segment. */
MUST_CHECK enum err segment_stored(const struct segment *s, uint32_t doc,
                                   struct str *out, struct error *e);

/* A key of the dictionary and where its data is. */
struct posting_list {
    uint32_t df;
    uint64_t positions;       /* where they begin in the file */
    uint64_t positions_bytes; /* blocks begin after them */
    uint64_t data_bytes;      /* skip table and blocks */
    unsigned char impacts[2 * IMPACTS];
};

/* A place in the dictionary. */
struct dict_cursor {
    const struct segment *segment;
    uint64_t block; /* the one that is read */
    const unsigned char *at;
    const unsigned char *end;
    uint64_t data; /* where the next key's data begins */
    unsigned left; /* keys of the block */
    size_t key_n;
    char key[MAX_KEY_BYTES];
    struct posting_list list; /* of `key` */
};

/* Go to the first key that is not less than `key`; *found: there is one. */
MUST_CHECK enum err dict_seek(struct dict_cursor *c, const struct segment *s,
                              struct str key, bool *found, struct error *e);

/* The next key; *found is false at the end. */
MUST_CHECK enum err dict_next(struct dict_cursor *c, bool *found,
                              struct error *e);

/* The posting list of exactly `key`; *found is false when there is none. */
MUST_CHECK enum err segment_find(const struct segment *s, struct str key,
                                 bool *found, struct posting_list *out,
                                 struct error *e);

#endif
