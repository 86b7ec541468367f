/*
 * Word documents (ECMA-376 part 1, WordprocessingML), transitional and strict.
 *
 * The main part is read once, element by element. Text is that of runs; what is
 * deleted or moved away by a tracked change is left out, what is inserted is
 * text like any other, hidden text is left out. A paragraph inside a paragraph
 * is one of a text box and comes behind it. Footnotes and comments come
 * behind the paragraph or the table that refers to them. Of text that a file has
 * in two forms, for new and old programs (mc:AlternateContent), the first is read.
 * Headers and footers are not.
 */
#include "base/text/raised.h"
#include "formats/office/alt_text.h"
#include "formats/office/diagram.h"
#include "formats/office/docx_element.h"
#include "formats/office/docx_notes.h"
#include "formats/office/docx_numbering.h"
#include "formats/office/docx_styles.h"
#include "formats/office/docx_symbol.h"
#include "formats/package/open_elements.h"

#include <string.h>

#define MAX_BOXES      8u /* text boxes, one in the other */
#define MAX_ROWS       8u /* tables, one in the other */
#define PARAGRAPH_SIZE SECTIONS_MAX_BYTES

struct paragraph {
    struct buf text;
    const struct docx_style *style;
    uint32_t outline, list, list_level; /* that it says itself */
    unsigned tables;                    /* open where it began */
    bool is_joined;    /* its end is deleted: it goes on in the next */
    bool is_in_hidden; /* of a text box in hidden text */
    const struct docx_style *run_style; /* of the run that is open */
    enum docx_switch run_hidden;        /* that the run says itself */
    bool is_raised;                     /* what comes next, of the run */
};

/* A paragraph of a text box, or what a picture has for one, that waits for the end of
 * the one around it. */
struct waiting {
    enum sections_block_kind kind;
    unsigned level;
    struct str text;
};

/* Changes that were tracked: of text, or of the end of a paragraph. */
struct tracked {
    uint32_t *n;
    bool
        is_of_end; /* that of the open paragraph is one, and none of its text yet */
};

/* Of a table that is open, in the cell of another. */
struct open_row {
    bool is_deleted;
    uint32_t columns; /* of its cell that is open */
};

struct docx {
    struct office *o;
    struct docx_styles styles;
    struct docx_numbering numbering;
    struct paragraph paragraph[MAX_BOXES]; /* paragraph[n_open] are open */
    unsigned n_open;
    struct buf waiting; /* of struct waiting */
    struct docx_notes notes;
    struct diagrams diagrams;
    struct tracked inserted, deleted;
    struct open_elements open; /* of enum docx_element */
    unsigned boxes_over;       /* paragraphs deeper than MAX_BOXES */
    bool in_text, in_properties, in_row_properties;
    bool is_title_seen;
    struct open_row row[MAX_ROWS]; /* of the tables that are open */
};

static struct open_row *open_row(struct docx *d)
{
    const unsigned n = d->o->writer.tables;

    return &d->row[n < MAX_ROWS ? n : MAX_ROWS - 1];
}

static struct paragraph *open_paragraph(struct docx *d)
{
    return d->n_open && !d->boxes_over ? &d->paragraph[d->n_open - 1] : NULL;
}

/* ---- paragraphs ---- */

static bool says_hidden(const struct docx_style *s)
{
    return s && s->hidden == DOCX_ON;
}

/* Is what comes next hidden? Of two styles that say so one undoes the other
 * (ECMA-376 part 1, 17.7.3). */
static bool is_hidden(const struct paragraph *p)
{
    if (p->is_in_hidden || p->run_hidden != DOCX_UNSAID)
        return p->is_in_hidden || p->run_hidden == DOCX_ON;
    return says_hidden(p->style) != says_hidden(p->run_style);
}

static void begin_run(struct docx *d)
{
    struct paragraph *p = open_paragraph(d);

    if (!p)
        return;
    p->run_style = NULL;
    p->run_hidden = DOCX_UNSAID;
    p->is_raised = false;
}

