/*
 * OpenDocument texts and presentations (OASIS OpenDocument 1.3 part 3).
 *
 * All that people read is in content.xml. A paragraph inside a paragraph is one
 * of a frame, and comes behind it, or of a note or comment, which do so, too. Deleted
 * text is kept apart (text:tracked-changes) and left out, as is hidden text: that of
 * a hidden style, section, field or paragraph. The
 * pages of a presentation are its slides, and what a slide says first is its
 * heading.
 */
#include "base/text/raised.h"
#include "formats/office/alt_text.h"
#include "formats/office/document.h"
#include "formats/office/odf_styles.h"
#include "formats/package/open_elements.h"
#include "formats/package/package_kind.h"

#include <string.h>

#define MAX_BOXES       8u /* paragraphs, one inside the other */
#define PARAGRAPH_BYTES SECTIONS_MAX_BYTES
#define MAX_CELLS       8u /* tables, one in the other */
#define MAX_SPACES      1000u

enum element {
    ODF_OTHER,
    ODF_SKIP, /* with all it holds */
    ODF_PARAGRAPH,
    ODF_HEADING,
    ODF_SPAN,
    ODF_SPACES,
    ODF_TAB,
    ODF_BREAK,
    ODF_NOTE,
    ODF_COMMENT,
    ODF_AUTHOR,  /* of a comment */
    ODF_PICTURE, /* what is said of one */
    ODF_INSERTED,
    ODF_DELETED,
    ODF_LIST,
    ODF_ITEM,
    ODF_TABLE,
    ODF_ROW,
    ODF_CELL,
    ODF_COVERED_CELL,
    ODF_SLIDE,
    ODF_STYLE,
    ODF_TEXT_PROPERTIES,
    ODF_HIDDEN_PARAGRAPH /* a field: the paragraph that it is in is hidden */
};

static const struct {
    const char *name;
    enum element element;
} names[] = {{"p", ODF_PARAGRAPH},
             {"h", ODF_HEADING},
             {"span", ODF_SPAN},
             {"s", ODF_SPACES},
             {"tab", ODF_TAB},
             {"line-break", ODF_BREAK},
             {"note", ODF_NOTE},
             {"list", ODF_LIST},
             {"list-item", ODF_ITEM},
             {"table", ODF_TABLE},
             {"table-row", ODF_ROW},
             {"table-cell", ODF_CELL},
             {"covered-table-cell", ODF_COVERED_CELL},
             {"style", ODF_STYLE},
             {"text-properties", ODF_TEXT_PROPERTIES},
             {"annotation", ODF_COMMENT},
             {"insertion", ODF_INSERTED},
             {"deletion", ODF_DELETED},
             {"format-change", ODF_SKIP},
             {"note-citation", ODF_SKIP},
             {"hidden-paragraph", ODF_HIDDEN_PARAGRAPH},
             {"hidden-text", ODF_SKIP},
             {"ruby-text", ODF_SKIP},
             {"desc", ODF_SKIP},
             {"forms", ODF_SKIP},
             {"scripts", ODF_SKIP}};

struct paragraph {
    struct buf text;
    unsigned level;  /* of a heading, from 1; 0 if it is not one */
    unsigned tables; /* open where it began */
    bool is_of_note;
    bool is_hidden, is_raised; /* raised: what comes next, of a span */
    size_t waiting, notes;     /* bytes of what hung on those around it */
};

/* A paragraph of a frame that waits for the end of the one around it. */
struct waiting {
    enum sections_block_kind kind;
    unsigned level;
    struct str text;
};

/* Of a table that is open, in the cell of another. */
struct open_cell {
    uint32_t columns_over; /* cells that the one before spans */
    uint32_t repeated;     /* how often it is there */
};

struct odf {
    struct office *o;
    bool is_presentation, is_encrypted;
    struct paragraph paragraph[MAX_BOXES]; /* paragraph[n_open] are open */
    unsigned n_open, boxes_over;
    unsigned notes_open, lists;
    bool is_item_new;          /* the item that is open has no text yet */
    bool is_heading_put;       /* of the slide */
    struct open_elements open; /* of enum element */
    struct open_cell cell[MAX_CELLS]; /* of the tables that are open */
    struct buf waiting;               /* of struct waiting */
    struct buf notes; /* of struct block_writer_note, of the open paragraph */
    struct buf note;  /* the text of the note that is open */
    struct buf author;
    bool is_comment; /* the same */
    struct buf alt;  /* what is said of a picture */
    struct buf
        *into; /* text that is none of a paragraph; NULL: there is none */
    struct odf_styles styles;
};

