/*
 * sections.h - splits a text document into sections: what is under which
 * heading, with its lines and bytes.
 *
 * Markdown (CommonMark and GitHub's additions), HTML and plain text.
 *
 * Lines count from 1 as an editor shows them: LF, CR LF and CR end one. A range
 * of lines includes both ends. Bytes are offsets from the start of the source
 * where it is UTF-8, its mark counted; of a source in another encoding they
 * are offsets in the text it decodes to (UTF-8, no mark, no NUL), which is in
 * `text` and which the worker writes beside its answer. Lines are the same in
 * both. NUL bytes in UTF-8, of which a few are let through, are spaces in
 * `text`, so that offsets stay.
 *
 * Sections tile the document: the first begins where the text begins, each
 * other one at its heading, each ends where the next begins. The first has
 * level 0 and no heading when something comes before the first heading. A
 * heading inside a list or a quote of Markdown opens no section; it is a block
 * and an anchor. In HTML a heading opens a section wherever it is, and
 * what encloses it (a table for layout, say) is then no block.
 *
 * Blocks are in order, each before those inside it. Those of Markdown and plain
 * text are whole lines, and every line that is not blank is in exactly one of:
 * the front matter, a heading, a block without a parent. Blocks of HTML run
 * from tag to tag, and `text` is what is visible of them.
 */
#ifndef FORMATS_MARKUP_SECTIONS_H
#define FORMATS_MARKUP_SECTIONS_H

#include "base/jsonw.h"
#include "base/text/encoding.h"
#include "formats/markup/block_table.h"
#include "formats/markup/clean_text.h"
#include "formats/markup/review_marks.h"
#include "formats/markup/sections_format.h"
#include "formats/markup/sections_limits.h"
#include "formats/markup/sections_page.h"

#include <stdatomic.h>

#define SECTIONS_NONE UINT32_MAX /* no parent, no section */

/* How headings without an id of their own get one: slug.h says. */
enum sections_id_style { SECTIONS_GITHUB, SECTIONS_MKDOCS, SECTIONS_MDBOOK };

struct sections_options {
    enum sections_format format;
    enum sections_id_style id_style;
    struct str encoding;     /* a name; empty: find out */
    const atomic_bool *stop; /* set to true: ERR_TIMEOUT soon; NULL: never */
};

/* Lines [first, last], bytes [begin, end). */
struct sections_range {
    uint32_t first_line, last_line;
    size_t begin, end;
};

struct section {
    unsigned level;       /* 1 to 6; 0: before the first heading */
    uint32_t parent;      /* the section of the enclosing heading, or NONE */
    uint32_t end_section; /* after the last section inside this one */
    struct str title;     /* without markup */
    struct str id;        /* empty: it can have none */
    bool id_explicit;     /* as the document has it */
    struct sections_range range;
    struct sections_range heading; /* zero at level 0 */
    uint32_t first_block, end_block;
    uint32_t page; /* where it begins, from 1; 0 unless it has pages */
};

enum sections_block_kind {
    SECTIONS_PARAGRAPH,
    SECTIONS_LIST,
    SECTIONS_ITEM, /* in a list */
    SECTIONS_CODE,
    SECTIONS_TABLE,
    SECTIONS_QUOTE,
    SECTIONS_RAW_HTML, /* in Markdown */
    SECTIONS_RULE,
    SECTIONS_FOOTNOTE,
    SECTIONS_DEFINITION, /* of links; a footnote that nothing refers to */
    SECTIONS_INNER_HEADING
};

struct section_block {
    enum sections_block_kind kind;
    uint32_t section;
    uint32_t parent;             /* a block before it, or NONE */
    struct sections_range range; /* without the last line end */
    struct str text;    /* code: its language; inner heading: its title */
    struct str id;      /* inner heading: what #id leads to it */
    unsigned level;     /* inner heading */
    struct str visible; /* HTML, a block with none inside it: its text */
    uint32_t page;      /* as of a section */
};