static void begin_paragraph(struct docx *d)
{
    const struct paragraph *around = open_paragraph(d);
    struct paragraph *p;

    if (d->n_open == MAX_BOXES) {
        d->boxes_over++;
        return;
    }
    p = &d->paragraph[d->n_open++];
    if (!p->is_joined)
        buf_reset(&p->text);
    p->is_joined = false;
    p->style = NULL;
    p->outline = DOCX_NO_LEVEL;
    p->list = DOCX_NO_LIST;
    p->list_level = DOCX_NO_LEVEL;
    p->tables = d->o->writer.tables;
    p->is_in_hidden = around && is_hidden(around);
    d->inserted.is_of_end = d->deleted.is_of_end = false;
    begin_run(d);
}

static uint32_t list_of(const struct paragraph *p, uint32_t *level)
{
    const bool own = p->list != DOCX_NO_LIST;

    *level = p->list_level != DOCX_NO_LEVEL ? p->list_level
             : p->style && !own             ? p->style->list_level
                                            : 0;
    return own || !p->style ? p->list : p->style->list;
}

/* A heading's level, from 1; 0 if it is not one. Below a title all are one deeper. */
static unsigned level_of(struct docx *d, const struct paragraph *p)
{
    uint32_t level = p->outline;

    if (p->style && p->style->is_title && level == DOCX_NO_LEVEL) {
        d->is_title_seen = true;
        return 1;
    }
    if (level == DOCX_NO_LEVEL && p->style)
        level = p->style->outline;
    return level > 8 ? 0 : level + 1 + d->is_title_seen;
}

static enum err dup_text(struct docx *d, const struct buf *text,
                         struct str *out, struct error *e)
{
    return buf_dup(text, d->o->a, out, e);
}

static void put_waiting(struct docx *d)
{
    struct waiting w;

    for (size_t i = 0; i + sizeof(w) <= d->waiting.n; i += sizeof(w)) {
        memcpy(&w, d->waiting.p + i, sizeof(w));
        block_writer_put(&d->o->writer, w.kind, w.level, w.text);
    }
    buf_reset(&d->waiting);
}

/* Its text with the label that its list gives it: "- ", "4.2 ". */
static enum err labelled(struct docx *d, const struct paragraph *p,
                         struct waiting *w, struct error *e)
{
    char label[DOCX_LABEL_BYTES];
    uint32_t level;
    const uint32_t list = list_of(p, &level);
    enum err rc = dup_text(d, &p->text, &w->text, e);

    w->level = level_of(d, p);
    w->kind = SECTIONS_PARAGRAPH;
    if (rc || list == DOCX_NO_LIST || list == 0 || str_trim(w->text).n == 0)
        return rc;
    docx_numbering_next(&d->numbering, list, level, label);
    if (w->level > 0)
        return str_is(str_from(label), "-") || !*label
                   ? OK
                   : str_printf(d->o->a, &w->text, e, "%s %.*s", label,
                                STR_FMT(w->text));
    w->kind = SECTIONS_LIST;
    return str_printf(d->o->a, &w->text, e, "%*s%s %.*s",
                      (int)(2 * (level > 8 ? 8 : level)), "",
                      *label ? label : "-", STR_FMT(w->text));
}

/* A paragraph that was to go on in the next, which did not come. */
static enum err flush_joined(struct docx *d, struct error *e)
{
    struct waiting w = {.kind = SECTIONS_PARAGRAPH};
    struct paragraph *p = &d->paragraph[d->n_open];

    if (d->n_open == MAX_BOXES || !p->is_joined)
        return OK;
    p->is_joined = false;
    if (d->notes.is_open) {
        docx_notes_put(&d->notes, buf_str(&p->text));
        return OK;
    }
    if (dup_text(d, &p->text, &w.text, e) != OK)
        return e->code;
    if (d->n_open > 0)
        buf_put(&d->waiting, &w, sizeof(w));
    else
        block_writer_put(&d->o->writer, w.kind, 0, w.text);
    return OK;
}

static enum err end_paragraph(struct docx *d, struct error *e)
{
    struct paragraph *p = open_paragraph(d);
    struct waiting w;
    enum err rc;

