/*
 * Wraps gumbo; no other file includes it.
 *
 * It parses as the HTML standard says, any bytes at all, and keeps for each
 * element the tags it came from. It takes memory by a function that may not
 * fail, so that ours leaves it by longjmp() when the arena is full or somebody
 * wants us to stop; all that it had is in the arena. Its own release is never
 * called: it recurses as deep as the tree.
 *
 * An element without an end tag ends where the last thing inside it does;
 * elements that the parser made up are where their content is.
 */
#include "formats/markup/html_tree.h"

#include "formats/markup/section_list.h"

#include <gumbo.h>
#include <setjmp.h>
#include <string.h>

#define MAX_NODES 8000000u

struct parsing {
    struct arena *a;
    const atomic_bool *stop;
    struct error *e;
    jmp_buf left;
};

static void *take(void *userdata, size_t bytes)
{
    struct parsing *p = userdata;
    void *piece = NULL;

    if (p->stop && atomic_load_explicit(p->stop, memory_order_relaxed))
        (void)error_set(p->e, ERR_TIMEOUT, "stopped while a document was read");
    else
        piece = arena_alloc(p->a, bytes, p->e);
    if (!piece)
        longjmp(p->left, 1); /* NOLINT(cert-err52-cpp) */
    return piece;
}

static void give_back(void *userdata, void *piece)
{
    (void)userdata;
    (void)piece;
}

static enum err parse(struct parsing *p, struct str text, GumboNode **root)
{
    GumboOptions options = kGumboDefaultOptions;

    options.allocator = take;
    options.deallocator = give_back;
    options.userdata = p;
    options.max_errors = 0;
    if (setjmp(p->left) != 0) /* NOLINT(cert-err52-cpp) */
        return p->e->code;
    *root = gumbo_parse_with_options(&options, text.p, text.n)->root;
    return OK;
}

static enum html_kind kind_of(GumboTag tag)
{
    switch (tag) {
    case GUMBO_TAG_H1:
    case GUMBO_TAG_H2:
    case GUMBO_TAG_H3:
    case GUMBO_TAG_H4:
    case GUMBO_TAG_H5:
    case GUMBO_TAG_H6: return HTML_HEADING;
    case GUMBO_TAG_P: return HTML_PARAGRAPH;
    case GUMBO_TAG_UL:
    case GUMBO_TAG_OL:
    case GUMBO_TAG_DL:
    case GUMBO_TAG_MENU:
    case GUMBO_TAG_DIR: return HTML_LIST;
    case GUMBO_TAG_LI:
    case GUMBO_TAG_DT:
    case GUMBO_TAG_DD: return HTML_ITEM;
    case GUMBO_TAG_PRE:
    case GUMBO_TAG_LISTING:
    case GUMBO_TAG_XMP:
    case GUMBO_TAG_PLAINTEXT: return HTML_CODE;
    case GUMBO_TAG_TABLE: return HTML_TABLE;
    case GUMBO_TAG_TR: return HTML_ROW;
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TH: return HTML_CELL;
    case GUMBO_TAG_BLOCKQUOTE: return HTML_QUOTE;
    case GUMBO_TAG_A: return HTML_LINK;
    case GUMBO_TAG_IMG:
    case GUMBO_TAG_IMAGE: return HTML_IMAGE;
    case GUMBO_TAG_BR: return HTML_BREAK;
    case GUMBO_TAG_TITLE: return HTML_TITLE;
    case GUMBO_TAG_META: return HTML_META;
    case GUMBO_TAG_SCRIPT:
    case GUMBO_TAG_STYLE:
    case GUMBO_TAG_TEMPLATE:
    case GUMBO_TAG_IFRAME:
    case GUMBO_TAG_NOEMBED:
    case GUMBO_TAG_NOFRAMES:
    case GUMBO_TAG_SVG:
    case GUMBO_TAG_LINK:
    case GUMBO_TAG_BASE: return HTML_HIDDEN;
    case GUMBO_TAG_HTML:
    case GUMBO_TAG_HEAD:
    case GUMBO_TAG_BODY:
    case GUMBO_TAG_ARTICLE:
    case GUMBO_TAG_SECTION:
    case GUMBO_TAG_NAV:
    case GUMBO_TAG_ASIDE:
    case GUMBO_TAG_HGROUP:
    case GUMBO_TAG_HEADER:
    case GUMBO_TAG_FOOTER:
    case GUMBO_TAG_ADDRESS:
    case GUMBO_TAG_HR:
    case GUMBO_TAG_FIGURE:
    case GUMBO_TAG_FIGCAPTION:
    case GUMBO_TAG_MAIN:
    case GUMBO_TAG_DIV:
    case GUMBO_TAG_CAPTION:
    case GUMBO_TAG_COLGROUP:
    case GUMBO_TAG_TBODY:
    case GUMBO_TAG_THEAD:
    case GUMBO_TAG_TFOOT:
    case GUMBO_TAG_FORM:
    case GUMBO_TAG_FIELDSET:
    case GUMBO_TAG_LEGEND:
    case GUMBO_TAG_OPTION:
    case GUMBO_TAG_OPTGROUP:
    case GUMBO_TAG_DETAILS:
    case GUMBO_TAG_SUMMARY:
    case GUMBO_TAG_CENTER: return HTML_BLOCK;
    default: return HTML_INLINE;
    }
}

