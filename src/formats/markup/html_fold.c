/*
 * What of a page is not its text: what no browser shows, controls, and ways to
 * other pages.
 *
 * The second is found by what the standards have for it: <nav>, the header and
 * the footer of a page, the landmark roles of ARIA, the link types of HTML 4
 * (rel=next) and their access keys. Generators that use none of these are found
 * by their links: a block without headings and code, most of whose text is
 * links within the site, is a table of contents or a menu; a short one before
 * the first heading says where the page is.
 *
 * A page of which next to nothing would be left is one of links, an index:
 * links are then its text.
 */
#include "formats/markup/html_fold.h"

#define MENU_LINKS      3 /* at least */
#define MENU_PART       5 /* one in so many bytes may be no link */
#define LABEL_BYTES     20
#define STEPS_BYTES     400 /* of a block that leads to the next page, at most */
#define CRUMBS_BYTES    300
#define PERMALINK_BYTES 4
#define LEFT_PART       20 /* one in so many bytes must be left */

/* Of a node with all that is inside it, without what is not shown. */
struct sums {
    uint32_t bytes;  /* of text, without white space */
    uint32_t linked; /* of these, in links within the site */
    uint32_t links, steps, headings, code, paragraphs;
};

struct folding {
    const struct html_node *nodes;
    uint32_t n;
    struct sums *sum;
    bool *folded;
    bool *in_content; /* in an article, a section or a quote */
    uint32_t first_heading;
};

static uint32_t count_bytes(struct str s)
{
    uint32_t n = 0;

    for (size_t i = 0; i < s.n; i++)
        n += (unsigned char)s.p[i] > ' ';
    return n;
}

static bool leads_away(struct str target)
{
    return str_find(target, STR("://")) < target.n ||
           str_starts(target, STR("//")) || str_starts(target, STR("mailto:"));
}

static void add(struct sums *to, const struct sums *s)
{
    to->bytes += s->bytes;
    to->linked += s->linked;
    to->links += s->links;
    to->steps += s->steps;
    to->headings += s->headings;
    to->code += s->code;
    to->paragraphs += s->paragraphs;
}

/* What the node itself is, besides what is inside it. */
static void count_node(const struct html_node *node, struct sums *s)
{
    switch (node->kind) {
    case HTML_TEXT: s->bytes = count_bytes(node->text); break;
    case HTML_HEADING: s->headings = s->bytes > 0; break;
    case HTML_CODE: s->code = s->bytes > 0; break;
    case HTML_PARAGRAPH: s->paragraphs += s->steps == 0 && s->bytes > 0; break;
    case HTML_LINK:
        if (node->value.n == 0 || leads_away(node->value))
            break;
        s->linked = s->bytes;
        s->links = s->bytes > 0;
        s->steps = (node->traits & HTML_STEP_LINK) != 0;
        break;
    default: break;
    }
}

/* A mark beside a heading that leads to itself: a pilcrow, a chain. */
static bool is_permalink(const struct folding *f, uint32_t i)
{
    const struct html_node *node = &f->nodes[i];
    struct str s = i + 1 < node->end ? f->nodes[i + 1].text : (struct str){0};
    unsigned char c;

    s = str_trim(s);
    c = s.n ? (unsigned char)s.p[0] : 'a';
    return node->kind == HTML_LINK && str_starts(node->value, STR("#")) &&
           f->sum[i].bytes <= PERMALINK_BYTES &&
           (c == '#' || c == 0xc2 || c == 0xe2 || c == 0xef || c == 0xf0);
}

/* By what its tag says. */
static bool is_said(const struct folding *f, uint32_t i)
{
    const struct html_node *node = &f->nodes[i];

    if (node->kind == HTML_HIDDEN ||
        (node->traits & (HTML_NAVIGATION | HTML_CONTROL)))
        return (node->traits & HTML_PREAMBLE) == 0;
    if (is_permalink(f, i))
        return true;
    return (node->traits & HTML_PAGE_EDGE) && !f->in_content[i] &&
           f->sum[i].headings == 0;
}