    if (!p) {
        d->boxes_over -= d->boxes_over > 0;
        return OK;
    }
    rc = flush_joined(d, e); /* of a text box in it */
    d->n_open--;
    if (rc || p->is_joined)
        return rc;
    if (d->notes.is_open) {
        docx_notes_put(&d->notes, buf_str(&p->text));
        return OK;
    }
    rc = labelled(d, p, &w, e);
    if (rc)
        return rc;
    if (d->n_open > 0 && d->paragraph[0].tables == d->o->writer.tables) {
        buf_put(&d->waiting, &w, sizeof(w));
        return OK;
    }
    block_writer_put(&d->o->writer, w.kind, w.level, w.text);
    if (d->n_open == 0) {
        put_waiting(d);
        docx_notes_write(&d->notes);
    }
    return OK;
}

static void put_char(struct docx *d, char c)
{
    struct paragraph *p = open_paragraph(d);

    if (p && !is_hidden(p))
        buf_put_char(&p->text, c);
}

/* ---- properties ---- */

static enum err refer(struct docx *d, const struct xml_element *el,
                      struct error *e)
{
    const struct paragraph *p = open_paragraph(d);

    return d->notes.is_open || !p || is_hidden(p)
               ? OK
               : docx_notes_refer(&d->notes, el, e);
}

/* What is said of a picture comes behind its paragraph, as a text box does. */
static enum err read_picture(struct docx *d, const struct xml_element *el,
                             struct error *e)
{
    static const char *const names[] = {"descr", "title", "alt"};
    struct waiting w = {.kind = SECTIONS_PARAGRAPH};
    const struct paragraph *p = open_paragraph(d);
    enum err rc = OK;

    if (d->notes.is_open || !p || is_hidden(p) || xml_attr_true(el, "hidden"))
        return OK;
    for (size_t i = 0; i < COUNT_OF(names) && !rc && w.text.n == 0; i++) {
        const char *said = xml_attr(el, names[i]);

        if (said)
            rc = alt_text(str_from(said), d->o->a, &w.text, e);
    }
    if (!rc && w.text.n > 0)
        buf_put(&d->waiting, &w, sizeof(w));
    return rc;
}

static void put_diagram(struct docx *d, const struct xml_element *el)
{
    const struct diagram found = diagrams_get(&d->diagrams, el);
    const struct paragraph *p = open_paragraph(d);
    struct waiting w = {.kind = SECTIONS_LIST};

    for (size_t i = 0; i < found.n && p && !is_hidden(p); i++) {
        w.text = found.line[i];
        buf_put(&d->waiting, &w, sizeof(w));
    }
}

static void put_symbol(struct docx *d, const struct xml_element *el)
{
    struct paragraph *p = open_paragraph(d);
    const char *code = xml_attr_any(el, "char");
    const char *font = xml_attr_any(el, "font");

    if (p && code && !is_hidden(p))
        docx_symbol_put(str_from(code), str_from(font ? font : ""), &p->text);
}

static void read_style(struct docx *d, const struct xml_element *el,
                       struct paragraph *p)
{
    const char *id = xml_attr_any(el, "val");

    if (id && p && d->in_properties)
        p->style = docx_style_find(&d->styles, str_from(id));
}

static void read_run_style(struct docx *d, const struct xml_element *el,
                           struct paragraph *p)
{
    const char *id = xml_attr_any(el, "val");

    if (id && p && !d->in_properties)
        p->run_style = docx_style_find(&d->styles, str_from(id));
}

static void read_property(struct docx *d, enum docx_element element,
                          const struct xml_element *el)
{
    struct paragraph *p = open_paragraph(d);
    const char *value = xml_attr_any(el, "val");

    switch (element) {
    case DOCX_STYLE: read_style(d, el, p); break;
    case DOCX_RUN_STYLE: read_run_style(d, el, p); break;
    case DOCX_OUTLINE:
        if (p && d->in_properties)
            p->outline = docx_number(el, "val", DOCX_NO_LEVEL);
        break;
    case DOCX_LIST:
        if (p && d->in_properties)
            p->list = docx_number(el, "val", DOCX_NO_LIST);
        break;
    case DOCX_LIST_LEVEL:
        if (p && d->in_properties)
            p->list_level = docx_number(el, "val", 0);
        break;
    case DOCX_HIDDEN:
        if (p && !d->in_properties)
            p->run_hidden = docx_switch_of(el);
        break;
    case DOCX_RAISED: docx_raise(el, p ? &p->is_raised : NULL); break;
    case DOCX_CELL_COLUMNS:
        open_row(d)->columns = docx_number(el, "val", 1);
        break;
    case DOCX_CELL_MERGED:
        block_writer_merge_cell(&d->o->writer,
                                !value || strcmp(value, "restart") != 0);
        break;
    default: break;
    }
}