static struct str attribute(const GumboElement *element, const char *name)
{
    GumboAttribute *a = gumbo_get_attribute(&element->attributes, name);

    return a ? str_from(a->value) : (struct str){0};
}

static unsigned traits_of(GumboTag tag)
{
    switch (tag) {
    case GUMBO_TAG_OL: return HTML_ORDERED;
    case GUMBO_TAG_DT: return HTML_TERM;
    case GUMBO_TAG_DD: return HTML_DETAILS;
    case GUMBO_TAG_TH: return HTML_HEADER_CELL;
    case GUMBO_TAG_ARTICLE:
    case GUMBO_TAG_MAIN:
    case GUMBO_TAG_SECTION: return HTML_CONTENT;
    case GUMBO_TAG_HEADER:
    case GUMBO_TAG_FOOTER: return HTML_PAGE_EDGE;
    case GUMBO_TAG_NAV: return HTML_NAVIGATION;
    case GUMBO_TAG_BUTTON:
    case GUMBO_TAG_SELECT:
    case GUMBO_TAG_TEXTAREA:
    case GUMBO_TAG_NOSCRIPT: return HTML_CONTROL;
    case GUMBO_TAG_HTML:
    case GUMBO_TAG_HEAD:
    case GUMBO_TAG_BODY: return HTML_PREAMBLE;
    case GUMBO_TAG_THEAD: return HTML_ROW_GROUP | HTML_TABLE_HEAD;
    case GUMBO_TAG_TBODY:
    case GUMBO_TAG_TFOOT: return HTML_ROW_GROUP;
    case GUMBO_TAG_CAPTION: return HTML_CAPTION;
    case GUMBO_TAG_SUP: return HTML_RAISED;
    case GUMBO_TAG_B:
    case GUMBO_TAG_STRONG: return HTML_BOLD;
    default: return 0;
    }
}

/* Is one of the words of an attribute in the list? */
static bool has_word(struct str value, const char *const *list, size_t n)
{
    while (value.n) {
        size_t end = str_find_char(value, ' ');
        struct str word = str_slice(value, 0, end);

        for (size_t i = 0; i < n; i++) {
            if (str_eq_nocase(word, str_from(list[i])))
                return true;
        }
        value = str_slice(value, end + 1, value.n);
    }
    return false;
}

/* What attributes say of navigation: the roles of ARIA, the types of links of
 * HTML 4, and the access keys that stand for them. */
