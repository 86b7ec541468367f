/*
 * Presentations (ECMA-376 part 1, PresentationML): one page a slide, in the
 * order that they are shown.
 *
 * What a slide says is kept until its end, as its title comes first, wherever it
 * is drawn; a slide without a title has its first paragraph for one. Its notes
 * follow.
 * Paragraphs of a placeholder for text are the items of a list, as they are on
 * the slide. What is said of pictures comes behind its other text, comments come last.
 * Layouts and masters are other parts, and are not read.
 */
#include "base/text/raised.h"
#include "formats/office/alt_text.h"
#include "formats/office/diagram.h"
#include "formats/office/document.h"
#include "formats/office/pptx_comments.h"

#include <string.h>

#define MAX_SLIDES      20000u
#define MAX_NUMBER      10000u   /* of columns and levels */
#define MAX_RAISED      1000000u /* of 100,000, the size of the type */
#define PARAGRAPH_BYTES SECTIONS_MAX_BYTES
#define SLIDES_BYTES    (MAX_SLIDES * sizeof(struct str))
#define PIECES_BYTES    (((size_t)1 << 20) * sizeof(struct piece))
#define SLIDE_BYTES     ((size_t)2 * SECTIONS_MAX_BYTES) /* its texts */

enum element {
    PPTX_OTHER,
    PPTX_SHAPE,
    PPTX_PLACEHOLDER,
    PPTX_PARAGRAPH,
    PPTX_PROPERTIES,
    PPTX_TEXT,
    PPTX_RUN_PROPERTIES,
    PPTX_SPACE,
    PPTX_TABLE,
    PPTX_ROW,
    PPTX_CELL,
    PPTX_PICTURE, /* what it says of one */
    PPTX_DIAGRAM,
    PPTX_SKIP /* with all it holds */
};

static const struct {
    const char *name;
    enum element element;
} names[] = {{"sp", PPTX_SHAPE},
             {"graphicFrame", PPTX_SHAPE},
             {"ph", PPTX_PLACEHOLDER},
             {"p", PPTX_PARAGRAPH},
             {"pPr", PPTX_PROPERTIES},
             {"t", PPTX_TEXT},
             {"br", PPTX_SPACE},
             {"tab", PPTX_SPACE},
             {"tbl", PPTX_TABLE},
             {"tr", PPTX_ROW},
             {"tc", PPTX_CELL},
             {"tabLst", PPTX_SKIP},
             {"rPr", PPTX_RUN_PROPERTIES},
             {"cNvPr", PPTX_PICTURE},
             {"relIds", PPTX_DIAGRAM},
             {"Fallback", PPTX_SKIP}};

enum place { PLACE_FREE, PLACE_TITLE, PLACE_BODY, PLACE_FURNITURE };

/* A paragraph, what is said of a picture, or where a table, a row or a cell begins or ends. */
struct piece {
    enum element
        element;      /* PPTX_PARAGRAPH, PPTX_PICTURE, PPTX_DIAGRAM, PPTX_TABLE,
                             PPTX_ROW or PPTX_CELL */
    enum place place; /* of a paragraph */
    bool is_end;
    bool is_merged;   /* a cell with the one above */
    uint32_t columns; /* of a cell */
    unsigned level;   /* of a paragraph, from 0 */
    struct str text;  /* of a paragraph, a picture, a line of a diagram */
};

struct pptx {
    struct office *o;
    struct arena slide; /* texts of the slide that is read */
    struct buf pieces;  /* of struct piece: what it says */
    enum place place;   /* of the shape that is open */
    unsigned level;     /* of the paragraph that is open, from 0 */
    bool in_text, is_heading_put;
    bool is_raised;            /* what comes next, of its run */
    struct open_elements open; /* of enum element */
    struct buf paragraph;
    struct buf slides; /* of struct str: parts */
    struct part_relations rels;
    struct pptx_comments comments;
    struct diagrams diagrams; /* of the slide */
    uint32_t columns;         /* of the cell that is open */
    bool is_covered;          /* the cell is part of one before it */
};

static enum place place_of(const char *type)
{
    static const char *const titles[] = {"title", "ctrTitle"};
    static const char *const furniture[] = {"dt", "ftr", "sldNum", "hdr",
                                            "sldImg"};