static bool says(const struct xml_element *el, const char *name,
                 const char *value)
{
    const char *said = xml_attr_any(el, name);

    return said && strcmp(said, value) == 0;
}

static bool is_hidden(const struct odf *d, enum element element,
                      const struct xml_element *el)
{
    const struct str family =
        element == ODF_SPAN ? STR("text") : STR("paragraph");

    return odf_style_is_hidden(&d->styles, family,
                               xml_attr_any(el, "style-name"));
}

/* Of a comment, beside its text: dates and initials are left out. */
static enum element element_of_comment(const struct xml_element *el)
{
    if (str_is(el->space, "http://purl.org/dc/elements/1.1/"))
        return strcmp(el->name, "creator") == 0 ? ODF_AUTHOR : ODF_SKIP;
    return strstr(el->name, "initials") ? ODF_SKIP : ODF_OTHER;
}

/* What was inserted is text like any other; here it is said that it was. */
static enum element element_of_change(struct odf *d, enum element element)
{
    struct review_marks *review = &d->o->writer.review;

    review->insertions += element == ODF_INSERTED;
    review->deletions += element == ODF_DELETED;
    return ODF_SKIP;
}

static enum element element_of(const struct odf *d,
                               const struct xml_element *el)
{
    enum element found = ODF_OTHER;

    if (strcmp(el->name, "page") == 0)
        return d->is_presentation ? ODF_SLIDE : ODF_OTHER;
    if (str_find(el->space, STR("svg")) < el->space.n)
        return strcmp(el->name, "title") == 0 || strcmp(el->name, "desc") == 0
                   ? ODF_PICTURE
                   : ODF_OTHER;
    if (strcmp(el->name, "section") == 0 &&
        (says(el, "display", "none") || says(el, "is-hidden", "true")))
        return ODF_SKIP;
    for (size_t i = 0; i < COUNT_OF(names) && found == ODF_OTHER; i++)
        if (strcmp(names[i].name, el->name) == 0)
            found = names[i].element;
    if (found == ODF_OTHER && d->is_comment)
        return element_of_comment(el);
    if (found == ODF_COMMENT && d->notes_open > 0)
        return ODF_SKIP;
    if ((found == ODF_SPAN || found == ODF_PARAGRAPH || found == ODF_HEADING) &&
        is_hidden(d, found, el))
        return ODF_SKIP;
    return found;
}

/* ---- paragraphs ---- */

static struct paragraph *open_paragraph(struct odf *d)
{
    return d->n_open && !d->boxes_over ? &d->paragraph[d->n_open - 1] : NULL;
}

static void begin_paragraph(struct odf *d, unsigned level)
{
    struct paragraph *p;

    if (d->n_open == MAX_BOXES) {
        d->boxes_over++;
        return;
    }
    p = &d->paragraph[d->n_open++];
    buf_reset(&p->text);
    p->level = level;
    p->is_hidden = p->is_raised = false;
    p->tables = d->o->writer.tables;
    p->is_of_note = d->notes_open > 0;
    p->waiting = d->waiting.n;
    p->notes = d->notes.n;
}

static void begin_span(struct odf *d, const struct xml_element *el)
{
    struct paragraph *p = open_paragraph(d);

    if (p)
        p->is_raised =
            odf_style_is_raised(&d->styles, xml_attr_any(el, "style-name"));
}

static void put_waiting(struct odf *d)
{
    struct waiting w;
    struct block_writer_note note;

    for (size_t i = 0; i + sizeof(w) <= d->waiting.n; i += sizeof(w)) {
        memcpy(&w, d->waiting.p + i, sizeof(w));
        if (d->is_presentation && !d->is_heading_put && !d->o->writer.in_cell) {
            d->is_heading_put = true;
            w.level = 1;
        }
        block_writer_put(&d->o->writer, w.kind, w.level, w.text);
    }
    for (size_t i = 0; i + sizeof(note) <= d->notes.n; i += sizeof(note)) {
        memcpy(&note, d->notes.p + i, sizeof(note));
        if (note.is_comment)
            block_writer_comment(&d->o->writer, note.author, note.text);
        else
            block_writer_note(&d->o->writer, note.text);
    }
    buf_reset(&d->waiting);
    buf_reset(&d->notes);
}

