/*
 * outline.h - the sections of a document, parsed from the worker's output.
 *
 * The worker writes JSON (formats/markup/sections.h); nothing of it is believed
 * but what fits together: ranges lie in the text, in order, and numbers name
 * sections and blocks there are.
 */
#ifndef SEARCH_CHUNKS_OUTLINE_H
#define SEARCH_CHUNKS_OUTLINE_H

#include "base/json.h"

/* Lines [first_line, last_line] from 1, bytes [begin, end) of the text. */
struct outline_range {
    uint64_t first_line, last_line;
    size_t begin, end;
};

struct outline_section {
    unsigned level; /* 1 to 6; 0: before the first heading */
    size_t parent;  /* its number, or SIZE_MAX */
    struct str title;
    struct str id;
    uint64_t page; /* 0: none */
    struct outline_range range;
    size_t first_block, end_block;
};

enum outline_kind {
    OUTLINE_TEXT, /* may be cut between sentences */
    OUTLINE_CODE, /* not cut where it fits */
    OUTLINE_TABLE
};

/*
 * A block that is in no other; where code or a table stands in a list or a
 * quote, that is several: what is before it, the code or table, what is behind.
 */
struct outline_block {
    enum outline_kind kind;
    bool goes_on; /* of the same list or quote as the one before */
    struct outline_range range;
};

struct outline {
    struct str text; /* UTF-8, borrowed */
    struct str title, chapter, language;
    const struct outline_section *sections; /* sections[n_sections] */
    size_t n_sections;
    const struct outline_block *blocks; /* blocks[n_blocks] */
    size_t n_blocks;
};

/*
 * outline_read - the outline of a text.
 *
 * in       sections  as sections_write() has them; borrowed
 *          text      what their bytes are offsets in, counted from `base`
 * out      out       lives in `a`
 * errors   ERR_FILE_READ_FAILED  they do not fit together: make them again
 */
MUST_CHECK enum err outline_read(const struct json *sections, struct str text,
                                 uint64_t base, struct arena *a,
                                 struct outline *out, struct error *e);

#endif
