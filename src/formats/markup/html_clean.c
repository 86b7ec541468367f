#include "formats/markup/html_clean.h"

#include "base/utf8.h"
#include "formats/markup/html_layout.h"
#include "formats/markup/html_place.h"

#include <stdio.h>
#include <string.h>

#define PREFIX_BYTES \
    64               /* of what lists and quotes put before a line, at most */
#define MAX_MARK 20u /* nodes of one */

/* A list, item or quote that is open. */
struct around {
    uint32_t node;
    size_t prefix_bytes; /* before it was opened */
    unsigned items;      /* of a list, so far */
    bool has_text;
};

struct walker {
    const struct html_page *page;
    struct clean *c;
    struct html_grid *grid;
    struct arena *a;
    struct error *e;
    const bool *layout;  /* of tables */
    struct list open;    /* uint32_t, nodes */
    struct list arounds; /* struct around */
    char prefix[PREFIX_BYTES + 1];
    size_t prefix_n;
    char marker[24];      /* of the item whose text comes next; or empty */
    size_t marker_indent; /* where it is in the prefix */
    bool in_block;        /* text has been written since it began */
    bool tight; /* the next block goes on below the last one's lines */
    bool space; /* white space came last */
    uint32_t code, table, heading; /* that are open, or HTML_NONE */
    unsigned cell, cells;          /* of the row: the open one; written ones */
    unsigned header_cells, rows;
    size_t cell_begin;   /* of the open one's text; 0: it has none */
    size_t said_end;     /* of the last text that is no mark of a note */
    size_t before_table; /* where the clean text ended */
    uint32_t raised;     /* the node that was raised last */
    uint32_t mark_end, bold_end; /* the node after a mark, after what is bold */
    bool has_plain;              /* of the open cell: text that is not bold */
};

static const struct html_node *node_at(const struct walker *w, uint32_t i)
{
    return &w->page->nodes[i];
}

static struct around *innermost(const struct walker *w)
{
    struct around *x = w->arounds.items;

    return w->arounds.n ? x + w->arounds.n - 1 : NULL;
}

/* The outermost list or quote: what is in it is one block. */
static size_t outermost(const struct walker *w)
{
    const struct around *x = w->arounds.items;

    return w->arounds.n ? x->node : CLEAN_NOWHERE;
}

/* ---- lines ---- */

static void say_prefix(struct walker *w, size_t n)
{
    char part[PREFIX_BYTES + 1];

    memcpy(part, w->prefix, n);
    part[n] = '\0';
    clean_say(w->c, part);
}

static void next_line(struct walker *w)
{
    clean_say(w->c, "\n");
    say_prefix(w, w->prefix_n);
}

/* A line on which a block begins. */
static void begin_block(struct walker *w, enum clean_kind kind)
{
    struct around *x = w->arounds.items;

    if (w->c->text.n > 0)
        clean_say(w->c, w->tight ? "\n" : "\n\n");
    clean_block(w->c, kind, outermost(w));
    say_prefix(w, w->marker[0] ? w->marker_indent : w->prefix_n);
    clean_say(w->c, w->marker);
    w->marker[0] = '\0';
    w->in_block = true;
    w->tight = false;
    /* those around one that has text have it, too */
    for (uint32_t i = w->arounds.n; i-- > 0 && !x[i].has_text;)
        x[i].has_text = true;
}

static void end_block(struct walker *w)
{
    w->in_block = false;
    w->space = false;
}

/* ---- text ---- */

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Bytes of white space at `at`, that of U+00A0 among it; 0: there is none. */
static size_t space_bytes(struct str s, size_t at)
{
    if (is_space(s.p[at]))
        return 1;
    return s.p[at] == '\xc2' && at + 1 < s.n && s.p[at + 1] == '\xa0' ? 2 : 0;
}

