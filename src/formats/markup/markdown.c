/*
 * From cmark-gfm's tree to headings, blocks, links and anchors.
 *
 * Its places are no more than hints, found wrong in 0.29.0.gfm.6: lists and
 * headings end with the blank lines after them; a fence that its container
 * ends reaches into what follows; a table after lines of a paragraph begins
 * where they do, and they nowhere; footnotes are at the end of the tree and
 * are gone when nothing refers to them, as definitions of links are; columns
 * in the second and later lines of a paragraph leave out what the lines were
 * indented by. So of blocks only first lines are believed (md_blocks.c), and
 * of links nothing that the text does not confirm (md_links.c).
 */
#include "formats/markup/markdown.h"

#include "formats/markup/attributes.h"
#include "formats/markup/md_tree.h"

/* A tree takes 5 to 20 times its text. */
#define TREE_BYTES ((size_t)1 << 30)

/* A link or image whose end has not come. */
struct open_link {
    uint32_t link;
    size_t text_begin; /* in md.all */
};

struct md {
    struct build *b;
    struct md_tree *tree;
    struct error *e;
    struct list parents;  /* uint32_t, the open blocks */
    struct list hints;    /* struct md_link_hint, as b->links */
    struct list open;     /* struct open_link */
    struct buf text, all; /* of the leaf; `all` with what images say */
    unsigned in_image;
    bool visible;             /* something in the leaf is shown */
    struct md_link_hint area; /* of the leaf, or the row */
    struct md_node heading;   /* the open one */
    uint32_t unplaced;        /* a block whose lines its table will tell */
    uint32_t first_unplaced_hint;
    bool header;      /* the next row is the table's first */
    uint32_t pending; /* anchors from here on belong to what comes next */
};

static uint32_t parent_of(const struct md *m)
{
    const uint32_t *open = m->parents.items;

    return m->parents.n ? open[m->parents.n - 1] : SECTIONS_NONE;
}

/* The lines of a node in the whole text, within it. */
static void shift_lines(const struct md *m, struct md_node *node)
{
    uint32_t n = m->b->lines.n;

    if (node->first_line)
        node->first_line += m->b->front_lines;
    if (node->last_line)
        node->last_line += m->b->front_lines;
    if (node->first_line > n)
        node->first_line = n;
    if (node->last_line > n)
        node->last_line = n;
    if (node->last_line < node->first_line)
        node->last_line = node->first_line;
}

static void begin_leaf(struct md *m, const struct md_node *node)
{
    buf_reset(&m->text);
    buf_reset(&m->all);
    m->open.n = 0;
    m->in_image = 0;
    m->visible = false;
    m->area = (struct md_link_hint){.first_line = node->first_line,
                                    .last_line = node->last_line};
}

static enum err add_block(struct md *m, enum sections_block_kind kind,
                          const struct md_node *node,
                          struct section_block **out)
{
    *out = build_block(m->b, kind, parent_of(m), m->e);
    if (!*out)
        return m->e->code;
    (*out)->range.first_line = node->first_line;
    (*out)->range.last_line = node->last_line;
    return OK;
}

static enum err open_container(struct md *m, enum sections_block_kind kind,
                               const struct md_node *node)
{
    struct section_block *block;
    uint32_t *open;
    enum err rc = add_block(m, kind, node, &block);

    if (rc)
        return rc;
    if (kind == SECTIONS_FOOTNOTE)
        block->parent = SECTIONS_NONE;
    open = list_push(&m->parents, m->b->a, m->e);
    if (!open)
        return m->e->code;
    *open = m->b->blocks.n - 1;
    return OK;
}

/* Nothing before here belongs to the next heading. */
static void settle_anchors(struct md *m)
{
    m->pending = m->b->anchors.n;
}

static enum err add_anchors(struct md *m, struct str html, uint32_t line)
{
    struct html_anchor anchor;
    size_t counted = 0;
    enum err rc = OK;

