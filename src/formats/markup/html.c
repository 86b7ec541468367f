/*
 * From the flat tree to headings, blocks, links and anchors.
 *
 * Text gathers in a run until an element begins or ends that stands on lines
 * of its own; the run is then a paragraph. Headings, tables and preformatted
 * text are leaves: all inside them is one run. What encloses a heading, and a
 * table that holds another, is there for layout and is no block.
 *
 * Left out is what no browser shows: scripts, styles, templates, frames and
 * what is marked hidden; and navigation (html_fold.h).
 */
#include "formats/markup/html.h"

#include "formats/markup/html_clean.h"
#include "formats/markup/html_fold.h"
#include "formats/markup/html_tree.h"

/* The parser's tree takes some 20 times its text. */
#define TREE_BYTES ((size_t)1 << 30)

struct html {
    struct build *b;
    struct error *e;
    struct html_node *nodes;
    uint32_t n;
    const bool *folded;
    bool *layout;        /* a node that is not a block */
    struct list open;    /* uint32_t, nodes */
    struct list parents; /* uint32_t, blocks */
    struct list fields;
    struct buf run;
    size_t run_from, run_to; /* bytes of its text; equal: none is placed */
    uint32_t leaf;           /* the node that all text belongs to, or NONE */
    bool space;              /* white space came last */
    uint32_t pending;        /* anchors from here on go to the next heading */
};

static bool holds_blocks(enum html_kind kind)
{
    return kind == HTML_LIST || kind == HTML_ITEM || kind == HTML_QUOTE;
}

static bool is_leaf(enum html_kind kind)
{
    return kind == HTML_HEADING || kind == HTML_TABLE || kind == HTML_CODE ||
           kind == HTML_TITLE;
}

static bool is_inline(enum html_kind kind)
{
    return kind == HTML_INLINE || kind == HTML_TEXT || kind == HTML_BREAK ||
           kind == HTML_LINK || kind == HTML_IMAGE || kind == HTML_META ||
           kind == HTML_HIDDEN;
}

/* Mark what encloses headings and tables; each node is passed once or so. */
static enum err find_layout(struct html *h, struct arena *a)
{
    bool *seen_heading = arena_alloc(a, h->n, h->e);
    bool *seen_table = arena_alloc(a, h->n, h->e);

    h->layout = arena_alloc(a, h->n, h->e);
    if (!seen_heading || !seen_table || !h->layout)
        return h->e->code;
    for (uint32_t i = 0; i < h->n;) {
        enum html_kind kind = h->nodes[i].kind;
        bool *seen = kind == HTML_HEADING ? seen_heading : seen_table;
        uint32_t up = h->nodes[i].parent;

        if (h->folded[i] || kind == HTML_HIDDEN) {
            i = h->nodes[i].end;
            continue;
        }
        if (kind == HTML_HEADING || kind == HTML_TABLE) {
            for (; up != HTML_NONE && !seen[up]; up = h->nodes[up].parent) {
                seen[up] = true;
                h->layout[up] |= kind == HTML_HEADING
                                     ? h->nodes[up].kind != HTML_HEADING
                                     : h->nodes[up].kind == HTML_TABLE;
            }
        }
        i++;
    }
    return OK;
}

