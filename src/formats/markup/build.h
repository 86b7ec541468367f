/*
 * build.h - builds the list of a document's sections. Private to the module:
 * the readers of Markdown, HTML and text add headings, blocks, links and
 * anchors; build_finish() derives the rest.
 */
#ifndef FORMATS_MARKUP_BUILD_H
#define FORMATS_MARKUP_BUILD_H

#include "formats/markup/clean.h"
#include "formats/markup/lines.h"
#include "formats/markup/section_list.h"
#include "formats/markup/sections.h"

struct build {
    struct arena *a;
    struct lines lines;
    struct list sections; /* the first is what comes before all headings */
    struct list blocks, links, anchors;
    const struct section_field *fields;
    uint32_t n_fields;
    uint32_t front_lines;
    struct str title;           /* what the document says itself, or empty */
    struct str language;        /* the same */
    struct clean *clean;        /* NULL: nobody wants it */
    struct block_tables tables; /* of the clean text */
};

/* Nothing yet; the first section is there. Offsets are those of the text. */
MUST_CHECK enum err build_init(struct build *b, const struct lines *lines,
                               struct arena *a, struct error *e);

/*
 * build_section - a heading that opens a section.
 *
 * in       title    borrowed; it is cut to SECTIONS_TITLE_BYTES
 *          id       of the document, borrowed; or empty
 *          heading  where it is
 */
MUST_CHECK enum err build_section(struct build *b, unsigned level,
                                  struct str title, struct str id,
                                  const struct sections_range *heading,
                                  struct error *e);

/* The next block, zeroed but for its kind and its parent; NULL on error. */
MUST_CHECK struct section_block *build_block(struct build *b,
                                             enum sections_block_kind kind,
                                             uint32_t parent, struct error *e);

/* The block of this number; valid until the next build_block(). */
struct section_block *build_block_at(const struct build *b, uint32_t i);

/* The next link, zeroed; NULL on error. */
MUST_CHECK struct section_link *build_link(struct build *b, struct error *e);

/*
 * build_anchor - an id that is at a line; `id` is borrowed.
 *
 * in       section  of build_init()'s count; SECTIONS_NONE: where the line is
 */
MUST_CHECK enum err build_anchor(struct build *b, struct str id, uint32_t line,
                                 uint32_t section, struct error *e);

/* The lines [first, last] whole, without the last one's end. */
struct sections_range build_lines(const struct build *b, uint32_t first,
                                  uint32_t last);

/* The bytes [begin, end), which are not none, and the lines they are in. */
struct sections_range build_bytes(const struct build *b, size_t begin,
                                  size_t end);

/* `title` as it is kept: trimmed and cut at a character. */
struct str build_title(struct str title);

/*
 * build_finish - tile the text, give ids, sort, and hand over.
 *
 * in       b      blocks in order of their begin, parents first
 *          base   is added to all offsets
 * out      out    its sections, blocks, links, anchors, title and front
 */
MUST_CHECK enum err build_finish(struct build *b, enum sections_id_style style,
                                 size_t base, struct sections *out,
                                 struct error *e);

#endif