    if (line == 0)
        line = m->area.first_line ? m->area.first_line : 1;
    for (size_t at = attributes_next_anchor(html, 0, &anchor);
         at <= html.n && !rc; at = attributes_next_anchor(html, at, &anchor)) {
        struct str id;

        for (; counted < anchor.at; counted++) {
            if (html.p[counted] == '\n' && line < m->b->lines.n)
                line++;
        }
        rc = str_dup(anchor.id, m->b->a, &id, m->e);
        if (!rc)
            rc = build_anchor(m->b, id, line, SECTIONS_NONE, m->e);
    }
    return rc;
}

static enum err raw_html(struct md *m, const struct md_node *node)
{
    struct section_block *block;
    enum err rc = add_block(m, SECTIONS_RAW_HTML, node, &block);

    if (!rc)
        rc = add_anchors(m, node->literal, node->first_line);
    if (!attributes_is_invisible(node->literal))
        settle_anchors(m);
    return rc;
}

static enum err code(struct md *m, const struct md_node *node)
{
    struct section_block *block;
    struct str language = str_trim(node->literal);
    enum err rc = add_block(m, SECTIONS_CODE, node, &block);

    if (rc)
        return rc;
    settle_anchors(m);
    for (size_t i = 0; i < language.n; i++) {
        if (language.p[i] == ' ' || language.p[i] == ',' ||
            language.p[i] == '\t' || (i && language.p[i] == '{'))
            language.n = i;
    }
    return str_dup(build_title(language), m->b->a, &block->text, m->e);
}

/* Is it |---|:--| and the like, after what its container puts before it? */
static bool is_delimiter_row(struct str line)
{
    bool dash = false;

    for (size_t i = 0; i < line.n; i++) {
        char c = line.p[i];

        dash |= c == '-';
        if (c != '-' && c != '|' && c != ':' && c != ' ' && c != '\t' &&
            c != '>' && c != '\v' && c != '\f')
            return false;
    }
    return dash;
}

/* The table begins one line before its row of dashes. */
static enum err table(struct md *m, struct md_node *node)
{
    struct section_block *block;
    struct md_link_hint *hints = m->hints.items;
    uint32_t begin = node->first_line;

    if (m->unplaced != SECTIONS_NONE) {
        struct sections_range *r = &build_block_at(m->b, m->unplaced)->range;
        uint32_t row = begin + 2;

        while (row < node->last_line &&
               !is_delimiter_row(lines_get(&m->b->lines, row)))
            row++;
        if (row <= node->last_line)
            node->first_line = row - 1;
        r->first_line = begin;
        r->last_line = node->first_line > begin ? node->first_line - 1 : begin;
        for (uint32_t i = m->first_unplaced_hint; i < m->hints.n; i++) {
            hints[i].first_line = r->first_line;
            hints[i].last_line = r->last_line;
        }
        m->unplaced = SECTIONS_NONE;
    }
    m->header = true;
    settle_anchors(m);
    begin_leaf(m, node);
    return add_block(m, SECTIONS_TABLE, node, &block);
}

static void row(struct md *m, const struct md_node *node)
{
    uint32_t line = node->first_line;

    if (m->header) {
        struct section_block *last = build_block_at(m->b, m->b->blocks.n - 1);

        line = last->range.first_line;
    }
    m->header = false;
    m->area = (struct md_link_hint){.first_line = line, .last_line = line};
}

static enum err paragraph(struct md *m, const struct md_node *node)
{
    struct section_block *block;

    begin_leaf(m, node);
    if (node->first_line == 0) {
        m->unplaced = m->b->blocks.n;
        m->first_unplaced_hint = m->hints.n;
    }
    return add_block(m, SECTIONS_PARAGRAPH, node, &block);
}

/* Is it === or ---, after what its container puts before it? */
static bool is_underline(struct str line)
{
    while (line.n &&
           (line.p[0] == '>' || line.p[0] == ' ' || line.p[0] == '\t'))
        line = str_slice(line, 1, line.n);
    line = str_trim(line);
    for (size_t i = 0; i < line.n; i++) {
        if ((line.p[i] != '=' && line.p[i] != '-') || line.p[i] != line.p[0])
            return false;
    }
    return line.n > 0;
}