    if (!type)
        return PLACE_BODY;
    if (STR_IN(str_from(type), titles))
        return PLACE_TITLE;
    return STR_IN(str_from(type), furniture) ? PLACE_FURNITURE : PLACE_BODY;
}

static void keep(struct pptx *d, enum element element, bool is_end)
{
    const struct piece p = {
        .element = element, .is_end = is_end, .columns = d->columns};

    buf_put(&d->pieces, &p, sizeof(p));
}

static void begin_cell(struct pptx *d, const struct xml_element *el)
{
    struct piece p = {.element = PPTX_CELL,
                      .is_merged = xml_attr_true(el, "vMerge")};

    d->is_covered = xml_attr_true(el, "hMerge");
    if (d->is_covered)
        return; /* counted by the cell that spans it */
    d->columns = xml_attr_number(el, "gridSpan", MAX_NUMBER, 1);
    buf_put(&d->pieces, &p, sizeof(p));
}

static enum element element_of(const struct xml_element *el)
{
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(names[i].name, el->name) == 0)
            return names[i].element;
    return PPTX_OTHER;
}

static enum err read_picture(struct pptx *d, const struct xml_element *el,
                             struct error *e)
{
    static const char *const names_of_text[] = {"descr", "title"};
    struct piece p = {.element = PPTX_PICTURE};
    enum err rc = OK;

    if (xml_attr_true(el, "hidden"))
        return OK;
    for (size_t i = 0; i < COUNT_OF(names_of_text) && !rc && p.text.n == 0;
         i++) {
        const char *said = xml_attr(el, names_of_text[i]);

        if (said)
            rc = alt_text(str_from(said), &d->slide, &p.text, e);
    }
    if (!rc && p.text.n > 0)
        buf_put(&d->pieces, &p, sizeof(p));
    return rc;
}

static void put_diagram(struct pptx *d, const struct xml_element *el)
{
    const struct diagram found = diagrams_get(&d->diagrams, el);
    struct piece p = {.element = PPTX_DIAGRAM};

    for (size_t i = 0; i < found.n; i++) {
        p.text = found.line[i];
        buf_put(&d->pieces, &p, sizeof(p));
    }
}

static enum err begin(struct pptx *d, enum element element,
                      const struct xml_element *el, struct error *e)
{
    switch (element) {
    case PPTX_SHAPE: d->place = PLACE_FREE; break;
    case PPTX_PLACEHOLDER: d->place = place_of(xml_attr_any(el, "type")); break;
    case PPTX_PARAGRAPH:
        d->level = 0;
        buf_reset(&d->paragraph);
        break;
    case PPTX_PROPERTIES:
        d->level = xml_attr_number(el, "lvl", MAX_NUMBER, 0);
        break;
    case PPTX_RUN_PROPERTIES:
        d->is_raised = xml_attr_number(el, "baseline", MAX_RAISED, 0) > 0;
        break;
    case PPTX_TEXT: d->in_text = true; break;
    case PPTX_SPACE: buf_put_char(&d->paragraph, ' '); break;
    case PPTX_TABLE:
    case PPTX_ROW: keep(d, element, false); break;
    case PPTX_CELL: begin_cell(d, el); break;
    case PPTX_PICTURE: return read_picture(d, el, e);
    case PPTX_DIAGRAM: put_diagram(d, el); break;
    default: break;
    }
    return OK;
}

static enum err on_start(void *ctx, const struct xml_element *el,
                         struct error *e)
{
    struct pptx *d = ctx;
    const enum element element = d->open.skipped ? PPTX_SKIP : element_of(el);

    if (d->pieces.overflow)
        return error_set(e, ERR_LIMIT, "a slide says too much");
    return open_elements_begin(&d->open, element, element == PPTX_SKIP)
               ? begin(d, element, el, e)
               : OK;
}

static enum err end_paragraph(struct pptx *d, struct error *e)
{
    struct piece p = {
        .element = PPTX_PARAGRAPH, .place = d->place, .level = d->level};
    const struct str text = str_trim(buf_str(&d->paragraph));

    if (text.n == 0 || d->is_covered)
        return OK;
    if (str_dup(text, &d->slide, &p.text, e) != OK)
        return e->code;
    buf_put(&d->pieces, &p, sizeof(p));
    return OK;
}