/* As a heading, an item of a list, or a paragraph. */
static enum err make(struct odf *d, const struct paragraph *p,
                     struct waiting *w, struct error *e)
{
    enum err rc = buf_dup(&p->text, d->o->a, &w->text, e);
    const unsigned deep = d->lists > 8 ? 8 : d->lists;

    w->level = p->level;
    w->kind = SECTIONS_PARAGRAPH;
    if (rc || str_trim(w->text).n == 0)
        return rc;
    if (d->is_presentation && !d->is_heading_put && !d->o->writer.in_cell) {
        d->is_heading_put = true;
        w->level = 1;
    } else if (d->lists > 0 && p->level == 0) {
        w->kind = SECTIONS_LIST;
        rc = str_printf(d->o->a, &w->text, e, "%*s%s%.*s", (int)(2 * deep - 2),
                        "", d->is_item_new ? "- " : "  ", STR_FMT(w->text));
        d->is_item_new = false;
    }
    return rc;
}

static enum err end_paragraph(struct odf *d, struct error *e)
{
    const struct paragraph *p = open_paragraph(d);
    struct waiting w;

    if (!p) {
        d->boxes_over -= d->boxes_over > 0;
        return OK;
    }
    d->n_open--;
    if (p->is_hidden) { /* with what hangs on it */
        d->waiting.n = p->waiting;
        d->notes.n = p->notes;
        return OK;
    }
    if (p->is_of_note) {
        buf_put_char(&d->note, ' ');
        buf_put_str(&d->note, buf_str(&p->text));
        return OK;
    }
    if (make(d, p, &w, e) != OK)
        return e->code;
    if (d->n_open > 0 && d->paragraph[0].tables == d->o->writer.tables) {
        buf_put(&d->waiting, &w, sizeof(w));
        return OK;
    }
    block_writer_put(&d->o->writer, w.kind, w.level, w.text);
    if (d->n_open == 0)
        put_waiting(d);
    return OK;
}

static void begin_note(struct odf *d, bool is_comment)
{
    if (d->notes_open++ > 0)
        return;
    d->is_comment = is_comment;
    buf_reset(&d->author);
}

static enum err end_note(struct odf *d, struct error *e)
{
    struct block_writer_note note = {.is_comment = d->is_comment};

    if (d->notes_open == 0 || --d->notes_open > 0)
        return OK;
    if (buf_dup(&d->note, d->o->a, &note.text, e) != OK ||
        buf_dup(&d->author, d->o->a, &note.author, e) != OK)
        return e->code;
    buf_put(&d->notes, &note, sizeof(note));
    buf_reset(&d->note);
    d->is_comment = false;
    return OK;
}

static void begin_text(struct odf *d, struct buf *into)
{
    buf_reset(into);
    d->into = into;
}

/* It comes behind the paragraph that the picture hangs on, as a frame does. */
static enum err end_picture(struct odf *d, struct error *e)
{
    struct waiting w = {.kind = SECTIONS_PARAGRAPH};

    d->into = NULL;
    if (d->notes_open > 0)
        return OK;
    if (alt_text(buf_str(&d->alt), d->o->a, &w.text, e) != OK)
        return e->code;
    if (w.text.n > 0)
        buf_put(&d->waiting, &w, sizeof(w));
    return OK;
}

static void put_chars(struct odf *d, char c, uint32_t n)
{
    struct paragraph *p = open_paragraph(d);

    for (; p && n > 0; n--)
        buf_put_char(&p->text, c);
}

/* ---- elements ---- */

static struct open_cell *open_cell(struct odf *d)
{
    const unsigned n = d->o->writer.tables;

    return &d->cell[n < MAX_CELLS ? n : MAX_CELLS - 1];
}