/*
 * The heading's own text with its markup, of its last line if it has more; and
 * that its last line is the one that underlines it, or else its first.
 */
static struct str raw_heading(struct md *m)
{
    struct md_node *h = &m->heading;
    uint32_t under = h->first_line + 1;
    struct str line = lines_get(&m->b->lines, h->first_line);

    line = str_slice(line, h->column ? h->column - 1 : 0, line.n);
    if (line.n && line.p[0] == '#') {
        h->last_line = h->first_line;
        line = str_trim(line);
        while (line.n && line.p[line.n - 1] == '#')
            line.n--;
        return str_trim(line);
    }
    while (under < h->last_line &&
           !is_underline(lines_get(&m->b->lines, under)))
        under++;
    if (under <= h->last_line)
        h->last_line = under;
    return under > h->first_line + 1 ? lines_get(&m->b->lines, under - 1)
                                     : line;
}

/* The braces may read otherwise than they are written: {#a_b_} with markup. */
static struct str without_braces(struct str title)
{
    struct str id;
    struct str rest;
    size_t n = title.n;

    attributes_split(title, &rest, &id);
    if (id.n)
        return rest;
    while (n && title.p[n - 1] != '{')
        n--;
    return n ? str_slice(title, 0, n - 1) : title;
}

static enum err open_section(struct md *m, struct str title, struct str id)
{
    struct build *b = m->b;
    const struct sections_range range =
        build_lines(b, m->heading.first_line, m->heading.last_line);
    enum err rc = build_section(b, m->heading.level, title, id, &range, m->e);
    struct section_anchor *anchors = b->anchors.items;

    for (uint32_t i = m->pending; i < b->anchors.n && !rc; i++)
        anchors[i].section = b->sections.n - 1;
    settle_anchors(m);
    return rc;
}

static enum err end_heading(struct md *m)
{
    struct build *b = m->b;
    struct section_block *block;
    struct str title;
    struct str rest;
    struct str id;
    enum err rc = buf_finish(&m->text, &title, m->e);

    if (!rc && str_trim(title).n == 0)
        rc = buf_finish(&m->all, &title, m->e);
    if (rc)
        return rc;
    attributes_split(raw_heading(m), &rest, &id);
    if (id.n > SECTIONS_TITLE_BYTES)
        id.n = 0;
    if (id.n)
        title = without_braces(title);
    rc = str_dup(build_title(title), b->a, &title, m->e);
    if (rc || m->parents.n) {
        if (!rc)
            rc = add_block(m, SECTIONS_INNER_HEADING, &m->heading, &block);
        if (!rc) {
            block->text = title;
            block->id = id;
            block->level = m->heading.level;
        }
        return rc;
    }
    return open_section(m, title, id);
}

static void put_text(struct md *m, struct str s)
{
    buf_put_str(&m->all, s);
    if (!m->in_image)
        buf_put_str(&m->text, s);
    m->visible |= str_trim(s).n > 0;
}

static enum err begin_link(struct md *m, const struct md_node *node)
{
    struct section_link *link = build_link(m->b, m->e);
    struct md_link_hint *hint =
        link ? list_push(&m->hints, m->b->a, m->e) : NULL;
    struct open_link *open = hint ? list_push(&m->open, m->b->a, m->e) : NULL;

    if (!open)
        return m->e->code;
    m->visible = true;
    *hint = m->area;
    hint->line = node->first_line;
    hint->column = node->column;
    link->image = node->kind == MD_IMAGE;
    m->in_image += link->image;
    *open = (struct open_link){m->b->links.n - 1, m->all.n};
    return str_dup(node->target, m->b->a, &link->target, m->e);
}

static enum err end_link(struct md *m)
{
    struct open_link *open = m->open.items;
    struct section_link *link = m->b->links.items;
    struct str all = buf_str(&m->all);

    if (m->open.n == 0)
        return OK;
    open += --m->open.n;
    link += open->link;
    m->in_image -= link->image;
    return str_dup(build_title(str_slice(all, open->text_begin, all.n)),
                   m->b->a, &link->text, m->e);
}