/* ---- elements ---- */

/* Text and the end of its paragraph that were changed together are one change. A row
 * is counted by its text. */
static void count_change(const struct docx *d, struct tracked *t)
{
    if (d->in_row_properties)
        return;
    *t->n += !t->is_of_end;
    t->is_of_end = d->in_properties;
}

/* A tracked deletion: of a paragraph's end, of a row, or of what it holds. */
static enum docx_element deletion(struct docx *d)
{
    struct paragraph *p = open_paragraph(d);

    count_change(d, &d->deleted);
    if (d->in_row_properties)
        open_row(d)->is_deleted = true;
    else if (!d->in_properties)
        return DOCX_SKIP;
    else if (p)
        p->is_joined = true;
    return DOCX_OTHER;
}

static enum err end_note(struct docx *d, struct error *e)
{
    const enum err rc = flush_joined(d, e);

    return rc ? rc : docx_notes_end(&d->notes, e);
}

static enum err begin(struct docx *d, enum docx_element element,
                      const struct xml_element *el, struct error *e)
{
    struct block_writer *f = &d->o->writer;

    switch (element) {
    case DOCX_PARAGRAPH: begin_paragraph(d); break;
    case DOCX_PARAGRAPH_PROPERTIES: d->in_properties = true; break;
    case DOCX_ROW_PROPERTIES: d->in_row_properties = true; break;
    case DOCX_RUN: begin_run(d); break;
    case DOCX_TEXT: d->in_text = true; break;
    case DOCX_BREAK: put_char(d, '\n'); break;
    case DOCX_TAB: put_char(d, ' '); break;
    case DOCX_HYPHEN: put_char(d, '-'); break;
    case DOCX_NOTE: return docx_notes_begin(&d->notes, el, e);
    case DOCX_INSERTED: count_change(d, &d->inserted); break;
    case DOCX_NOTE_REFERENCE: return refer(d, el, e);
    case DOCX_PICTURE: return read_picture(d, el, e);
    case DOCX_DIAGRAM: put_diagram(d, el); break;
    case DOCX_SYMBOL: put_symbol(d, el); break;
    case DOCX_TABLE:
        if (d->n_open == 0 && flush_joined(d, e) != OK)
            return e->code;
        block_writer_begin_table(f);
        break;
    case DOCX_ROW:
        open_row(d)->is_deleted = false;
        block_writer_begin_row(f);
        break;
    case DOCX_CELL:
        open_row(d)->columns = 1;
        block_writer_begin_cell(f);
        break;
    default: read_property(d, element, el); break;
    }
    return OK;
}

static enum err on_start(void *ctx, const struct xml_element *el,
                         struct error *e)
{
    struct docx *d = ctx;
    enum docx_element element =
        d->open.skipped ? DOCX_SKIP : docx_element_of(el);

    if (block_writer_check(&d->o->writer, e) != OK)
        return e->code;
    if (element == DOCX_DELETED)
        element = deletion(d);
    return open_elements_begin(&d->open, element, element == DOCX_SKIP)
               ? begin(d, element, el, e)
               : OK;
}

static enum err end(struct docx *d, enum docx_element element, struct error *e)
{
    struct block_writer *f = &d->o->writer;

    switch (element) {
    case DOCX_PARAGRAPH: return end_paragraph(d, e);
    case DOCX_PARAGRAPH_PROPERTIES: d->in_properties = false; break;
    case DOCX_ROW_PROPERTIES: d->in_row_properties = false; break;
    case DOCX_RUN: begin_run(d); break;
    case DOCX_TEXT: d->in_text = false; break;
    case DOCX_NOTE: return end_note(d, e);
    case DOCX_TABLE:
        block_writer_end_table(f);
        if (d->n_open == 0)
            docx_notes_write(&d->notes);
        break;
    case DOCX_ROW: block_writer_end_row(f, open_row(d)->is_deleted); break;
    case DOCX_CELL:
        if (flush_joined(d, e) != OK)
            return e->code;
        block_writer_end_cell(f, open_row(d)->columns);
        break;
    default: break;
    }
    return OK;
}