/* Bytes of what only says where a word may be cut: U+00AD, U+200B. */
static size_t unseen_bytes(struct str s, size_t at)
{
    if (str_starts(str_slice(s, at, s.n), STR("\xc2\xad")))
        return 2;
    return str_starts(str_slice(s, at, s.n), STR("\xe2\x80\x8b")) ? 3 : 0;
}

/* The cells before the one whose text comes, and what parts them. */
static void begin_cell(struct walker *w)
{
    if (w->cells == 0) {
        if (w->in_block)
            next_line(w);
        else
            begin_block(w, CLEAN_TABLE);
        if (w->rows == 0)
            w->grid->tables.table.begin = (uint32_t)w->c->text.n;
        clean_say(w->c, "| ");
        w->cells = 1;
    }
    for (; w->cells < w->cell; w->cells++)
        clean_say(w->c, " | ");
    w->cell_begin = w->c->text.n;
}

/* Before the first word of a run, or between two. */
static void begin_word(struct walker *w)
{
    bool in_cell = w->table != HTML_NONE && w->cell > 0;

    if (in_cell && w->cells < w->cell) {
        begin_cell(w);
    } else if (!w->in_block) {
        begin_block(w, CLEAN_TEXT);
    } else if (w->space && w->c->text.n &&
               !is_space(w->c->text.p[w->c->text.n - 1])) {
        clean_say(w->c, " ");
    }
    w->space = false;
}

/* A raised figure behind another one is not a part of it: 10^6. */
static void part_raised(struct walker *w, const struct html_node *node, char c)
{
    const struct str said = buf_str(&w->c->text);

    if (w->raised == 0 || node >= w->page->nodes + node_at(w, w->raised)->end)
        return;
    w->raised = 0;
    if (said.n && strchr("0123456789", said.p[said.n - 1]) &&
        strchr("0123456789", c))
        clean_say(w->c, "^");
}

/* Text with its white space as one space. */
static void put_words(struct walker *w, const struct html_node *node)
{
    const size_t before = w->c->text.n;
    struct html_place p = html_place_of(w->page->text, node);
    struct str s = node->text;

    for (size_t i = 0; i < s.n;) {
        size_t space = space_bytes(s, i);
        size_t unseen = space ? 0 : unseen_bytes(s, i);
        size_t n = utf8_length(str_slice(s, i, i + 4));
        size_t source;

        n = space ? space : n ? n : 1;
        source = html_place_next(&p, str_slice(s, i, s.n), n);
        if (space) {
            w->space = true;
        } else if (!unseen) {
            if (w->space || !w->in_block || (w->cell && w->cells < w->cell))
                begin_word(w);
            part_raised(w, node, s.p[i]);
            if (w->table != HTML_NONE && s.p[i] == '|')
                clean_say(w->c, "\\");
            clean_put(w->c, str_slice(s, i, i + n), source,
                      p.base + p.at - source);
        }
        i += n;
    }
    if (w->c->text.n == before || node < w->page->nodes + w->mark_end)
        return;
    w->said_end = w->c->text.n;
    w->has_plain |= node >= w->page->nodes + w->bold_end;
}

/* Text as it is, each line after the prefix. */
static void put_code(struct walker *w, const struct html_node *node)
{
    struct html_place p = html_place_of(w->page->text, node);
    struct str s = node->text;

    for (size_t i = 0; i < s.n;) {
        size_t n = utf8_length(str_slice(s, i, i + 4));
        size_t source;

        n = n ? n : 1;
        source = html_place_next(&p, str_slice(s, i, s.n), n);
        if (!w->in_block && s.p[i] == '\n') {
            i += n;
            continue; /* empty lines before the first */
        }
        if (!w->in_block) {
            begin_block(w, CLEAN_CODE);
            clean_say(w->c, "```");
            next_line(w);
        }
        if (s.p[i] == '\n')
            next_line(w);
        else
            clean_put(w->c, str_slice(s, i, i + n), source,
                      p.base + p.at - source);
        i += n;
    }
}