static enum err inline_node(struct md *m, const struct md_node *node)
{
    enum err rc = OK;

    switch (node->kind) {
    case MD_TEXT:
    case MD_CODE_SPAN: put_text(m, node->literal); break;
    case MD_BREAK: put_text(m, STR(" ")); break;
    case MD_INLINE_HTML:
        m->visible |= !attributes_is_invisible(node->literal);
        rc = add_anchors(m, node->literal, node->first_line);
        break;
    case MD_LINK:
    case MD_IMAGE: return node->enter ? begin_link(m, node) : end_link(m);
    default: break;
    }
    return rc;
}

static enum err enter(struct md *m, struct md_node *node)
{
    struct section_block *block;

    switch (node->kind) {
    case MD_LIST: return open_container(m, SECTIONS_LIST, node);
    case MD_ITEM: return open_container(m, SECTIONS_ITEM, node);
    case MD_QUOTE: return open_container(m, SECTIONS_QUOTE, node);
    case MD_FOOTNOTE: return open_container(m, SECTIONS_FOOTNOTE, node);
    case MD_CODE: return code(m, node);
    case MD_RAW_HTML: return raw_html(m, node);
    case MD_RULE:
        settle_anchors(m);
        return add_block(m, SECTIONS_RULE, node, &block);
    case MD_TABLE: return table(m, node);
    case MD_ROW: row(m, node); return OK;
    case MD_PARAGRAPH: return paragraph(m, node);
    case MD_HEADING:
        begin_leaf(m, node);
        m->heading = *node;
        return OK;
    case MD_DOCUMENT:
    case MD_CELL: return OK;
    default: return inline_node(m, node);
    }
}

static enum err leave(struct md *m, struct md_node *node)
{
    switch (node->kind) {
    case MD_LIST:
    case MD_ITEM:
    case MD_QUOTE:
    case MD_FOOTNOTE:
        m->parents.n--;
        settle_anchors(m);
        return OK;
    case MD_HEADING: return end_heading(m);
    case MD_PARAGRAPH:
        if (m->visible)
            settle_anchors(m);
        return OK;
    case MD_TABLE: settle_anchors(m); return OK;
    case MD_LINK:
    case MD_IMAGE: return inline_node(m, node);
    default: return OK;
    }
}

static enum err walk(struct md *m)
{
    struct md_node node;
    bool more = true;
    enum err rc = OK;

    while (!rc && more) {
        rc = md_tree_next(m->tree, &node, &more, m->e);
        if (rc || !more)
            break;
        shift_lines(m, &node);
        rc = node.enter ? enter(m, &node) : leave(m, &node);
    }
    return rc;
}

enum err markdown_read(struct build *b, const atomic_bool *stop,
                       struct error *e)
{
    struct str text = b->lines.text;
    struct md m = {.b = b,
                   .e = e,
                   .parents = {.item_bytes = sizeof(uint32_t),
                               .max = SECTIONS_MAX_BLOCKS,
                               .what = "blocks inside each other"},
                   .hints = {.item_bytes = sizeof(struct md_link_hint),
                             .max = SECTIONS_MAX_LINKS,
                             .what = "links in a document"},
                   .open = {.item_bytes = sizeof(struct open_link),
                            .max = SECTIONS_MAX_LINKS,
                            .what = "links inside each other"},
                   .unplaced = SECTIONS_NONE};
    enum err rc;

    buf_init(&m.text, SECTIONS_MAX_BYTES * 2);
    buf_init(&m.all, SECTIONS_MAX_BYTES * 2);
    text = str_slice(text, b->lines.begin[b->front_lines], text.n);
    rc = md_tree_new(text, TREE_BYTES, stop, &m.tree, e);
    if (!rc)
        rc = walk(&m);
    md_tree_free(m.tree);
    buf_release(&m.text);
    buf_release(&m.all);
    if (!rc)
        rc = md_blocks_fix(b, e);
    if (!rc)
        md_links_place(b, m.hints.items);
    return rc;
}