static enum err end(struct pptx *d, enum element element, struct error *e)
{
    if (element == PPTX_PARAGRAPH)
        return end_paragraph(d, e);
    if (element == PPTX_TEXT)
        d->in_text = false;
    else if (element == PPTX_TABLE || element == PPTX_ROW ||
             (element == PPTX_CELL && !d->is_covered))
        keep(d, element, true);
    if (element == PPTX_CELL)
        d->is_covered = false;
    return OK;
}

static enum err on_end(void *ctx, struct error *e)
{
    struct pptx *d = ctx;
    int element;

    return open_elements_end(&d->open, &element)
               ? end(d, (enum element)element, e)
               : OK;
}

static enum err on_text(void *ctx, struct str text, struct error *e)
{
    struct pptx *d = ctx;

    if (d->open.skipped || !d->in_text)
        return OK;
    raised_put(&d->paragraph, &d->is_raised, text);
    return d->paragraph.overflow
               ? error_set(e, ERR_LIMIT, "a paragraph is too large")
               : OK;
}

/* What a part says, to `d->pieces`. */
static enum err read_part(struct pptx *d, struct str part, struct error *e)
{
    const struct xml_handler h = {
        .start = on_start, .end = on_end, .text = on_text, .ctx = d};

    d->place = PLACE_FREE;
    d->in_text = d->is_covered = false;
    d->open.skipped = d->open.n = 0;
    arena_reset(&d->slide);
    buf_reset(&d->pieces);
    return part_read_all(d->o->u, part, &h, d->o->tick, e);
}

/* ---- a slide ---- */

static enum err put_item(struct pptx *d, const struct piece *p, struct error *e)
{
    struct str line;
    enum err rc = str_printf(&d->slide, &line, e, "%*s- %.*s",
                             (int)(2 * (p->level > 8 ? 8 : p->level)), "",
                             STR_FMT(p->text));

    if (!rc)
        block_writer_put(&d->o->writer, SECTIONS_LIST, 0, line);
    return rc;
}

static enum err put_paragraph(struct pptx *d, const struct piece *p,
                              struct error *e)
{
    struct block_writer *f = &d->o->writer;

    if (!f->in_cell && !d->is_heading_put) {
        d->is_heading_put = true;
        block_writer_put(f, SECTIONS_PARAGRAPH, 1, p->text);
        return OK;
    }
    if (p->place == PLACE_BODY && !f->in_cell)
        return put_item(d, p, e);
    block_writer_put(f, SECTIONS_PARAGRAPH, 0, p->text);
    return OK;
}

static void put_border(struct block_writer *f, const struct piece *p)
{
    switch (p->element) {
    case PPTX_TABLE:
        p->is_end ? block_writer_end_table(f) : block_writer_begin_table(f);
        break;
    case PPTX_ROW:
        p->is_end ? block_writer_end_row(f, false) : block_writer_begin_row(f);
        break;
    case PPTX_CELL:
        if (p->is_end) {
            block_writer_end_cell(f, p->columns);
            break;
        }
        block_writer_begin_cell(f);
        block_writer_merge_cell(f, p->is_merged);
        break;
    default: break;
    }
}

/* What is put of a slide, one after the other. */
enum part { PART_TITLE, PART_BODY, PART_PICTURES };

static enum part part_of(const struct piece *p)
{
    if (p->element == PPTX_PICTURE)
        return PART_PICTURES;
    return p->element == PPTX_PARAGRAPH && p->place == PLACE_TITLE ? PART_TITLE
                                                                   : PART_BODY;
}

static enum err put_pieces(struct pptx *d, enum part part, struct error *e)
{
    struct piece p;
    enum err rc = block_writer_check(&d->o->writer, e);

    for (size_t i = 0; !rc && i + sizeof(p) <= d->pieces.n; i += sizeof(p)) {
        memcpy(&p, d->pieces.p + i, sizeof(p));
        if (part_of(&p) != part || p.place == PLACE_FURNITURE)
            continue;
        if (p.element == PPTX_PARAGRAPH || p.element == PPTX_PICTURE)
            rc = put_paragraph(d, &p, e);
        else if (p.element == PPTX_DIAGRAM)
            block_writer_put(&d->o->writer, SECTIONS_LIST, 0, p.text);
        else
            put_border(&d->o->writer, &p);
    }
    return rc;
}