struct section_link {
    struct str target; /* decoded; as the document has it */
    struct str text;   /* without markup */
    bool image;
    bool exact; /* the range is the link's; else that of its block */
    uint32_t section;
    struct sections_range range;
};

/* A place that `#id` leads to, besides the ids of sections and blocks, which
   come first. */
struct section_anchor {
    struct str id;
    uint32_t section; /* of the heading after it, where it comes before one */
    uint32_t line;
};

enum section_field_kind { FIELD_TEXT, FIELD_LIST, FIELD_RAW };

/* Of the front matter, or a named meta element of HTML. */
struct section_field {
    struct str key;
    enum section_field_kind kind;
    const struct str *values; /* FIELD_RAW: one, the lines as they are */
    uint32_t n;
};

struct sections {
    enum sections_format format; /* never SECTIONS_AUTO */
    struct encoding_report encoding;
    bool text_is_source; /* `text` is the source after its mark */
    struct str text;     /* byte `begin` of a range is text.p[begin-base] */
    size_t base;
    uint32_t lines;
    struct str title;    /* front matter, <title>, or the first heading 1 */
    struct str chapter;  /* the first heading 1, or the title */
    struct str language; /* "en", as the document says; or empty */
    struct sections_range front; /* with its fences; zero: none */
    const struct section_field *fields;
    const struct section *sections;
    const struct section_block *blocks;
    const struct section_link *links;
    const struct section_anchor *anchors;
    const struct sections_page *pages;
    uint32_t n_fields, n_sections, n_blocks, n_links, n_anchors, n_pages;
    struct clean_text clean;
    struct block_tables tables; /* as cells: of all but PDF and plain text */
    struct review_marks review; /* of Word, slides, OpenDocument */
};

/* Does a text begin as pages do, comments and an XML declaration aside? */
bool sections_begin_as_html(struct str text);

/*
 * sections_parse - a document as sections.
 *
 * in       source  its bytes in any encoding; `out` borrows them
 * out      out     lives in `a` and borrows `source`; an empty source has no
 *                  sections
 * errors   ERR_FILE_READ_FAILED   it does not decode
 *          ERR_VALIDATION_FAILED  an unknown encoding
 *          ERR_LIMIT              one of the limits above, or memory
 *          ERR_TIMEOUT            options->stop
 * cost     O(n) for what people write; Markdown made to hurt can be O(n^2) in
 *          its longest paragraph, which `stop` and a deadline end
 * threads  one call at a time in a process, as cmark-gfm has tables of its own
 */
MUST_CHECK enum err sections_parse(struct str source,
                                   const struct sections_options *options,
                                   struct arena *a, struct sections *out,
                                   struct error *e);

/*
 * sections_write - all but the text, as one object:
 *
 *     {"format","encoding","text_is_source","bytes":[from,to],"lines",
 *      "title","chapter","language","front":RANGE or null,
 *      "fields":[{"key","text" or "list" or "raw"}],
 *      "sections":[{"level","parent","end_section","title","id","id_explicit",
 *                   "range":RANGE,"heading":RANGE or null,"blocks":[from,to],
 *                   "page"}],
 *      "blocks":[{"kind","section","parent","range":RANGE,"text","id",
 *                 "level","page"}],
 *      "links":[{"target","text","image","exact","section","range":RANGE}],
 *      "anchors":[{"id","section","line"}],
 *      "pages":[{"begin","line","label","state"}],
 *      "clean":{"text","spans","blocks","sections"}}
 *
 * "pages" (sections_page.h) are there if it has some, a state if it was not read.
 * "clean" (clean_text.h) is there if it differs; "blocks" are then empty.
 * RANGE is [first_line, last_line, begin, end]; without a parent it is null;
 * members that are empty or 0 are left out of blocks, as is "page".
 */
void sections_write(const struct sections *s, struct jsonw *w);

#endif