/* Sums of all nodes, without what tags say is not text. */
static void count(struct folding *f)
{
    for (uint32_t i = 1; i < f->n; i++) {
        uint32_t up = f->nodes[i].parent;

        f->in_content[i] = f->in_content[up] ||
                           (f->nodes[up].traits & HTML_CONTENT) ||
                           f->nodes[up].kind == HTML_QUOTE;
    }
    for (uint32_t i = f->n; i-- > 0;) {
        count_node(&f->nodes[i], &f->sum[i]);
        f->folded[i] = is_said(f, i);
        if (i > 0 && !f->folded[i])
            add(&f->sum[f->nodes[i].parent], &f->sum[i]);
    }
}

static void find_first_heading(struct folding *f)
{
    uint32_t i = 0;

    while (i < f->n && (f->folded[i] || f->nodes[i].kind != HTML_HEADING ||
                        f->sum[i].bytes == 0))
        i = f->folded[i] ? f->nodes[i].end : i + 1;
    f->first_heading = i;
}

static bool is_container(const struct html_node *node)
{
    switch (node->kind) {
    case HTML_BLOCK: return (node->traits & HTML_PREAMBLE) == 0;
    case HTML_LIST:
    case HTML_TABLE: return true;
    default: return false;
    }
}

/* Most of it links, or all but a title. */
static bool is_menu(const struct sums *s)
{
    uint32_t other = s->bytes - s->linked;

    return (uint64_t)other * MENU_PART <= s->bytes ||
           (other <= LABEL_BYTES && s->linked >= other);
}

/* By what its links are. */
static bool is_way(const struct folding *f, uint32_t i)
{
    const struct html_node *node = &f->nodes[i];
    const struct sums *s = &f->sum[i];

    if (s->bytes == 0 || s->headings || s->code || s->paragraphs > s->links)
        return false;
    if (node->kind == HTML_LINK)
        return (node->traits & HTML_STEP_LINK) != 0;
    if (s->steps && s->bytes <= STEPS_BYTES && s->paragraphs == 0 &&
        (is_container(node) || node->kind == HTML_PARAGRAPH))
        return true;
    if (is_container(node) && s->links >= MENU_LINKS && is_menu(s))
        return true;
    return (is_container(node) || node->kind == HTML_PARAGRAPH) &&
           i < f->first_heading && f->first_heading < f->n && s->links > 1 &&
           s->bytes <= CRUMBS_BYTES && s->linked * 2 >= s->bytes;
}

/* The outermost of those that are ways; returns the text in them. */
static uint64_t find_ways(const struct folding *f, bool *way)
{
    uint64_t bytes = 0;

    for (uint32_t i = 0; i < f->n;) {
        way[i] = !f->folded[i] && is_way(f, i);
        bytes += way[i] ? f->sum[i].bytes : 0;
        i = way[i] || f->folded[i] ? f->nodes[i].end : i + 1;
    }
    return bytes;
}

static bool is_enough(uint64_t left, uint64_t of)
{
    return left > 0 && left * LEFT_PART >= of;
}

/* What tags say folds away everything: they are not to be believed. */
static void unfold(struct folding *f)
{
    for (uint32_t i = 0; i < f->n; i++)
        f->folded[i] = f->nodes[i].kind == HTML_HIDDEN;
}

/* Text of what tags say is not text, but hidden. */
static uint64_t count_said(const struct folding *f)
{
    uint64_t bytes = 0;

    for (uint32_t i = 0; i < f->n;) {
        if (f->folded[i] && f->nodes[i].kind != HTML_HIDDEN)
            bytes += f->sum[i].bytes;
        i = f->folded[i] ? f->nodes[i].end : i + 1;
    }
    return bytes;
}

enum err html_fold(const struct html_node *nodes, uint32_t n, struct arena *a,
                   const bool **folded, struct error *e)
{
    struct folding f = {.nodes = nodes,
                        .n = n,
                        .sum = arena_alloc_array(a, n, sizeof(*f.sum), e),
                        .folded = arena_alloc(a, n, e),
                        .in_content = arena_alloc(a, n, e)};
    bool *way = arena_alloc(a, n, e);
    uint64_t left;

    if (!f.sum || !f.folded || !f.in_content || !way)
        return e->code;
    *folded = f.folded;
    if (n == 0)
        return OK;
    count(&f);
    find_first_heading(&f);
    left = f.sum[0].bytes;
    if (!is_enough(left, left + count_said(&f)))
        unfold(&f);
    else if (is_enough(left - find_ways(&f, way), left))
        for (uint32_t i = 0; i < n; i++)
            f.folded[i] |= way[i];
    return OK;
}