/* The text that the speaker wrote, without pictures of the slide. */
static enum err put_notes(struct pptx *d, struct str part, struct error *e)
{
    struct piece p;
    enum err rc = read_part(d, part, e);

    for (size_t i = 0; !rc && i + sizeof(p) <= d->pieces.n; i += sizeof(p)) {
        memcpy(&p, d->pieces.p + i, sizeof(p));
        if (p.element == PPTX_PARAGRAPH && p.place == PLACE_BODY)
            block_writer_put(&d->o->writer, SECTIONS_PARAGRAPH, 0, p.text);
    }
    return rc;
}

static enum err read_slide(struct pptx *d, struct str part, struct error *e)
{
    struct part_relations rels;
    const struct part_relation *notes;
    enum err rc;

    if (!unzip_has(d->o->u, part))
        return OK;
    rc = part_relations_read(d->o->u, part, d->o->a, &rels, e);
    if (!rc)
        rc = diagrams_read(d->o, &rels, &d->diagrams, e);
    if (!rc)
        rc = read_part(d, part, e);
    if (rc)
        return rc;
    block_writer_page(&d->o->writer);
    d->is_heading_put = false;
    for (enum part next = PART_TITLE; next <= PART_PICTURES && !rc; next++)
        rc = put_pieces(d, next, e);
    notes = part_relation_of_type(&rels, STR("notesSlide"));
    if (!rc && notes && unzip_has(d->o->u, notes->target))
        rc = put_notes(d, notes->target, e);
    return rc ? rc : pptx_comments_put(&d->comments, &rels, e);
}

/* ---- the presentation ---- */

static enum err on_slide_id(void *ctx, const struct xml_element *el,
                            struct error *e)
{
    struct pptx *d = ctx;
    const char *id =
        strcmp(el->name, "sldId") == 0 ? xml_attr_rel(el, "id") : NULL;
    const struct part_relation *r =
        id ? part_relation_find(&d->rels, str_from(id)) : NULL;

    if (r)
        buf_put(&d->slides, &r->target, sizeof(r->target));
    return d->slides.overflow
               ? error_set(e, ERR_LIMIT, "it has more than %u slides",
                           MAX_SLIDES)
               : OK;
}

static enum err read_presentation(struct pptx *d, struct error *e)
{
    const struct xml_handler h = {.start = on_slide_id, .ctx = d};
    struct part_relations rels;
    const struct part_relation *main;
    struct str part = STR("ppt/presentation.xml");
    enum err rc = part_relations_read(d->o->u, STR(""), d->o->a, &rels, e);

    if (rc)
        return rc;
    main = part_relation_of_type(&rels, STR("officeDocument"));
    if (main)
        part = main->target;
    if (!unzip_has(d->o->u, part) || !unzip_has_prefix(d->o->u, STR("ppt/")))
        return error_set(e, ERR_FILE_READ_FAILED,
                         "it is a ZIP archive, but not a presentation");
    rc = part_relations_read(d->o->u, part, d->o->a, &d->rels, e);
    if (!rc)
        rc = part_read_all(d->o->u, part, &h, d->o->tick, e);
    if (!rc)
        rc = pptx_comments_authors(&d->comments, &d->rels, e);
    for (size_t i = 0; !rc && i + sizeof(part) <= d->slides.n;
         i += sizeof(part)) {
        memcpy(&part, d->slides.p + i, sizeof(part));
        rc = read_slide(d, part, e);
    }
    return rc;
}

enum err pptx_read(struct office *o, struct error *e)
{
    struct pptx d = {.o = o};
    enum err rc;

    buf_init(&d.paragraph, PARAGRAPH_BYTES);
    buf_init(&d.slides, SLIDES_BYTES);
    buf_init(&d.pieces, PIECES_BYTES);
    arena_init(&d.slide, SLIDE_BYTES);
    pptx_comments_init(&d.comments, o);
    rc = read_presentation(&d, e);
    buf_release(&d.paragraph);
    buf_release(&d.slides);
    buf_release(&d.pieces);
    arena_release(&d.slide);
    pptx_comments_release(&d.comments);
    return rc;
}
