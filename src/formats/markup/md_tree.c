/*
 * Wraps cmark-gfm; no other file includes it.
 *
 * The library takes memory by three functions that get no context and may not
 * fail: its own abort() when the machine is full. Ours take from an arena with
 * a budget, and when that is spent, or somebody wants us to stop, they leave
 * the library by longjmp() to the call that went in. Nothing is lost by that:
 * all it had is in the arena, which is then released, and what the library
 * keeps between calls are tables that each parser fills anew. Freed memory
 * comes back with the arena only; a tree takes 5 to 20 times its text.
 */
#include "formats/markup/md_tree.h"

#include "base/mem.h"
#include "formats/markup/sections.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <cmark-gfm/buffer.h>
#include <cmark-gfm/houdini.h>
#include <setjmp.h>
#include <stdalign.h>
#include <string.h>

#define MAX_ENTITY_BYTES 40

struct md_tree {
    struct arena arena;
    const atomic_bool *stop;
    struct error error; /* why the library was left */
    jmp_buf left;
    cmark_iter *iter;
};

/* Whose memory the library takes; set while it runs. */
static _Thread_local struct md_tree *current;

/* Stands before each piece, as realloc must know how much to copy. */
struct piece {
    alignas(max_align_t) size_t bytes;
};

static void *take(size_t bytes)
{
    struct md_tree *t = current;
    struct piece *p = NULL;

    if (t->stop && atomic_load_explicit(t->stop, memory_order_relaxed))
        (void)error_set(&t->error, ERR_TIMEOUT,
                        "stopped while a document was read");
    else if (bytes > SIZE_MAX / 2)
        (void)error_set(&t->error, ERR_LIMIT, "a text that is too large");
    else
        p = arena_alloc(&t->arena, sizeof(*p) + bytes, &t->error);
    if (!p)
        longjmp(t->left, 1); /* NOLINT(cert-err52-cpp) */
    p->bytes = bytes;
    return p + 1;
}

static void *take_array(size_t n, size_t size)
{
    return take(size && n > SIZE_MAX / size ? SIZE_MAX : n * size);
}

static void *take_again(void *old, size_t bytes)
{
    void *p = take(bytes);
    size_t had = old ? ((struct piece *)old - 1)->bytes : 0;

    if (old)
        memcpy(p, old, had < bytes ? had : bytes);
    return p;
}

static void give_back(void *p)
{
    (void)p;
}

static cmark_mem from_arena = {take_array, take_again, give_back};

#define ENTITY_ROOM 256 /* the library asks for some 30 bytes */

static _Thread_local char entity_room[ENTITY_ROOM];

static void *take_entity_room(void *old, size_t bytes)
{
    (void)old;
    BUG_ON(bytes > ENTITY_ROOM);
    return entity_room;
}

static void *take_entity_array(size_t n, size_t size)
{
    return take_entity_room(NULL, n * size);
}

size_t md_entity(struct str s, char out[MD_ENTITY_BYTES], size_t *n)
{
    static cmark_mem mem = {take_entity_array, take_entity_room, give_back};
    cmark_strbuf buf;
    bufsize_t used;

    *n = 0;
    cmark_strbuf_init(&mem, &buf, 0);
    s = str_slice(s, 1, MAX_ENTITY_BYTES);
    used = houdini_unescape_ent(&buf, (const uint8_t *)s.p, (bufsize_t)s.n);
    if (used <= 0 || buf.size <= 0 || buf.size > MD_ENTITY_BYTES)
        return 0;
    *n = (size_t)buf.size;
    memcpy(out, buf.ptr, *n);
    return 1 + (size_t)used;
}

static void attach(cmark_parser *parser)
{
    static const char *const names[] = {"table", "strikethrough", "autolink",
                                        "tasklist"};

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        cmark_syntax_extension *x = cmark_find_syntax_extension(names[i]);

        BUG_ON(!x);
        (void)cmark_parser_attach_syntax_extension(parser, x);
    }
}

/* The library's part, left by longjmp() where it cannot go on. */
static void parse(struct md_tree *t, struct str text)
{
    cmark_parser *parser = cmark_parser_new_with_mem(
        CMARK_OPT_FOOTNOTES | CMARK_OPT_UNSAFE | CMARK_OPT_FULL_INFO_STRING,
        &from_arena);

    attach(parser);
    cmark_parser_feed(parser, text.p, text.n);
    t->iter = cmark_iter_new(cmark_parser_finish(parser));
}

enum err md_tree_new(struct str text, size_t budget_bytes,
                     const atomic_bool *stop, struct md_tree **out,
                     struct error *e)
{
    enum err rc = md_check(text, e);
    struct md_tree *t = rc ? NULL : mem_new(sizeof(*t), e);