/* ---- elements ---- */

static bool holds_blocks(enum html_kind kind)
{
    return kind == HTML_LIST || kind == HTML_ITEM || kind == HTML_QUOTE;
}

static bool is_inline(enum html_kind kind)
{
    return kind == HTML_INLINE || kind == HTML_TEXT || kind == HTML_BREAK ||
           kind == HTML_LINK || kind == HTML_IMAGE || kind == HTML_META;
}

/* Lines from here on begin with this, too, as long as there is room. */
static void add_prefix(struct walker *w, const char *more)
{
    size_t n = strlen(more);

    if (w->prefix_n + n <= PREFIX_BYTES) {
        memcpy(w->prefix + w->prefix_n, more, n);
        w->prefix_n += n;
    }
}

/* Is the innermost list in an item of another? */
static bool is_in_item(const struct walker *w)
{
    const struct around *x = w->arounds.items;

    return w->arounds.n > 1 &&
           node_at(w, x[w->arounds.n - 2].node)->kind == HTML_ITEM;
}

/* What an item begins with: a bullet, its number; a term has nothing, and what
 * is said of it a colon. */
static void open_item(struct walker *w, const struct html_node *node)
{
    struct around *list = innermost(w);
    const struct html_node *of = list ? node_at(w, list->node) : NULL;

    w->tight = list && (list->has_text || is_in_item(w));
    w->marker_indent = w->prefix_n;
    w->marker[0] = '\0';
    if (node->traits & HTML_TERM) {
        w->tight = false;
        return;
    }
    if (node->traits & HTML_DETAILS)
        (void)snprintf(w->marker, sizeof(w->marker), ": ");
    else if (of && (of->traits & HTML_ORDERED))
        (void)snprintf(w->marker, sizeof(w->marker), "%u. ", ++list->items);
    else
        (void)snprintf(w->marker, sizeof(w->marker), "- ");
    add_prefix(w, strlen(w->marker) > 2 ? "   " : "  ");
}

static enum err open_around(struct walker *w, uint32_t i)
{
    const struct html_node *node = node_at(w, i);
    size_t before = w->prefix_n;
    struct around *x;

    if (node->kind == HTML_ITEM)
        open_item(w, node);
    else if (node->kind == HTML_QUOTE)
        add_prefix(w, "> ");
    else
        w->tight = w->arounds.n > 0;
    x = list_push(&w->arounds, w->a, w->e);
    if (!x)
        return w->e->code;
    *x = (struct around){.node = i, .prefix_bytes = before};
    return OK;
}

static void close_around(struct walker *w, const struct html_node *node)
{
    w->prefix_n = innermost(w)->prefix_bytes;
    w->arounds.n--;
    w->tight = false;
    if (node->kind == HTML_ITEM)
        w->marker[0] = '\0';
}

static void open_heading(struct walker *w, uint32_t i)
{
    static const char *const signs[] = {"",      "# ",     "## ",    "### ",
                                        "#### ", "##### ", "###### "};
    const struct html_node *node = node_at(w, i);

    if (w->c->text.n > 0)
        clean_say(w->c, "\n\n");
    clean_heading(w->c, node->from);
    clean_say(w->c, signs[node->level <= 6 ? node->level : 6]);
    w->heading = i;
    w->in_block = true;
    w->space = false;
}

/* A link to a note: within the page, or raised as its author says. */
static bool is_note_link(const struct html_node *node)
{
    return node->kind == HTML_LINK &&
           ((node->traits & HTML_RAISED) || str_starts(node->value, STR("#")));
}

/* Is it raised and all of it links to notes, or such a link and all of it raised, but for
 * brackets? What a cell says ends before it. */
