#include "formats/markup/sections.h"

#include <math.h>

static void write_range(const struct sections_range *r, struct jsonw *w)
{
    jsonw_begin_array(w);
    jsonw_u64(w, r->first_line);
    jsonw_u64(w, r->last_line);
    jsonw_u64(w, r->begin);
    jsonw_u64(w, r->end);
    jsonw_end_array(w);
}

static void write_pair(size_t from, size_t to, struct jsonw *w)
{
    jsonw_begin_array(w);
    jsonw_u64(w, from);
    jsonw_u64(w, to);
    jsonw_end_array(w);
}

/* Of a block: only what there is. */
static void write_some(const char *key, struct str s, struct jsonw *w)
{
    if (s.n)
        jsonw_member_str(w, key, s);
}

static void write_index(const char *key, uint32_t i, struct jsonw *w)
{
    jsonw_key(w, key);
    if (i == SECTIONS_NONE)
        jsonw_null(w);
    else
        jsonw_u64(w, i);
}

static void write_number(const char *key, uint32_t n, struct jsonw *w)
{
    if (n)
        jsonw_member_u64(w, key, n);
}

static void write_section(const struct section *s, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_u64(w, "level", s->level);
    write_index("parent", s->parent, w);
    write_index("end_section", s->end_section, w);
    jsonw_member_str(w, "title", s->title);
    jsonw_member_str(w, "id", s->id);
    jsonw_member_bool(w, "id_explicit", s->id_explicit);
    jsonw_key(w, "range");
    write_range(&s->range, w);
    jsonw_key(w, "heading");
    if (s->level)
        write_range(&s->heading, w);
    else
        jsonw_null(w);
    jsonw_key(w, "blocks");
    write_pair(s->first_block, s->end_block, w);
    write_number("page", s->page, w);
    jsonw_end_object(w);
}

static void write_block(const struct section_block *x, struct jsonw *w)
{
    static const char *const kinds[] = {[SECTIONS_PARAGRAPH] = "paragraph",
                                        [SECTIONS_LIST] = "list",
                                        [SECTIONS_ITEM] = "item",
                                        [SECTIONS_CODE] = "code",
                                        [SECTIONS_TABLE] = "table",
                                        [SECTIONS_QUOTE] = "quote",
                                        [SECTIONS_RAW_HTML] = "html",
                                        [SECTIONS_RULE] = "rule",
                                        [SECTIONS_FOOTNOTE] = "footnote",
                                        [SECTIONS_DEFINITION] = "definition",
                                        [SECTIONS_INNER_HEADING] = "heading"};

    jsonw_begin_object(w);
    jsonw_member_cstr(w, "kind", kinds[x->kind]);
    write_index("section", x->section, w);
    write_index("parent", x->parent, w);
    jsonw_key(w, "range");
    write_range(&x->range, w);
    write_some("text", x->text, w);
    write_some("id", x->id, w);
    write_number("level", x->level, w);
    write_number("page", x->page, w);
    jsonw_end_object(w);
}

static void write_link(const struct section_link *l, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "target", l->target);
    jsonw_member_str(w, "text", l->text);
    jsonw_member_bool(w, "image", l->image);
    jsonw_member_bool(w, "exact", l->exact);
    write_index("section", l->section, w);
    jsonw_key(w, "range");
    write_range(&l->range, w);
    jsonw_end_object(w);
}

static void write_field(const struct section_field *f, struct jsonw *w)
{
    static const char *const kinds[] = {
        [FIELD_TEXT] = "text", [FIELD_LIST] = "list", [FIELD_RAW] = "raw"};

    jsonw_begin_object(w);
    jsonw_member_str(w, "key", f->key);
    jsonw_key(w, kinds[f->kind]);
    if (f->kind == FIELD_LIST)
        jsonw_begin_array(w);
    for (uint32_t i = 0; i < f->n; i++)
        jsonw_str(w, f->values[i]);
    if (f->kind == FIELD_LIST)
        jsonw_end_array(w);
    jsonw_end_object(w);
}

const char *sections_page_state_name(enum sections_page_state state)
{
    static const char *const names[SECTIONS_PAGE_STATES] = {
        [SECTIONS_PAGE_EMPTY] = "empty",
        [SECTIONS_PAGE_PICTURE] = "picture",
        [SECTIONS_PAGE_UNDECODABLE] = "undecodable",
        [SECTIONS_PAGE_DAMAGED] = "damaged",
        [SECTIONS_PAGE_UNREADABLE] = "unreadable",
        [SECTIONS_PAGE_PART] = "part"};

    return names[state];
}