static void begin_cell(struct odf *d, const struct xml_element *el)
{
    struct open_cell *c = open_cell(d);

    c->repeated = xml_attr_number(el, "number-columns-repeated",
                                  BLOCK_WRITER_MAX_COLUMNS, 1);
    c->columns_over = xml_attr_number(el, "number-columns-spanned",
                                      BLOCK_WRITER_MAX_COLUMNS, 1);
    c->columns_over -= c->columns_over > 0;
    block_writer_begin_cell(&d->o->writer);
}

/* Spanned by the cell before it, and so empty, or by the one above. */
static void begin_covered(struct odf *d)
{
    struct open_cell *c = open_cell(d);

    block_writer_begin_cell(&d->o->writer);
    if (c->columns_over == 0) {
        block_writer_merge_cell(&d->o->writer, true);
        return;
    }
    block_writer_cover_cell(&d->o->writer);
    c->columns_over--;
}

static void begin_slide(struct odf *d)
{
    block_writer_page(&d->o->writer);
    d->is_heading_put = false;
}

/* It says so while its condition holds. */
static void hide_paragraph(struct odf *d, const struct xml_element *el)
{
    struct paragraph *p = open_paragraph(d);

    if (p && says(el, "is-hidden", "true"))
        p->is_hidden = true;
}

static enum err begin(struct odf *d, enum element element,
                      const struct xml_element *el, struct error *e)
{
    struct block_writer *f = &d->o->writer;

    switch (element) {
    case ODF_SPAN: begin_span(d, el); break;
    case ODF_PARAGRAPH: begin_paragraph(d, 0); break;
    case ODF_HEADING:
        begin_paragraph(d, xml_attr_number(el, "outline-level",
                                           BLOCK_WRITER_MAX_COLUMNS, 1));
        break;
    case ODF_SPACES: {
        const uint32_t n =
            xml_attr_number(el, "c", BLOCK_WRITER_MAX_COLUMNS, 1);

        put_chars(d, ' ', n < MAX_SPACES ? n : MAX_SPACES);
        break;
    }
    case ODF_TAB: put_chars(d, ' ', 1); break;
    case ODF_BREAK: put_chars(d, '\n', 1); break;
    case ODF_NOTE:
    case ODF_COMMENT: begin_note(d, element == ODF_COMMENT); break;
    case ODF_AUTHOR: begin_text(d, &d->author); break;
    case ODF_PICTURE: begin_text(d, &d->alt); break;
    case ODF_LIST: d->lists++; break;
    case ODF_ITEM: d->is_item_new = true; break;
    case ODF_TABLE: block_writer_begin_table(f); break;
    case ODF_ROW: block_writer_begin_row(f); break;
    case ODF_CELL: begin_cell(d, el); break;
    case ODF_COVERED_CELL: begin_covered(d); break;
    case ODF_SLIDE: begin_slide(d); break;
    case ODF_STYLE: return odf_styles_begin(&d->styles, el, e);
    case ODF_TEXT_PROPERTIES: odf_styles_text(&d->styles, el); break;
    case ODF_HIDDEN_PARAGRAPH: hide_paragraph(d, el); break;
    default: break;
    }
    return OK;
}

static enum err on_start(void *ctx, const struct xml_element *el,
                         struct error *e)
{
    struct odf *d = ctx;
    enum element element = d->open.skipped ? ODF_SKIP : element_of(d, el);

    if (element == ODF_INSERTED || element == ODF_DELETED)
        element = element_of_change(d, element);
    if (block_writer_check(&d->o->writer, e) != OK)
        return e->code;
    return open_elements_begin(&d->open, element, element == ODF_SKIP)
               ? begin(d, element, el, e)
               : OK;
}

static enum err end(struct odf *d, enum element element, struct error *e)
{
    struct block_writer *f = &d->o->writer;

