/*
 * chunk.h - splits a document into chunks, the units of search.
 *
 * A chunk of text is a slice of the document's text, which is the document or
 * what a reader sees of it (outline.h); its lines and bytes are the document's.
 * It lies in one section, or in several short ones that follow each other, each
 * of which is a part of it with a heading path of its own.
 *
 *  - It has at most CHUNK_MAX_CHARACTERS and CHUNK_MAX_TOKENS, or as many as
 *    the user sets (chunk_size.h).
 *  - Fences of code and tables, also those in lists and quotes, are cut only
 *    where they do not fit, after lines; text is cut after lines or
 *    sentences.
 *  - Where a section is cut, the next chunk repeats up to CHUNK_OVERLAP_TOKENS
 *    of the text before it, so that what is across the cut is found.
 *  - A heading without text of its own is in the first chunk of the section
 *    below it, where there is one, and no chunk by itself.
 *  - Sections that are shorter than most of a chunk are joined to the next one
 *    where both fit, but not over a heading 1 (chunk_join.h).
 *  - What is shorter than CHUNK_MIN_CHARACTERS joins its neighbour in the same
 *    section, where both fit.
 */
#ifndef SEARCH_CHUNKS_CHUNK_H
#define SEARCH_CHUNKS_CHUNK_H

#include "search/chunks/chunk_size.h"
#include "search/chunks/outline.h"

#define CHUNK_MAX_CHARACTERS 2000
#define CHUNK_MAX_TOKENS     2000
#define CHUNK_OVERLAP_TOKENS 100
#define CHUNK_MIN_CHARACTERS 100
#define CHUNK_MAX_HEADINGS   7 /* levels 1 to 6, and one to spare */
#define CHUNK_MAX_PARTS      12

/* What of a chunk lies in one section, and where there are pages on one page. */
struct chunk_part {
    struct str text;      /* borrows the outline's text */
    size_t overlap_bytes; /* of it, repeated from the one before */
    /* heading[n], the outermost first */
    struct str heading[CHUNK_MAX_HEADINGS];
    size_t n_headings;
    unsigned outer_level;  /* of heading[0]; 0: there is none */
    struct str heading_id; /* of the section; empty: none */
    bool is_id_written;    /* the document has it */
    uint64_t first_line, last_line;
    size_t begin, end;  /* bytes of the source */
    uint64_t page;      /* 0: none */
    uint64_t page_line; /* where the page begins, if its text says; else 0 */
    bool goes_over;     /* it goes on with the part before, on another page */
    unsigned level;     /* of its first heading, with which a section begins; 0:
                          it does not begin with one */
};

struct chunk {
    struct str text;      /* of all its parts, and what is between them */
    size_t overlap_bytes; /* of it, repeated from the chunk before */
    const struct chunk_part *part; /* part[n_parts], 1 to CHUNK_MAX_PARTS */
    size_t n_parts;
    uint64_t first_line, last_line;
    size_t begin, end;  /* bytes of the source */
    uint64_t page;      /* 0: none */
    uint64_t page_line; /* as of its first part */
};

struct chunk_list {
    struct chunk *chunk; /* chunk[n], in the order of the document */
    size_t n;
    uint64_t looked_bytes; /* to measure and to count lines; for tests */
};

/*
 * chunk_text - the chunks of a document of text.
 *
 * Every character that is not white space is in a chunk.
 *
 * in       size    NULL: the default
 * out      out     lives in `a`, borrows `o`
 * errors   ERR_LIMIT  `a` is full
 * cost     O(n)
 */
MUST_CHECK enum err chunk_text(const struct outline *o,
                               const struct chunk_size *size, struct arena *a,
                               struct chunk_list *out, struct error *e);

#endif