static unsigned traits_said(const GumboElement *element)
{
    static const char *const roles[] = {"navigation", "contentinfo", "banner",
                                        "search",     "menu",        "menubar",
                                        "toolbar",    "tablist"};
    static const char *const steps[] = {"next",  "prev",     "previous", "up",
                                        "start", "contents", "toc",      "home",
                                        "first", "last",     "index"};
    static const char *const keys[] = {"n", "p", "u", "h"};
    static const char *const notes[] = {"doc-noteref", "noteref"};
    static const char *const layout[] = {"presentation", "none"};
    unsigned traits = 0;

    if (has_word(attribute(element, "role"), roles, COUNT_OF(roles)) ||
        str_is(attribute(element, "aria-hidden"), "true"))
        traits |= HTML_NAVIGATION;
    if (element->tag == GUMBO_TAG_A &&
        (has_word(attribute(element, "rel"), steps, COUNT_OF(steps)) ||
         has_word(attribute(element, "accesskey"), keys, COUNT_OF(keys))))
        traits |= HTML_STEP_LINK;
    if (element->tag == GUMBO_TAG_A &&
        (has_word(attribute(element, "role"), notes, COUNT_OF(notes)) ||
         has_word(attribute(element, "epub:type"), notes, COUNT_OF(notes))))
        traits |= HTML_RAISED;
    if (element->tag == GUMBO_TAG_TABLE &&
        has_word(attribute(element, "role"), layout, COUNT_OF(layout)))
        traits |= HTML_FOR_LAYOUT;
    return traits;
}

/* What a cell spans; what is no number is one, as the standard says. */
static uint16_t span_of(const GumboElement *element, const char *name,
                        uint16_t least)
{
    const struct str s = str_trim(attribute(element, name));
    size_t digits = 0;
    uint32_t n = 0;

    for (; digits < s.n && s.p[digits] >= '0' && s.p[digits] <= '9'; digits++)
        n = n < HTML_MAX_SPAN ? n * 10 + (uint32_t)(s.p[digits] - '0') : n;
    if (digits == 0 || n < least)
        return 1;
    return n < HTML_MAX_SPAN ? (uint16_t)n : HTML_MAX_SPAN;
}

/* What ended an element may be the end tag of one around it. */
static bool is_own_end(const GumboStringPiece *start,
                       const GumboStringPiece *end)
{
    size_t n = 1;

    while (n < start->length && start->data[n] > ' ' && start->data[n] != '>' &&
           start->data[n] != '/')
        n++;
    return end->length >= n + 2 && end->data[1] == '/' &&
           str_eq_nocase((struct str){start->data + 1, n - 1},
                         (struct str){end->data + 2, n - 1});
}

static void describe_element(const GumboNode *node, struct str text,
                             struct html_node *out)
{
    static const char *const values[] = {
        [HTML_LINK] = "href", [HTML_IMAGE] = "src", [HTML_META] = "content"};
    static const char *const names[] = {
        [HTML_IMAGE] = "alt", [HTML_META] = "name"};
    const GumboElement *element = &node->v.element;
    const GumboStringPiece *tag = &element->original_tag;
    const GumboStringPiece *end = &element->original_end_tag;
    bool copied =
        node->parse_flags & (GUMBO_INSERTION_ADOPTION_AGENCY_CLONED |
                             GUMBO_INSERTION_RECONSTRUCTED_FORMATTING_ELEMENT);

    out->kind = element->tag_namespace == GUMBO_NAMESPACE_MATHML
                    ? HTML_INLINE
                    : kind_of(element->tag);
    out->traits = traits_of(element->tag) | traits_said(element);
    if (out->kind == HTML_HEADING)
        out->level = (unsigned)(element->tag - GUMBO_TAG_H1) + 1;
    if (out->kind == HTML_CELL) {
        out->columns = span_of(element, "colspan", 1);
        out->rows = span_of(element, "rowspan", 0);
    }
    if (tag->length && !copied) {
        out->placed = true;
        out->from = (size_t)(tag->data - text.p);
        out->to = out->from + tag->length;
    }
    if (out->placed &&
        !(node->parse_flags & GUMBO_INSERTION_IMPLICIT_END_TAG) &&
        end->data > tag->data && is_own_end(tag, end)) {
        out->closed = true;
        out->to = (size_t)(end->data - text.p) + end->length;
    }
    out->id = attribute(element, "id");
    if (out->id.n == 0 && out->kind == HTML_LINK)
        out->id = attribute(element, "name");
    out->value = attribute(element, out->kind <= HTML_META && values[out->kind]
                                        ? values[out->kind]
                                        : "class");
    out->name = attribute(element, out->kind <= HTML_META && names[out->kind]
                                       ? names[out->kind]
                                       : "lang");
    if (gumbo_get_attribute(&element->attributes, "hidden"))
        out->kind = HTML_HIDDEN;
}