    switch (element) {
    case ODF_PARAGRAPH:
    case ODF_HEADING: return end_paragraph(d, e);
    case ODF_NOTE:
    case ODF_COMMENT: return end_note(d, e);
    case ODF_AUTHOR: d->into = NULL; break;
    case ODF_PICTURE: return end_picture(d, e);
    case ODF_SLIDE: put_waiting(d); break; /* what hangs on no paragraph */
    case ODF_LIST: d->lists -= d->lists > 0; break;
    case ODF_TABLE: block_writer_end_table(f); break;
    case ODF_ROW: block_writer_end_row(f, false); break;
    case ODF_CELL:
        block_writer_end_cell(f, 1);
        block_writer_repeat_cell(f, open_cell(d)->repeated);
        open_cell(d)->repeated = 1; /* it may have been in one that goes on */
        break;
    case ODF_COVERED_CELL: block_writer_end_cell(f, 1); break;
    case ODF_STYLE: odf_styles_end(&d->styles); break;
    default: break;
    }
    return OK;
}

static enum err on_end(void *ctx, struct error *e)
{
    struct odf *d = ctx;
    int element;

    return open_elements_end(&d->open, &element)
               ? end(d, (enum element)element, e)
               : OK;
}

/* Line ends of the file are white space. */
static enum err on_text(void *ctx, struct str text, struct error *e)
{
    struct odf *d = ctx;
    struct paragraph *p = open_paragraph(d);

    if (!d->open.skipped && d->into)
        buf_put_str(d->into, text);
    if (d->open.skipped || d->into || !p)
        return OK;
    while (text.n > 0) {
        const size_t n = str_find_char(text, '\n');

        raised_put(&p->text, &p->is_raised, str_slice(text, 0, n));
        if (n < text.n)
            buf_put_char(&p->text, ' ');
        text = str_slice(text, n + 1, text.n);
    }
    return p->text.overflow
               ? error_set(e, ERR_LIMIT, "a paragraph is too large")
               : OK;
}

static enum err on_manifest(void *ctx, const struct xml_element *el,
                            struct error *e)
{
    struct odf *d = ctx;

    (void)e;
    d->is_encrypted |= strcmp(el->name, "encryption-data") == 0;
    return OK;
}

/* ---- the package ---- */

static enum err read_package(struct odf *d, struct error *e)
{
    const struct xml_handler manifest = {.start = on_manifest, .ctx = d};
    const struct xml_handler content = {
        .start = on_start, .end = on_end, .text = on_text, .ctx = d};
    const struct str list = STR("META-INF/manifest.xml");
    enum err rc = OK;

    if (!package_is_of_type(d->o->u, d->is_presentation
                                         ? "opendocument.presentation"
                                         : "opendocument.text") ||
        !unzip_has(d->o->u, STR("content.xml")))
        return error_set(e, ERR_FILE_READ_FAILED,
                         "it is a ZIP archive, but not an OpenDocument %s",
                         d->is_presentation ? "presentation" : "text");
    if (unzip_has(d->o->u, list))
        rc = part_read_all(d->o->u, list, &manifest, d->o->tick, e);
    if (!rc && d->is_encrypted)
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "it is encrypted with a password; open it and save it "
                       "without one");
    if (!rc)
        rc = odf_styles_read(&d->styles, d->o, e);
    if (!rc)
        rc =
            part_read_all(d->o->u, STR("content.xml"), &content, d->o->tick, e);
    if (!rc)
        put_waiting(d);
    return rc;
}

static enum err read_odf(struct office *o, bool is_presentation,
                         struct error *e)
{
    struct odf d = {.o = o, .is_presentation = is_presentation};
    struct buf *const lists[] = {&d.waiting, &d.notes, &d.note, &d.author,
                                 &d.alt};
    enum err rc;

    for (size_t i = 0; i < COUNT_OF(lists); i++)
        buf_init(lists[i], PARAGRAPH_BYTES);
    odf_styles_init(&d.styles, o->a);
    for (size_t i = 0; i < MAX_BOXES; i++)
        buf_init(&d.paragraph[i].text, PARAGRAPH_BYTES);
    rc = read_package(&d, e);
    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        if (!rc && lists[i]->overflow)
            rc = error_set(e, ERR_LIMIT, "too much text in notes or frames");
        buf_release(lists[i]);
    }
    for (size_t i = 0; i < MAX_BOXES; i++)
        buf_release(&d.paragraph[i].text);
    odf_styles_release(&d.styles);
    return rc;
}

enum err odt_read(struct office *o, struct error *e)
{
    return read_odf(o, false, e);
}

enum err odp_read(struct office *o, struct error *e)
{
    return read_odf(o, true, e);
}
