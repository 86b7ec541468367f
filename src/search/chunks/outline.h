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
    bool is_id_written; /* the document has it */
    uint64_t page;      /* 0: none */
    struct outline_range range;
    size_t source_begin; /* in the source; range.begin unless is_clean */
    size_t first_block, end_block;
};

enum outline_kind {
    OUTLINE_TEXT, /* may be cut between sentences */
    OUTLINE_CODE, /* not cut where it fits */
    OUTLINE_TABLE
};

/*
 * A block that is in no other; where code or a table is in a list or a
 * quote, that is several: what is before it, the code or table, what is after it.
 */
struct outline_block {
    enum outline_kind kind;
    bool goes_on; /* of the same list or quote as the one before */
    struct outline_range range;
};

/* Bytes [at, at + n) of the text are [source, source + source_n) of the source,
 * in one line of it. */
struct outline_span {
    size_t at, n, source, source_n;
};

/* Of a document that has pages: where the text of one begins. */
struct outline_page {
    size_t begin;
    uint64_t first_line;
    struct str label; /* "iv"; empty: none */
    double ocr;       /* how sure OCR is of it, of 1; 0: it needed none */
};

/*
 * Where the text is not the source but what a reader sees of it, spans say
 * where it is there. Bytes of the text are then not those of the source;
 * lines are always the source's.
 */
struct outline {
    struct str text;   /* UTF-8, borrowed */
    struct str source; /* the same, or what the text was made from */
    const struct outline_span *spans; /* spans[n_spans], ascending */
    size_t n_spans;
    bool is_clean; /* the text is not the source */
    struct str title, chapter, language;
    const struct outline_section *sections; /* sections[n_sections] */
    size_t n_sections;
    const struct outline_block *blocks; /* blocks[n_blocks] */
    size_t n_blocks;
    const struct outline_page *pages; /* pages[n_pages], ascending */
    size_t n_pages;
};

/*
 * outline_source - bytes [begin, end) of the text in the source.
 *
 * out      from, to  the smallest range that holds them; nothing, from == to,
 *                    where there is no span in them
 * cost     O(log n_spans)
 */
void outline_source(const struct outline *o, size_t begin, size_t end,
                    size_t *from, size_t *to);

/* The page that byte `at` of the text is on, from 1; 0: it has no pages. */
size_t outline_page_at(const struct outline *o, size_t at);

/*
 * outline_read - the outline of a text.
 *
 * in       sections  as sections_write() has them; borrowed
 *          text      what their bytes are offsets in, counted from `base`; the
 *                    outline's text is that, or the clean text of `sections`
 * out      out       lives in `a`
 * errors   ERR_FILE_READ_FAILED  they do not fit together: make them again
 */
MUST_CHECK enum err outline_read(const struct json *sections, struct str text,
                                 uint64_t base, struct arena *a,
                                 struct outline *out, struct error *e);

#endif