bool sections_page_has_text(enum sections_page_state state)
{
    return state == SECTIONS_PAGE_READ || state == SECTIONS_PAGE_PART;
}

static void write_page(const struct sections_page *p, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_u64(w, "begin", p->begin);
    jsonw_member_u64(w, "line", p->first_line);
    write_some("label", p->label, w);
    if (p->ocr > 0)
        jsonw_member_double(w, "ocr", round((double)p->ocr * 100) / 100);
    if (!sections_page_has_text(p->state))
        jsonw_member_cstr(w, "state", sections_page_state_name(p->state));
    jsonw_end_object(w);
}

static void write_pages(const struct sections *s, struct jsonw *w)
{
    if (s->n_pages == 0)
        return;
    jsonw_key(w, "pages");
    jsonw_begin_array(w);
    for (uint32_t i = 0; i < s->n_pages; i++)
        write_page(&s->pages[i], w);
    jsonw_end_array(w);
}

static void write_document(const struct sections *s, struct jsonw *w)
{
    jsonw_member_cstr(w, "format", sections_format_name(s->format));
    jsonw_member_cstr(w, "encoding", s->encoding.name);
    jsonw_member_bool(w, "text_is_source", s->text_is_source);
    jsonw_key(w, "bytes");
    write_pair(s->base, s->base + s->text.n, w);
    jsonw_member_u64(w, "lines", s->lines);
    jsonw_member_str(w, "title", s->title);
    jsonw_member_str(w, "chapter", s->chapter);
    jsonw_member_str(w, "language", s->language);
    jsonw_key(w, "front");
    if (s->front.last_line)
        write_range(&s->front, w);
    else
        jsonw_null(w);
}

/* What is a text of numbers: they need no escapes, and a failure is kept where
 * all is written. */
static void write_spans(const struct clean_text *c, struct jsonw *w)
{
    size_t at = 0;
    size_t source = 0;

    jsonw_key(w, "spans");
    jsonw_raw(w, STR("\""));
    for (uint32_t i = 0; i < c->n_spans; i++) {
        const struct clean_span *s = &c->spans[i];

        buf_printf(w->out, "%zu,%zu,%zu,%zu ", s->at - at, s->source - source,
                   s->n, s->source_n);
        at = s->at + s->n;
        source = s->source + s->source_n;
    }
    buf_put_char(w->out, '"');
}

static void write_clean(const struct clean_text *c, uint32_t n_sections,
                        struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "text", c->text);
    write_spans(c, w);
    jsonw_key(w, "blocks");
    jsonw_raw(w, STR("\""));
    for (uint32_t i = 0; i < c->n_blocks; i++)
        buf_printf(w->out, "%u,%zu,%u ", (unsigned)c->blocks[i].kind,
                   c->blocks[i].begin, (unsigned)c->blocks[i].goes_on);
    buf_put_char(w->out, '"');
    jsonw_key(w, "sections");
    jsonw_raw(w, STR("\""));
    for (uint32_t i = 0; i < n_sections; i++)
        buf_printf(w->out, "%zu ", c->sections[i]);
    buf_put_char(w->out, '"');
    jsonw_end_object(w);
}

void sections_write(const struct sections *s, struct jsonw *w)
{
    jsonw_begin_object(w);
    write_document(s, w);
    jsonw_key(w, "fields");
    jsonw_begin_array(w);
    for (uint32_t i = 0; i < s->n_fields; i++)
        write_field(&s->fields[i], w);
    jsonw_end_array(w);
    jsonw_key(w, "sections");
    jsonw_begin_array(w);
    for (uint32_t i = 0; i < s->n_sections; i++)
        write_section(&s->sections[i], w);
    jsonw_end_array(w);
    jsonw_key(w, "blocks");
    jsonw_begin_array(w);
    for (uint32_t i = 0; i < s->n_blocks && !s->clean.differs; i++)
        write_block(&s->blocks[i], w);
    jsonw_end_array(w);
    jsonw_key(w, "links");
    jsonw_begin_array(w);
    for (uint32_t i = 0; i < s->n_links; i++)
        write_link(&s->links[i], w);
    jsonw_end_array(w);
    jsonw_key(w, "anchors");
    jsonw_begin_array(w);
    for (uint32_t i = 0; i < s->n_anchors; i++) {
        jsonw_begin_object(w);
        jsonw_member_str(w, "id", s->anchors[i].id);
        write_index("section", s->anchors[i].section, w);
        jsonw_member_u64(w, "line", s->anchors[i].line);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    write_pages(s, w);
    if (s->clean.differs) {
        jsonw_key(w, "clean");
        write_clean(&s->clean, s->n_sections, w);
    }
    jsonw_end_object(w);
}