/* False: the node means nothing. */
static bool describe(const GumboNode *node, struct str text,
                     struct html_node *out)
{
    switch (node->type) {
    case GUMBO_NODE_ELEMENT:
    case GUMBO_NODE_TEMPLATE: describe_element(node, text, out); return true;
    case GUMBO_NODE_TEXT:
    case GUMBO_NODE_CDATA:
    case GUMBO_NODE_WHITESPACE:
        out->kind = HTML_TEXT;
        out->text = str_from(node->v.text.text);
        if (node->v.text.original_text.data) {
            out->placed = true;
            out->from = (size_t)(node->v.text.original_text.data - text.p);
            out->to = out->from + node->v.text.original_text.length;
        }
        return true;
    default: return false;
    }
}

static const GumboVector *children_of(const GumboNode *node)
{
    return node->type == GUMBO_NODE_ELEMENT ? &node->v.element.children
                                            : &kGumboEmptyVector;
}

/* A node whose children are being visited. */
struct visit {
    const GumboNode *node;
    uint32_t index; /* of ours */
    unsigned next;  /* child */
};

struct flattening {
    struct list nodes, open;
    struct str text;
    struct arena *a;
    struct error *e;
};

static enum err begin_visit(struct flattening *f, const GumboNode *node,
                            uint32_t parent)
{
    struct html_node described = {.parent = parent};
    struct html_node *out;
    struct visit *v;

    if (!describe(node, f->text, &described))
        return OK;
    out = list_push(&f->nodes, f->a, f->e);
    if (!out)
        return f->e->code;
    if (described.to > f->text.n || described.from > described.to)
        described.placed = described.closed = false;
    *out = described;
    out->end = f->nodes.n;
    if (described.kind == HTML_TEXT)
        return OK;
    v = list_push(&f->open, f->a, f->e);
    if (!v)
        return f->e->code;
    *v = (struct visit){node, f->nodes.n - 1, 0};
    return OK;
}

static enum err flatten(struct flattening *f, const GumboNode *root)
{
    enum err rc = begin_visit(f, root, HTML_NONE);

    while (!rc && f->open.n) {
        struct visit *v = (struct visit *)f->open.items + (f->open.n - 1);
        const GumboVector *children = children_of(v->node);

        if (v->next < children->length) {
            rc = begin_visit(f, children->data[v->next++], v->index);
        } else {
            struct html_node *node =
                (struct html_node *)f->nodes.items + v->index;

            node->end = f->nodes.n;
            f->open.n--;
        }
    }
    return rc;
}

/* What has no tags of its own is where its content is. */
static void spread(struct html_node *nodes, uint32_t n)
{
    for (uint32_t i = n; i-- > 1;) {
        struct html_node *node = &nodes[i];
        struct html_node *parent = &nodes[node->parent];

        if (!node->placed)
            continue;
        if (!parent->placed) {
            parent->from = node->from;
            parent->to = node->to;
            parent->placed = true;
            continue;
        }
        if (!parent->closed && parent->to < node->to)
            parent->to = node->to;
    }
}

enum err html_tree_read(struct str text, const atomic_bool *stop,
                        struct arena *a, struct html_node **nodes, uint32_t *n,
                        struct error *e)
{
    struct parsing p = {.a = a, .stop = stop, .e = e};
    struct flattening f = {.nodes = {.item_bytes = sizeof(struct html_node),
                                     .max = MAX_NODES,
                                     .what = "elements and texts"},
                           .open = {.item_bytes = sizeof(struct visit),
                                    .max = MAX_NODES,
                                    .what = "elements inside each other"},
                           .text = text,
                           .a = a,
                           .e = e};
    GumboNode *root = NULL;
    enum err rc = html_depth_check(text, e);

    if (!rc)
        rc = parse(&p, text, &root);
    if (!rc && root)
        rc = flatten(&f, root);
    if (rc)
        return rc;
    spread(f.nodes.items, f.nodes.n);
    *nodes = f.nodes.items;
    *n = f.nodes.n;
    return OK;
}