static bool is_mark(const struct walker *w, uint32_t i)
{
    const bool is_link = is_note_link(node_at(w, i));
    const uint32_t end = node_at(w, i)->end;
    bool is = is_link && (node_at(w, i)->traits & HTML_RAISED);

    if (is || end - i > MAX_MARK ||
        !(is_link || (node_at(w, i)->traits & HTML_RAISED)))
        return is;
    for (uint32_t k = i + 1; k < end;) {
        const struct html_node *node = node_at(w, k);

        if (is_link ? (node->traits & HTML_RAISED) != 0 : is_note_link(node)) {
            is = true;
            k = node->end;
            continue;
        }
        for (size_t c = 0; c < node->text.n; c++)
            if (!is_space(node->text.p[c]) && !strchr("[](),", node->text.p[c]))
                return false;
        k++;
    }
    return is;
}

/* Until where is what comes a mark, or bold? */
static void note_look(struct walker *w, uint32_t i)
{
    if (is_mark(w, i))
        w->mark_end = node_at(w, i)->end;
    if ((node_at(w, i)->traits & HTML_BOLD) && w->bold_end <= i)
        w->bold_end = node_at(w, i)->end;
}

static void begin_table(struct walker *w, uint32_t i)
{
    w->table = i;
    w->rows = w->cell = w->cells = w->header_cells = 0;
    w->before_table = w->c->text.n;
    html_grid_begin(w->grid, buf_str(&w->c->text), node_at(w, i)->from);
}

/* What was put since the table began is its caption. */
static void end_caption(struct walker *w)
{
    const struct str text = buf_str(&w->c->text);
    struct block_table *t = &w->grid->tables.table;
    const struct str caption =
        str_trim(str_slice(text, w->before_table, w->said_end));

    end_block(w);
    if (caption.n == 0 || t->title_end > 0)
        return;
    t->title = t->caption = (uint32_t)(caption.p - text.p);
    t->title_end = t->caption_end = t->title + (uint32_t)caption.n;
}

static void end_cell(struct walker *w, const struct html_node *node)
{
    struct block_table_cell c = {.begin = (uint32_t)w->cell_begin};

    if (w->cell_begin > 0) /* or it is a mark alone */
        c.end = (uint32_t)(w->said_end > w->cell_begin ? w->said_end
                                                       : w->c->text.n);
    html_grid_cell(w->grid, node, c,
                   (node->traits & HTML_HEADER_CELL) ||
                       (c.end > 0 && !w->has_plain));
    w->cell_begin = 0;
}

/* A row of dashes below one of headers makes it a table of Markdown. */
static void end_row(struct walker *w)
{
    if (w->cells > 0) {
        clean_say(w->c, " |");
        w->grid->tables.table.end = (uint32_t)w->c->text.n;
        if (w->rows++ == 0 && w->header_cells == w->cell) {
            next_line(w);
            for (unsigned i = 0; i < w->cells; i++)
                clean_say(w->c, "|---");
            clean_say(w->c, "|");
        }
    }
    w->cell = w->cells = w->header_cells = 0;
    w->space = false;
}

/* Inside a table, elements only part its text. */
static void enter_cell(struct walker *w, const struct html_node *node)
{
    if (w->table != HTML_NONE && (node->traits & HTML_ROW_GROUP))
        html_grid_group(w->grid, (node->traits & HTML_TABLE_HEAD) != 0);
    if (node->kind == HTML_ROW) {
        end_row(w);
        if (w->rows == 0)
            end_caption(w);
        html_grid_begin_row(w->grid);
    } else if (node->kind == HTML_CELL) {
        w->cell++;
        w->cell_begin = 0;
        w->has_plain = false;
        w->header_cells += (node->traits & HTML_HEADER_CELL) != 0;
        w->space = false;
    } else if (!is_inline(node->kind)) {
        w->space = true;
    }
}

static enum err enter(struct walker *w, uint32_t i)
{
    const struct html_node *node = node_at(w, i);