static enum err on_end(void *ctx, struct error *e)
{
    struct docx *d = ctx;
    int element;

    return open_elements_end(&d->open, &element)
               ? end(d, (enum docx_element)element, e)
               : OK;
}

static enum err on_text(void *ctx, struct str text, struct error *e)
{
    struct docx *d = ctx;
    struct paragraph *p = open_paragraph(d);

    if (d->open.skipped || !d->in_text || !p || is_hidden(p))
        return OK;
    raised_put(&p->text, &p->is_raised, text);
    return p->text.overflow
               ? error_set(e, ERR_LIMIT, "a paragraph is too large")
               : OK;
}

/* ---- parts ---- */

static enum err read_part(struct docx *d, struct str part, struct error *e)
{
    const struct xml_handler h = {
        .start = on_start, .end = on_end, .text = on_text, .ctx = d};

    return part_read_all(d->o->u, part, &h, d->o->tick, e);
}

static struct str part_of(const struct part_relations *rels, const char *type)
{
    const struct part_relation *r = part_relation_of_type(rels, str_from(type));

    return r ? r->target : (struct str){0};
}

static enum err read_notes(struct docx *d, const struct part_relations *rels,
                           struct error *e)
{
    static const char *const types[] = {"footnotes", "endnotes", "comments"};
    enum err rc = OK;

    for (size_t i = 0; i < COUNT_OF(types) && !rc; i++) {
        const struct str part = part_of(rels, types[i]);

        if (part.n > 0 && unzip_has(d->o->u, part))
            rc = read_part(d, part, e);
    }
    return rc;
}

static enum err read_document(struct docx *d, struct error *e)
{
    struct part_relations rels;
    struct str main;
    enum err rc = part_relations_read(d->o->u, STR(""), d->o->a, &rels, e);

    if (rc)
        return rc;
    main = part_of(&rels, "officeDocument");
    if (main.n == 0)
        main = STR("word/document.xml");
    if (!unzip_has(d->o->u, main) || unzip_has_prefix(d->o->u, STR("xl/")) ||
        unzip_has_prefix(d->o->u, STR("ppt/")))
        return error_set(e, ERR_FILE_READ_FAILED,
                         "it is a ZIP archive, but not a Word document");
    rc = part_relations_read(d->o->u, main, d->o->a, &rels, e);
    if (!rc)
        rc = docx_styles_read(d->o, part_of(&rels, "styles"), &d->styles, e);
    if (!rc)
        rc = docx_numbering_read(d->o, part_of(&rels, "numbering"),
                                 &d->numbering, e);
    if (!rc)
        rc = diagrams_read(d->o, &rels, &d->diagrams, e);
    if (!rc)
        rc = read_notes(d, &rels, e);
    if (!rc)
        rc = read_part(d, main, e);
    return rc ? rc : flush_joined(d, e);
}

enum err docx_read(struct office *o, struct error *e)
{
    struct docx d = {.o = o,
                     .inserted.n = &o->writer.review.insertions,
                     .deleted.n = &o->writer.review.deletions};
    enum err rc;

    buf_init(&d.waiting, PARAGRAPH_SIZE);
    docx_notes_init(&d.notes, o);
    for (size_t i = 0; i < MAX_BOXES; i++)
        buf_init(&d.paragraph[i].text, PARAGRAPH_SIZE);
    rc = read_document(&d, e);
    if (!rc && (d.waiting.overflow || docx_notes_overflow(&d.notes)))
        rc = error_set(e, ERR_LIMIT, "too much text in notes or text boxes");
    buf_release(&d.waiting);
    docx_notes_release(&d.notes);
    for (size_t i = 0; i < MAX_BOXES; i++)
        buf_release(&d.paragraph[i].text);
    return rc;
}