static void reset_run(struct html *h)
{
    buf_reset(&h->run);
    h->run_from = h->run_to = 0;
    h->space = false;
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Text with its white space as one space. */
static void put_collapsed(struct html *h, struct str s)
{
    for (size_t i = 0; i < s.n;) {
        size_t from = i;

        while (i < s.n && !is_space(s.p[i]))
            i++;
        if (i > from) {
            if (h->space && h->run.n && h->run.p[h->run.n - 1] != '\n')
                buf_put_char(&h->run, ' ');
            buf_put(&h->run, s.p + from, i - from);
            h->space = false;
        }
        while (i < s.n && is_space(s.p[i])) {
            h->space = true;
            i++;
        }
    }
}

static void put_text(struct html *h, const struct html_node *node)
{
    if (h->leaf != HTML_NONE && h->nodes[h->leaf].kind == HTML_CODE)
        buf_put_str(&h->run, node->text);
    else
        put_collapsed(h, node->text);
    if (!node->placed || str_trim(node->text).n == 0)
        return;
    if (h->run_from == h->run_to || node->from < h->run_from)
        h->run_from = node->from;
    if (node->to > h->run_to)
        h->run_to = node->to;
}

static uint32_t parent_of(const struct html *h)
{
    const uint32_t *open = h->parents.items;

    return h->parents.n ? open[h->parents.n - 1] : SECTIONS_NONE;
}

/* The run as a block; [from, to) is where. */
static enum err emit(struct html *h, enum sections_block_kind kind, size_t from,
                     size_t to)
{
    struct section_block *block;
    struct str text;
    enum err rc = buf_finish(&h->run, &text, h->e);

    if (rc)
        return rc;
    if (kind != SECTIONS_CODE)
        text = str_trim(text);
    while (from < to && is_space(h->b->lines.text.p[from]))
        from++;
    while (from < to && is_space(h->b->lines.text.p[to - 1]))
        to--;
    if (str_trim(text).n == 0 || from >= to)
        return OK;
    block = build_block(h->b, kind, parent_of(h), h->e);
    if (!block)
        return h->e->code;
    block->range = build_bytes(h->b, from, to);
    h->pending = h->b->anchors.n;
    return str_dup(text, h->b->a, &block->visible, h->e);
}

static enum err flush(struct html *h)
{
    enum err rc = emit(h, SECTIONS_PARAGRAPH, h->run_from, h->run_to);

    reset_run(h);
    return rc;
}

/* Text below a node, cut where a title is. */
static enum err text_below(struct html *h, uint32_t i, struct str *out)
{
    char text[SECTIONS_TITLE_BYTES];
    size_t n = 0;

    for (uint32_t k = i + 1; k < h->nodes[i].end && n < sizeof(text); k++) {
        struct str s = h->nodes[k].text;

        for (size_t c = 0; c < s.n && n < sizeof(text); c++) {
            if (!is_space(s.p[c]))
                text[n++] = s.p[c];
            else if (n && text[n - 1] != ' ')
                text[n++] = ' ';
        }
    }
    return str_dup(build_title((struct str){text, n}), h->b->a, out, h->e);
}

static enum err add_link(struct html *h, uint32_t i)
{
    const struct html_node *node = &h->nodes[i];
    struct section_link *link;
    enum err rc;

    if (node->value.n == 0 || !node->placed || node->from == node->to)
        return OK;
    link = build_link(h->b, h->e);
    if (!link)
        return h->e->code;
    link->image = node->kind == HTML_IMAGE;
    link->exact = node->closed || link->image;
    link->range = build_bytes(h->b, node->from, node->to);
    rc = str_dup(node->value, h->b->a, &link->target, h->e);
    if (rc)
        return rc;
    return link->image
               ? str_dup(build_title(node->name), h->b->a, &link->text, h->e)
               : text_below(h, i, &link->text);
}

static enum err add_anchor(struct html *h, const struct html_node *node)
{
    struct str id;
    enum err rc;

    if (node->id.n == 0 || !node->placed || node->kind == HTML_HEADING)
        return OK;
    rc = str_dup(node->id, h->b->a, &id, h->e);
    if (rc)
        return rc;
    return build_anchor(h->b, id, lines_at(&h->b->lines, node->from),
                        SECTIONS_NONE, h->e);
}

static enum err end_heading(struct html *h, const struct html_node *node)
{
    struct section_anchor *anchors;
    struct sections_range range;
    struct str title;
    struct str id;
    enum err rc = buf_finish(&h->run, &title, h->e);

    if (rc || !node->placed)
        return rc;
    range = build_bytes(h->b, node->from, node->to);
    rc = str_dup(build_title(title), h->b->a, &title, h->e);
    if (!rc)
        rc = str_dup(build_title(node->id), h->b->a, &id, h->e);
    if (!rc)
        rc = build_section(h->b, node->level, title, id, &range, h->e);
    anchors = h->b->anchors.items;
    for (uint32_t i = h->pending; i < h->b->anchors.n && !rc; i++)
        anchors[i].section = h->b->sections.n - 1;
    h->pending = h->b->anchors.n;
    return rc;
}

/* "language-c" among the classes of a <pre> or the <code> in it. */
static struct str language_of(const struct html *h, uint32_t i)
{
    for (uint32_t k = i; k < h->nodes[i].end && k < i + 3; k++) {
        struct str classes = h->nodes[k].value;

        while (h->nodes[k].kind != HTML_TEXT && classes.n) {
            size_t n = str_find_char(classes, ' ');
            struct str one = str_slice(classes, 0, n);

            if (str_starts(one, STR("language-")))
                return str_slice(one, 9, n);
            if (str_starts(one, STR("lang-")))
                return str_slice(one, 5, n);
            classes = str_slice(classes, n + 1, classes.n);
        }
    }
    return (struct str){0};
}

static enum err end_leaf(struct html *h, uint32_t i)
{
    const struct html_node *node = &h->nodes[i];
    uint32_t blocks = h->b->blocks.n;
    enum err rc = OK;

    h->leaf = HTML_NONE;
    if (node->kind == HTML_HEADING) {
        rc = end_heading(h, node);
    } else if (node->kind == HTML_TITLE) {
        if (h->b->title.n == 0)
            rc = str_dup(build_title(buf_str(&h->run)), h->b->a, &h->b->title,
                         h->e);
    } else if (node->placed) {
        rc = emit(h, node->kind == HTML_CODE ? SECTIONS_CODE : SECTIONS_TABLE,
                  node->from, node->to);
        if (!rc && node->kind == HTML_CODE && h->b->blocks.n > blocks)
            rc = str_dup(build_title(language_of(h, i)), h->b->a,
                         &build_block_at(h->b, blocks)->text, h->e);
    }
    reset_run(h);
    return rc;
}

static enum err add_field(struct html *h, const struct html_node *node)
{
    struct section_field *f;
    struct str *value;
    enum err rc;

    if (node->name.n == 0 || h->fields.n == SECTIONS_MAX_FIELDS ||
        str_eq_nocase(node->name, STR("lang")))
        return OK;
    value = arena_alloc(h->b->a, sizeof(*value), h->e);
    f = value ? list_push(&h->fields, h->b->a, h->e) : NULL;
    if (!f)
        return h->e->code;
    *f = (struct section_field){.kind = FIELD_TEXT, .values = value, .n = 1};
    rc = str_dup(node->name, h->b->a, &f->key, h->e);
    return rc ? rc : str_dup(node->value, h->b->a, value, h->e);
}

static enum err open_block(struct html *h, const struct html_node *node)
{
    static const enum sections_block_kind kinds[] = {
        [HTML_LIST] = SECTIONS_LIST,
        [HTML_ITEM] = SECTIONS_ITEM,
        [HTML_QUOTE] = SECTIONS_QUOTE};
    struct section_block *block;
    uint32_t *open;

    if (!node->placed || node->from == node->to)
        return OK;
    block = build_block(h->b, kinds[node->kind], parent_of(h), h->e);
    open = block ? list_push(&h->parents, h->b->a, h->e) : NULL;
    if (!open)
        return h->e->code;
    block->range = build_bytes(h->b, node->from, node->to);
    *open = h->b->blocks.n - 1;
    return OK;
}

/* Inside a leaf, elements only part its text. */
static void part_text(struct html *h, enum html_kind kind)
{
    if (kind == HTML_CELL && h->nodes[h->leaf].kind == HTML_TABLE)
        buf_puts(&h->run,
                 h->run.n && h->run.p[h->run.n - 1] != '\n' ? " | " : "");
    else if (kind == HTML_ROW)
        buf_puts(&h->run, h->run.n ? "\n" : "");
    else if (!is_inline(kind))
        h->space = true;
}

static enum err enter(struct html *h, uint32_t i)
{
    const struct html_node *node = &h->nodes[i];
    enum err rc = add_anchor(h, node);

    if (rc)
        return rc;
    switch (node->kind) {
    case HTML_TEXT: put_text(h, node); return OK;
    case HTML_BREAK:
        if (h->leaf != HTML_NONE && h->nodes[h->leaf].kind != HTML_CODE)
            h->space = true;
        else
            buf_put_char(&h->run, '\n');
        return OK;
    case HTML_LINK:
    case HTML_IMAGE: return add_link(h, i);
    case HTML_META: return add_field(h, node);
    case HTML_INLINE: return OK;
    default: break;
    }
    if (h->leaf != HTML_NONE) {
        part_text(h, node->kind);
        return OK;
    }
    rc = flush(h);
    if (rc || h->layout[i])
        return rc;
    if (is_leaf(node->kind))
        h->leaf = i;
    return holds_blocks(node->kind) ? open_block(h, node) : OK;
}

static enum err leave(struct html *h, uint32_t i)
{
    const struct html_node *node = &h->nodes[i];
    enum err rc;

    if (i == h->leaf)
        return end_leaf(h, i);
    if (is_inline(node->kind))
        return OK;
    if (h->leaf != HTML_NONE) {
        if (node->kind != HTML_CELL && node->kind != HTML_ROW)
            h->space = true;
        return OK;
    }
    if (node->kind == HTML_PARAGRAPH && node->placed && !h->layout[i]) {
        rc = emit(h, SECTIONS_PARAGRAPH, node->from, node->to);
        reset_run(h);
        return rc;
    }
    rc = flush(h);
    if (!rc && holds_blocks(node->kind) && !h->layout[i] && node->placed &&
        node->from != node->to)
        h->parents.n--;
    return rc;
}

static enum err walk(struct html *h)
{
    enum err rc = OK;

    for (uint32_t i = 0; i <= h->n && !rc;) {
        const uint32_t *open = h->open.items;
        uint32_t *top;

        if (h->open.n && h->nodes[open[h->open.n - 1]].end <= i) {
            rc = leave(h, open[--h->open.n]);
            continue;
        }
        if (i == h->n)
            break;
        if (h->folded[i] || h->nodes[i].kind == HTML_HIDDEN) {
            i = h->nodes[i].end;
            continue;
        }
        rc = enter(h, i);
        top = rc ? NULL : list_push(&h->open, h->b->a, h->e);
        if (!top)
            return h->e->code;
        *top = i++;
    }
    return rc ? rc : flush(h);
}

static enum err clean_page(struct html *h, struct arena *a)
{
    const struct html_page page = {h->b->lines.text, h->nodes, h->folded, h->n};
    struct html_grid *grid = arena_alloc(a, sizeof(*grid), h->e);
    enum err rc;

    if (!grid)
        return h->e->code;
    html_grid_init(grid);
    rc = html_clean(&page, a, h->b->clean, grid, h->e);
    if (!rc)
        rc = block_grid_keep(&grid->tables, h->b->a, &h->b->tables, h->e);
    html_grid_release(grid);
    return rc;
}

enum err html_read(struct build *b, const atomic_bool *stop, struct error *e)
{
    struct html h = {.b = b,
                     .e = e,
                     .open = {.item_bytes = sizeof(uint32_t),
                              .max = UINT32_MAX,
                              .what = "elements"},
                     .parents = {.item_bytes = sizeof(uint32_t),
                                 .max = UINT32_MAX,
                                 .what = "elements"},
                     .fields = {.item_bytes = sizeof(struct section_field),
                                .max = UINT32_MAX,
                                .what = "meta elements"},
                     .leaf = HTML_NONE};
    struct arena tree;
    enum err rc;

    arena_init(&tree, TREE_BYTES);
    buf_init(&h.run, SECTIONS_MAX_BYTES * 4);
    rc = html_tree_read(b->lines.text, stop, &tree, &h.nodes, &h.n, e);
    if (!rc)
        rc = html_fold(h.nodes, h.n, &tree, &h.folded, e);
    if (!rc)
        rc = find_layout(&h, &tree);
    if (!rc && h.n)
        rc = str_dup(build_title(h.nodes[0].name), b->a, &b->language, e);
    if (!rc)
        rc = walk(&h);
    if (!rc && b->clean)
        rc = clean_page(&h, &tree);
    b->fields = h.fields.items;
    b->n_fields = h.fields.n;
    buf_release(&h.run);
    arena_release(&tree);
    return rc ? rc : html_blocks_fix(b, e);
}