    if (node->kind == HTML_TEXT) {
        if (w->code != HTML_NONE)
            put_code(w, node);
        else
            put_words(w, node);
        return OK;
    }
    if (node->kind == HTML_BREAK) {
        if (w->in_block && w->table == HTML_NONE && w->heading == HTML_NONE)
            next_line(w);
        w->space = w->code == HTML_NONE;
        return OK;
    }
    if (node->traits & HTML_RAISED)
        w->raised = i;
    if (w->table != HTML_NONE)
        note_look(w, i);
    if (is_inline(node->kind))
        return OK;
    if (w->table != HTML_NONE || w->heading != HTML_NONE ||
        w->code != HTML_NONE) {
        enter_cell(w, node);
        return OK;
    }
    end_block(w);
    if (node->kind == HTML_HEADING)
        open_heading(w, i);
    else if (node->kind == HTML_CODE)
        w->code = i;
    else if (node->kind == HTML_TABLE && !w->layout[i])
        begin_table(w, i);
    return holds_blocks(node->kind) ? open_around(w, i) : OK;
}

/* Without the empty lines at its end. */
static void close_code(struct walker *w)
{
    if (w->in_block) {
        next_line(w);
        clean_say(w->c, "```");
    }
    w->code = HTML_NONE;
}

/* As enter_cell(). */
static void leave_cell(struct walker *w, const struct html_node *node)
{
    const bool in_table = w->table != HTML_NONE;

    if (node->kind == HTML_ROW && in_table) {
        end_row(w);
        html_grid_end_row(w->grid);
    } else if (node->kind == HTML_CELL && in_table) {
        end_cell(w, node);
    } else if (node->kind != HTML_CELL) {
        w->space = true;
    }
    if (in_table && (node->traits & HTML_ROW_GROUP))
        html_grid_group(w->grid, false);
}

static void leave(struct walker *w, uint32_t i)
{
    const struct html_node *node = node_at(w, i);

    if (is_inline(node->kind))
        return;
    if (i == w->code) {
        close_code(w);
    } else if (i == w->table) {
        end_row(w);
        html_grid_end(w->grid);
        w->table = HTML_NONE;
    } else if (i == w->heading) {
        w->heading = HTML_NONE;
    } else if (w->table != HTML_NONE || w->heading != HTML_NONE ||
               w->code != HTML_NONE) {
        leave_cell(w, node);
        return;
    }
    end_block(w);
    if (holds_blocks(node->kind))
        close_around(w, node);
}

static enum err walk(struct walker *w)
{
    const struct html_page *p = w->page;
    enum err rc = OK;

    for (uint32_t i = 0; i <= p->n && !rc;) {
        const uint32_t *open = w->open.items;
        uint32_t *top;

        if (w->open.n && p->nodes[open[w->open.n - 1]].end <= i) {
            leave(w, open[--w->open.n]);
            continue;
        }
        if (i == p->n)
            break;
        if (p->folded[i] || p->nodes[i].kind == HTML_HIDDEN ||
            p->nodes[i].kind == HTML_TITLE) {
            i = p->nodes[i].end;
            continue;
        }
        rc = enter(w, i);
        top = rc ? NULL : list_push(&w->open, w->a, w->e);
        if (!top)
            return w->e->code;
        *top = i++;
    }
    return rc;
}

enum err html_clean(const struct html_page *page, struct arena *a,
                    struct clean *c, struct html_grid *grid, struct error *e)
{
    struct walker w = {.page = page,
                       .c = c,
                       .grid = grid,
                       .a = a,
                       .e = e,
                       .open = {.item_bytes = sizeof(uint32_t),
                                .max = UINT32_MAX,
                                .what = "elements"},
                       .arounds = {.item_bytes = sizeof(struct around),
                                   .max = UINT32_MAX,
                                   .what = "lists"},
                       .code = HTML_NONE,
                       .table = HTML_NONE,
                       .heading = HTML_NONE};
    enum err rc = html_layout(page->nodes, page->n, a, &w.layout, e);

    return rc ? rc : walk(&w);
}