    if (!t)
        return e->code;
    cmark_gfm_core_extensions_ensure_registered(); /* does so once */
    arena_init(&t->arena, budget_bytes);
    t->stop = stop;
    current = t;
    if (setjmp(t->left) == 0) { /* NOLINT(cert-err52-cpp) */
        parse(t, text);
        *out = t;
    } else {
        *e = t->error;
        rc = e->code;
        md_tree_free(t);
    }
    current = NULL;
    return rc;
}

void md_tree_free(struct md_tree *t)
{
    if (!t)
        return;
    arena_release(&t->arena);
    mem_free(t);
}

/* Nodes of extensions have numbers that are given at run time. */
static enum md_kind extension_kind(cmark_node *node)
{
    struct str name = str_from(cmark_node_get_type_string(node));

    if (str_is(name, "table"))
        return MD_TABLE;
    if (str_is(name, "table_row") || str_is(name, "table_header"))
        return MD_ROW;
    if (str_is(name, "table_cell"))
        return MD_CELL;
    return str_is(name, "tasklist") ? MD_ITEM : MD_INLINE;
}

static enum md_kind kind_of(cmark_node *node)
{
    static const struct {
        cmark_node_type type;
        enum md_kind kind;
    } kinds[] = {
        {CMARK_NODE_TEXT, MD_TEXT},
        {CMARK_NODE_SOFTBREAK, MD_BREAK},
        {CMARK_NODE_LINEBREAK, MD_BREAK},
        {CMARK_NODE_CODE, MD_CODE_SPAN},
        {CMARK_NODE_HTML_INLINE, MD_INLINE_HTML},
        {CMARK_NODE_LINK, MD_LINK},
        {CMARK_NODE_IMAGE, MD_IMAGE},
        {CMARK_NODE_EMPH, MD_INLINE},
        {CMARK_NODE_STRONG, MD_INLINE},
        {CMARK_NODE_FOOTNOTE_REFERENCE, MD_INLINE},
        {CMARK_NODE_PARAGRAPH, MD_PARAGRAPH},
        {CMARK_NODE_ITEM, MD_ITEM},
        {CMARK_NODE_LIST, MD_LIST},
        {CMARK_NODE_HEADING, MD_HEADING},
        {CMARK_NODE_CODE_BLOCK, MD_CODE},
        {CMARK_NODE_HTML_BLOCK, MD_RAW_HTML},
        {CMARK_NODE_BLOCK_QUOTE, MD_QUOTE},
        {CMARK_NODE_THEMATIC_BREAK, MD_RULE},
        {CMARK_NODE_FOOTNOTE_DEFINITION, MD_FOOTNOTE},
        {CMARK_NODE_DOCUMENT, MD_DOCUMENT},
    };
    cmark_node_type type = cmark_node_get_type(node);

    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
        if (kinds[i].type == type)
            return kinds[i].kind;
    }
    return extension_kind(node);
}

static uint32_t place(int n)
{
    return n > 0 ? (uint32_t)n : 0;
}

static void describe(cmark_node *node, struct md_node *out)
{
    out->kind = kind_of(node);
    out->first_line = place(cmark_node_get_start_line(node));
    out->last_line = place(cmark_node_get_end_line(node));
    out->column = place(cmark_node_get_start_column(node));
    if (!out->enter)
        return;
    if (out->kind == MD_HEADING)
        out->level = (unsigned)cmark_node_get_heading_level(node);
    else if (out->kind == MD_CODE)
        out->literal = str_from(cmark_node_get_fence_info(node));
    else if (out->kind == MD_LINK || out->kind == MD_IMAGE)
        out->target = str_from(cmark_node_get_url(node));
    else if (out->kind == MD_TEXT || out->kind == MD_CODE_SPAN ||
             out->kind == MD_INLINE_HTML || out->kind == MD_RAW_HTML)
        out->literal = str_from(cmark_node_get_literal(node));
}

enum err md_tree_next(struct md_tree *t, struct md_node *node, bool *more,
                      struct error *e)
{
    enum err rc = OK;

    *node = (struct md_node){0};
    *more = false;
    current = t;
    if (setjmp(t->left) == 0) { /* NOLINT(cert-err52-cpp) */
        cmark_event_type event = cmark_iter_next(t->iter);

        if (event != CMARK_EVENT_DONE) {
            node->enter = event == CMARK_EVENT_ENTER;
            describe(cmark_iter_get_node(t->iter), node);
            *more = true;
        }
    } else {
        *e = t->error;
        rc = e->code;
    }
    current = NULL;
    return rc;
}
